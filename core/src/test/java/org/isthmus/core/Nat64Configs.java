// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/** Configurations of one instance and its pools, as tests of the core need them. Stateless. */
public final class Nat64Configs {
    static final Ipv6Prefix PREFIX = Ipv6Prefix.parse("2001:db8:64::/96");

    private Nat64Configs() {}

    public static InstanceConfig instance(int blockSize, int blocks, int rate) {
        return instance(PREFIX, blockSize, blocks, rate, List.of());
    }

    public static InstanceConfig instance(String prefix, String... denied) {
        List<Ipv4Prefix> prefixes = new ArrayList<>();
        for (String each : denied) {
            prefixes.add(Ipv4Prefix.parse(each));
        }
        return instance(Ipv6Prefix.parse(prefix), 64, 16, 0, prefixes);
    }

    private static InstanceConfig instance(
            Ipv6Prefix prefix, int blockSize, int blocks, int rate, List<Ipv4Prefix> denied) {
        return InstanceConfig.builder("main", prefix)
                .blockSize(blockSize)
                .blocksPerSubscriber(blocks)
                .bindingsPerSecond(rate)
                .denied(denied)
                .build();
    }

    public static PoolSpec pool(String name, String prefix) {
        return new PoolSpec(
                name,
                "main",
                List.of(Ipv4Prefix.parse(prefix)),
                PoolSpec.defaultFirstPort(),
                PoolSpec.defaultLastPort());
    }

    /** The same, which filters. */
    public static PoolSpec pool(String name, String prefix, Filtering filtering) {
        return new PoolSpec(
                name,
                "main",
                List.of(Ipv4Prefix.parse(prefix)),
                PoolSpec.defaultFirstPort(),
                PoolSpec.defaultLastPort(),
                null,
                filtering);
    }

    /** No instance, no pool: devices and routes alone. */
    static final Nat64Config NOTHING = Nat64Config.builder().build();

    public static Nat64Config nat64(InstanceConfig instance, PoolSpec... pools) {
        return Nat64Config.builder().instances(List.of(instance)).pools(List.of(pools)).build();
    }
}
