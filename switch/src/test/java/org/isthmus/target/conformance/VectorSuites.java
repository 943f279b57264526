// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

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
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/** The suites of p4/vectors as tests of a switch. */
public final class VectorSuites {
    private VectorSuites() {}

    /**
     * Those vectors that apply to a program; the others are listed in a file of target/.
     *
     * @param program its folder in p4/
     */
    public static List<DynamicContainer> applicable(SwitchUnderTest device, String program)
            throws IOException {
        Map<String, List<String>> lacking = new TreeMap<>();
        List<DynamicContainer> suites = of(device, program, lacking);
        List<String> lines = new ArrayList<>();
        lacking.forEach((needs, names) -> names.forEach(n -> lines.add(needs + ": " + n)));
        String name = Path.of(program).getFileName().toString();
        Files.write(Path.of("target", "vectors-not-for-" + name + ".txt"), lines);
        return suites;
    }

    /**
     * @param lacking is given the vectors that do not apply, by what they need
     */
    static List<DynamicContainer> of(
            SwitchUnderTest device, String program, Map<String, List<String>> lacking)
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
