// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.model.DeterministicPool;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.net.v1.PortRange;
import org.isthmus.proto.store.v1.Adoption;
import org.isthmus.proto.store.v1.Deletion;
import org.isthmus.proto.store.v1.DeterministicConfiguration;
import org.isthmus.proto.store.v1.Eam;
import org.isthmus.proto.store.v1.Election;
import org.isthmus.proto.store.v1.Lease;
import org.isthmus.proto.store.v1.Pool;
import org.isthmus.proto.store.v1.StaticBinding;

/**
 * The core's values as messages of {@code isthmus.store.v1}, and back; what those that decode throw
 * says what is wrong.
 */
final class Messages {
    private static final int ELECTION_ID = 16;

    private Messages() {}

    static Lease encode(LeaseRecord r) {
        return Lease.newBuilder()
                .setAddress(NetCodec.address4(r.address4))
                .setPorts(NetCodec.ports(r.firstPort, r.lease.lastPort))
                .setUntilEpochMillis(r.lease.until)
                .setHolder(r.lease.holder)
                .build();
    }

    static LeaseRecord decode(Lease m) {
        PortRange ports = NetCodec.ports(m.getPorts());
        return new LeaseRecord(
                NetCodec.address4(m.getAddress()),
                ports.getFirst(),
                new org.isthmus.core.model.Lease(
                        ports.getLast(), m.getUntilEpochMillis(), NetCodec.name(m.getHolder())));
    }

    static Election encode(ElectionRecord r) {
        ByteBuffer bytes =
                ByteBuffer.allocate(ELECTION_ID)
                        .putLong(r.reserved.shiftRight(Long.SIZE).longValue())
                        .putLong(r.reserved.longValue())
                        .flip();
        return Election.newBuilder().setReserved(ByteString.copyFrom(bytes)).build();
    }

    static ElectionRecord decode(Election m) {
        if (m.getReserved().size() != ELECTION_ID) {
            throw new IllegalArgumentException(
                    "an election id of " + m.getReserved().size() + " bytes");
        }
        return new ElectionRecord(new BigInteger(1, m.getReserved().toByteArray()));
    }

    static Deletion encode(DeletionRecord r) {
        return Deletion.newBuilder()
                .setInstance(r.instance)
                .setProtocol(NetCodec.protocol(r.protocol))
                .setAddress6(NetCodec.address6(Ipv6Address.of(r.high, r.low)))
                .setPort6(r.port6)
                .setAddress4(NetCodec.address4(r.address4))
                .setPort4(r.port4)
                .setSetBits(r.setBits)
                .build();
    }

    static DeletionRecord decode(Deletion m) {
        Ipv6Address address6 = NetCodec.address6(m.getAddress6());
        return DeletionRecord.of(
                m.getInstance(),
                NetCodec.protocol(m.getProtocol()),
                address6.high(),
                address6.low(),
                NetCodec.port(m.getPort6()),
                NetCodec.address4(m.getAddress4()),
                NetCodec.port(m.getPort4()),
                Packed.setBits(m.getSetBits()));
    }

    static Adoption encode(AdoptionRecord r) {
        Adoption.State state =
                r.state == AdoptionRecord.State.OPEN
                        ? Adoption.State.STATE_OPEN
                        : r.state == AdoptionRecord.State.OVER
                                ? Adoption.State.STATE_OVER
                                : Adoption.State.STATE_REFUSED;
        return Adoption.newBuilder().setState(state).build();
    }

    static AdoptionRecord decode(Adoption m) {
        switch (m.getState()) {
            case STATE_OPEN:
                return new AdoptionRecord(AdoptionRecord.State.OPEN);
            case STATE_OVER:
                return new AdoptionRecord(AdoptionRecord.State.OVER);
            case STATE_REFUSED:
                return new AdoptionRecord(AdoptionRecord.State.REFUSED);
            default:
                throw new IllegalArgumentException("adoption in no state");
        }
    }

    static Pool encode(PoolRecord r) {
        return encode(r.pool).toBuilder().setLeftOut(r.isLeftOut).build();
    }

    private static Pool encode(PoolSpec spec) {
        Pool.Builder pool =
                Pool.newBuilder()
                        .setName(spec.name)
                        .setInstance(spec.instance)
                        .addAllPrefixes(
                                spec.prefixes.stream()
                                        .map(NetCodec::prefix)
                                        .collect(Collectors.toList()))
                        .setIcmp(ports(spec, Protocol.ICMP))
                        .setTcp(ports(spec, Protocol.TCP))
                        .setUdp(ports(spec, Protocol.UDP))
                        .setFiltering(NetCodec.filtering(spec.filtering))
                        .setHoldSyns(spec.holdsSyns)
                        .setPortSets(spec.portSets)
                        .setDrain(spec.drains);
        if (spec.deterministic != null) {
            pool.setDeterministic(NetCodec.deterministic(spec.deterministic));
        }
        return pool.build();
    }

