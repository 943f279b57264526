// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.mapping;

import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.net.v1.PortRange;

/** The core's mapping events as those of {@code isthmus.mapping.v1}, and back. */
public final class MappingCodec {
    private MappingCodec() {}

    public static org.isthmus.proto.mapping.v1.MappingEvent encode(MappingEvent e) {
        return org.isthmus.proto.mapping.v1.MappingEvent.newBuilder()
                .setKind(kind(e.kind))
                .setEpochMillis(e.epochMillis)
                .setProtocol(NetCodec.protocol(e.protocol))
                .setSubscriber(NetCodec.prefix(e.subscriber))
                .setAddress(NetCodec.address4(e.address.bits()))
                .setPorts(NetCodec.ports(e.firstPort, e.lastPort))
                .build();
    }

    /**
     * @throws IllegalArgumentException it is none that {@link #encode} makes; says what is wrong
     */
    public static MappingEvent decode(org.isthmus.proto.mapping.v1.MappingEvent e) {
        PortRange ports = NetCodec.ports(e.getPorts());
        return new MappingEvent(
                kind(e.getKind()),
                e.getEpochMillis(),
                NetCodec.protocol(e.getProtocol()),
                NetCodec.prefix(e.getSubscriber()),
                Ipv4Address.of(NetCodec.address4(e.getAddress())),
                ports.getFirst(),
                ports.getLast());
    }

    private static org.isthmus.proto.mapping.v1.MappingEvent.Kind kind(MappingEvent.Kind kind) {
        switch (kind) {
            case ASSIGNED:
                return org.isthmus.proto.mapping.v1.MappingEvent.Kind.KIND_ASSIGNED;
            case RELEASED:
                return org.isthmus.proto.mapping.v1.MappingEvent.Kind.KIND_RELEASED;
            case ADOPTED:
                return org.isthmus.proto.mapping.v1.MappingEvent.Kind.KIND_ADOPTED;
            default:
                return org.isthmus.proto.mapping.v1.MappingEvent.Kind.KIND_DETERMINISTIC;
        }
    }

    private static MappingEvent.Kind kind(org.isthmus.proto.mapping.v1.MappingEvent.Kind kind) {
        switch (kind) {
            case KIND_ASSIGNED:
                return MappingEvent.Kind.ASSIGNED;
            case KIND_RELEASED:
                return MappingEvent.Kind.RELEASED;
            case KIND_ADOPTED:
                return MappingEvent.Kind.ADOPTED;
            case KIND_DETERMINISTIC:
                return MappingEvent.Kind.DETERMINISTIC;
            default:
                throw new IllegalArgumentException("not of a kind that is known");
        }
    }
}
