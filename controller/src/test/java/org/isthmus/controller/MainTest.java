// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.List;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.isthmus.controller.http.Credentials;
import org.junit.jupiter.api.Test;

class MainTest extends MainCase {
    @Test
    void aNetcfgThatIsWrongIsRefusedWithPaths() throws IOException {
        assertEquals(2, run("--netcfg", netcfg("{\"devces\": {}, \"ports\": []}")));
        String file = "isthmus-controller: " + directory.resolve("netcfg.json");
        assertEquals(
                file
                        + ": devices: there is none, so there is nothing to control\n"
                        + file
                        + ": ports: must be an object\n"
                        + file
                        + ": devces: is unknown; did you mean devices?\n",
                errors());
        assertEquals(
                2,
                run(
                        "--check",
                        "--netcfg",
                        netcfg(
                                "{\"devices\": {\"device:a\": {"
                                        + "\"basic\": {\"managementAddress\": \"grpc://h:1?device_id=1\","
                                        + " \"pipeconf\": \"other\"}, \"isthmus\": {\"mac\": \"00:00:00:00:00:01\"}}}}")));
        assertTrue(
                errors().startsWith(
                                file
                                        + ": devices.device:a.basic.pipeconf: no"
                                        + " pipeconf other; there are org.isthmus.v1model"),
                errors());
    }

