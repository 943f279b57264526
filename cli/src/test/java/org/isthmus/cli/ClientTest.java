// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.isthmus.rest.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are not there, want a password, or are something else. */
class ClientTest {
    private final Ctl ctl = new Ctl();
    private final List<String> authorizations = new ArrayList<>();
    private HttpServer other;
    private String url;
    private boolean leaves;
    private int status = 200;
    private String type = "application/json";
    private String body = "{\"counters\": {}, \"gauges\": {}}";

    @TempDir Path dir;

    @BeforeEach
    void start() throws IOException {
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", this::answer);
        other.start();
        url = "http://127.0.0.1:" + other.getAddress().getPort() + "/x/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
        if (leaves) {
            exchange.close();
            return;
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @AfterEach
    void stop() {
        other.stop(0);
        ctl.close();
    }

    @Test
    void aBackupIsThereOnceItIsWhole() throws IOException {
        Path file = Files.writeString(dir.resolve("backup"), "the last one");
        body = "PK";
        type = "application/zip";
        assertEquals(3, ctl.runBare("--url", url, "backup", file.toString()));
        assertEquals("nat64ctl: the backup broke off after 2 bytes\n", ctl.err);
        assertEquals("the last one", Files.readString(file));
        assertEquals(0, ctl.run("backup", file.toString()), ctl.err);
        assertEquals("Wrote " + Files.size(file) + " bytes to " + file + ".\n", ctl.out);
        try (var left = Files.list(dir)) {
            assertEquals(1, left.count());
        }
        assertNotWritten(dir.resolve("none/backup"), "there is no directory " + dir + "/none");
        assertNotWritten(Files.createDirectory(dir.resolve("directory")), "is a directory");
        assertNotWritten(Path.of("/"), "is a directory");
        assertNotWritten(file.resolve("backup"), "Not a directory");
    }

    @Test
    void aChangeIsMadeByANat64Alone() throws IOException {
        Path table = Files.writeString(dir.resolve("t.csv"), "ipv4,ipv6\n198.18.0.1,2001:db8::1\n");
        String[][] changes = {
            {"static", "add", "tcp", "[2001:db8::1]:80", "203.0.113.1:80"},
            {"static", "replace", "tcp", "203.0.113.1:80", "[2001:db8::2]:80"},
            {"static", "delete", "tcp", "203.0.113.1:80"},
            {"pools", "add", "p", "203.0.113.0/28"},
            {"pools", "drain", "p"},
            {"pools", "drain", "--stop", "p"},
            {"pools", "delete", "p"},
            {"eamt", "add", "198.18.0.1", "2001:db8::1"},
            {"eamt", "delete", "198.18.0.1"},
            {"eamt", "import", table.toString()},
            {"eamt", "replace", table.toString()},
            {"eamt", "check", table.toString()},
            {"log-level", "root", "debug"},
        };
        for (String answer : List.of("{}", "", "[1]", "welcome")) {
            body = answer;
            for (String[] change : changes) {
                List<String> line = new ArrayList<>(List.of("--url", url));
                line.addAll(List.of(change));
                assertEquals(3, ctl.runBare(line.toArray(new String[0])), line + ": " + ctl.out);
                assertEquals("", ctl.out, line.toString());
                assertTrue(ctl.err.startsWith("nat64ctl: "), ctl.err);
            }
        }
    }

    /** A controller that is killed may have made it: asked again, it would refuse. */
    @Test
    void aChangeWithoutAnAnswerIsNotAskedForAgain() {
        leaves = true;
        String[][] changes = {
            {"static", "delete", "tcp", "203.0.113.1:80"},
            {"pools", "add", "p", "203.0.113.0/28"},
            {"pools", "drain", "p"},
            {"pools", "drain", "--stop", "p"},
            {"pools", "delete", "p"},
            {"eamt", "delete", "198.18.0.1"},
        };
        for (String[] change : changes) {
            authorizations.clear();
            List<String> line = new ArrayList<>(List.of("--url", url));
            line.addAll(List.of(change));
            assertEquals(3, ctl.runBare(line.toArray(new String[0])), line + ": " + ctl.out);
            assertTrue(ctl.err.startsWith("nat64ctl: lost the connection to "), ctl.err);
            assertEquals(1, authorizations.size(), line.toString());
        }
    }

    /** As root it would take the place of a device. */
    @Test
    void aBackupReplacesRegularFilesAloneAndNoLinkToThem() throws Exception {
        Path pipe = dir.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        assertNotWritten(pipe, "is no regular file");
        assertTrue(Files.readAttributes(pipe, BasicFileAttributes.class).isOther());
        Path file = Files.createFile(dir.resolve("backup"));
        Path link = Files.createSymbolicLink(dir.resolve("last"), file);
        assertEquals(0, ctl.run("backup", link.toString()), ctl.err);
        assertTrue(Files.isSymbolicLink(link));
        assertTrue(Files.size(file) > 0);
    }

    /** A part of a table would be taken for all of it. */
    @Test
    void whatCannotBeReadToItsEndIsNotTaken() {
        ctl.stdin = "ipv4,ipv6\n198.18.0.1,2001:db8:9::1\n";
        ctl.stdinFails = true;
        ctl.ok("eamt", "export");
        String before = ctl.out;
        assertEquals(2, ctl.run("eamt", "replace", "-", "--format", "csv"));
        assertEquals("nat64ctl: -: cannot be read: Input/output error\n", ctl.err);
        ctl.ok("eamt", "export");
        assertEquals(before, ctl.out);
        for (String from : List.of("jool", "tayga", "vpp", "ios-xe")) {
            assertEquals(2, ctl.runBare("import", from, "-"));
            assertEquals("nat64ctl: -: cannot be read: Input/output error\n", ctl.err);
        }
        ctl.stdin = "";
        assertEquals(2, ctl.runBare("init", "--to", dir.toString()));
        assertTrue(
                ctl.err.endsWith(
                        "nat64ctl: the standard input: cannot be read: Input/output error\n"),
                ctl.err);
    }

    @Test
    void aProblemWithoutItsTextIsNoneOfANat64() {
        type = "application/problem+json";
        status = 400;
        for (String answer : List.of("{}", "{\"detail\": 3}", "{\"errors\": [1]}")) {
            body = answer;
            assertEquals(1, ctl.runBare("--url", url, "pools", "list"));
            assertEquals(
                    "nat64ctl: the server gave an answer that is none of a NAT64 (400)\n", ctl.err);
        }
    }

    @Test
    void aFullDiskIsNoLostConnection() {
        OutputStream full =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };
        InputStream backup = new ByteArrayInputStream(new byte[1]);
        FileSystemException e =
                assertThrows(FileSystemException.class, () -> BackupCommand.copy(backup, full));
        assertEquals("No space left on device", e.getReason());
    }

    private void assertNotWritten(Path to, String why) {
        assertEquals(2, ctl.run("backup", to.toString()), ctl.err);
        assertEquals("nat64ctl: " + to + ": cannot be written: " + why + "\n", ctl.err);
    }

    @Test
    void aViewerIsToldThatHeMayOnlyRead() {
        try (Ctl viewer = new Ctl(Role.VIEWER)) {
            assertEquals(0, viewer.run("pools", "list"));
            for (String change : List.of("pools delete customers", "backup " + dir + "/backup")) {
                assertEquals(1, viewer.run(change.split(" ")));
                assertEquals(
                        "nat64ctl: The user ann may only read: this needs the role admin.\n",
                        viewer.err);
            }
        }
    }

    @Test
    void passwordComesFromFileOrEnvironment() throws IOException {
        Path file = Files.writeString(dir.resolve("password"), "rocks\u00fc\n");
        String path = file.toString();
        assertEquals(
                0, ctl.runBare("stats", "--url", url, "--user", "onos", "--password-file", path));
        ctl.password = "other";
        assertEquals(0, ctl.runBare("--url", url, "--user", "onos", "stats"));
        assertEquals(0, ctl.runBare("--url", url, "stats"));
        List<String> expected = new ArrayList<>();
        for (String pair : List.of("onos:rocks\u00fc", "onos:other")) {
            byte[] bytes = pair.getBytes(StandardCharsets.UTF_8);
            expected.add("Basic " + Base64.getEncoder().encodeToString(bytes));
        }
        expected.add(null);
        assertEquals(expected, authorizations);
    }

    @Test
    void userWithoutPasswordIsAnError() {
        assertEquals(2, ctl.runBare("--url", url, "--user", "onos", "stats"));
        assertTrue(ctl.err.contains("needs --password-file or NAT64_PASSWORD"), ctl.err);
        assertEquals(2, ctl.runBare("--url", "http://a:secret@127.0.0.1/", "stats"));
        assertFalse(ctl.err.contains("secret"), ctl.err);
        assertEquals(2, ctl.runBare("--url", "ftp://127.0.0.1/", "stats"));
        assertEquals(List.of(), authorizations);
    }

    @Test
    void answersOfOthersAreNamed() {
        type = "text/html";
        body = "<h1>Problem accessing</h1>";
        String[] said = {"401", "--user", "403", "allow", "404", "--url", "502", "(502)"};
        for (int i = 0; i < said.length; i += 2) {
            status = Integer.parseInt(said[i]);
            assertEquals(1, ctl.runBare("--url", url, "stats"));
            assertTrue(ctl.err.contains(said[i + 1]), ctl.err);
            assertEquals(1, ctl.err.split("\r?\n").length, ctl.err);
        }
        status = 401;
        ctl.password = "wrong";
        assertEquals(1, ctl.runBare("--url", url, "--user", "onos", "stats"));
        assertTrue(ctl.err.contains("the password is wrong"), ctl.err);
        status = 404;
        type = "application/problem+json";
        body = "{\"type\": \"about:blank\", \"status\": 404, \"detail\": \"There is nothing.\"}";
        assertEquals(1, ctl.runBare("--url", url, "stats"));
        assertTrue(ctl.err.contains("there is no NAT64 at http://127.0.0.1"), ctl.err);
        status = 200;
        type = "text/html";
        body = "<h1>Problem accessing</h1>";
        for (String asked : List.of("stats", "eamt export", "pools delete customers")) {
            assertEquals(3, ctl.runBare(("--url " + url + " " + asked).split(" ")));
            assertEquals(
                    "nat64ctl: the server gave an answer that is none of a NAT64 (200)\n", ctl.err);
            assertEquals("", ctl.out);
        }
    }

    /** Where an answer is JSON, but of something else. */
    @Test
    void whatIsNoListIsNoEmptyOne() {
        for (String other : List.of("", "[]", "{}", "{\"bindings\": null}", "{\"bindings\": {}}")) {
            body = other;
            for (String asked : List.of("bindings", "bindings --count", "bindings --all -o json")) {
                assertEquals(3, ctl.runBare(("--url " + url + " " + asked).split(" ")), other);
                assertEquals(
                        "nat64ctl: the answer of "
                                + url.replaceFirst("/$", "")
                                + " is none of a NAT64: see --url\n",
                        ctl.err);
            }
        }
    }

    /** Who supervises it hears that, whatever the status. */
    @Test
    void healthOfOthersIsNotOurs() {
        for (String other : List.of("[]", "{}", "{\"status\": \"UP\"}", "{\"ok\": false}")) {
            body = other;
            for (int code : List.of(200, 503)) {
                status = code;
                for (String asked : List.of("health", "health -o json")) {
                    assertEquals(3, ctl.runBare(("--url " + url + " " + asked).split(" ")), other);
                    assertEquals(
                            "nat64ctl: the answer of "
                                    + url.replaceFirst("/$", "")
                                    + " is none of a NAT64: see --url\n",
                            ctl.err);
                    assertEquals("", ctl.out);
                }
            }
        }
    }

    /** A script may read what is printed without looking at how the command ended. */
    @Test
    void jsonThatBrokeOffDoesNotLookWhole() {
        body = "{\"bindings\": [{\"protocol\": \"tcp\"}, {\"protocol\": \"udp\"";
        for (String asked : List.of("bindings", "bindings --all")) {
            assertEquals(3, ctl.runBare(("--url " + url + " -o json " + asked).split(" ")));
            assertTrue(ctl.out.endsWith("\"protocol\" : \"udp\"\n"), ctl.out);
            assertEquals(
                    "nat64ctl: lost the connection to "
                            + url.replaceFirst("/$", "")
                            + " in the middle of its answer\n",
                    ctl.err);
        }
    }

    @Test
    void aRefusalOfALongFileIsHeard() throws IOException {
        Path file = Files.writeString(dir.resolve("eamt.csv"), "192.0.2.1,::1\n".repeat(300_000));
        status = 401;
        type = "text/plain";
        assertEquals(1, ctl.runBare("--url", url, "eamt", "import", file.toString()), ctl.err);
        assertTrue(ctl.err.contains("the server wants a user"), ctl.err);
        status = 413;
        ctl.stdin = "x";
        assertEquals(1, ctl.runBare("--url", url, "eamt", "import", "-", "--format", "CSV"));
        assertEquals("nat64ctl: it is larger than the server takes\n", ctl.err);
    }

    /** Of a line or a header of HTTP, as with a long name. */
    @Test
    void whatIsTooLongIsSaidToBe() {
        type = "text/plain";
        for (int said : new int[] {414, 431}) {
            status = said;
            assertEquals(1, ctl.runBare("--url", url, "pools", "delete", "long"));
            assertEquals("nat64ctl: it is larger than the server takes\n", ctl.err);
        }
    }

    @Test
    void redirectIsNotFollowed() {
        status = 302;
        assertEquals(1, ctl.runBare("--url", url, "stats"));
        assertEquals(1, authorizations.size());
    }

    @Test
    void absentServerHasItsExitCode() throws IOException {
        int port;
        try (ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = s.getLocalPort();
        }
        assertEquals(3, ctl.runBare("--url", "http://127.0.0.1:" + port + "/x", "stats"));
        assertTrue(
                ctl.err.startsWith(
                        "nat64ctl: cannot connect to http://127.0.0.1:"
                                + port
                                + "/x: nothing listens there; is the controller running?"),
                ctl.err);
    }

    private void keytool(String... args) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(args));
        command.addAll(List.of("-keystore", dir.resolve("keys").toString()));
        command.addAll(List.of("-storepass", "changeit", "-alias", "server"));
        Path log = dir.resolve("keytool.log");
        Process p =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertEquals(0, p.waitFor(), Files.readString(log));
    }

    @Test
    void serverIsTrustedByItsCertificateAlone() throws Exception {
        keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=test", "-ext", "san=ip:127.0.0.1");
        Path ca = dir.resolve("ca.pem");
        keytool("-exportcert", "-rfc", "-file", ca.toString());
        char[] password = "changeit".toCharArray();
        KeyStore store = KeyStore.getInstance(dir.resolve("keys").toFile(), password);
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpsServer tls =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        tls.setHttpsConfigurator(new HttpsConfigurator(context));
        tls.createContext("/", this::answer);
        tls.start();
        try {
            String at = "https://127.0.0.1:" + tls.getAddress().getPort() + "/x";
            assertEquals(0, ctl.runBare("--url", at, "--cacert", ca.toString(), "stats"), ctl.err);
            assertEquals(3, ctl.runBare("--url", at, "stats"));
            assertTrue(ctl.err.startsWith("nat64ctl: cannot trust https:"), ctl.err);
            assertTrue(ctl.err.contains("nobody known has signed its certificate"), ctl.err);
        } finally {
            tls.stop(0);
        }
    }

    @Test
    void certificatesAreChecked() throws IOException {
        Path none = Files.writeString(dir.resolve("ca.pem"), "");
        assertEquals(2, ctl.runBare("--url", url, "--cacert", none.toString(), "stats"), ctl.err);
        assertTrue(ctl.err.contains("--cacert"), ctl.err);
        assertEquals(2, ctl.runBare("--url", url, "--cacert", "/nonexistent", "stats"));
        Path key =
                Files.writeString(
                        dir.resolve("key.pem"),
                        "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n");
        assertEquals(2, ctl.runBare("--url", url, "--cacert", key.toString(), "stats"));
        assertTrue(
                ctl.err.contains(key + " holds something else than certificates in PEM"), ctl.err);
    }
}
