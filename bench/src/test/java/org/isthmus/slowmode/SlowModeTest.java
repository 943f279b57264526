// SPDX-License-Identifier: Apache-2.0
package org.isthmus.slowmode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.conformance.EmbeddedSwitch;
import org.isthmus.target.conformance.VectorRunner;
import org.junit.jupiter.api.Test;

/**
 * Every vector of p4/vectors with the core's slow path in place of the pipeline's translation: the
 * same bytes leave the switch.
 */
class SlowModeTest {
    /** A part of the vectors that this test must not lose unseen. */
    private static final int MANY = 130;

    @Test
    void translatesLikeThePipeline() throws Exception {
        List<String> wrong = new ArrayList<>();
        int translated;
        try (SlowMode device = new SlowMode(new EmbeddedSwitch())) {
            VectorRunner runner = new VectorRunner(device, VectorRunner.P4.resolve("compiled"));
            for (Path file : VectorRunner.suites()) {
                JsonNode suite = VectorRunner.read(file);
                runner.start(suite);
                for (JsonNode vector : suite.get("vectors")) {
                    if (!runner.lacking(vector).isEmpty()) {
                        continue;
                    }
                    TableMappings mappings =
                            new TableMappings(suite.get("entries"), vector.path("entries"));
                    device.mappings(mappings.isForeign() ? null : mappings);
                    String name = file.getFileName() + ": " + vector.get("name").asText();
                    runner.run(vector).forEach(line -> wrong.add(name + ": " + line));
                }
            }
            translated = device.translated();
        }
        assertEquals("", String.join("\n", wrong));
        assertTrue(translated >= MANY, translated + " packets were translated");
    }
}