    /** The demo's configuration in small. */
    @Test
    void aGoodNetcfgPassesTheCheckAndIsSummedUp() throws IOException {
        String nat64 =
                ", \"apps\": {\"org.isthmus\": {\"nat64\": {\"instances\": [{\"name\": \"n\","
                        + " \"prefix\": \"2001:db8:64::/96\"}], \"pools\": [{\"name\": \"p\","
                        + " \"prefixes\": [\"203.0.113.0/30\"], \"ports\": {\"tcp\":"
                        + " \"1000-1100\", \"udp\": \"1024-65535\"}}]}}}}";
        String file = netcfg(GOOD.substring(0, GOOD.length() - 1) + nat64);
        assertEquals(0, run("--check", "--netcfg", file));
        assertEquals("", errors());
        assertEquals(
                "isthmus-controller: "
                        + file
                        + ": ok: 1 device, 0 interfaces, 0 links, 0 routes, 1 instance, 1 pool (4"
                        + " addresses, 256 TCP ports, 258048 UDP ports, 262144 ICMP identifiers), 0"
                        + " EAMs, 0 static bindings\n",
                output.toString(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsOddIsAWarningOfTheCheckAndNoError() throws IOException {
        String file = netcfg(GOOD);
        assertEquals(0, run("--check", "--netcfg", file));
        assertEquals(
                "isthmus-controller: "
                        + file
                        + ": warning: There is no NAT64 instance to translate.\n",
                errors());
        assertTrue(output.toString(StandardCharsets.UTF_8).contains(": ok: 1 device, "));
    }

    @Test
    void whatIsWrongWithAnOptionIsOneLine() throws IOException {
        Path none = directory.resolve("none");
        assertWrong("--netcfg is missing");
        assertWrong("Unknown option: '--unknown'; see --help", "--unknown");
        assertWrong("--netcfg: " + none + ": no such file", "--netcfg", none.toString());
        assertWrong(
                "--netcfg: " + directory + ": is a directory", "--netcfg", directory.toString());
        assertWrong(
                directory.resolve("netcfg.json")
                        + ": line 1, column 2: Unexpected character ('x' (code 120)): was expecting"
                        + " double-quote to start field name",
                "--netcfg",
                netcfg("{x"));
        String good = netcfg(GOOD);
        for (String address : List.of("8181", "fe80::1", "::1", "[::1]")) {
            assertWrong(
                    "--listen: not of the form HOST:PORT, with an IPv6 address in brackets: "
                            + address,
                    "--netcfg",
                    good,
                    "--listen",
                    address);
        }
        assertWrong(
                "--mapping-log-days: must not be negative: -1",
                "--netcfg",
                good,
                "--mapping-log-days",
                "-1");
        assertWrong(
                "--mapping-log-size: must be 32 to 16777216 MB, not 31",
                "--netcfg",
                good,
                "--mapping-log-size",
                "31");
        assertWrong(
                "--credentials: " + none + ": no such file",
                "--netcfg",
                good,
                "--credentials",
                none.toString());
        Path bytes = Files.write(directory.resolve("bytes"), new byte[] {(byte) 0xff});
        assertWrong(
                "--credentials: " + bytes + ": not text in UTF-8",
                "--netcfg",
                good,
                "--credentials",
                bytes.toString());
    }

    @Test
    void aRestoreThatIsRefusedIsOneLine() throws IOException {
        String data = directory.resolve("data").toString();
        Path none = directory.resolve("none");
        assertEquals(1, run("restore", "--data", data, none.toString()));
        assertEquals("isthmus-controller: " + none + ": no such file\n", errors());
        assertEquals(1, run("restore", "--data", data, directory.toString()));
        assertEquals("isthmus-controller: " + directory + ": is a directory\n", errors());
        Path text = Files.writeString(directory.resolve("text"), "hello");
        assertEquals(1, run("restore", "--data", data, text.toString()));
        assertEquals("isthmus-controller: " + text + ": no backup, or cut short\n", errors());
    }

    @Test
    void aRestoreLogsAsTheControllerDoes() throws IOException {
        Path data = directory.resolve("data");
        Path none = directory.resolve("none");
        // What a restoration that was killed has left.
        Files.createDirectories(data.resolve("restore"));
        assertEquals(1, run("restore", "--data", data.toString(), none.toString()));
        assertTrue(
                errors().matches(
                                "\\S+Z INFO org.isthmus.controller.disk.Restoration: "
                                        + data
                                        + ": putting in place what was restored\nisthmus-controller: "
                                        + none
                                        + ": no such file\n"),
                errors());
    }

    @Test
    void whatIsWrongWithKeysIsOneLine() throws Exception {
        String good = netcfg(GOOD);
        Path empty = Files.createFile(directory.resolve("empty"));
        Path password = Files.writeString(directory.resolve("password"), "secret\n");
        Path keystore = directory.resolve("keys.p12");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        try (OutputStream out = Files.newOutputStream(keystore)) {
            keys.store(out, "secret".toCharArray());
        }
        Path other = Files.writeString(directory.resolve("other"), "wrong\n");
        String[][] wrong = {
            {keystore + "", empty + "", empty + ": is empty"},
            {empty + "/x", password + "", empty + "/x: Not a directory"},
            {
                password + "",
                password + "",
                password + ": no PKCS 12 keystore that the password in " + password + " opens"
            },
            {
                keystore + "",
                other + "",
                keystore + ": no PKCS 12 keystore that the password in " + other + " opens"
            },
            {keystore + "", password + "", keystore + ": holds no private key"},
        };
        for (String[] w : wrong) {
            assertWrong(
                    "--tls-keystore: " + w[2],
                    "--netcfg",
                    good,
                    "--tls-keystore",
                    w[0],
                    "--tls-keystore-password",
                    w[1]);
        }
        assertWrong(
                "TLS of grpcs devices: " + password + ": holds no certificate in PEM",
                "--netcfg",
                good,
                "--device-ca",
                password.toString());
        assertWrong(
                "TLS of grpcs devices: "
                        + empty
                        + " has no private key in PEM (PKCS #8, without a passphrase)",
                "--netcfg",
                good,
                "--device-certificate",
                password.toString(),
                "--device-key",
                empty.toString());
    }

    @Test
    void itsLogGoesWhereItIsTold() throws IOException {
        Path file = directory.resolve("log");
        // It ends before it has opened anything.
        String nothing = directory.resolve("netcfg.json") + "/x";
        try {
            run(
                    "--netcfg",
                    netcfg(GOOD),
                    "--data",
                    nothing,
                    "--listen",
                    "127.0.0.1:0",
                    "--log-file",
                    file.toString(),
                    "--log-json",
                    "--log-level",
                    "error");
            Logger.getLogger("org.isthmus.X").warning("hello");
            Logger.getLogger("org.isthmus.X").severe("again");
        } finally {
            LogManager.getLogManager().readConfiguration();
        }
        String text = Files.readString(file);
        assertTrue(text.startsWith("{\"time\":\""), text);
        assertTrue(text.endsWith(",\"message\":\"again\"}\n"), text);
        assertFalse(text.contains("hello"), text);
        assertWrong(
                "--log-console and --log-file exclude each other; see --help",
                "--netcfg",
                netcfg(GOOD),
                "--log-file",
                file.toString(),
                "--log-console");
    }

    /** Else it would take the switches from the controller that runs. */
    @Test
    void anAddressInUseEndsItBeforeItTouchesAnything() throws IOException {
        Path data = directory.resolve("data");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            assertEquals(
                    1, run("--netcfg", netcfg(GOOD), "--data", data + "", "--listen", address));
            String told = errors();
            assertTrue(
                    told.startsWith(
                            "isthmus-controller: cannot listen at "
                                    + address
                                    + ": another program listens there, or another controller: give"
                                    + " another --listen"),
                    told);
        }
        assertTrue(Files.notExists(data));
    }

    @Test
    void aLogFileThatIsADirectoryIsNamed() throws IOException {
        assertWrong(
                "--log-file: " + directory + " is a directory; see --help",
                "--netcfg",
                netcfg(GOOD),
                "--log-file",
                directory.toString());
    }

    /** Whoever reads a key needs no password. */
    @Test
    void filesWithSecretsThatOthersReadAreNamed() throws IOException {
        Path users = directory.resolve("users");
        Files.writeString(users, Credentials.line("ann", "a".toCharArray()));
        String we = System.getProperty("user.name");
        try {
            assertTrue(namesReaders(users, "rw-r--r--"), errors());
            assertTrue(namesReaders(users, "rw-r-----"), errors());
            assertFalse(namesReaders(users, "rw-------"), errors());
            // As a package installs it: root's, and its group is ours.
            System.setProperty("user.name", "another");
            assertFalse(namesReaders(users, "rw-r-----"), errors());
            assertTrue(namesReaders(users, "rw----r--"), errors());
        } finally {
            System.setProperty("user.name", we);
        }
    }

    private boolean namesReaders(Path users, String rights) throws IOException {
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString(rights));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertEquals(
                    1,
                    run(
                            "--netcfg",
                            netcfg(GOOD),
                            "--credentials",
                            users.toString(),
                            "--listen",
                            "127.0.0.1:" + taken.getLocalPort()));
        }
        return errors().contains("--credentials: other users can read " + users);
    }

