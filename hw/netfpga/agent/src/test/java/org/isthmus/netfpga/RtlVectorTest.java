// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import java.nio.file.Path;
import java.util.List;
import org.isthmus.target.conformance.VectorSuites;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The vectors of p4/vectors through an agent and the card in Verilog. */
@Tag("rtl")
class RtlVectorTest {
    @TempDir static Path directory;
    private static AgentUnderTest agent;

    @BeforeAll
    static void start() throws Exception {
        agent = AgentUnderTest.inVerilog(Path.of("../../../target/rtl/isthmus"), directory);
    }

    @AfterAll
    static void stop() throws Exception {
        agent.close();
    }

    @TestFactory
    List<DynamicContainer> vectors() throws Exception {
        return VectorSuites.applicable(agent, "compiled/netfpga");
    }
}
