# SPDX-License-Identifier: Apache-2.0
"""Which sources may come in at which port."""

from ipaddress import IPv4Address

from scapy.layers.inet6 import (ICMPv6ND_NA, ICMPv6ND_NS, ICMPv6ND_RS, ICMPv6NDOptDstLLAddr,
                                ICMPv6NDOptSrcLLAddr)
from scapy.layers.l2 import ARP

from .hop import BROADCAST, OWN_MAC, solicited_node
from .net import *

GATEWAY6 = "2001:db8:1::ff"  # of the switch, at port 1
GATEWAY = "198.51.100.1"  # of the switch, at port 3
ROUTER_LL = "fe80::1"
UNVERIFIED = "SOURCE_UNVERIFIED"
LINK = 1  # VLAN of port 4 that leads to another switch

# Groups of sources, as the controller numbers them: port and VLAN, or what several ports share.
LOOSE, OFF = 1, 2


def group(port, vlan=0):
    return port << 12 | vlan


def source(number, prefix, action):
    return entry("source6" if ":" in prefix else "source4", action, group=number, addr=prefix)


def edge(port, packets=None, vlan=0):
    number = group(port, vlan)
    return entry("edge", "validate", {"neighbor_group": number,
                                      "packet_group": number if packets is None else packets},
                 port=port, vlan_id=vlan)


def link_local(number):
    return [source(number, "fe80::/10", "on_link"), source(number, ROUTER_LL + "/128", "unverified")]


STRICT6 = [edge(1), source(group(1), "2001:db8:1::/64", "on_link"),
           source(group(1), GATEWAY6 + "/128", "unverified"),
           source(group(1), "2001:db8:10::/48", "routed")] + link_local(group(1))
STRICT4 = [edge(3), source(group(3), "198.51.100.0/24", "on_link"),
           source(group(3), GATEWAY + "/32", "unverified"),
           source(group(3), "0.0.0.0/0", "routed"),
           source(group(3), "192.0.2.0/24", "unverified")] + link_local(group(3))
SERVED = [entry("served4", "arp_reply", {"mac": OWN_MAC}, addr=GATEWAY + "/32"),
          entry("served4", "arp_reply", {"mac": OWN_MAC}, addr="203.0.113.0/24"),
          entry("served6", "nd_reply", {"mac": OWN_MAC}, addr=GATEWAY6 + "/128"),
          entry("served6", "nd_reply", {"mac": OWN_MAC}, addr=PREFIX + "/96")]
PORTS_OWN = "2001:db8:1::a"  # bound at port 2, where addresses are learned
PORTS_OWN4 = "192.0.2.10"
ANOTHERS = "2001:db8:1::b"  # asked for there, and bound elsewhere
ANOTHERS4 = "192.0.2.11"


def bound(address, action="bound", port=2):
    """A row of `source_binding`; IPv4 addresses are V4-mapped."""
    return entry("source_binding", action, group=group(port), addr=address if ":" in address
                 else 0xffff << 32 | int(IPv4Address(address)))


def learning(action):
    """Port 2 with networks where addresses are learned (RFC 6620); a router there is strict."""
    return [edge(2), source(group(2), "2001:db8:1::/64", action),
            source(group(2), GATEWAY6 + "/128", "unverified"),
            source(group(2), "192.0.2.0/24", action),
            source(group(2), "2001:db8:10::/48", "routed"), *link_local(group(2)),
            bound(PORTS_OWN), bound(PORTS_OWN4),
            bound(ANOTHERS, "unverified"), bound(ANOTHERS4, "unverified")]


CLOSED = [entry("other_edges", "unverified", scope=0),
          entry("edge", "trust", port=4, vlan_id=LINK)]


def udp6(src, dst=SERVER6, hlim=64):
    return v6(src, dst, hlim) / UDP(sport=4242, dport=53)


def udp4(src, dst=SERVER, ttl=64):
    return v4(src, dst, ttl) / UDP(sport=4242, dport=53)


