// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.isthmus.target.fastpath.FastPathByClsactTest.run;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
        if (!run("tc", "qdisc", "show", "dev", link).contains("clsact")) {
            run("tc", "qdisc", "add", "dev", link, "clsact");
        }
        filter("add", "bpf", "bytecode", "1,6 0 0 0,");
    }

    private void filter(String change, String... kind) throws IOException {
        List<String> command = new ArrayList<>(List.of("tc", "filter", change, "dev", link));
        command.addAll(List.of("ingress", "pref", "9"));
        command.addAll(List.of(kind));
        run(command.toArray(new String[0]));
    }

    int frames() throws IOException {
        String shown = run("tc", "-s", "qdisc", "show", "dev", link);
        Matcher counted = COUNTED.matcher(shown);
        assertTrue(counted.find(), shown);
        return Integer.parseInt(counted.group(1)) - Integer.parseInt(counted.group(2));
    }

    @Override
    public void close() throws IOException {
        filter("del");
    }
}
