// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.conformance;

import static org.isthmus.target.conformance.Entries.exact;
import static org.isthmus.target.conformance.Entries.lpm;
import static org.isthmus.target.conformance.Entries.matches;
import static org.isthmus.target.conformance.Entries.number;

import com.google.protobuf.ByteString;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * A switch in use: every table has rows, every prefix length of RFC 6052 has an instance, and the
 * addresses the generator picks from lead to all of them.
 */
public final class Scenario {
    static final long STATION = 0x02_00_00_00_00_01L;
    static final int CLONE_SESSION = 100;
    static final int[] PORTS = {1, 2, 3, 4, SwitchUnderTest.CPU_PORT};

    /** By instance 1 to 6. */
    static final int[] LENGTHS = {32, 40, 48, 56, 64, 96};

    static final String[] PREFIXES = {
        "2001:db8::",
        "2001:db9:100::",
        "2001:dba:122::",
        "2001:dbb:122:300::",
        "2001:dbc:122:344::",
        "2001:dbd:122:344::"
    };

    /** Hosts with a binding of every protocol; instance 6 has them all. */
    static final String[] HOSTS = {"2001:d00:1::10", "2001:d00:1::11", "2001:d00:2:3:4:5:6:7"};

    static final String[] POOL = {"203.0.113.1", "203.0.113.2", "203.0.113.3"};
    static final int[] PORTS6 = {1, 4242, 65535};
    static final int[] PORTS4 = {1024, 7, 40001};

    /** IPv4 hosts, some behind routes of their own, one denied, one with an EAM. */
    static final String[] PEERS = {
        "192.0.2.33", "198.51.100.7", "10.1.2.3", "192.0.2.200", "8.8.8.8", "198.18.5.5"
    };

    /** IPv6 hosts that are not in any binding: natively routed, with EAMs, unresolved, unrouted. */
    static final String[] OTHERS = {
        "2001:d01::1",
        "2001:d02::5",
        "2001:d03:aa::c633:6407",
        "2001:d04::21",
        "2001:d05::1",
        "2001:e00::1"
    };

    static final String LOCAL4 = "192.0.2.1";
    static final String LOCAL6 = "2001:d00:1::1";

    private Scenario() {}