def packets():
    suite = Suite("source", "Source address validation (RFC 2827, RFC 3704): which sources of "
                  "packets may come in at which port.", NAT64 + STRICT6 + STRICT4 + SERVED + CLOSED)

    def passes(name, about, port, packet, out, sent, vlan=None, entries=()):
        suite.vector(name, about, received(port, packet, vlan=vlan), forwarded(out, sent),
                     entries=entries)

    for src in (CLIENT, "2001:db8:10::1"):
        passes(f"strict, {src}", "of the port's network, or behind a router there",
               1, udp6(src), 4, udp6(src, hlim=63))
    for src in ("2001:db8:2::1", SERVER6, GATEWAY6, "64:ff9b::198.51.100.9",
                "64:ff9b::203.0.113.7", "2001:db9::1", "::", "::1"):
        suite.dropped(f"strict, {src}", "of another network, or ours", received(1, udp6(src)),
                      UNVERIFIED)
    passes("strict, to be translated", "a binding of its own",
           1, udp6(CLIENT, PREFIX + SERVER), 3, v4_made(POOL, SERVER) / UDP(sport=1042, dport=53),
           entries=binding(17, CLIENT, 4242, POOL, 1042))
    sent = received(1, udp6(CLIENT, PREFIX + SERVER))
    suite.punted("strict, to be bound", "comes up for a binding", sent, "BIB_MISS")
    suite.dropped("another's binding", "the switch does not translate it",
                  received(1, udp6("2001:db8:2::1", PREFIX + SERVER)), UNVERIFIED,
                  entries=binding(17, "2001:db8:2::1", 4242, POOL, 1042))
    suite.dropped("no binding for a foreign source", "nothing comes up",
                  received(1, udp6("2001:db8:2::1", PREFIX + SERVER)), UNVERIFIED)
    suite.vector("from the controller", "was validated when it came in",
                 {"packet_out": {"egress_port": 0, "submit": 1},
                  "packet": received(1, udp6("2001:db8:2::1"))["packet"]},
                 forwarded(4, udp6("2001:db8:2::1", hlim=63)))

    toward = [route("192.0.2.0/24", 4), route("100.64.0.0/10", 4)]
    for src in (SERVER, "192.88.99.1"):
        passes(f"strict with a default route, {src}", "of the port's network, or of nobody else",
               3, udp4(src, "100.64.0.1"), 4, udp4(src, "100.64.0.1", 63), entries=toward)
    for src in (GATEWAY, "192.0.2.200", POOL, "203.0.113.255"):
        suite.dropped(f"strict with a default route, {src}",
                      "of another network, or served by us",
                      received(3, udp4(src, "100.64.0.1")), UNVERIFIED, entries=toward)
    suite.dropped("pool to pool from outside", "is not translated",
                  received(3, udp4(POOL, POOL2)), UNVERIFIED,
                  entries=binding(17, CLIENT, 4242, POOL2, 53))
    passes("answer to the pool", "translated", 3,
           v4(SERVER, POOL) / UDP(sport=53, dport=1042), 1,
           v6(PREFIX + SERVER, CLIENT, 63) / UDP(sport=53, dport=4242),
           entries=binding(17, CLIENT, 4242, POOL, 1042))
    suite.dropped("IPv4 where there is none", "no network of that family",
                  received(1, udp4(SERVER)), UNVERIFIED)
    suite.vector("ping of the router by its link-local address", "answered",
                 received(1, v6("fe80::c1", ROUTER_LL) / echo6("request", 7)),
                 {"port": 1, "packet": framed(ROUTER, dmac(1), v6(ROUTER_LL, "fe80::c1")
                                              / echo6("reply", 7))},
                 entries=[entry("local6", "local", dst_addr=ROUTER_LL)])
    suite.dropped("link-local source", "is not forwarded", received(1, udp6("fe80::c1")),
                  "LINK_LOCAL")
    suite.dropped("the router's link-local source", "is ours", received(1, udp6(ROUTER_LL)),
                  UNVERIFIED)

    hairpin = binding(17, CLIENT, 4242, POOL, 1042) + binding(17, CLIENT2, 53, POOL2, 1053)
    sent = received(1, v6(CLIENT, PREFIX + POOL2) / UDP(sport=4242, dport=1053))
    suite.vector("hairpin", "its pool address comes from inside", sent,
                 forwarded(2, v6(PREFIX + POOL, CLIENT2, 63) / UDP(sport=1042, dport=53)),
                 entries=hairpin)

    loose = [edge(2, LOOSE), source(LOOSE, "2001:db8:6::/48", "routed"),
             source(LOOSE, "2001:db8:1::/64", "routed"),
             source(LOOSE, GATEWAY6 + "/128", "unverified"),
             source(LOOSE, "64:ff9b::/32", "routed")] + link_local(LOOSE)
    for src in (CLIENT, "2001:db8:6::77"):
        passes(f"loose, {src}", "there is a route to it", 2, udp6(src), 4, udp6(src, hlim=63),
               entries=loose)
    for src in (GATEWAY6, PREFIX + POOL, "2001:db9::1"):
        suite.dropped(f"loose, {src}", "no route to it, or ours", received(2, udp6(src)),
                      UNVERIFIED, entries=loose)
    off = [edge(2, OFF), source(OFF, "::/0", "routed"), source(OFF, "0.0.0.0/0", "routed"),
           source(OFF, GATEWAY6 + "/128", "unverified")] + link_local(OFF)
    for src in (CLIENT, "2001:db9::1"):
        passes(f"off, {src}", "not looked at", 2, udp6(src), 4, udp6(src, hlim=63), entries=off)
    for src in (GATEWAY6, PREFIX + POOL):
        suite.dropped(f"off, {src}", "ours", received(2, udp6(src)), UNVERIFIED, entries=off)
    suite.dropped("off, from the pool", "ours", received(2, udp4(POOL)), UNVERIFIED, entries=off)
    suite.dropped("off, source that no host has", "as everywhere", received(2, udp6("::1")),
                  "SOURCE_ILLEGAL", entries=off)

    for action, unbound in (("learned", None), ("full", "SOURCE_LIMIT")):
        learned = learning(action)
        for src in (PORTS_OWN, "2001:db8:10::1"):
            passes(f"{action}, {src}", "bound at the port, or behind a router there",
                   2, udp6(src), 4, udp6(src, hlim=63), entries=learned)
        passes(f"{action}, {PORTS_OWN4}", "bound at the port", 2, udp4(PORTS_OWN4), 3,
               udp4(PORTS_OWN4, ttl=63), entries=learned)
        for sent in (udp6(ANOTHERS), udp4(ANOTHERS4), udp6(GATEWAY6), udp6("2001:db8:2::1")):
            suite.dropped(f"{action}, {sent.src}", "of another port, ours, or of another network",
                          received(2, sent), UNVERIFIED, entries=learned)
        for packet in (udp6(CLIENT), udp4("192.0.2.77"), udp6(CLIENT, PREFIX + SERVER),
                       udp6(CLIENT, GATEWAY6)):
            sent = received(2, packet)
            name = f"{action}, {packet.src} to {packet.dst}"
            if unbound:
                suite.dropped(name, "of nobody, and the port has enough", sent, unbound,
                              entries=learned)
            else:
                suite.punted(name, "of nobody: comes up before anything else is made of it", sent,
                             "SOURCE_UNBOUND", entries=learned)
        suite.dropped(f"{action}, link-local source", "of one link, and never bound",
                      received(2, udp6("fe80::c1")), "LINK_LOCAL", entries=learned)
    sent = received(2, udp6(CLIENT))
    suite.vector("many of nobody", "no more come up than their reason may", [sent] * 3,
                 drops={"PUNTED": 1, "PUNT_RATE": 2}, packet_ins=[punt("SOURCE_UNBOUND", sent)],
                 entries=learning("learned"),
                 meters={"punts": {"SOURCE_UNBOUND": {"rate": 1, "burst": 1}}})
    suite.punted("bound at another port", "a port has its own addresses",
                 received(2, udp6(CLIENT2)), "SOURCE_UNBOUND",
                 entries=learning("learned") + [bound(CLIENT2, port=1)])
    passes("strict, bound or not", "only a learned network asks", 1, udp6(ANOTHERS), 4,
           udp6(ANOTHERS, hlim=63), entries=[bound(ANOTHERS, "unverified", port=1)])

    tagged = {"vlan": LINK, "prio": 0}
    passes("from another switch", "validated there", 4, udp6(PREFIX + SERVER, CLIENT), 1,
           udp6(PREFIX + SERVER, CLIENT, 63), vlan=tagged)
    suite.dropped("no interface", "nobody is there", received(2, udp6(CLIENT)), UNVERIFIED)
    suite.dropped("VLAN without an interface", "the port's other VLANs do not count",
                  received(1, udp6(CLIENT), vlan={"vlan": 9, "prio": 0}), UNVERIFIED)
    passes("priority tag", "VLAN 0 is none (IEEE 802.1Q)", 1, udp6(CLIENT), 4,
           udp6(CLIENT, hlim=63), vlan={"vlan": 0, "prio": 5})
    passes("tagged interface", "a group of its own", 1, udp6("2001:db8:2::1"), 4,
           udp6("2001:db8:2::1", hlim=63), vlan={"vlan": 9, "prio": 0},
           entries=[edge(1, vlan=9), source(group(1, 9), "2001:db8:2::/64", "on_link")])
    return suite


