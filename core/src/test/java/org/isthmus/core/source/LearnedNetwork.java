// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.isthmus.core.api.SourceBinding.State;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.fabric.Room;
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

/**
 * Two switches with the same networks, where ports learn addresses, and what is asked of hosts.
 * Time stands still but for {@link #run}. On the test's thread.
 */
final class LearnedNetwork {
    static final DeviceId ONE = DeviceId.of("device:one");
    static final DeviceId TWO = DeviceId.of("device:two");
    static final Ipv6Address HOST = Ipv6Address.parse("2001:db8:1::a");
    static final Ipv6Address HOST4 = V4Mapped.of(Ipv4Address.parse("192.0.2.10").bits());
    static final long MAC = 0x0200_0000_000aL;
    static final long OTHER_MAC = 0x0200_0000_000bL;
    static final byte[] FRAME = {1};
    static final int LIMIT = 4;

    long now;
    long room = 100;
    final Map<String, Intent> held = new TreeMap<>();
    final List<String> asked = new ArrayList<>();
    final List<String> defended = new ArrayList<>();
    final List<String> submitted = new ArrayList<>();
    final StepClock clock = new StepClock(() -> 0, () -> now);
    final Counters counters = new Counters();
    final Fabric fabric = new Fabric(this::change);

    final SourceBindings sources =
            new SourceBindings(
                    fabric,
                    new Room() {
                        @Override
                        public boolean hasRoom(DeviceId device, Intent like) {
                            IntentCounts counts = new IntentCounts();
                            LearnedNetwork.this.sources().edges().count(device, counts);
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
                            LearnedNetwork.this.change(device, change);
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

    SourceBindings sources() {
        return sources;
    }

    void change(DeviceId device, Change change) {
        String key = device + " " + change.intent().key();
        if (change.kind() == Change.Kind.SET) {
            held.put(key, change.intent());
        } else {
            assertTrue(held.remove(key) != null, key);
        }
    }

    static FabricConfig.Interface on(
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

    void configure(SourceValidation... modes) {
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
    void allLearned() {
        configure(SourceValidation.LEARNED, SourceValidation.LEARNED, SourceValidation.LEARNED);
        sources.adopt(ONE, List.of());
        sources.adopt(TWO, List.of());
    }

    FabricConfig.Interface at(int port) {
        return fabric.interfaceAt(port < 3 ? ONE : TWO, port, 0);
    }

    /** What the devices hold of addresses, such as {@code 1:bound}, by port. */
    List<String> rows(Ipv6Address address) {
        return held.values().stream()
                .filter(i -> i instanceof SourceIntent.SourceBinding)
                .map(i -> (SourceIntent.SourceBinding) i)
                .filter(b -> b.address.equals(address))
                .map(b -> (b.group >>> 12) + (b.isRefused ? ":refused" : ":bound"))
                .sorted()
                .collect(Collectors.toList());
    }

    State state(Ipv6Address address) {
        return sources.list(null, a -> true, 100).stream()
                .filter(b -> b.address.equals(address))
                .map(b -> b.state)
                .findFirst()
                .orElse(null);
    }

    void run(long millis) {
        for (long end = now + millis; now < end; ) {
            now += Math.min(50, end - now);
            clock.step();
            sources.tick();
        }
    }

    boolean claim(int port, Ipv6Address address) {
        return sources.claimed(at(port), address, port == 1 ? MAC : OTHER_MAC);
    }

    void use(int port, Ipv6Address address, byte[] frame) {
        sources.used(at(port), address, port == 1 ? MAC : OTHER_MAC, frame);
    }

    long count(Counter counter) {
        return counters.get(counter);
    }

    static Ipv6Address host(int number) {
        return Ipv6Address.parse("2001:db8:1::1:" + Integer.toHexString(number));
    }

    Origin origin(int port) {
        return held.values().stream()
                .filter(i -> i instanceof SourceIntent.Source6)
                .map(i -> (SourceIntent.Source6) i)
                .filter(s -> s.group == at(port).sourceGroup() && s.prefix.length() == 64)
                .map(s -> s.origin)
                .findFirst()
                .orElseThrow();
    }
}
