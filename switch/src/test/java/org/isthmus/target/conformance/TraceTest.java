// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tracer says of the packets of all vectors is what the compiled pipeline does. */
class TraceTest {
    @ParameterizedTest
    @ValueSource(strings = {"compiled", "compiled/minimal"})
    void tracesSayWhatThePipelineDoes(String program) throws IOException {
        try (TracedSwitch device = new TracedSwitch()) {
            VectorRunner runner = new VectorRunner(device, VectorRunner.P4.resolve(program));
            for (Path file : VectorRunner.suites()) {
                JsonNode suite = VectorRunner.read(file);
                runner.start(suite);
                for (JsonNode vector : suite.get("vectors")) {
                    if (runner.lacking(vector).isEmpty()) {
                        runner.run(vector);
                    }
                }
            }
            assertEquals(List.of(), device.wrong);
            assertTrue(device.traced > 200, () -> "traced " + device.traced);
        }
    }
}