    static DeterministicConfiguration encode(DeterministicRecord r) {
        DeterministicConfiguration.Builder m =
                DeterministicConfiguration.newBuilder()
                        .setNumber(r.number)
                        .setSinceEpochMillis(r.since);
        for (DeterministicPool pool : r.pools) {
            m.addPools(
                    DeterministicConfiguration.DeterministicPool.newBuilder()
                            .setPool(encode(pool.map.pool()))
                            .setBlockSize(pool.map.blockSize())
                            .setSubscriberPrefixLength(pool.map.subscriberPrefixLength())
                            .setBlocksPerSubscriber(pool.blocksPerSubscriber));
        }
        return m.build();
    }

    static DeterministicRecord decode(DeterministicConfiguration m) {
        return DeterministicRecord.of(
                m.getNumber(),
                m.getSinceEpochMillis(),
                m.getPoolsList().stream().map(Messages::decode).collect(Collectors.toList()));
    }

    private static DeterministicPool decode(DeterministicConfiguration.DeterministicPool m) {
        PoolSpec pool = decode(m.getPool());
        if (pool.deterministic == null
                || pool.prefixes.isEmpty()
                || !Limits.BLOCK_SIZE.contains(m.getBlockSize())
                || !Limits.PORTS_PER_SUBSCRIBER.contains(pool.deterministic.portsPerSubscriber)
                || !DeterministicMap.fits(pool.deterministic, m.getSubscriberPrefixLength())) {
            throw new IllegalArgumentException(pool.name + " is not deterministic");
        }
        return new DeterministicPool(
                new DeterministicMap(pool, m.getBlockSize(), m.getSubscriberPrefixLength()),
                m.getBlocksPerSubscriber());
    }

    private static PortRange ports(PoolSpec spec, Protocol p) {
        return NetCodec.ports(spec.firstPort[p.ordinal()], spec.lastPort[p.ordinal()]);
    }

    static PoolSpec decode(Pool m) {
        List<Ipv4Prefix> prefixes =
                m.getPrefixesList().stream().map(NetCodec::prefix).collect(Collectors.toList());
        int[] first = new int[3];
        int[] last = new int[3];
        ports(m.getIcmp(), Protocol.ICMP, first, last);
        ports(m.getTcp(), Protocol.TCP, first, last);
        ports(m.getUdp(), Protocol.UDP, first, last);
        return new PoolSpec(
                        NetCodec.name(m.getName()),
                        NetCodec.name(m.getInstance()),
                        prefixes,
                        first,
                        last,
                        m.hasDeterministic() ? NetCodec.deterministic(m.getDeterministic()) : null,
                        NetCodec.filtering(m.getFiltering()))
                .holdsSyns(m.getHoldSyns())
                .portSets(m.getPortSets())
                .drains(m.getDrain());
    }

    private static void ports(PortRange range, Protocol p, int[] first, int[] last) {
        PortRange checked = NetCodec.ports(range);
        first[p.ordinal()] = checked.getFirst();
        last[p.ordinal()] = checked.getLast();
    }

    static Eam encode(EamRecord r) {
        org.isthmus.core.model.Eam eam = r.eam;
        return Eam.newBuilder()
                .setPrefix4(NetCodec.prefix(eam.prefix4))
                .setPrefix6(NetCodec.prefix(eam.prefix6))
                .setInstance(eam.instance)
                .setHost(
                        eam.host == org.isthmus.core.model.Eam.Host.IPV6
                                ? Eam.Host.HOST_IPV6
                                : Eam.Host.HOST_IPV4)
                .setLeftOut(r.isLeftOut)
                .build();
    }

    static EamRecord decode(Eam m) {
        org.isthmus.core.model.Eam eam =
                new org.isthmus.core.model.Eam(
                        NetCodec.prefix(m.getPrefix4()),
                        NetCodec.prefix(m.getPrefix6()),
                        NetCodec.name(m.getInstance()),
                        host(m.getHost()));
        return EamRecord.of(eam).leftOut(m.getLeftOut());
    }

    private static org.isthmus.core.model.Eam.Host host(Eam.Host host) {
        switch (host) {
            case HOST_IPV6:
                return org.isthmus.core.model.Eam.Host.IPV6;
            case HOST_IPV4:
                return org.isthmus.core.model.Eam.Host.IPV4;
            default:
                throw new IllegalArgumentException("hosts of neither family");
        }
    }

    static StaticBinding encode(StaticBindingRecord r) {
        org.isthmus.core.model.StaticBinding b = r.binding;
        return StaticBinding.newBuilder()
                .setInstance(b.instance)
                .setProtocol(NetCodec.protocol(b.protocol))
                .setAddress6(NetCodec.address6(b.address6))
                .setPort6(b.port6)
                .setAddress4(NetCodec.address4(b.address4.bits()))
                .setPort4(b.port4)
                .setLeftOut(r.isLeftOut)
                .setSince(r.since)
                .build();
    }

    static StaticBindingRecord decode(StaticBinding m) {
        return StaticBindingRecord.of(
                        new org.isthmus.core.model.StaticBinding(
                                NetCodec.name(m.getInstance()),
                                NetCodec.protocol(m.getProtocol()),
                                NetCodec.address6(m.getAddress6()),
                                NetCodec.port(m.getPort6()),
                                Ipv4Address.of(NetCodec.address4(m.getAddress4())),
                                NetCodec.port(m.getPort4())),
                        m.getSince())
                .leftOut(m.getLeftOut());
    }
}
