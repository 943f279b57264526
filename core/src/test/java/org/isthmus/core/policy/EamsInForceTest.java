// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.isthmus.core.Nat64Configs;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Mappings that stay beside another configuration, against a check of each of them. */
class EamsInForceTest {
    private static final int NET4 = 0x0a00_0000;
    private static final long NET6 = 0x2001_0db8_0000_0000L;

    private final long seed = Seeds.of(7757);
    private final Random random = new Random(seed);

    private int some4() {
        return NET4 + random.nextInt(1 << 8);
    }

    private Ipv4Prefix prefix4() {
        return Ipv4Prefix.of(some4(), 32 - random.nextInt(random.nextInt(5) + 1));
    }

    private long some6() {
        return random.nextInt(1 << 10);
    }

    private Eam eam(int most6) {
        Ipv4Prefix prefix4 = prefix4();
        int length6 = 96 + prefix4.length() - random.nextInt(most6);
        return new Eam(
                prefix4,
                Ipv6Prefix.of(NET6, some6() << (128 - length6), length6),
                "main",
                Eam.Host.values()[random.nextInt(2)]);
    }

    private List<Eam> eams(int most) {
        List<Eam> all = new ArrayList<>();
        for (int n = random.nextInt(most + 1); n > 0; n--) {
            all.add(eam(2));
        }
        return all;
    }

    private Nat64Config nat64() {
        Ipv6Prefix prefix =
                random.nextInt(4) > 0
                        ? Ipv6Prefix.parse("2001:db8:64::/96")
                        : Ipv6Prefix.of(NET6, 0, 96);
        List<PoolSpec> pools = new ArrayList<>();
        List<StaticBinding> statics = new ArrayList<>();
        pools.add(Nat64Configs.pool("p", "203.0.113.0/28"));
        if (random.nextInt(4) == 0) {
            pools.add(Nat64Configs.pool("q", prefix4().toString()));
        }
        if (random.nextInt(3) == 0) {
            statics.add(
                    new StaticBinding(
                            "main",
                            Protocol.TCP,
                            Ipv6Address.of(NET6, some6()),
                            80,
                            Ipv4Address.parse("203.0.113.1"),
                            8080));
        }
        return Nat64Config.builder()
                .instances(List.of(InstanceConfig.builder("main", prefix).build()))
                .pools(pools)
                .eamt(eams(2))
                .staticBindings(statics)
                .build();
    }

    private FabricConfig fabric() {
        List<FabricConfig.Interface> interfaces = new ArrayList<>();
        List<FabricConfig.StaticRoute> routes = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            Ipv4Address own4 = Ipv4Address.of(some4());
            Ipv6Address own6 = Ipv6Address.of(NET6, some6());
            interfaces.add(
                    new FabricConfig.Interface(
                            new FabricConfig.Port(DeviceId.of("device:leaf1"), 3),
                            "hosts",
                            0,
                            1500,
                            List.of(own4),
                            List.of(Ipv4Prefix.of(own4.bits(), 31)),
                            List.of(own6),
                            List.of(Ipv6Prefix.of(own6.high(), own6.low(), 127)),
                            FabricConfig.SourceValidation.STRICT));
        }
        if (random.nextInt(3) == 0) {
            routes.add(
                    new FabricConfig.StaticRoute(
                            random.nextInt(4) == 0 ? Ipv4Prefix.of(0, 0) : prefix4(),
                            Ipv4Address.parse("192.0.2.1"),
                            null,
                            null));
        }
        return new FabricConfig(List.of(), interfaces, List.of(), routes);
    }

    /** What an audit of a configuration says to mappings, and has then. */
    private String audited(
            Nat64Config nat64, FabricConfig fabric, Eamt table, BiConsumer<Audit, Eamt> adds) {
        Audit audit = Audit.of(nat64, new AddressPlan(fabric, Map.of()), Audit.THROW);
        try {
            adds.accept(audit, table);
            return audit.eamt().list().toString();
        } catch (ConflictException e) {
            return "refused: " + e.getMessage() + ", " + e.other();
        }
    }

    @Test
    void theSameAsByACheckOfEach() {
        int[] verdicts = new int[2];
        for (int round = 0; round < 20_000; round++) {
            Nat64Config nat64 = nat64();
            FabricConfig fabric = fabric();
            Eamt table = Eamt.EMPTY;
            for (Eam e : eams(12)) {
                try {
                    table = table.plus(List.of(e));
                } catch (ConflictException | InvalidException contradiction) {
                    continue;
                }
            }
            try {
                Audit.of(nat64, new AddressPlan(fabric, Map.of()), Audit.THROW);
            } catch (ConflictException | InvalidException wrong) {
                continue;
            }
            String each = audited(nat64, fabric, table, (a, t) -> a.eams("", t.list()));
            assertEquals(each, audited(nat64, fabric, table, Audit::inForce), "seed " + seed);
            verdicts[each.startsWith("refused") ? 1 : 0]++;
        }
        assertTrue(verdicts[0] > 1000 && verdicts[1] > 1000, verdicts[0] + ", " + verdicts[1]);
    }
}
