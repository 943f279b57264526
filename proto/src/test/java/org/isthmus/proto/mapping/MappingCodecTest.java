// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.proto.Hex;
import org.isthmus.proto.mapping.v1.MappingEvents;
import org.junit.jupiter.api.Test;

class MappingCodecTest {
    private static final MappingEvent GIVEN =
            new MappingEvent(
                    MappingEvent.Kind.ASSIGNED,
                    1_769_855_520_000L,
                    Protocol.UDP,
                    Ipv6Prefix.parse("2001:db8:1:2::/64"),
                    Ipv4Address.parse("203.0.113.7"),
                    1024,
                    1087);

    private static final String GOLDEN =
            "080110809af09cc133181122140a1020010db800010002000000000000000010402a04cb007107320608800810bf08";

    @Test
    void bytesStayAndAreRead() throws Exception {
        org.isthmus.proto.mapping.v1.MappingEvent message = MappingCodec.encode(GIVEN);
        assertEquals(GOLDEN, Hex.text(message.toByteArray()));
        MappingEvent read =
                MappingCodec.decode(
                        org.isthmus.proto.mapping.v1.MappingEvent.parseFrom(Hex.parse(GOLDEN)));
        assertEquals(GIVEN.kind, read.kind);
        assertEquals(GIVEN.epochMillis, read.epochMillis);
        assertEquals(GIVEN.protocol, read.protocol);
        assertEquals(GIVEN.subscriber, read.subscriber);
        assertEquals(GIVEN.address, read.address);
        assertEquals(GIVEN.firstPort, read.firstPort);
        assertEquals(GIVEN.lastPort, read.lastPort);
    }

    @Test
    void everyKindIsRead() {
        for (MappingEvent.Kind kind : MappingEvent.Kind.values()) {
            MappingEvent event =
                    new MappingEvent(
                            kind,
                            GIVEN.epochMillis,
                            GIVEN.protocol,
                            GIVEN.subscriber,
                            GIVEN.address,
                            GIVEN.firstPort,
                            GIVEN.lastPort);
            assertEquals(kind, MappingCodec.decode(MappingCodec.encode(event)).kind);
        }
    }

    @Test
    void batchesBehindEachOtherAreOne() throws Exception {
        MappingEvents batch =
                MappingEvents.newBuilder().addEvents(MappingCodec.encode(GIVEN)).build();
        ByteString two = batch.toByteString().concat(batch.toByteString());
        assertEquals(2, MappingEvents.parseFrom(two).getEventsCount());
    }

    @Test
    void whatIsNoEventIsRefused() {
        org.isthmus.proto.mapping.v1.MappingEvent.Builder event =
                MappingCodec.encode(GIVEN).toBuilder();
        assertRefused("not of a kind that is known", event.clone().setKindValue(5));
        assertRefused("unknown protocol", event.clone().setProtocolValue(2));
        assertRefused("an address of 0 bytes, not 4", event.clone().clearAddress());
        assertRefused("no ports", event.clone().clearPorts());
        event.getPortsBuilder().setLast(65536);
        assertRefused("port 65536", event.clone());
        event.getPortsBuilder().setLast(1);
        assertRefused("ports from 1024 to 1", event.clone());
    }

    private static void assertRefused(
            String message, org.isthmus.proto.mapping.v1.MappingEvent.Builder event) {
        IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class, () -> MappingCodec.decode(event.build()));
        assertEquals(message, e.getMessage());
    }
}
