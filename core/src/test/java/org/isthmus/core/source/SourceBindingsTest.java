// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.isthmus.core.api.SourceBinding.State;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.fabric.Room;
import org.isthmus.core.loop.Recent;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.model.SourceIntent.Origin;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** RFC 6620 section 3.2, over two switches with the same networks. */
class SourceBindingsTest {
    private static final DeviceId ONE = DeviceId.of("device:one");
    private static final DeviceId TWO = DeviceId.of("device:two");
    private static final Ipv6Address HOST = Ipv6Address.parse("2001:db8:1::a");
    private static final Ipv6Address HOST4 = V4Mapped.of(Ipv4Address.parse("192.0.2.10").bits());
    private static final long MAC = 0x0200_0000_000aL;
    private static final long OTHER_MAC = 0x0200_0000_000bL;
    private static final byte[] FRAME = {1};
    private static final int LIMIT = 4;

    private long now;
    private long room = 100;
    private final Map<String, Intent> held = new TreeMap<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> defended = new ArrayList<>();
    private final List<String> submitted = new ArrayList<>();
    private final StepClock clock = new StepClock(() -> 0, () -> now);
    private final Counters counters = new Counters();
    private final Fabric fabric = new Fabric(this::change);

    private final SourceBindings sources =
            new SourceBindings(
                    fabric,
                    new Room() {
                        @Override
                        public boolean hasRoom(DeviceId device, Intent like) {
                            IntentCounts counts = new IntentCounts();
                            SourceBindingsTest.this.sources().edges().count(device, counts);
                            return counts.total() < room;
                        }

                        @Override
                        public long most(DeviceId device, Intent like) {
                            return room;
                        }

                        @Override
                        public int mostHops(DeviceId device) {
                            return Integer.MAX_VALUE;
                        }
                    },
                    new SourceBindings.Output() {
                        @Override
                        public void change(DeviceId device, Change change) {
                            SourceBindingsTest.this.change(device, change);
                        }

                        @Override
                        public void submit(DeviceId device, byte[] frame) {
                            submitted.add(device + " " + frame[0]);
                        }
                    },
                    new SourceBindings.Messages() {
                        @Override
                        public void ask(FabricConfig.Interface on, Ipv6Address address) {
                            asked.add(on.name + " " + address);
                        }

                        @Override
                        public void defend(
                                FabricConfig.Interface on, Ipv6Address address, long mac) {
                            defended.add(on.name + " " + address);
                        }
                    },
                    clock,
                    counters);

    private SourceBindings sources() {
        return sources;
    }

    private void change(DeviceId device, Change change) {
        String key = device + " " + change.intent().key();
        if (change.kind() == Change.Kind.SET) {
            held.put(key, change.intent());
        } else {
            assertTrue(held.remove(key) != null, key);
        }
    }

    private static FabricConfig.Interface on(
            DeviceId device, int port, SourceValidation mode, int address) {
        return new FabricConfig.Interface(
                new FabricConfig.Port(device, port),
                device.toString().substring(7) + port,
                0,
                1500,
                List.of(Ipv4Address.parse("192.0.2." + address)),
                List.of(Ipv4Prefix.parse("192.0.2.0/24")),
                List.of(Ipv6Address.parse("2001:db8:1::" + address)),
                List.of(Ipv6Prefix.parse("2001:db8:1::/64")),
                mode,
                mode == SourceValidation.LEARNED ? LIMIT : 0);
    }

    private void configure(SourceValidation... modes) {
        List<FabricConfig.Device> devices = new ArrayList<>();
        for (DeviceId id : List.of(ONE, TWO)) {
            devices.add(
                    new FabricConfig.Device(
                            id,
                            MacAddress.of(0x0200_0000_0100L + devices.size()),
                            List.of(),
                            List.of(),
                            true));
        }
        List<FabricConfig.Interface> interfaces = new ArrayList<>();
        for (int i = 0; i < modes.length; i++) {
            interfaces.add(on(i < 2 ? ONE : TWO, i + 1, modes[i], 201 + i));
        }
        fabric.configure(new FabricConfig(devices, interfaces, List.of(), List.of()));
        sources.configure();
    }