    static ByteString address(String text) {
        try {
            byte[] b = InetAddress.getByName(text).getAddress();
            return Entries.canonical(b);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /**
     * With the clone session of packets for the controller.
     *
     * @param computeUdp IPv4 UDP without checksum is given one; otherwise dropped
     */
    static List<Update> entries(P4Info p4info, boolean computeUdp) {
        return rows(
                new Entries(p4info).cloneSession(CLONE_SESSION, SwitchUnderTest.CPU_PORT),
                computeUdp);
    }

    /** Rows of tables alone, also of the program for the card. */
    public static List<Update> rows(P4Info p4info) {
        return rows(new Entries(p4info), true);
    }

    private static List<Update> rows(Entries e, boolean computeUdp) {
        e.row("station", matches(exact(number(STATION))), "admit");
        e.row("served4", matches(lpm(address("192.0.2.1"), 32)), "arp_reply", number(STATION));
        e.row("served4", matches(lpm(address("203.0.113.0"), 24)), "arp_reply", number(STATION));
        e.row("served6", matches(lpm(address(LOCAL6), 128)), "nd_reply", number(STATION));
        e.row(
                "served6",
                matches(lpm(address("2001:dbd:122:344::"), 96)),
                "nd_reply",
                number(STATION));
        e.row("local4", matches(exact(address(LOCAL4))), "local");
        e.row("local6", matches(exact(address(LOCAL6))), "local");
        e.row("local6", matches(exact(address("fe80::1"))), "local");
        for (int i = 0; i < LENGTHS.length; i++) {
            ByteString prefix = address(PREFIXES[i]);
            ByteString instance = number(i + 1);
            e.row("pool6", matches(lpm(prefix, LENGTHS[i])), "extract_" + LENGTHS[i], instance);
            e.row("pool6_src", matches(lpm(prefix, LENGTHS[i])), "loop");
            e.row("prefix6", matches(exact(instance)), "embed", prefix, number(LENGTHS[i]));
            e.row("embedded", matches(exact(instance), lpm(address("10.0.0.0"), 8)), "deny");
        }
        e.row("pool4", matches(lpm(address("203.0.113.0"), 24)), "pool", number(6));
        eam(e, "198.51.100.0", 24, "2001:d03:aa::c633:6400", 120, 6);
        eam(e, "192.0.2.200", 32, "2001:d04::21", 128, 5);
        eam(e, "198.18.0.0", 16, "2001:d02::", 64, 6);
        bindings(e);
        routes(e);
        e.row("flow_seed", matches(exact(number(0))), "set_seed", number(0x9e3779b9L));
        e.row(
                "translation_options",
                matches(exact(number(0))),
                "set_options",
                number(0),
                number(0),
                number(0),
                number(computeUdp ? 1 : 0),
                number(0),
                number(1280));
        return e.updates();
    }

    private static void eam(
            Entries e, String v4, int length4, String v6, int length6, int instance) {
        ByteString mask = number(0xffff_ffffL >>> length4);
        ByteString shift = number(96 + length4 - length6);
        if (length4 == 32) {
            mask = number(0);
        }
        e.row(
                "eam6_dst",
                matches(lpm(address(v6), length6)),
                "eam_dst_to4",
                address(v4),
                mask,
                shift,
                number(instance));
        e.row(
                "eam6_src",
                matches(lpm(address(v6), length6), exact(number(instance))),
                "eam_src_to4",
                address(v4),
                mask,
                shift);
        e.row(
                "eam4_dst",
                matches(lpm(address(v4), length4)),
                "eam_dst_to6",
                address(v6),
                mask,
                shift,
                number(instance));
        e.row(
                "eam4_src",
                matches(lpm(address(v4), length4), exact(number(instance))),
                "eam_src_to6",
                address(v6),
                mask,
                shift);
    }

    private static void bindings(Entries e) {
        int[][] protocols = {{1, 58}, {6, 6}, {17, 17}};
        for (int[] protocol : protocols) {
            for (int h = 0; h < HOSTS.length; h++) {
                for (int p = 0; p < PORTS6.length; p++) {
                    e.row(
                            "bib4",
                            matches(
                                    exact(number(protocol[0])),
                                    exact(address(POOL[h])),
                                    exact(number(PORTS4[p]))),
                            "bind_to6",
                            address(HOSTS[h]),
                            number(PORTS6[p]));
                    e.row(
                            "bib6",
                            matches(
                                    exact(number(6)), exact(number(protocol[1])),
                                    exact(address(HOSTS[h])), exact(number(PORTS6[p]))),
                            "bind_to4",
                            address(POOL[h]),
                            number(PORTS4[p]));
                }
            }
        }
    }

    private static void routes(Entries e) {
        for (int i = 1; i <= 4; i++) {
            e.member(
                    i,
                    "forward",
                    number(i),
                    number(STATION),
                    number(0x02_00_00_00_10_00L + i),
                    number(i == 3 ? 77 : 0),
                    number(i == 4 ? 1300 : i == 2 ? 9000 : 1500));
        }
        e.group(1, 1, 2).group(2, 1, 2, 3, 4).group(3, 4).group(4, 3);
        for (int g = 1; g <= 4; g++) {
            e.group("next", matches(exact(number(g))), g);
        }
        e.row("route4", matches(lpm(address("192.0.2.0"), 24)), "set_next", number(1));
        e.row("route4", matches(lpm(address("192.0.2.33"), 32)), "set_next", number(4));
        e.row("route4", matches(lpm(address("198.51.100.0"), 24)), "set_next", number(2));
        e.row("route4", matches(lpm(address("8.0.0.0"), 8)), "set_next", number(3));
        e.row("route4", matches(lpm(address("198.18.0.0"), 15)), "connected");
        e.row("route4", matches(lpm(address("203.0.113.0"), 24)), "blackhole");
        e.row("route6", matches(lpm(address("2001:d00:1::"), 48)), "set_next", number(2));
        e.row("route6", matches(lpm(address("2001:d00:2::"), 48)), "set_next", number(3));
        e.row("route6", matches(lpm(address("2001:d01::"), 32)), "set_next", number(1));
        e.row("route6", matches(lpm(address("2001:d02::"), 32)), "connected");
        e.row("route6", matches(lpm(address("2001:d03::"), 32)), "set_next", number(4));
        e.row("route6", matches(lpm(address("2001:d04::"), 32)), "set_next", number(3));
        e.row("route6", matches(lpm(address("2001:d05::"), 32)), "set_next", number(999));
    }
}
