// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateTest {
    private static final URI TARGET = URI.create("http://localhost/onos/nat64/user");

    @TempDir Path directory;

    private final Queue<Runnable> logins = new ArrayDeque<>();
    private final List<String> verdicts = new ArrayList<>();

    private void ask(Gate gate, String client, String password) {
        HttpRequest head =
                new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, TARGET.getPath());
        byte[] pair = ("ann:" + password).getBytes(StandardCharsets.UTF_8);
        head.headers().set("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        gate.admit(
                head,
                TARGET,
                InetAddress.getLoopbackAddress(),
                client,
                (refusal, who) ->
                        verdicts.add(client + " " + (refusal == null ? 200 : refusal.code())));
    }

    @Test
    void whoGuessesKeepsNobodyElseOut() throws Exception {
        Path users =
                Files.writeString(
                        directory.resolve("users"), Credentials.line("ann", "a".toCharArray()));
        Gate gate = new Gate(Credentials.read(users), logins::add, Limits.DEFAULT);
        for (int i = 0; i < Limits.DEFAULT.loginsOfClient + 1; i++) {
            ask(gate, "eve", "guess" + i);
        }
        assertEquals(List.of("eve 503"), verdicts);
        ask(gate, "ann", "a");
        for (int i = 0; i < 3; i++) {
            logins.remove().run();
        }
        assertEquals(List.of("eve 503", "eve 401", "ann 200", "eve 401"), verdicts);
        ask(gate, "eve", "another");
        while (!logins.isEmpty()) {
            logins.remove().run();
        }
        assertEquals(4 + Limits.DEFAULT.loginsOfClient - 2 + 1, verdicts.size());
    }
}
