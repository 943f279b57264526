// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.SubscriberPorts;

/** The core's own structures. */
final class CoreBindings implements BindingTable {
    private static final int INSTANCE = 1;
    private static final int NOW = 1000;

    private final Bib bib = new Bib(1);
    private final Pools pools;

    CoreBindings() {
        pools =
                new Pools(
                        new Random(1),
                        new Pools.Listener() {
                            @Override
                            public void block(SubscriberPorts s, Block b, MappingEvent.Kind kind) {}

                            @Override
                            public boolean lease(int address4) {
                                return true;
                            }

                            @Override
                            public boolean mayLease(int address4) {
                                return true;
                            }
                        });
        pools.instance(
                InstanceConfig.builder("bench", Ipv6Prefix.parse("2001:db8:64::/96"))
                        .id(INSTANCE)
                        .blockSize(Flows.PER_SUBSCRIBER)
                        .portHold(Duration.ZERO)
                        .build());
        int[] first = {0, 1024, 1024};
        int[] last = {65535, 65535, 65535};
        pools.add(
                new PoolSpec(
                        "bench", "bench", List.of(Ipv4Prefix.parse("198.18.0.0/23")), first, last),
                true,
                INSTANCE);
    }

    @Override
    public void bind(long n) {
        long high = Flows.high(n);
        long low = Flows.low(n);
        int port6 = Flows.port(n);
        long at = pools.allocate(INSTANCE, Protocol.TCP, high, low, port6, false, NOW);
        if (at < 0) {
            throw new IllegalStateException("flow " + n + " was refused: " + at);
        }
        int address4 = (int) (at >>> 16);
        int port4 = (int) (at & 0xffff);
        int slot = bib.add(INSTANCE, Protocol.TCP, high, low, port6, address4, port4, NOW);
        pools.place(Protocol.TCP, address4, port4, 0, slot);
    }

    @Override
    public void release(long n) {
        int slot = bib.find(INSTANCE, Protocol.TCP, Flows.high(n), Flows.low(n), Flows.port(n));
        int address4 = bib.address4(slot);
        int port4 = bib.port4(slot);
        bib.remove(slot);
        pools.release(Protocol.TCP, address4, port4, 0, NOW);
        pools.tick(NOW);
    }
}