    private void assertWrong(String message, String... args) {
        assertEquals(2, run(args));
        assertEquals("isthmus-controller: " + message + "\n", errors());
    }

    @Test
    void beyondThisMachineItNeedsCredentialsAndTls() throws IOException {
        String data = directory.resolve("data").toString();
        String file = netcfg(GOOD);
        assertEquals(2, run("--netcfg", file, "--data", data, "--listen", "0.0.0.0:0"));
        assertTrue(errors().contains("--credentials"), errors());
        Path users = directory.resolve("users");
        Files.writeString(users, Credentials.line("ann", "a".toCharArray()));
        assertEquals(
                2,
                run(
                        "--netcfg",
                        file,
                        "--data",
                        data,
                        "--listen",
                        "[::]:0",
                        "--credentials",
                        users.toString()));
        assertTrue(errors().contains("--tls-keystore"), errors());
        assertEquals(2, run("--netcfg", file, "--data", data, "--listen", "nonsense"));
        assertEquals(1, run("--netcfg", file, "--data", data, "--listen", "isth.invalid:1"));
        assertTrue(Files.notExists(Path.of(data)));
    }

    @Test
    void theRehearsalIsOverBeforeADeviceIsConnectedTo() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket device = new ServerSocket(0, 1, loopback)) {
            device.setSoTimeout(PATIENCE_MILLIS);
            Process controller =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Main.class.getName(),
                                    "--netcfg",
                                    netcfg(
                                            GOOD.replace(
                                                    "h:1", "127.0.0.1:" + device.getLocalPort())),
                                    "--data",
                                    directory.resolve("data").toString(),
                                    "--listen",
                                    "127.0.0.1:0")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try (Socket connection = device.accept()) {
                assertFalse(isRehearsing(controller.pid()), connection.toString());
            } finally {
                controller.destroyForcibly().waitFor();
            }
        }
    }

    private static boolean isRehearsing(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", "" + pid, "task"))) {
            return threads.map(MainTest::name).anyMatch("rehearsal"::equals);
        }
    }

    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException e) {
            return "one that has ended";
        }
    }
}