    /** Ports 1 and 2 of one switch, 3 of the other. */
    @BeforeEach
    void allLearned() {
        configure(SourceValidation.LEARNED, SourceValidation.LEARNED, SourceValidation.LEARNED);
        sources.adopt(ONE, List.of());
        sources.adopt(TWO, List.of());
    }

    private FabricConfig.Interface at(int port) {
        return fabric.interfaceAt(port < 3 ? ONE : TWO, port, 0);
    }

    /** What the devices hold of addresses, such as {@code 1:bound}, by port. */
    private List<String> rows(Ipv6Address address) {
        return held.values().stream()
                .filter(i -> i instanceof SourceIntent.SourceBinding)
                .map(i -> (SourceIntent.SourceBinding) i)
                .filter(b -> b.address.equals(address))
                .map(b -> (b.group >>> 12) + (b.isRefused ? ":refused" : ":bound"))
                .sorted()
                .collect(Collectors.toList());
    }

    private State state(Ipv6Address address) {
        return sources.list(null, a -> true, 100).stream()
                .filter(b -> b.address.equals(address))
                .map(b -> b.state)
                .findFirst()
                .orElse(null);
    }

    private void run(long millis) {
        for (long end = now + millis; now < end; ) {
            now += Math.min(50, end - now);
            clock.step();
            sources.tick();
        }
    }

    private boolean claim(int port, Ipv6Address address) {
        return sources.claimed(at(port), address, port == 1 ? MAC : OTHER_MAC);
    }

    private void use(int port, Ipv6Address address, byte[] frame) {
        sources.used(at(port), address, port == 1 ? MAC : OTHER_MAC, frame);
    }

    private long count(Counter counter) {
        return counters.get(counter);
    }

    private static Ipv6Address host(int number) {
        return Ipv6Address.parse("2001:db8:1::1:" + Integer.toHexString(number));
    }

