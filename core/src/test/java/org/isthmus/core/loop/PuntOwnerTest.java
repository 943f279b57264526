// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Arrays;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.Bytes;
import org.junit.jupiter.api.Test;

class PuntOwnerTest {
    private static final DeviceId LEAF = DeviceId.of("device:leaf");

    private final PuntOwner owners = new PuntOwner(1);

    private int of(PuntReason reason, int port, byte[] frame) {
        return owners.of(LEAF, port, reason, frame);
    }

    private int miss(byte[] frame) {
        return of(PuntReason.BIB_MISS, 1, frame);
    }

    private static byte[] ipv6(String source, boolean tagged) {
        int l3 = tagged ? 18 : 14;
        byte[] frame = new byte[l3 + 48];
        Bytes.put16(frame, 12, tagged ? 0x8100 : 0x86dd);
        if (tagged) {
            Bytes.put16(frame, 14, 7);
            Bytes.put16(frame, 16, 0x86dd);
        }
        Ipv6Address a = Ipv6Address.parse(source);
        Bytes.put64(frame, l3 + 8, a.high());
        Bytes.put64(frame, l3 + 16, a.low());
        return frame;
    }

    private static byte[] ipv4(String source, String destination, int destinationPort) {
        byte[] frame = new byte[14 + 40];
        Bytes.put16(frame, 12, 0x0800);
        frame[14] = 0x45;
        Bytes.put32(frame, 26, Ipv4Address.parse(source).bits());
        Bytes.put32(frame, 30, Ipv4Address.parse(destination).bits());
        Bytes.put16(frame, 36, destinationPort);
        return frame;
    }

    @Test
    void synsThatNobodyWaitsForAreOneOwners() {
        byte[] one = ipv4("198.51.100.1", "203.0.113.1", 2000);
        byte[] other = ipv4("198.51.100.2", "203.0.113.2", 2001);
        assertEquals(
                of(PuntReason.UNSOLICITED_SYN, 1, one), of(PuntReason.UNSOLICITED_SYN, 2, other));
        assertNotEquals(miss(one), miss(other));
        byte[] host = ipv6("2001:db8:1::1", false);
        assertEquals(miss(host), of(PuntReason.UNSOLICITED_SYN, 1, host), "a subscriber's are its");
    }

    @Test
    void aSubscriberIsAPrefix() {
        int one = miss(ipv6("2001:db8:1::1", false));
        assertEquals(one, miss(ipv6("2001:db8:1::2", false)));
        assertEquals(one, miss(ipv6("2001:db8:1::1", true)), "whatever its VLAN");
        assertNotEquals(one, miss(ipv6("2001:db8:1:1::1", false)));
    }

    @Test
    void itsLengthIsThatOfTheConfiguration() {
        owners.subscribers(56);
        int one = miss(ipv6("2001:db8:1::1", false));
        assertEquals(one, miss(ipv6("2001:db8:1:ff::1", false)));
        assertNotEquals(one, miss(ipv6("2001:db8:1:100::1", false)));
        owners.subscribers(128);
        assertNotEquals(miss(ipv6("2001:db8:1::1", false)), miss(ipv6("2001:db8:1::2", false)));
    }

    @Test
    void fromIpv4ItIsTheSource() {
        int one = miss(ipv4("198.51.100.1", "203.0.113.1", 1024));
        assertEquals(one, miss(ipv4("198.51.100.1", "203.0.113.9", 99)));
        assertNotEquals(one, miss(ipv4("198.51.100.2", "203.0.113.1", 1024)));
    }

    @Test
    void segmentsOfAServerAreOfItsClients() {
        int one = of(PuntReason.TCP_STATE, 1, ipv4("198.51.100.1", "203.0.113.1", 1024));
        assertEquals(one, of(PuntReason.TCP_STATE, 1, ipv4("198.51.100.2", "203.0.113.1", 1087)));
        assertNotEquals(
                one, of(PuntReason.TCP_STATE, 1, ipv4("198.51.100.1", "203.0.113.1", 1088)));
        assertNotEquals(
                one, of(PuntReason.TCP_STATE, 1, ipv4("198.51.100.1", "203.0.113.2", 1024)));
    }

    @Test
    void errorsFromIpv4AreOfThePoolAddress() {
        int one = of(PuntReason.ICMP_ERROR, 1, ipv4("198.51.100.1", "203.0.113.1", 1));
        assertEquals(one, of(PuntReason.ICMP_ERROR, 1, ipv4("198.51.100.2", "203.0.113.1", 2)));
        assertNotEquals(one, of(PuntReason.ICMP_ERROR, 1, ipv4("198.51.100.1", "203.0.113.2", 1)));
    }

    @Test
    void whatSaysItselfWhoItIsIsOfItsPort() {
        for (PuntReason reason :
                new PuntReason[] {
                    PuntReason.NEIGHBOR, PuntReason.SOURCE_UNBOUND, PuntReason.LOCAL
                }) {
            int one = of(reason, 1, ipv6("2001:db8:1::1", false));
            assertEquals(one, of(reason, 1, ipv6("2001:db8:9::1", false)));
            assertNotEquals(one, of(reason, 2, ipv6("2001:db8:1::1", false)));
            assertNotEquals(
                    one,
                    owners.of(
                            DeviceId.of("device:spine"), 1, reason, ipv6("2001:db8:1::1", false)));
        }
    }

    @Test
    void aFrameTooShortIsOfItsPort() {
        for (int length = 0; length < 54; length++) {
            byte[] cut = Arrays.copyOf(ipv6("2001:db8:1::1", false), length);
            assertEquals(miss(new byte[0]), miss(cut));
        }
    }

    @Test
    void theSeedSaysWhichOwnersAreTaken() {
        byte[] frame = ipv6("2001:db8:1::1", false);
        assertNotEquals(miss(frame), new PuntOwner(2).of(LEAF, 1, PuntReason.BIB_MISS, frame));
    }
}
