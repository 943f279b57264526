// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.isthmus.core.OperationsFixture.CONFIG;
import static org.isthmus.core.OperationsFixture.binding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Another static binding takes the place of one that is not in force, which is over then; where
 * that fails, the store has it as before.
 */
class LeftOutPlaceTest {
    private static final StaticBinding LEFT_OUT = binding("2001:db8:9::1", "203.0.113.3", 53);
    private static final StaticBinding OTHER = binding("2001:db8:9::2", "203.0.113.4", 53);

    /** In the place of the one that is left out. */
    private static final StaticBinding BY = binding("2001:db8:9::3", "203.0.113.3", 53);

    private final SimulatedNetwork network = new SimulatedNetwork(3, 2);

    @BeforeEach
    void leaveOut() {
        network.start(CONFIG);
        network.allUp();
        network.controller.addStaticBinding(LEFT_OUT);
        network.configure(Nat64Configs.NOTHING);
        network.configure(
                CONFIG.toBuilder()
                        .staticBindings(List.of(binding("2001:db8:9::1", "203.0.113.5", 54)))
                        .build());
        network.run(2000);
        assertLeftOutAsBefore();
    }

    private void assertLeftOutAsBefore() {
        assertEquals(List.of(StaticBindingRecord.of(LEFT_OUT, 0).leftOut(true)), stored());
        assertEquals(1, leftOut());
    }

    /** As if they had been made at no time. */
    private List<Store.Record> stored() {
        return network.store.maps.get(Store.Map.STATIC_BINDINGS).values().stream()
                .map(r -> (StaticBindingRecord) r)
                .map(r -> StaticBindingRecord.of(r.binding, 0).leftOut(r.isLeftOut))
                .collect(Collectors.toList());
    }

    private long leftOut() {
        return network.controller.alarms().stream()
                .filter(a -> a.id.startsWith("left-out/"))
                .count();
    }

    private Collection<StaticBinding> inForce() {
        return network.controller.staticBindings();
    }

    private void replace(StaticBinding old, StaticBinding by) {
        network.controller.replaceStaticBinding(old.protocol, old.address4.bits(), old.port4, by);
    }

    private void remove(StaticBinding b) {
        network.controller.removeStaticBinding(b.protocol, b.address4.bits(), b.port4);
    }

    private static boolean isReplySide(Intent i) {
        return i instanceof BibIntent.Inbound
                && ((BibIntent.Inbound) i).address4 == BY.address4.bits();
    }

    private void refused(Executable change) {
        network.at(0).refuses = LeftOutPlaceTest::isReplySide;
        assertThrows(ExhaustedException.class, change);
        network.at(0).refuses = i -> false;
        network.allUp();
    }

    private void assertInForceAlsoAfterARestart(StaticBinding... expected) {
        network.configure(CONFIG);
        network.run(2000);
        assertEquals(List.of(expected), inForce());
        network.kill();
        network.start(CONFIG);
        network.run(2000);
        assertEquals(List.of(expected), inForce());
    }

    @Test
    void oneThatADeviceRefusesTakesNoPlace() {
        refused(() -> network.controller.addStaticBinding(BY));
        assertLeftOutAsBefore();
        assertInForceAlsoAfterARestart(LEFT_OUT);
    }

    @Test
    void oneThatStaysTakesIt() {
        network.at(0).refuses = LeftOutPlaceTest::isReplySide;
        network.store.onWrite = records -> network.store.fails = true;
        assertThrows(IllegalStateException.class, () -> network.controller.addStaticBinding(BY));
        network.store.onWrite = records -> {};
        network.store.fails = false;
        assertEquals(List.of(StaticBindingRecord.of(BY, 0)), stored());
        assertEquals(0, leftOut());
        remove(BY);
        assertEquals(1, inForce().size());
    }

    @Test
    void aReplacementThatADeviceRefusesTakesNoPlace() {
        network.controller.addStaticBinding(OTHER);
        refused(() -> replace(OTHER, BY));
        remove(OTHER);
        assertLeftOutAsBefore();
        assertInForceAlsoAfterARestart(LEFT_OUT);
    }

    /** Its host sends meanwhile, and the store fails once it has the one in the other's place. */
    @Test
    void aReplacementThatTheStoreHasTakesIt() {
        network.controller.addStaticBinding(OTHER);
        network.store.onWrite =
                records -> {
                    network.store.onWrite = more -> network.store.fails = true;
                    network.pipeline.receive(
                            network.at(0), HostFrames.udp("2001:db8:9::3", 53, "198.51.100.1", 53));
                };
        assertThrows(IllegalStateException.class, () -> replace(OTHER, BY));
        network.store.onWrite = records -> {};
        network.store.fails = false;
        // Until that ends.
        network.run(400_000);
        assertInForceAlsoAfterARestart(BY);
    }

    /** The mark of one that came into force was not taken off while the store failed. */
    @Test
    void oneThatWasReplacedDoesNotReturn() {
        network.configure(Nat64Configs.NOTHING);
        network.run(2000);
        network.store.fails = true;
        network.configure(CONFIG);
        network.store.fails = false;
        assertEquals(List.of(LEFT_OUT), inForce());
        replace(LEFT_OUT, OTHER);
        assertInForceAlsoAfterARestart(OTHER);
    }
}
