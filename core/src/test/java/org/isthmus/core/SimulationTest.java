// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.stream.LongStream;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything changes while everything is under way; at the end nothing is lost, doubled or left.
 * See {@link Simulation}.
 */
@Tag("simulation")
class SimulationTest {
    static LongStream seeds() {
        return Seeds.upTo(30);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatWasAnsweredHoldsWhateverWasUnderWay(long seed) {
        new Simulation(seed).run(4, 100);
    }
}