def neighbors():
    suite = Suite("source_neighbors", "Source address validation of ARP and neighbour discovery "
                  "(RFC 7039 section 2): nobody claims what is not theirs.",
                  NAT64 + STRICT6 + STRICT4 + SERVED + CLOSED)
    lladdr, lladdr2 = (ICMPv6NDOptSrcLLAddr(lladdr=dmac(port)) for port in (1, 2))

    def refused(name, about, sent, reason=UNVERIFIED, **more):
        suite.dropped(name, about, sent, reason, packet_ins=[punt("NEIGHBOR_REFUSED", sent)],
                      **more)

    def arp(op, sender, target, port=3):
        return received(port, ARP(op=op, hwsrc=dmac(port), psrc=sender, pdst=target,
                                  hwdst="00:00:00:00:00:00" if op == 1 else OWN_MAC),
                        BROADCAST if op == 1 else ROUTER)

    def arp_answer(asker, target, port=3):
        return {"port": port, "packet": framed(OWN_MAC, dmac(port), ARP(
            op=2, hwsrc=OWN_MAC, psrc=target, hwdst=dmac(port), pdst=asker))}

    for asker in (SERVER, "192.88.99.1", "0.0.0.0"):
        sent = arp(1, asker, GATEWAY)
        suite.vector(f"arp question of {asker}", "of the network, of a router's other address, "
                     "or a probe (RFC 5227): answered", sent, arp_answer(asker, GATEWAY),
                     packet_ins=[punt("NEIGHBOR", sent)])
    suite.punted("arp announcement", "of its own address", arp(1, SERVER, SERVER), "NEIGHBOR")
    suite.punted("arp reply", "of its own address", arp(2, SERVER, GATEWAY), "NEIGHBOR")
    for address in (GATEWAY, POOL, "192.88.99.1", "192.0.2.200"):
        refused(f"arp announcement of {address}", "ours, or of another network: a copy comes up",
                arp(1, address, address))
        refused(f"arp reply of {address}", "ours, or of another network: a copy comes up",
                arp(2, address, GATEWAY))
    for asker in (GATEWAY, "192.0.2.200"):
        refused(f"arp question of {asker}", "ours, or of another network: a copy comes up",
                arp(1, asker, SERVER))

    many, many_mac = solicited_node(GATEWAY6)

    def ns(src, *options, port=1):
        packet = IPv6(src=src, dst=many, hlim=255) / ICMPv6ND_NS(tgt=GATEWAY6)
        for option in options:
            packet = packet / option
        return received(port, packet, many_mac)

    def na(src, target, port=1):
        return received(port, IPv6(src=src, dst=GATEWAY6, hlim=255) / ICMPv6ND_NA(tgt=target, S=1)
                        / ICMPv6NDOptDstLLAddr(lladdr=dmac(port)))

    def answer(to, mac=dmac(1), solicited=1, port=1):
        return {"port": port, "packet": bytes(
            Ether(src=OWN_MAC, dst=mac) / IPv6(src=GATEWAY6, dst=to, hlim=255)
            / ICMPv6ND_NA(R=1, S=solicited, O=1, tgt=GATEWAY6)
            / ICMPv6NDOptDstLLAddr(lladdr=OWN_MAC))}

    for src in (CLIENT, "fe80::c1", "2001:db8:10::1"):
        sent = ns(src, lladdr)
        suite.vector(f"ns of {src}", "of the network, link-local, or of a router's other address: "
                     "answered", sent, answer(src), packet_ins=[punt("NEIGHBOR", sent)])
    sent = ns("::")
    suite.vector("duplicate address detection", "has no source (RFC 4862 section 5.4.2)", sent,
                 answer("ff02::1", "33:33:00:00:00:01", 0), packet_ins=[punt("NEIGHBOR", sent)])
    for src in (GATEWAY6, ROUTER_LL, PREFIX + POOL, "2001:db8:2::1"):
        refused(f"ns of {src}", "ours, or of another network: a copy comes up", ns(src, lladdr))
    for target in (CLIENT, "fe80::c1"):
        suite.punted(f"na for {target}", "of the network, or link-local", na(CLIENT, target),
                     "NEIGHBOR")
    for target in (GATEWAY6, ROUTER_LL, PREFIX + POOL, "2001:db8:2::1", "2001:db8:10::1"):
        refused(f"na for {target}", "ours, or of another network: a copy comes up",
                na(CLIENT, target))
    for src in ("fe80::c1", "::"):
        suite.punted(f"rs of {src}", "RFC 4861 section 4.1", received(1, IPv6(
            src=src, dst="ff02::2", hlim=255) / ICMPv6ND_RS(), "33:33:00:00:00:02"),
            "ROUTER_SOLICITATION")
    refused("rs of another network", "not from here: a copy comes up", received(1, IPv6(
        src="2001:db8:2::1", dst="ff02::2", hlim=255) / ICMPv6ND_RS(), "33:33:00:00:00:02"))
    sent = arp(1, GATEWAY, GATEWAY)
    suite.vector("many arp announcements", "no more copies come up than their reason may",
                 [sent] * 3, drops={UNVERIFIED: 3}, packet_ins=[punt("NEIGHBOR_REFUSED", sent)],
                 meters={"punts": {"NEIGHBOR_REFUSED": {"rate": 1, "burst": 1}}})
    suite.dropped("arp where no interface is", "nobody hears it", arp(1, GATEWAY, GATEWAY, 2),
                  UNVERIFIED)
    for action, unbound in (("learned", None), ("full", "SOURCE_LIMIT")):
        learned = learning(action)

        def heard(name, about, sent, reply=None):
            name = f"{action}, {name}"
            if reply:
                suite.vector(name, about, sent, reply, packet_ins=[punt("NEIGHBOR", sent)],
                             entries=learned)
            else:
                suite.punted(name, about, sent, "NEIGHBOR", entries=learned)

        heard("ns", "bound at the port: answered", ns(PORTS_OWN, lladdr2, port=2),
              answer(PORTS_OWN, dmac(2), port=2))
        heard("na", "bound at the port", na(PORTS_OWN, PORTS_OWN, 2))
        heard("arp question", "bound at the port: answered", arp(1, PORTS_OWN4, GATEWAY, 2),
              arp_answer(PORTS_OWN4, GATEWAY, 2))
        heard("arp announcement", "bound at the port", arp(1, PORTS_OWN4, PORTS_OWN4, 2))
        heard("link-local na", "of one link, and never bound", na("fe80::c1", "fe80::c1", 2))
        heard("duplicate address detection", "has no source", ns("::", port=2),
              answer("ff02::1", "33:33:00:00:00:01", 0, port=2))
        heard("arp probe", "has no source", arp(1, "0.0.0.0", GATEWAY, 2),
              arp_answer("0.0.0.0", GATEWAY, 2))
        for kind, sent in (("ns", ns(ANOTHERS, lladdr2, port=2)), ("na", na(ANOTHERS, ANOTHERS, 2)),
                           ("arp announcement", arp(1, ANOTHERS4, ANOTHERS4, 2)),
                           ("arp reply", arp(2, ANOTHERS4, GATEWAY, 2))):
            refused(f"{action}, {kind} of another port's", "a copy comes up", sent,
                    entries=learned)
        for kind, sent, reply in (
                ("ns", ns(CLIENT, lladdr2, port=2), answer(CLIENT, dmac(2), port=2)),
                ("na", na(CLIENT, CLIENT, 2), None),
                ("arp question", arp(1, "192.0.2.77", GATEWAY, 2),
                 arp_answer("192.0.2.77", GATEWAY, 2)),
                ("arp announcement", arp(1, "192.0.2.77", "192.0.2.77", 2), None)):
            if unbound:
                refused(f"{action}, {kind} of nobody's", "the port has enough: a copy comes up",
                        sent, reason=unbound, entries=learned)
            else:
                heard(f"{kind} of nobody's", "the controller is to bind it", sent, reply)
    off = [edge(2, OFF), source(group(2), "192.0.2.0/24", "on_link"),
           source(OFF, "0.0.0.0/0", "routed")]
    for address in (POOL, SERVER):
        refused(f"off, arp reply of {address}", "neighbours are validated nevertheless",
                arp(2, address, GATEWAY, 2), entries=off)
    suite.punted("off, arp reply", "of its own address", arp(2, "192.0.2.200", GATEWAY, 2),
                 "NEIGHBOR", entries=off)
    return suite


SUITES = [packets, neighbors]
