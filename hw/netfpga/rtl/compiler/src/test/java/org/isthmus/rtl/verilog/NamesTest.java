// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isthmus.rtl.lower.EditedProgram;
import org.isthmus.rtl.lower.NotSupportedException;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NamesTest {
    /** A macro, or a signal or instance of a module. */
    private static final Pattern DECLARED =
            Pattern.compile(
                    "(?m)^(?:`define| *(?:input |output |    )?(?:wire|reg) +(?:\\[[^]]+] )?|"
                            + "    (?:\\w+ #\\(.*\\)|\\)) ) *(\\w+)|, (\\w+_next\\w*);");

    @TempDir Path folder;

    private final Names names = new Names();

    @Test
    void wordsOfTheLanguageAreNoNames() {
        assertEquals("table_", names.invent("table"));
        // Of SystemVerilog, by which Verilator reads.
        assertEquals("priority_", names.invent("priority"));
        assertEquals("priority__2", names.invent("priority"));
    }

    /** p4c puts a point into the name of a header in a struct. */
    @Test
    void namesHaveNoPoints() {
        assertEquals("userMetadata__saved10_tos", names.invent("userMetadata._saved10_tos"));
    }

    /** Of a random number that is widened, the field's name is that of what it is widened to. */
    @Test
    void aRandomNumberWithoutAFieldHasAName() throws Exception {
        EditedProgram program = new EditedProgram();
        program.does(
                "flood",
                "{'op': 'modify_field_rng_uniform', 'parameters': ["
                        + "{'type': 'field', 'value': ['ethernet', 'ether_type']},"
                        + " {'type': 'hexstr', 'value': '0'},"
                        + " {'type': 'hexstr', 'value': '0xff'}]}");

        String pipe = program.verilog().files().get("switch_pipe.v");

        Matcher number = Pattern.compile("reg \\[7:0\\] (\\w+), (\\w+)_next;").matcher(pipe);
        assertEquals(true, number.find());
        assertEquals("sequence_", number.group(1));
    }

    @Test
    void aCounterMayBeCalledAsAField() throws Exception {
        EditedProgram program = new EditedProgram();
        program.counter("flood", "Switch.ethernet_source");

        String pipe = program.verilog().files().get("switch_pipe.v");

        Matcher field = Pattern.compile("wire \\[47:0\\] (ethernet_source\\w*) =").matcher(pipe);
        assertEquals(true, field.find());
        assertEquals("ethernet_source_2", field.group(1));
    }

    @FunctionalInterface
    interface Edit {
        void of(EditedProgram program) throws Exception;
    }

    /** Programs with names that others are made of, too. */
    static Stream<Named<Edit>> alike() {
        return Stream.concat(
                // Those of a field as later stages read it.
                IntStream.rangeClosed(1, 8)
                        .mapToObj(stage -> "source_s" + stage)
                        .flatMap(s -> Stream.of(s, s + "_delay"))
                        .map(s -> Named.of(s, p -> p.renameField("ether_type", s))),
                Stream.of(
                        Named.of("tables, in capitals", p -> p.rename("macs", "Stations")),
                        Named.of("table and counter", p -> p.counter("flood", "Switch.macs")),
                        Named.of("table and bus", p -> p.rename("macs", "bus")),
                        Named.of("counter and bus", p -> p.counter("flood", "Switch.bus")),
                        Named.of(
                                "counters",
                                p -> {
                                    p.counter("learn", "Switch.seen_rdata");
                                    p.counter("flood", "Switch.seen");
                                })));
    }

    private static Map<String, String> files(Edit edit) throws Exception {
        EditedProgram program = new EditedProgram();
        edit.of(program);
        return program.verilog().files();
    }

    @ParameterizedTest
    @MethodSource("alike")
    void nothingIsDeclaredTwice(Edit edit) throws Exception {
        Map<String, String> files = files(edit);
        String text = files.get("switch_hashes.vh") + files.get("switch_pipe.v");

        Matcher declared = DECLARED.matcher(text);
        Set<String> names = new HashSet<>();
        while (declared.find()) {
            String name = declared.group(1) != null ? declared.group(1) : declared.group(2);
            assertTrue(names.add(name), name + " in\n" + text);
        }
        assertTrue(names.size() > 40, names.toString());
    }

    @Tag("rtl")
    @ParameterizedTest
    @MethodSource("alike")
    void icarusReadsThem(Edit edit) throws Exception {
        for (Map.Entry<String, String> file : files(edit).entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        String lib = "../lib";
        assertEquals(
                "",
                Simulator.run(
                        "iverilog",
                        "-g2005",
                        "-tnull",
                        "-I" + folder,
                        "-I" + lib,
                        "-y" + lib,
                        folder.resolve("switch_pipe.v").toString()));
    }

    @Test
    void twoCountersOfOneNameAreRefused() {
        NotSupportedException refused =
                assertThrows(
                        NotSupportedException.class,
                        () ->
                                files(
                                        p -> {
                                            p.counter("flood", "Switch.one.seen");
                                            p.counter("learn", "Switch.two.seen");
                                        }));
        assertEquals("a second counter seen, Switch.two.seen", refused.getMessage());
    }
}
