// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the switch ends as a process, which decides whether a supervisor tries again. */
class RunningProgramTest {
    @TempDir Path dir;

    private void ends(int status, String message, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Main.class.getName());
        command.addAll(List.of(options));
        command.addAll(List.of("--grpc-server-addr", "127.0.0.1:0"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(status, process.waitFor(), printed);
        assertTrue(printed.contains(message), printed);
    }

    @Test
    void optionsAndFilesThatAreWrongEndItForGood() throws Exception {
        ends(2, "isthmus-switch: Unknown option: '--nonsense'", "--nonsense");
        String none = dir.resolve("none").toString();
        String option = "isthmus-switch: device id 0: --p4info: ";
        ends(2, option + "there is no file " + none, "--p4info", none, none + ".json");
        String text = Files.writeString(dir.resolve("text"), "no program").toString();
        ends(2, option + text + ": no P4Info: 1:", "--p4info", text, text);
        String empty = Files.createFile(dir.resolve("empty")).toString();
        ends(2, "isthmus-switch: device id 0: " + text + ": not JSON", "--p4info", empty, text);
        ends(2, "isthmus-switch: there is no directory " + none, "-i", "1@lo", "--pcap=" + none);
        ends(2, text + "/lo_in.pcap: Not a directory", "-i", "1@lo", "--pcap=" + text);
    }

    /** As where the resolver starts after the switch. */
    @Test
    void aHostThatIsNotKnownMayBeLater() throws Exception {
        for (String option : List.of("--grpc-server-addr", "--metrics-addr")) {
            String unknown = "'" + option + "': unknown host isth.invalid";
            ends(1, unknown, option + "=isth.invalid:1");
        }
    }

    @Test
    void anInterfaceThatIsNotThereMayCome() throws Exception {
        ends(1, "isthmus-switch: ", "--no-p4", "-i", "1@isth-none");
    }
}
