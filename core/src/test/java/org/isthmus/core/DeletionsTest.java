// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.isthmus.core.DeletionRounds.PEER;
import static org.isthmus.core.DeletionRounds.binding;
import static org.isthmus.core.OperationsFixture.CONFIG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.isthmus.core.api.Filter;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was deleted stays so, wherever it was held and whatever dies meanwhile. */
class DeletionsTest {
    private final SimulatedNetwork network = new SimulatedNetwork(5, 3);

    private void start() {
        network.start(CONFIG);
        network.allUp();
    }

    private void restart() {
        network.kill();
        network.start(CONFIG);
        network.run(3_000);
    }

    private void delete(StaticBinding b) {
        network.controller.removeStaticBinding(b.protocol, b.address4.bits(), b.port4);
    }

    private void packet(int port) {
        network.pipeline.receive(network.at(0), HostFrames.udp("2001:db8:7::7", port, PEER, 53));
        network.run(100);
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    private Map<List<Object>, Store.Record> remembered() {
        return network.store.maps.get(Store.Map.DELETIONS);
    }

    private AdoptionRecord.State adoption() {
        return ((AdoptionRecord)
                        network.store.maps.get(Store.Map.ADOPTION).values().iterator().next())
                .state;
    }

    /** The store may lack the latest bindings, as that of a cluster may, or may not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStaticBindingDeletedWhileASwitchWasAwayDoesNotComeBack(boolean mayLackBindings) {
        network.store.mayLackBindings = mayLackBindings;
        start();
        network.controller.addStaticBinding(binding(5000));
        network.down(network.at(1));
        network.run(1_000);
        delete(binding(5000));
        assertEquals(1, network.at(1).bindings());
        restart();
        network.up(network.at(1));
        network.run(3_000);
        network.assertReady();
        assertEquals(0, network.at(1).bindings());
        assertEquals(0, network.at(1).replies());
        assertEquals(0, network.controller.bindings(Filter.ALL, null, 10).items().size());
        assertEquals(1, counter("bindings_not_adopted"));
        assertEquals(0, counter("bindings_adopted"));
        network.assertConsistent();
        assertEquals(Map.of(), remembered(), "every device has confirmed it");
    }

    /** The deletion is stored, no device has heard of it, and the controller dies. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsStoredAsDeletedIsDeletedThoughNobodyWasTold(boolean mayLackBindings) {
        network.store.mayLackBindings = mayLackBindings;
        start();
        network.controller.addStaticBinding(binding(5000));
        network.controller.addPool(Nat64Configs.pool("q", "203.0.113.32/28"));
        network.controller.addStaticBinding(
                new StaticBinding(
                        "main",
                        Protocol.TCP,
                        Ipv6Address.parse("2001:db8:5::6"),
                        6000,
                        Ipv4Address.parse("203.0.113.33"),
                        6000));
        dieOnceWritten(StaticBindingRecord.class, () -> delete(binding(5000)));
        assertEquals(2, network.at(0).bindings());
        restart();
        network.assertReady();
        assertEquals(1, network.at(0).bindings());
        dieOnceWritten(PoolRecord.class, () -> network.controller.removePool("q"));
        restart();
        // Back before the devices were asked.
        network.controller.addPool(Nat64Configs.pool("q", "203.0.113.32/28"));
        network.run(3_000);
        network.assertReady();
        for (SimulatedSwitch s : network.switches.values()) {
            assertEquals(0, s.bindings(), s.id + "");
        }
        network.assertConsistent();
        network.run(5_000);
        assertEquals(Map.of(), remembered());
    }

    private void dieOnceWritten(Class<? extends Store.Record> type, Runnable operation) {
        network.store.onWrite =
                records -> {
                    if (records.stream().anyMatch(r -> type.isInstance(r) && r.isRemoval())) {
                        throw new DeletionRounds.Killed();
                    }
                };
        assertThrows(DeletionRounds.Killed.class, operation::run);
        network.store.onWrite = records -> {};
    }

    @Test
    void oneOfTheConfigurationThatWasTakenOutDoesNotComeBack() {
        network.store.mayLackBindings = true;
        Nat64Config with =
                Nat64Config.builder()
                        .instances(CONFIG.instances)
                        .pools(CONFIG.pools)
                        .staticBindings(List.of(binding(5000)))
                        .build();
        network.start(with);
        network.allUp();
        network.down(network.at(1));
        network.controller.configure(CONFIG, network.fabric());
        restart();
        network.allUp();
        assertEquals(0, network.at(1).bindings());
        network.assertConsistent();
    }

    @Test
    void whatExpiredWhileASwitchWasAwayIsGoneAlsoWhenTheStoreIsNew() {
        start();
        packet(1000);
        network.down(network.at(2));
        network.kill();
        network.store.maps.values().forEach(Map::clear);
        network.start(CONFIG);
        network.run(3_000);
        assertEquals(1, counter("bindings_adopted"));
        assertEquals(AdoptionRecord.State.OPEN, adoption(), "a device has not been read");
        packet(1001);
        network.run(700_000);
        assertEquals(0, network.at(0).bindings());
        assertEquals(1, network.at(2).bindings());
        assertEquals(2, remembered().size());
        restart();
        network.up(network.at(2));
        network.run(5_000);
        network.assertReady();
        assertEquals(0, network.at(2).bindings());
        assertEquals(Map.of(), remembered());
        assertEquals(AdoptionRecord.State.OVER, adoption());
    }

    @Test
    void onceEveryDeviceWasReadNothingIsTakenOver() {
        start();
        assertEquals(AdoptionRecord.State.OVER, adoption());
        BibIntent.Inbound in =
                new BibIntent.Inbound(
                        Protocol.UDP, Ipv4Address.parse("203.0.113.2").bits(), 2000, 1, 2, 3);
        BibIntent.Outbound out =
                new BibIntent.Outbound(1, Protocol.UDP, 1, 2, 3, in.address4, 2000);
        for (boolean mayLackBindings : new boolean[] {false, true}) {
            network.kill();
            network.at(1).held.put(in.key(), in);
            network.at(1).held.put(out.key(), out);
            network.at(1).counts.put(out.key(), 0L);
            network.store.mayLackBindings = mayLackBindings;
            network.start(CONFIG);
            network.run(3_000);
            assertEquals(mayLackBindings ? 1 : 0, network.at(1).bindings());
            assertEquals(mayLackBindings ? 1 : 0, counter("bindings_adopted"));
            network.assertConsistent();
        }
    }

    /** One of an earlier release says nothing of it. */
    @Test
    void aStoreThatIsInUseIsNotNew() {
        start();
        packet(1000);
        network.kill();
        network.store.maps.get(Store.Map.ADOPTION).clear();
        network.store.maps.get(Store.Map.BINDINGS).clear();
        network.store.maps.get(Store.Map.SUBSCRIBERS).clear();
        assertFalse(network.store.maps.get(Store.Map.LEASES).isEmpty());
        network.start(CONFIG);
        network.run(3_000);
        assertEquals(0, counter("bindings_adopted"));
        assertEquals(0, network.at(1).bindings());
        assertEquals(AdoptionRecord.State.OVER, adoption());
    }

    @Test
    void aBindingThatIsMadeAgainIsNotTakenForDeleted() {
        network.store.mayLackBindings = true;
        start();
        network.controller.addStaticBinding(binding(5000));
        network.down(network.at(1));
        delete(binding(5000));
        network.run(1_000);
        assertEquals(1, remembered().size());
        // The port is held for a while, but not for an operator.
        network.controller.addStaticBinding(binding(5000));
        assertEquals(Map.of(), remembered());
        restart();
        network.allUp();
        assertEquals(1, network.at(1).bindings());
        network.assertConsistent();
    }

    @Test
    void anEamThatWasDeletedIsGoneFromWhoReturns() {
        start();
        Eam eam =
                new Eam(
                        Ipv4Prefix.parse("192.0.2.0/24"),
                        Ipv6Prefix.parse("2001:db8:aaaa::/120"),
                        "main",
                        Eam.Host.IPV6);
        network.controller.addEams(List.of(eam));
        network.run(100);
        network.down(network.at(1));
        network.controller.removeEam(eam.prefix4);
        restart();
        network.up(network.at(1));
        network.run(3_000);
        network.assertReady();
        assertTrue(
                network.at(1).held.values().stream()
                        .noneMatch(i -> i instanceof TranslationIntent.Eam));
    }

    static LongStream seeds() {
        return Seeds.upTo(40);
    }

    /**
     * Every mapping on a switch is one that was acknowledged and not deleted. Each flow has a port
     * of its own, so that what was deleted is never made again.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsOnASwitchWasAllowedAndNotDeleted(long seed) {
        new DeletionRounds(seed).run();
    }

    @Test
    void whatIsDeletedStaysRememberedIfItCouldNotBeMadeAgain() {
        start();
        network.controller.addStaticBinding(binding(5000));
        network.down(network.at(1));
        network.run(1_000);
        delete(binding(5000));
        network.store.fails = true;
        network.up(network.at(1));
        network.run(3_000);
        assertThrows(
                IllegalStateException.class,
                () -> network.controller.addStaticBinding(binding(5000)));
        assertEquals(1, remembered().size());
        assertEquals(1, network.controller.core.deletions.size());
        network.store.fails = false;
        network.run(5_000);
        assertEquals(Map.of(), remembered());
    }
}
