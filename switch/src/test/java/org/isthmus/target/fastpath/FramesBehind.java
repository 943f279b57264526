// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many frames come to the end of clsact at the ingress of an interface: what stands before it,
 * or in it, has not taken them. A filter that matches nothing has it count.
 */
final class FramesBehind implements AutoCloseable {
    private static final Pattern COUNTED =
            Pattern.compile("clsact.*\\R Sent \\d+ bytes (\\d+) pkt \\(dropped (\\d+),");

    private final String link;

    FramesBehind(String link) throws IOException {
        this.link = link;
        if (!tc("qdisc show dev " + link).contains("clsact")) {
            tc("qdisc add dev " + link + " clsact");
        }
        String filter = "filter add dev " + link + " ingress pref 9 bpf bytecode";
        tc(filter, "1,6 0 0 0,");
    }

    int frames() throws IOException {
        String shown = tc("-s qdisc show dev " + link);
        Matcher counted = COUNTED.matcher(shown);
        assertTrue(counted.find(), shown);
        return Integer.parseInt(counted.group(1)) - Integer.parseInt(counted.group(2));
    }

    private static String tc(String arguments, String... last) throws IOException {
        List<String> command = new ArrayList<>(List.of(("tc " + arguments).split(" ")));
        command.addAll(List.of(last));
        Process p = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertEquals(0, p.waitFor(), () -> arguments + ": " + out);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return out;
    }

    @Override
    public void close() throws IOException {
        tc("filter del dev " + link + " ingress pref 9");
    }
}
