// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpecialPurposeTest {
    /** Rows of IANA's registry that are not globally reachable, and the borders of the ranges. */
    @Test
    void whatTheRegistryCallsNotGloballyReachable() {
        for (String text :
                List.of(
                        "0.0.0.0",
                        "0.255.255.255",
                        "10.0.0.0",
                        "10.255.255.255",
                        "100.64.0.0",
                        "100.127.255.255",
                        "127.0.0.1",
                        "169.254.0.1",
                        "172.16.0.0",
                        "172.31.255.255",
                        "192.0.0.0",
                        "192.0.0.8",
                        "192.0.0.170",
                        "192.0.0.171",
                        "192.0.2.1",
                        "192.88.99.2",
                        "192.168.0.0",
                        "192.168.255.255",
                        "198.18.0.0",
                        "198.19.255.255",
                        "198.51.100.1",
                        "203.0.113.255",
                        "224.0.0.1",
                        "239.255.255.255",
                        "240.0.0.0",
                        "255.255.255.255")) {
            assertNotNull(SpecialPurpose.nonGlobal(Ipv4Prefix.parse(text)), text);
        }
        for (String text :
                List.of(
                        "1.0.0.0",
                        "8.8.8.8",
                        "9.255.255.255",
                        "11.0.0.0",
                        "100.63.255.255",
                        "100.128.0.0",
                        "172.15.255.255",
                        "172.32.0.0",
                        "192.0.1.0",
                        "192.31.196.1",
                        "192.52.193.1",
                        "192.88.99.1",
                        "192.175.48.1",
                        "198.17.255.255",
                        "198.20.0.0",
                        "223.255.255.255")) {
            assertNull(SpecialPurpose.nonGlobal(Ipv4Prefix.parse(text)), text);
        }
    }

    @Test
    void rangesAreInOrderAndDoNotOverlap() {
        List<Ipv4Prefix> all = SpecialPurpose.nonGlobal();
        for (int i = 1; i < all.size(); i++) {
            assertFalse(all.get(i - 1).overlaps(all.get(i)), all.get(i).toString());
            assertEquals(-1, Integer.signum(all.get(i - 1).compareTo(all.get(i))));
        }
    }

    @Test
    void whatNoRouterForwardsTo() {
        assertEquals(
                "127.0.0.0/8, loopback (RFC 1122)",
                SpecialPurpose.notRouted(Ipv4Prefix.parse("127.0.0.1")));
        assertEquals(
                "0.0.0.0/8, this network (RFC 791)",
                SpecialPurpose.notRouted(Ipv4Prefix.parse("0.0.0.0/0")));
        assertNotNull(SpecialPurpose.notRouted(Ipv4Prefix.parse("169.254.3.0/24")));
        assertNotNull(SpecialPurpose.notRouted(Ipv4Prefix.parse("255.255.255.255")));
        assertNull(SpecialPurpose.notRouted(Ipv4Prefix.parse("10.0.0.0/8")));
        for (String text :
                List.of("::", "::1", "::/0", "::ffff:0:0/96", "::ffff:192.0.2.1", "::192.0.2.1")) {
            assertNotNull(SpecialPurpose.notRouted(Ipv6Prefix.parse(text)), text);
        }
        assertEquals(
                "ff00::/8, multicast (RFC 4291)",
                SpecialPurpose.notRouted(Ipv6Prefix.parse("ff0e::1")));
        assertNotNull(SpecialPurpose.notRouted(Ipv6Prefix.parse("fe80::/64")));
        assertNotNull(SpecialPurpose.notRouted(Ipv6Prefix.parse("100::1")));
        for (String text : List.of("64:ff9b::/96", "64:ff9b:1::/48", "fd00::/8", "2001:db8::/32")) {
            assertNull(SpecialPurpose.notRouted(Ipv6Prefix.parse(text)), text);
        }
    }

    /** A default route holds them, and is one; link-local addresses are for links. */
    @Test
    void whatNoInterfaceHas() {
        assertNotNull(SpecialPurpose.noInterface(Ipv4Prefix.parse("127.0.0.1")));
        assertNotNull(SpecialPurpose.noInterface(Ipv6Prefix.parse("::ffff:192.0.2.1")));
        assertNull(SpecialPurpose.noInterface(Ipv4Prefix.parse("0.0.0.0/0")));
        assertNull(SpecialPurpose.noInterface(Ipv6Prefix.parse("::/0")));
        assertNull(SpecialPurpose.noInterface(Ipv4Prefix.parse("169.254.0.1")));
        assertNull(SpecialPurpose.noInterface(Ipv6Prefix.parse("fe80::1")));
    }
}
