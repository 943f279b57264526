// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Every vector of p4/vectors on the embedded switch, with each of the programs. */
class VectorTest {
    private static EmbeddedSwitch device;
    private static EmbeddedSwitch stopping;

    @BeforeAll
    static void start() {
        device = new EmbeddedSwitch();
        stopping = new EmbeddedSwitch(-1);
    }

    @AfterAll
    static void stop() {
        device.close();
        stopping.close();
    }

    @TestFactory
    List<DynamicContainer> vectors() throws IOException {
        Map<String, List<String>> lacking = new TreeMap<>();
        List<DynamicContainer> suites = VectorSuites.of(device, "compiled", lacking);
        assertEquals(Set.of("CARD", "NO_JUMBO"), lacking.keySet());
        return suites;
    }

    /** All, with packets that stop before every table. */
    @TestFactory
    List<DynamicContainer> vectorsThatStop() throws IOException {
        return VectorSuites.of(stopping, "compiled", new TreeMap<>());
    }

    /** Those that apply to the program without features. */
    @TestFactory
    List<DynamicContainer> vectorsWithoutFeatures() throws IOException {
        return VectorSuites.applicable(device, "compiled/minimal");
    }

    /**
     * Those that apply to the program of the NetFPGA SUME, in the shell that stands for the card.
     */
    @TestFactory
    List<DynamicContainer> vectorsOnTheCard() throws IOException {
        return VectorSuites.applicable(device, "compiled/netfpga");
    }
}
