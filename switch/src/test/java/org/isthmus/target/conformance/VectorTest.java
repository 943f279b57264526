// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every vector of p4/vectors on the embedded switch, with each of the programs. */
class VectorTest {
    private static EmbeddedSwitch device;

    @BeforeAll
    static void start() {
        device = new EmbeddedSwitch();
    }

    @AfterAll
    static void stop() {
        device.close();
    }

    @TestFactory
    List<DynamicContainer> vectors() throws IOException {
        Map<String, List<String>> lacking = new TreeMap<>();
        List<DynamicContainer> suites = suites("compiled", lacking);
        assertEquals(Set.of("CARD"), lacking.keySet());
        return suites;
    }

    /** Those that apply to the program without features. */
    @TestFactory
    List<DynamicContainer> vectorsWithoutFeatures() throws IOException {
        return applicable("minimal");
    }

    /**
     * Those that apply to the program of the NetFPGA SUME, in the shell that stands for the card.
     */
    @TestFactory
    List<DynamicContainer> vectorsOnTheCard() throws IOException {
        return applicable("netfpga");
    }

    /** The others are listed in a file. */
    private static List<DynamicContainer> applicable(String program) throws IOException {
        Map<String, List<String>> lacking = new TreeMap<>();
        List<DynamicContainer> suites = suites("compiled/" + program, lacking);
        List<String> lines = new ArrayList<>();
        lacking.forEach((needs, names) -> names.forEach(n -> lines.add(needs + ": " + n)));
        Files.write(Path.of("target", "vectors-not-for-" + program + ".txt"), lines);
        return suites;
    }

    /**
     * @param lacking is given the vectors that do not apply, by what they need
     */
    private static List<DynamicContainer> suites(String program, Map<String, List<String>> lacking)
            throws IOException {
        VectorRunner runner = new VectorRunner(device, VectorRunner.P4.resolve(program));
        List<DynamicContainer> suites = new ArrayList<>();
        for (Path file : VectorRunner.suites()) {
            JsonNode suite = VectorRunner.read(file);
            List<DynamicTest> tests = new ArrayList<>();
            tests.add(dynamicTest("entries", () -> runner.start(suite)));
            for (JsonNode vector : suite.get("vectors")) {
                String name = vector.get("name").asText();
                Set<String> needs = runner.lacking(vector);
                if (!needs.isEmpty()) {
                    lacking.computeIfAbsent(String.join(", ", needs), n -> new ArrayList<>())
                            .add(file.getFileName() + ": " + name);
                    continue;
                }
                tests.add(
                        dynamicTest(
                                name,
                                () -> {
                                    List<String> wrong = runner.run(vector);
                                    assertTrue(wrong.isEmpty(), () -> String.join("\n", wrong));
                                }));
            }
            suites.add(DynamicContainer.dynamicContainer(file.getFileName().toString(), tests));
        }
        return suites;
    }
}
