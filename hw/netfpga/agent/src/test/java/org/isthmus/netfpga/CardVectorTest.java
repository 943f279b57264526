// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.target.conformance.VectorSuites;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The vectors of p4/vectors through an agent and the C API of a card; those that no card can do are
 * listed in a file.
 */
class CardVectorTest {
    @TempDir static Path directory;
    private static AgentUnderTest agent;

    @BeforeAll
    static void start() throws Exception {
        agent = AgentUnderTest.emulated(Path.of("../../../p4/compiled/netfpga"), directory);
    }

    @AfterAll
    static void stop() {
        agent.close();
    }

    @TestFactory
    List<DynamicContainer> vectors() throws Exception {
        return VectorSuites.applicable(agent, "compiled/netfpga");
    }

    /** In Verilog they are as many: it takes jumbo frames, and not the vector without them. */
    @Test
    void theDocumentsSayHowManyThereAre() throws Exception {
        List<DynamicContainer> suites = vectors();
        // Each begins with its entries.
        long run = suites.stream().mapToLong(s -> s.getChildren().count() - 1).sum();
        long others = Files.readAllLines(Path.of("target/vectors-not-for-netfpga.txt")).size();
        String counts = String.format("(%d of %d;", run, run + others);
        assertTrue(Files.readString(Path.of("../../../docs/rtl.md")).contains(counts), counts);
    }
}
