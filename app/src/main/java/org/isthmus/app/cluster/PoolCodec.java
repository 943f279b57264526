// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.List;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Protocol;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.net.v1.PortRange;
import org.isthmus.proto.node.v1.ApiProto;

/** Pools as messages of {@code isthmus.node.v1}, and back. */
final class PoolCodec {
    private PoolCodec() {}

    static ApiProto.PoolSpec poolSpec(PoolSpec spec) {
        ApiProto.PoolSpec.Builder to =
                ApiProto.PoolSpec.newBuilder()
                        .setName(spec.name)
                        .setInstance(spec.instance)
                        .addAllPrefixes(Wire.list(spec.prefixes, NetCodec::prefix))
                        .setIcmp(ports(spec, Protocol.ICMP))
                        .setTcp(ports(spec, Protocol.TCP))
                        .setUdp(ports(spec, Protocol.UDP))
                        .setFiltering(NetCodec.filtering(spec.filtering))
                        .setHoldSyns(spec.holdsSyns)
                        .setPortSets(spec.portSets)
                        .setDrain(spec.drains);
        if (spec.deterministic != null) {
            to.setDeterministic(NetCodec.deterministic(spec.deterministic));
        }
        return to.build();
    }

    private static PortRange ports(PoolSpec spec, Protocol p) {
        return NetCodec.ports(spec.firstPort[p.ordinal()], spec.lastPort[p.ordinal()]);
    }

    static PoolSpec poolSpec(ApiProto.PoolSpec m) {
        Wire.known(m);
        int[] first = new int[3];
        int[] last = new int[3];
        ports(m.getIcmp(), Protocol.ICMP, first, last);
        ports(m.getTcp(), Protocol.TCP, first, last);
        ports(m.getUdp(), Protocol.UDP, first, last);
        return new PoolSpec(
                        m.getName(),
                        m.getInstance(),
                        Wire.list(m.getPrefixesList(), Wire::prefix),
                        first,
                        last,
                        m.hasDeterministic() ? deterministic(m.getDeterministic()) : null,
                        NetCodec.filtering(m.getFiltering()))
                .holdsSyns(m.getHoldSyns())
                .portSets(m.getPortSets())
                .drains(m.getDrain());
    }

    private static Deterministic deterministic(org.isthmus.proto.net.v1.Deterministic m) {
        Wire.known(m);
        Wire.known(m.getSubscribers());
        return NetCodec.deterministic(m);
    }

    private static void ports(PortRange range, Protocol p, int[] first, int[] last) {
        first[p.ordinal()] = Wire.known(range).getFirst();
        last[p.ordinal()] = range.getLast();
    }

    static ApiProto.Pools pools(List<Pool> pools) {
        return ApiProto.Pools.newBuilder().addAllPools(Wire.list(pools, PoolCodec::pool)).build();
    }

    static List<Pool> pools(ApiProto.Pools m) {
        return Wire.list(Wire.known(m).getPoolsList(), PoolCodec::pool);
    }

    static ApiProto.Pool pool(Pool pool) {
        return ApiProto.Pool.newBuilder()
                .setSpec(poolSpec(pool.spec))
                .setConfigured(pool.configured)
                .setBlocks(ApiCodec.counts(pool.blocks))
                .setBlocksInUse(ApiCodec.counts(pool.blocksInUse))
                .setBindings(ApiCodec.counts(pool.bindings))
                .build();
    }

    static Pool pool(ApiProto.Pool m) {
        Wire.known(m);
        return new Pool(
                poolSpec(m.getSpec()),
                m.getConfigured(),
                ApiCodec.counts(m.getBlocks()),
                ApiCodec.counts(m.getBlocksInUse()),
                ApiCodec.counts(m.getBindings()));
    }
}
