// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Filter;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.spi.BindingRecord;
import org.junit.jupiter.api.Test;

/**
 * A connection that was reset and goes on, of which data alone tells: the store has it as
 * established before the controller ends, or it would have four minutes afterwards.
 */
class EstablishedRecordsTest {
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int ACK = 16;
    private static final int TRANSITORY = 4 * 60;
    private static final int ESTABLISHED = 124 * 60;
    private static final int PEER = Ipv4Address.parse("198.51.100.1").bits();

    private final SimulatedNetwork network = new SimulatedNetwork(17, 1);
    private final SimulatedSwitch one = network.at(0);

    private int connections = 1;

    /** What each write of bindings told the store, whether they are established. */
    private final List<List<Boolean>> told = new ArrayList<>();

    private void start(Filtering filtering) {
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/30", filtering)));
        network.allUp();
        seconds(5);
        network.store.onWrite =
                records -> {
                    List<Boolean> established =
                            records.stream()
                                    .filter(r -> r instanceof BindingRecord)
                                    .map(r -> ((BindingRecord) r).established)
                                    .collect(Collectors.toList());
                    if (!established.isEmpty()) {
                        told.add(established);
                    }
                };
    }

    private void seconds(int seconds) {
        network.run(seconds * 1000L);
    }

    private void v6(int flags) {
        for (int port = 1; port <= connections; port++) {
            network.pipeline.receive(
                    one, HostFrames.tcp("2001:db8::1", port, "198.51.100.1", 443, flags));
        }
        network.run(200);
    }

    private void v4(int flags) {
        for (int slot = 0; slot < connections; slot++) {
            Bib bib = network.controller.core.bib;
            network.pipeline.replyTcp(one, PEER, 443, bib.address4(slot), bib.port4(slot), flags);
        }
        network.run(200);
    }

    private String state() {
        return network.controller.sessions(Filter.ALL, null, 1).items().get(0).state;
    }

    private void establishAndReset() {
        v6(SYN);
        v4(SYN | ACK);
        v4(RST);
        seconds(5);
    }

    private void outlivesTheController(Filtering filtering) {
        assertEquals("ESTABLISHED", state());
        assertEquals(List.of(List.of(false), List.of(true), List.of(false), List.of(true)), told);
        network.kill();
        start(filtering);
        assertEquals("ESTABLISHED", state());
    }

    @Test
    void byTheCountersOfItsBinding() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        establishAndReset();
        v6(ACK);
        seconds(TRANSITORY);
        outlivesTheController(Filtering.ENDPOINT_INDEPENDENT);
    }

    @Test
    void byTheCounterOfItsSession() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        establishAndReset();
        v6(ACK);
        seconds(TRANSITORY);
        outlivesTheController(Filtering.ADDRESS_AND_PORT_DEPENDENT);
    }

    @Test
    void byAPacketThatMissedWhereNobodyCounts() {
        network.program(one.id, SimulatedProgram.of().without(Capability.BINDING_COUNTERS));
        start(Filtering.ENDPOINT_INDEPENDENT);
        establishAndReset();
        v6(ACK);
        outlivesTheController(Filtering.ENDPOINT_INDEPENDENT);
    }

    /** Whose peer's SYN came before the answer to its reply side. */
    @Test
    void bySynsOfBothSidesAtOnce() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        one.mute = true;
        v6(SYN);
        v4(SYN);
        one.mute = false;
        one.unsaid.run();
        seconds(1);
        assertEquals("ESTABLISHED", state());
        assertEquals(List.of(List.of(false), List.of(true)), told);
    }

    @Test
    void ofManyInOneWriteAndOfThoseThatStaySoNone() {
        connections = 20;
        start(Filtering.ENDPOINT_INDEPENDENT);
        establishAndReset();
        v6(ACK);
        told.clear();
        seconds(TRANSITORY);
        assertEquals(List.of(Collections.nCopies(connections, true)), told);
        v6(ACK);
        seconds(ESTABLISHED + 60);
        assertEquals("ESTABLISHED", state());
        assertEquals(1, told.size());
    }
}
