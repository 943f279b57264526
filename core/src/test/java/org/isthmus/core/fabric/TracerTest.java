// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import static org.isthmus.core.fabric.TwoLeaves.LEAF1;
import static org.isthmus.core.fabric.TwoLeaves.LEAF2;
import static org.isthmus.core.fabric.TwoLeaves.SPINE1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * In the fabric of {@link FabricTest}: hosts at the first leaf, the default route at the second.
 */
class TracerTest {
    private static final Ipv6Address HOST = Ipv6Address.parse("2001:db8:1::5");
    private static final Ipv6Address NAT64 = Ipv6Address.parse("64:ff9b::");
    private static final Ipv6Address POOL = V4Mapped.of(Ipv4Address.parse("203.0.113.7"));
    private static final Ipv6Address PEER = V4Mapped.of(Ipv4Address.parse("198.51.100.9"));
    private static final Ipv6Address ROUTER = V4Mapped.of(Ipv4Address.parse("10.0.2.254"));
    private static final String NOTHING = "null > null";

    private final Fabric fabric = new Fabric((device, change) -> {});

    @BeforeEach
    void configure() {
        configure(true);
        fabric.neighbors().learn(fabric.interfaceAt(LEAF1, 2, 0), HOST, TwoLeaves.OTHER);
        fabric.neighbors().learn(fabric.interfaceAt(LEAF2, 1, 0), ROUTER, TwoLeaves.ROUTER);
    }

    private void configure(boolean leaf2Translates) {
        fabric.configure(TwoLeaves.config(leaf2Translates));
        fabric.services(
                List.of(Ipv4Prefix.parse("203.0.113.0/28")),
                List.of(Ipv6Prefix.parse("64:ff9b::/96")));
    }

    /** {@code from > to: device* port>device port>device, ...}, the star at translators. */
    private static String text(BindingPath.Direction d) {
        StringBuilder s = new StringBuilder(d.from + " > " + d.to);
        for (BindingPath.Hop hop : d.hops) {
            s.append(" | ").append(hop.device).append(hop.translates ? "*" : "");
            hop.next.forEach(n -> s.append(' ').append(n.port).append('>').append(n.device));
        }
        return s.toString().replace("device:", "");
    }

    private String out(Ipv6Address peer) {
        return text(fabric.paths().trace(HOST, NAT64, peer));
    }

    private String in(Ipv6Address peer) {
        return text(fabric.paths().trace(peer, POOL, HOST));
    }

    @Test
    void translatesWhereItEntersAndTakesEveryEqualWay() {
        assertEquals(
                "leaf1/2 > leaf2/1 | leaf1* 11>spine1 12>spine2"
                        + " | spine1 2>leaf2 | spine2 2>leaf2 | leaf2",
                out(PEER));
        assertEquals(
                "leaf2/1 > leaf1/2 | leaf2* 11>spine1 12>spine2"
                        + " | spine1 1>leaf1 | spine2 1>leaf1 | leaf1",
                in(PEER));
    }

    @Test
    void whatEntersElsewhereIsTranslatedAtTheNearestTranslatorAndPassesDevicesTwice() {
        configure(false);
        assertEquals(
                "leaf2/1 > leaf1/2 | leaf2 11>spine1 12>spine2"
                        + " | spine1 1>leaf1 | spine2 1>leaf1 | leaf1*",
                in(PEER));
        // From one host of the second leaf to another: to the translator, and back.
        Ipv6Address near = Ipv6Address.parse("2001:db8:2::9");
        fabric.neighbors().learn(fabric.interfaceAt(LEAF2, 1, 0), near, TwoLeaves.OTHER);
        assertEquals(
                "leaf2/1 > leaf2/1 | leaf2 11>spine1 12>spine2"
                        + " | spine1 1>leaf1 | spine2 1>leaf1"
                        + " | leaf1* 11>spine1 12>spine2"
                        + " | spine1 2>leaf2 | spine2 2>leaf2 | leaf2",
                text(fabric.paths().trace(near, NAT64, PEER)));
    }

    @Test
    void avoidsWhatIsDown() {
        fabric.portState(SPINE1, 1, false);
        assertEquals("leaf1/2 > leaf2/1 | leaf1* 12>spine2 | spine2 2>leaf2 | leaf2", out(PEER));
        fabric.deviceState(TwoLeaves.SPINE2, false);
        assertEquals("leaf1/2 > null | leaf1*", out(PEER));
        fabric.deviceState(LEAF1, false);
        assertEquals(NOTHING, out(PEER));
    }

    @Test
    void saysNothingOfWhatIsNotKnown() {
        // The peer is unknown: the half of the path up to the translators is returned.
        assertEquals("leaf1/2 > null | leaf1*", out(null));
        assertEquals(
                "null > leaf1/2 | leaf1* | leaf2* 11>spine1 12>spine2"
                        + " | spine1 1>leaf1 | spine2 1>leaf1",
                in(null));
        // The host was not learned: it is behind one of two ports.
        fabric.neighbors().forget(HOST);
        assertEquals("null > leaf2/1", out(PEER).split(" \\| ")[0]);
        assertEquals("leaf2/1 > null", in(PEER).split(" \\| ")[0]);
        // No route leads to the peer.
        fabric.portState(LEAF2, 1, false);
        assertEquals("null > null | leaf1*", out(PEER));
        // No packet enters at a translator that is down.
        fabric.deviceState(LEAF2, false);
        assertEquals("null > null | leaf1*", in(null));
    }

    @Test
    void aPeerMayBeAnAddressOfADevice() {
        Ipv6Address loopback = V4Mapped.of(Ipv4Address.parse("192.0.2.2"));
        assertEquals(
                "leaf1/2 > null | leaf1* 11>spine1 12>spine2"
                        + " | spine1 2>leaf2 | spine2 2>leaf2 | leaf2",
                out(loopback));
    }
}
