// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.loop.Seconds;
import org.isthmus.core.model.MappingEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time of day may be set to anything: what lasts, lasts as long as before. */
class ClockTest {
    private static final String HOST = "2001:db8::1";
    private static final String PEER = "198.51.100.1";

    private final SimulatedNetwork network = new SimulatedNetwork(5, 2);

    private static long millis(int years) {
        return Duration.ofDays(years * 365L).toMillis();
    }

    @BeforeEach
    void start() {
        restart();
        network.allUp();
    }

    private void restart() {
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 2),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
    }

    private void seconds(int seconds) {
        network.run(seconds * 1000L);
    }

    private void packet(int port) {
        network.pipeline.receive(network.at(0), HostFrames.udp(HOST, port, PEER, 53));
        network.run(100);
    }

    private long rows() {
        return network.at(1).bindings();
    }

    private long gauge(String name) {
        return network.controller.statistics().gauges.get(name);
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, -10, -15})
    void aJumpChangesNoLifetime(int years) {
        packet(4242);
        seconds(100);
        network.clockOffset = millis(years);
        seconds(198);
        assertEquals(1, rows(), "5 minutes are not over");
        Binding b = network.controller.bindings(Filter.ALL, null, 1).items().get(0);
        long left = b.expiresEpochMillis - (network.now + network.clockOffset);
        assertTrue(left >= 0 && left <= 3_000, left + " ms are left, by the time of day");
        seconds(5);
        assertEquals(0, rows());
        // The block is held for two minutes.
        seconds(60);
        network.clockOffset = 0;
        assertEquals(1, gauge("subscribers"));
        seconds(40);
        assertEquals(1, gauge("subscribers"));
        seconds(25);
        assertEquals(0, gauge("subscribers"));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, -10, -15})
    void aJumpAcrossARestartCutsNothingAndAddsNothing(int years) {
        packet(4242);
        seconds(100);
        network.kill();
        network.clockOffset = millis(years);
        restart();
        network.run(2_000);
        Binding b = network.controller.bindings(Filter.ALL, null, 1).items().get(0);
        // As far back as is kept.
        long latest = Math.max(network.now + network.clockOffset, Seconds.toEpochMillis(1));
        assertTrue(b.sinceEpochMillis <= latest, "made in future");
        seconds(290);
        assertEquals(1, rows(), "what was read anew has its whole lifetime");
        // The packet of before was not counted yet.
        seconds(315);
        assertEquals(0, rows(), "and no more");
        seconds(125);
        assertEquals(0, gauge("subscribers"));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, -10})
    void aJumpNeitherStopsNorOpensTheLimitOfARate(int years) {
        for (int i = 0; i < 4; i++) {
            packet(4000 + i);
        }
        long refused = counter("refused_rate");
        assertTrue(refused > 0);
        network.clockOffset = millis(years);
        seconds(2);
        packet(5000);
        assertEquals(refused, counter("refused_rate"));
        packet(5001);
        packet(5002);
        packet(5003);
        assertTrue(counter("refused_rate") > refused);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, -10})
    void theMappingLogHasTheTimeOfDay(int years) {
        network.clockOffset = millis(years);
        packet(4242);
        List<MappingEvent> events = network.store.events;
        long at = events.get(events.size() - 1).epochMillis;
        assertTrue(Math.abs(network.now + millis(years) - at) < 1_000, "" + at);
    }
}