    private Origin origin(int port) {
        return held.values().stream()
                .filter(i -> i instanceof SourceIntent.Source6)
                .map(i -> (SourceIntent.Source6) i)
                .filter(s -> s.group == at(port).sourceGroup() && s.prefix.length() == 64)
                .map(s -> s.origin)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theFirstHasTheAddressWithoutAWait() {
        for (Ipv6Address a : List.of(HOST, HOST4)) {
            assertTrue(claim(1, a));
            assertEquals(List.of("1:bound"), rows(a));
            assertEquals(State.BOUND, state(a));
        }
        assertEquals(List.of(), asked);
        assertEquals(2, count(Counter.SOURCES_BOUND));
    }

    @Test
    void thePacketThatMadeABindingGoesOn() {
        use(1, HOST, FRAME);
        assertEquals(List.of("1:bound"), rows(HOST));
        assertEquals(List.of("device:one 1"), submitted);
        use(1, HOST, new byte[] {2});
        assertEquals(List.of("device:one 1", "device:one 2"), submitted, "its row was under way");
    }

    @Test
    void anotherIsRefusedWhileTheHolderAnswers() {
        for (Ipv6Address a : List.of(HOST, HOST4)) {
            claim(1, a);
            use(3, a, FRAME);
            assertFalse(claim(3, a));
            assertEquals(List.of("one1 " + a), asked);
            assertEquals(State.TESTED, state(a));
            run(100);
            assertTrue(claim(1, a), "it answers");
            assertEquals(List.of("1:bound", "3:refused"), rows(a));
            assertEquals(State.BOUND, state(a));
            run(1000);
            assertEquals(List.of("1:bound", "3:refused"), rows(a));
            assertEquals(1, asked.size());
            asked.clear();
        }
        assertEquals(List.of(), submitted);
        assertEquals(2, count(Counter.SOURCES_REFUSED));
        Conflict c = sources.conflicts().values().iterator().next();
        assertEquals(
                "one1 two3 " + MacAddress.of(OTHER_MAC),
                c.holder.name + " " + c.refused.name + " " + c.mac);
    }

    @Test
    void theBindingMovesWhenTheHolderIsSilentTwice() {
        claim(1, HOST);
        use(3, HOST, FRAME);
        run(SourceBindings.WAIT_MILLIS * SourceBindings.QUESTIONS - 50);
        assertEquals(List.of("1:bound"), rows(HOST));
        assertEquals(List.of("one1 " + HOST, "one1 " + HOST), asked);
        run(100);
        assertEquals(List.of("3:bound"), rows(HOST));
        assertEquals(List.of("device:two 1"), submitted);
        assertEquals(1, count(Counter.SOURCES_MOVED));
        assertTrue(claim(3, HOST));
        assertFalse(claim(1, HOST));
    }

    @Test
    void onTheSameSwitchAsWell() {
        claim(1, HOST);
        assertFalse(claim(2, HOST));
        claim(1, HOST);
        assertEquals(List.of("1:bound", "2:refused"), rows(HOST));
    }

    @Test
    void aRefusedAddressMayBeAskedForAgainAfterAWhile() {
        claim(1, HOST);
        claim(3, HOST);
        claim(1, HOST);
        run(SourceBindings.REFUSED_MILLIS + 1000);
        assertEquals(List.of("1:bound"), rows(HOST));
        claim(3, HOST);
        run(1000);
        assertEquals(List.of("3:bound"), rows(HOST));
    }

    @Test
    void aHolderWhosePortIsDownIsNotAsked() {
        claim(1, HOST);
        fabric.portState(ONE, 1, false);
        use(3, HOST, FRAME);
        assertEquals(List.of(), asked);
        assertEquals(List.of("3:bound"), rows(HOST));
    }

    @Test
    void aHolderThatNobodyCanAskKeepsIt() {
        claim(1, HOST);
        fabric.managed(ONE, false);
        use(3, HOST, FRAME);
        run(SourceBindings.LIFETIME_MILLIS * 2);
        assertEquals(List.of(), asked);
        assertTrue(rows(HOST).contains("1:bound"));
    }

    @Test
    void duplicateAddressDetectionReservesAnAddress() {
        for (Ipv6Address a : List.of(HOST, HOST4)) {
            sources.probed(at(1), a, MAC);
            assertEquals(State.TENTATIVE, state(a));
            sources.probed(at(3), a, OTHER_MAC);
            assertEquals(List.of("two3 " + a), defended, "a tentative host does not do so itself");
            assertFalse(claim(3, a));
            run(600);
            assertEquals(State.BOUND, state(a));
            assertTrue(rows(a).contains("1:bound"));
            defended.clear();
        }
    }

    @Test
    void duplicateAddressDetectionIsAnsweredForTheHolder() {
        claim(1, HOST);
        sources.probed(at(3), HOST, OTHER_MAC);
        assertEquals(List.of(), defended);
        claim(1, HOST);
        assertEquals(List.of("two3 " + HOST), defended);
        assertEquals(List.of("1:bound"), rows(HOST));
    }

    @Test
    void duplicateAddressDetectionGetsTheAddressOfAHostThatIsGone() {
        claim(1, HOST);
        sources.probed(at(3), HOST, OTHER_MAC);
        run(1000);
        assertEquals(List.of("3:bound"), rows(HOST));
        assertEquals(List.of(), defended);
    }

    @Test
    void whatIsNotOfTheNetworkIsNotLearned() {
        for (String a :
                List.of("fe80::1", "2001:db8:2::1", "2001:db8:1::201", "2001:db8:1::", "::1")) {
            use(1, Ipv6Address.parse(a), FRAME);
            sources.probed(at(1), Ipv6Address.parse(a), MAC);
            claim(1, Ipv6Address.parse(a));
        }
        assertEquals(0, sources.size());
        assertEquals(List.of(), submitted);
    }

    @Test
    void aHostIsAskedAfterItsLifetimeAndRemovedIfItIsSilent() {
        claim(1, HOST);
        claim(1, HOST4);
        run(SourceBindings.LIFETIME_MILLIS - 1000);
        assertEquals(List.of(), asked);
        claim(1, HOST);
        run(2100);
        assertEquals(List.of("one1 " + HOST4, "one1 " + HOST4), asked);
        assertNull(state(HOST4));
        assertEquals(List.of(), rows(HOST4));
        assertEquals(State.BOUND, state(HOST));
        assertEquals(1, count(Counter.SOURCES_EXPIRED));
    }

    @Test
    void aHostThatAnswersKeepsItsAddressForAnotherLifetime() {
        claim(1, HOST);
        run(SourceBindings.LIFETIME_MILLIS + 1100);
        claim(1, HOST);
        asked.clear();
        run(SourceBindings.LIFETIME_MILLIS - 1000);
        assertEquals(List.of(), asked);
        assertEquals(List.of("1:bound"), rows(HOST));
    }

    @Test
    void thePortWithEnoughAddressesDropsAllOthers() {
        for (int i = 1; i <= 20; i++) {
            use(1, host(i), FRAME);
        }
        assertEquals(LIMIT, sources.size());
        assertEquals(Origin.FULL, origin(1));
        assertEquals(Origin.LEARNED, origin(3));
        assertEquals(20 - LIMIT, count(Counter.SOURCES_OVER_LIMIT));
        assertEquals(List.of(at(1)), sources.edges().full());
        use(3, host(20), FRAME);
        assertEquals(List.of("3:bound"), rows(host(20)), "others are not held up");
        run(SourceBindings.LIFETIME_MILLIS + 3000);
        assertEquals(0, sources.size());
        assertEquals(Origin.LEARNED, origin(1));
        run(Recent.KEPT_MILLIS);
        assertEquals(List.of(), sources.edges().full());
    }

    @Test
    void refusedAddressesCountAsWell() {
        for (int i = 1; i <= LIMIT; i++) {
            claim(1, host(i));
            claim(3, host(i));
            claim(1, host(i));
        }
        assertEquals(Origin.FULL, origin(3));
        use(3, HOST, FRAME);
        assertEquals(0, rows(HOST).size());
        claim(3, host(1));
        assertEquals(LIMIT, asked.size(), "its holder is not troubled any more");
    }

    @Test
    void aFullTableIsNotPromised() {
        room = 2;
        use(1, host(1), FRAME);
        use(2, host(2), FRAME);
        use(1, host(3), FRAME);
        assertEquals(2, sources.size());
        assertEquals(2, submitted.size());
        assertEquals(1, count(Counter.SOURCES_NO_ROOM));
    }

    @Test
    void portsWhereAddressesAreNotLearnedAreAskedFirst() {
        configure(SourceValidation.LEARNED, SourceValidation.STRICT, SourceValidation.LEARNED);
        assertEquals(0, sources.size());
        use(1, HOST, FRAME);
        assertEquals(List.of("one2 " + HOST), asked);
        assertEquals(List.of(), rows(HOST));
        run(600);
        assertEquals(List.of("1:bound"), rows(HOST));
        assertEquals(List.of("device:one 1"), submitted);
    }

    @Test
    void aStrictPortOfTheSameNetworkMayHaveTheAddress() {
        configure(SourceValidation.LEARNED, SourceValidation.STRICT, SourceValidation.LEARNED);
        use(1, HOST, FRAME);
        assertTrue(claim(2, HOST), "it answers");
        run(1000);
        assertEquals(List.of("1:refused"), rows(HOST));
        assertEquals(0, sources.size());
        assertEquals(List.of(), submitted);
    }

    @Test
    void aStrictPortTakesABoundAddressOnlyFromASilentHolder() {
        configure(SourceValidation.LEARNED, SourceValidation.STRICT, SourceValidation.LEARNED);
        claim(1, HOST);
        run(1000);
        assertFalse(claim(2, HOST));
        claim(1, HOST);
        assertEquals(List.of("1:bound"), rows(HOST));
        claim(2, HOST);
        run(1000);
        assertEquals(List.of(), rows(HOST));
        assertTrue(claim(2, HOST));
    }

    @Test
    void aDevicesRowsAreTakenOver() {
        List<Intent> rows =
                List.of(
                        new SourceIntent.SourceBinding(at(1).sourceGroup(), HOST, false),
                        new SourceIntent.SourceBinding(at(1).sourceGroup(), HOST4, true),
                        new SourceIntent.SourceBinding(9 << 12, host(1), false),
                        new SourceIntent.SourceBinding(
                                at(1).sourceGroup(), Ipv6Address.parse("2001:db8:2::1"), false));
        held.put(ONE + " " + rows.get(0).key(), rows.get(0));
        sources.adopt(ONE, rows);
        assertEquals(1, count(Counter.SOURCES_ADOPTED));
        assertEquals(List.of(rows.get(0)), sources.intents(ONE), "the others are removed from it");
        assertFalse(claim(3, HOST));
        assertTrue(claim(1, HOST));
        assertEquals(List.of("1:bound", "3:refused"), rows(HOST));
    }

    @Test
    void aHostThatWasTakenOverIsAskedSoon() {
        Intent row = new SourceIntent.SourceBinding(at(1).sourceGroup(), HOST, false);
        held.put(ONE + " " + row.key(), row);
        sources.adopt(ONE, List.of(row));
        run(20_000);
        assertEquals(Collections.nCopies(2, "one1 " + HOST), asked);
        assertEquals(List.of(), rows(HOST));
    }

    @Test
    void nothingIsLearnedBeforeTheDevicesAreRead() {
        SourceBindings fresh = new SourceBindings(fabric, null, null, null, clock, counters);
        fresh.configure();
        assertFalse(fresh.claimed(at(3), HOST, OTHER_MAC));
        assertEquals(1, count(Counter.SOURCES_TOO_EARLY));
        assertEquals(0, fresh.size());
    }

    @Test
    void aDeviceThatDoesNotComeIsNotWaitedForLong() {
        SourceBindings fresh =
                new SourceBindings(
                        fabric,
                        new Room() {
                            @Override
                            public boolean hasRoom(DeviceId device, Intent like) {
                                return true;
                            }

                            @Override
                            public long most(DeviceId device, Intent like) {
                                return 1;
                            }

                            @Override
                            public int mostHops(DeviceId device) {
                                return Integer.MAX_VALUE;
                            }
                        },
                        new SourceBindings.Output() {
                            @Override
                            public void change(DeviceId device, Change change) {
                                SourceBindingsTest.this.change(device, change);
                            }

                            @Override
                            public void submit(DeviceId device, byte[] frame) {}
                        },
                        null,
                        clock,
                        counters);
        fresh.configure();
        now += SourceBindings.AWAITED_MILLIS;
        clock.step();
        assertTrue(fresh.claimed(at(3), HOST, OTHER_MAC));
    }

    @Test
    void whatIsNoLongerLearnedGoes() {
        claim(1, HOST);
        claim(3, HOST4);
        claim(1, HOST4);
        claim(3, HOST4);
        configure(SourceValidation.STRICT, SourceValidation.LEARNED, SourceValidation.LEARNED);
        assertEquals(List.of(), rows(HOST));
        assertEquals(List.of("3:bound"), rows(HOST4));
        configure(SourceValidation.STRICT, SourceValidation.LEARNED);
        assertEquals(List.of(), rows(HOST4));
        assertEquals(0, sources.size());
        assertEquals(List.of(), sources.intents(ONE));
        assertEquals(List.of(), sources.intents(TWO));
    }

    @Test
    void anUnrelatedChangeOfTheConfigurationKeepsAll() {
        claim(1, HOST);
        allLearned();
        assertEquals(List.of("1:bound"), rows(HOST));
        assertTrue(claim(1, HOST));
        assertFalse(claim(3, HOST));
    }

    @Test
    void aFloodOfClaimsOfOthersAddressesIsBounded() {
        for (int i = 1; i <= LIMIT; i++) {
            claim(1, host(i));
        }
        for (int round = 0; round < 100; round++) {
            for (int i = 1; i <= LIMIT; i++) {
                use(3, host(i), FRAME);
            }
        }
        assertEquals(LIMIT, asked.size());
        for (int i = 1; i <= LIMIT; i++) {
            claim(1, host(i));
        }
        assertArrayEquals(
                new long[] {LIMIT, 0},
                new long[] {count(Counter.SOURCES_REFUSED), submitted.size()});
    }
}
