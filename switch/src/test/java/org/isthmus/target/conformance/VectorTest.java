// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every vector of p4/vectors on the embedded switch. */
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
        VectorRunner runner = new VectorRunner(device, VectorRunner.P4.resolve("compiled"));
        List<DynamicContainer> suites = new ArrayList<>();
        for (Path file : VectorRunner.suites()) {
            JsonNode suite = VectorRunner.read(file);
            List<DynamicTest> tests = new ArrayList<>();
            tests.add(dynamicTest("entries", () -> runner.start(suite)));
            for (JsonNode vector : suite.get("vectors")) {
                if (VectorRunner.fits(vector)) {
                    tests.add(
                            dynamicTest(
                                    vector.get("name").asText(),
                                    () -> {
                                        List<String> wrong = runner.run(vector);
                                        assertTrue(wrong.isEmpty(), () -> String.join("\n", wrong));
                                    }));
                }
            }
            suites.add(DynamicContainer.dynamicContainer(file.getFileName().toString(), tests));
        }
        return suites;
    }
}
