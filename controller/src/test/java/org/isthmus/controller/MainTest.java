// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isthmus.controller.http.Credentials;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {
    @TempDir Path directory;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final PrintStream before = System.err;

    @BeforeEach
    void capture() {
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setErr(before);
    }

    private int run(String... args) {
        errors.reset();
        return new CommandLine(new Main()).execute(args);
    }

    private String errors() {
        return errors.toString(StandardCharsets.UTF_8);
    }

    private String netcfg(String text) throws IOException {
        return Files.writeString(directory.resolve("netcfg.json"), text).toString();
    }

    @Test
    void aNetcfgThatIsWrongIsRefusedWithPaths() throws IOException {
        assertEquals(2, run("--netcfg", netcfg("{\"devces\": {}, \"ports\": []}")));
        assertEquals(
                "isthmus-controller: ports: must be an object\n"
                        + "isthmus-controller: devces: is unknown; did you mean devices?\n",
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
                                "isthmus-controller: devices.device:a.basic.pipeconf: no"
                                        + " pipeconf other; there are org.isthmus.v1model"),
                errors());
    }

    @Test
    void aGoodNetcfgPassesTheCheck() throws IOException {
        assertEquals(0, run("--check", "--netcfg", netcfg("{}")));
        assertEquals("", errors());
    }

    @Test
    void aFileThatIsNotThereFails() {
        assertEquals(1, run("--netcfg", directory.resolve("none").toString()));
        assertEquals(2, run());
        assertEquals(2, run("--unknown"));
    }

    @Test
    void beyondThisMachineItNeedsCredentialsAndTls() throws IOException {
        String data = directory.resolve("data").toString();
        String file = netcfg("{}");
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
        assertTrue(Files.notExists(Path.of(data)));
    }
}
