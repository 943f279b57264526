# SPDX-License-Identifier: Apache-2.0
"""The switch as a router: what it takes in, what it answers itself, where it sends the rest."""

from ipaddress import ip_address

from scapy.layers.inet import IPOption_LSRR
from scapy.layers.inet6 import (ICMPv6EchoRequest, ICMPv6ND_NA, ICMPv6ND_NS, ICMPv6ND_RA,
                                ICMPv6ND_RS, ICMPv6NDOptDstLLAddr, ICMPv6NDOptSrcLLAddr,
                                ICMPv6NDOptUnknown, IPv6ExtHdrDestOpt, IPv6ExtHdrRouting)
from scapy.layers.l2 import ARP

from flow_hash import flow_hash

from .net import *

GATEWAY = "192.0.2.1"
GATEWAY6 = "2001:db8:1::ff"
ROUTER_LL = "fe80::1"
OWN_MAC = "02:00:00:00:aa:01"
BROADCAST = "ff:ff:ff:ff:ff:ff"
DATA = Raw(b"isthmus")
HOST = "192.0.2.200"  # port 4


def solicited_node(address):
    low = parsed(IPv6(dst=address)).fields["dst"]
    last = low.split(":")[-1].rjust(4, "0")
    return f"ff02::1:ff00:{last}", f"33:33:ff:00:{last[:2]}:{last[2:]}"


def neighbor():
    suite = Suite("neighbor", "ARP (RFC 826) and neighbour discovery (RFC 4861): answered for "
                  "served addresses, always heard by the controller.", ROUTES + [
                      entry("served4", "arp_reply", {"mac": OWN_MAC}, addr=GATEWAY + "/32"),
                      entry("served4", "arp_reply", {"mac": OWN_MAC},
                            addr="203.0.113.0/24"),
                      entry("served6", "nd_reply", {"mac": OWN_MAC},
                            addr=GATEWAY6 + "/128"),
                      entry("served6", "nd_reply", {"mac": OWN_MAC},
                            addr=ROUTER_LL + "/128")])

    def arp(op, sender, target, sender_mac=dmac(3), target_mac="00:00:00:00:00:00"):
        return ARP(op=op, hwsrc=sender_mac, psrc=sender, hwdst=target_mac, pdst=target)

    for name, target in (("gateway", GATEWAY), ("pool address", "203.0.113.77")):
        for how, vlan in (("untagged", None), ("tagged", {"vlan": 7, "prio": 3})):
            sent = received(3, arp(1, "192.0.2.9", target), BROADCAST, vlan)
            answer = framed(OWN_MAC, dmac(3), arp(2, target, "192.0.2.9", OWN_MAC, dmac(3)), vlan)
            suite.vector(f"arp for the {name}, {how}", "answered, and heard", sent,
                         {"port": 3, "packet": answer}, packet_ins=[punt("NEIGHBOR", sent)])
    sent = received(3, arp(1, "0.0.0.0", GATEWAY), BROADCAST)
    suite.vector("arp probe", "answered, so that the prober knows (RFC 5227)", sent,
                 {"port": 3, "packet": framed(OWN_MAC, dmac(3),
                                              arp(2, GATEWAY, "0.0.0.0", OWN_MAC, dmac(3)))},
                 packet_ins=[punt("NEIGHBOR", sent)])
    suite.punted("arp for another", "heard", received(3, arp(1, "192.0.2.9", "192.0.2.8"),
                                                      BROADCAST), "NEIGHBOR")
    suite.punted("arp announcement", "of a served address: no question, only heard",
                 received(3, arp(1, GATEWAY, GATEWAY), BROADCAST), "NEIGHBOR")
    suite.punted("arp reply", "heard", received(3, arp(2, "192.0.2.9", GATEWAY)), "NEIGHBOR")
    suite.dropped("arp to another station", "not for us",
                  received(3, arp(2, "192.0.2.9", GATEWAY), "02:00:00:00:00:99"), "NOT_FOR_US")
    raw = bytearray(bytes(Ether(src=dmac(3), dst=BROADCAST)
                          / arp(1, "192.0.2.9", GATEWAY)))
    raw[14 + 4] = 8
    suite.dropped("arp of other hardware", "not Ethernet",
                  {"port": 3, "packet": bytes(raw)}, "BAD_NEIGHBOR")

    def answered(target, to, mac=dmac(1), solicited=1):
        return {"port": 1, "packet": bytes(
            Ether(src=OWN_MAC, dst=mac) / IPv6(src=target, dst=to, hlim=255)
            / ICMPv6ND_NA(R=1, S=solicited, O=1, tgt=target)
            / ICMPv6NDOptDstLLAddr(lladdr=OWN_MAC))}

    group, group_mac = solicited_node(GATEWAY6)
    lladdr = ICMPv6NDOptSrcLLAddr(lladdr=dmac(1))

    def ns(src, dst, *options, hlim=255, code=0):
        packet = IPv6(src=src, dst=dst, hlim=hlim) / ICMPv6ND_NS(tgt=GATEWAY6, code=code)
        for option in options:
            packet = packet / option
        return packet

    # RFC 3971 section 5.3.2. Versions of Scapy differ in the length they would work out.
    nonce = ICMPv6NDOptUnknown(type=14, len=1, data=bytes(6))
    for name, options in (("with address option", [lladdr]), ("without option", []),
                          ("with nonce", [lladdr, nonce])):
        sent = received(1, ns(CLIENT, group, *options), group_mac)
        suite.vector(f"ns {name}", "answered, and heard", sent, answered(GATEWAY6, CLIENT),
                     packet_ins=[punt("NEIGHBOR", sent)],
                     needs=["TRUNCATE"] if "nonce" in name else [])
    sent = received(1, ns(CLIENT, GATEWAY6))
    suite.vector("unicast ns", "reachability probe (RFC 4861 section 7.3)", sent,
                 answered(GATEWAY6, CLIENT), packet_ins=[punt("NEIGHBOR", sent)])
    sent = received(1, ns("fe80::c1", GATEWAY6))
    suite.vector("ns from a link-local address", "answered", sent,
                 answered(GATEWAY6, "fe80::c1"), packet_ins=[punt("NEIGHBOR", sent)])
    sent = received(1, ns("::", group), group_mac)
    suite.vector("duplicate address detection", "RFC 4861 section 7.2.4: told to all nodes", sent,
                 answered(GATEWAY6, "ff02::1", "33:33:00:00:00:01", 0),
                 packet_ins=[punt("NEIGHBOR", sent)])
    suite.punted("ns for another", "heard", received(1, IPv6(
        src=CLIENT, dst="ff02::1:ff00:99", hlim=255) / ICMPv6ND_NS(tgt="2001:db8:1::99") / lladdr,
        "33:33:ff:00:00:99"), "NEIGHBOR")
    suite.punted("na", "heard", received(1, IPv6(src=CLIENT, dst=GATEWAY6, hlim=255)
                                         / ICMPv6ND_NA(tgt=CLIENT, S=1)
                                         / ICMPv6NDOptDstLLAddr(lladdr=dmac(1))), "NEIGHBOR")
    suite.punted("rs", "the controller sends advertisements",
                 received(1, IPv6(src="fe80::c1", dst="ff02::2", hlim=255) / ICMPv6ND_RS()
                          / lladdr, "33:33:00:00:00:02"), "ROUTER_SOLICITATION")
    suite.dropped("ra", "we are the router", received(
        1, IPv6(src="fe80::c1", dst="ff02::1", hlim=255) / ICMPv6ND_RA(), "33:33:00:00:00:01"),
        "MULTICAST")
    for name, packet in (
            ("hop limit 254", ns(CLIENT, group, hlim=254)), ("code 1", ns(CLIENT, group, code=1)),
            ("wrong checksum", off_by(ns(CLIENT, group), ICMPv6ND_NS, 1)),
            ("wrong checksum over an option",
             off_by(ns(CLIENT, group, lladdr), ICMPv6ND_NS, 0x101)),
            ("probe with address option", ns("::", group, lladdr)),
            ("probe to a unicast address", ns("::", GATEWAY6))):
        suite.dropped(f"ns, {name}", "RFC 4861 section 7.1.1",
                      received(1, packet, group_mac), "BAD_NEIGHBOR")
    return suite


def local():
    suite = Suite("local", "The switch's own addresses: echo is answered, the rest is for the "
                  "controller.", ROUTES + [
                      entry("local4", "local", dst_addr=GATEWAY),
                      entry("local6", "local", dst_addr=GATEWAY6),
                      entry("local6", "local", dst_addr=ROUTER_LL)])
    for ttl in (64, 1, 255):
        for vlan in (None, {"vlan": 7, "prio": 5}):
            suite.vector(f"ping, ttl {ttl}, {'tagged' if vlan else 'untagged'}",
                         "answered with TTL 64",
                         received(4, v4(HOST, GATEWAY, ttl, id=77, flags="DF")
                                  / echo4("request", 5) / DATA, vlan=vlan),
                         {"port": 4, "packet": framed(
                             ROUTER, dmac(4), v4(GATEWAY, HOST, 64, id=77, flags="DF")
                             / echo4("reply", 5) / DATA, vlan)})
    for name, address, src in (("global", GATEWAY6, CLIENT), ("link-local", ROUTER_LL, "fe80::c1")):
        suite.vector(f"ping6, {name}", "answered with hop limit 64",
                     received(1, v6(src, address, 255) / echo6("request", 5) / DATA),
                     {"port": 1, "packet": framed(ROUTER, dmac(1), v6(address, src, 64)
                                                  / echo6("reply", 5) / DATA)})
    wrong = v4(HOST, GATEWAY) / echo4("request", 5) / DATA
    suite.vector("ping, wrong checksum", "stays wrong", received(4, off_by(wrong, ICMP, 0x77)),
                 {"port": 4, "packet": framed(ROUTER, dmac(4), off_by(
                     v4(GATEWAY, HOST) / echo4("reply", 5) / DATA, ICMP, 0x77))})
    suite.punted("ping by way of here", "Source Route Failed is due (RFC 1812 section 5.2.3)",
                 received(4, with_options(v4(HOST, GATEWAY, proto=1),
                                          [IPOption_LSRR(pointer=4, routers=[SERVER])],
                                          echo4("request", 5) / DATA)), "LOCAL")
    suite.punted("ping6 by way of here", "Parameter Problem is due (RFC 8200 section 4.4)",
                 received(1, v6(CLIENT, GATEWAY6)
                          / IPv6ExtHdrRouting(addresses=[SERVER6], segleft=1)
                          / echo6("request", 5) / DATA), "LOCAL")
    suite.punted("fragmented ping", "the controller may answer",
                 received(4, v4(HOST, GATEWAY, flags="MF") / echo4("request", 5) / DATA), "LOCAL")
    suite.punted("echo reply", "of the controller's own pings",
                 received(4, v4(HOST, GATEWAY) / echo4("reply", 5) / DATA), "LOCAL")
    suite.punted("tcp", "management", received(4, v4(HOST, GATEWAY) / TCP(dport=22)), "LOCAL")
    suite.punted("udp6", "management", received(1, v6(CLIENT, GATEWAY6) / UDP(dport=161)),
                 "LOCAL")
    return suite


def forwarding():
    suite = Suite("forwarding", "Native packets: one hop, nothing else changes.",
                  ROUTES + [entry("route4", "connected", dst_addr="192.0.2.0/24"),
                            entry("route6", "connected", dst_addr="2001:db8:1::/64"),
                            entry("route4", "blackhole", dst_addr="198.18.0.0/15"),
                            entry("route6", "blackhole", dst_addr="2001:db8:dead::/48"),
                            route("198.51.100.240/28", 99),
                            next_hop(10, 3, vlan=100), route("198.51.101.0/24", 10),
                            next_hop(11, 4, mtu=1300), route("198.51.102.0/24", 11),
                            route("2001:db8:7::/48", 11), next_hop(12, 4, mtu=9000),
                            route("2001:db8:9::/48", 12)])
    data = Raw(bytes(range(64)))
    for name, upper in (("tcp", TCP(sport=1, dport=2, flags="S", options=[("MSS", 1460)])),
                        ("udp", UDP(sport=1, dport=2)), ("udp without checksum",
                                                         UDP(sport=1, dport=2, chksum=0)),
                        ("echo", echo4("request", 3))):
        suite.vector(f"ipv4 {name}", "TTL and checksum alone change",
                     received(4, v4(HOST, SERVER, tos=5, id=9, flags="DF") / upper / data),
                     forwarded(3, v4(HOST, SERVER, 63, tos=5, id=9, flags="DF") / upper / data))
    for name, upper in (("tcp", TCP(sport=1, dport=2, flags="S")), ("udp", UDP(sport=1, dport=2)),
                        ("echo", echo6("request", 3))):
        suite.vector(f"ipv6 {name}", "the hop limit alone changes",
                     received(1, v6(CLIENT, SERVER6, tc=5, fl=0x12345) / upper / data),
                     forwarded(4, v6(CLIENT, SERVER6, 63, tc=5, fl=0x12345) / upper / data))
    suite.vector("unknown protocol", "is no business of a router",
                 received(4, v4(HOST, SERVER, proto=132) / data),
                 forwarded(3, v4(HOST, SERVER, 63, proto=132) / data))
    suite.vector("from inside a NAT64 prefix", "a packet that was translated at another switch",
                 received(4, v6(PREFIX + SERVER, CLIENT) / UDP(sport=53, dport=4242)),
                 forwarded(1, v6(PREFIX + SERVER, CLIENT, 63) / UDP(sport=53, dport=4242)),
                 entries=nat64_prefix(PREFIX, 96, 1))
    for ttl, checksum in ((64, None), (1 + 0x7f, None), (255, None), (2, None)):
        for ident in (0, 0x3c3c, 0xb0fd):
            suite.vector(f"checksum with ttl {ttl}, id {ident:#x}", "RFC 1624",
                         received(4, v4(HOST, SERVER, ttl, id=ident) / UDP(sport=1, dport=2)),
                         forwarded(3, v4(HOST, SERVER, ttl - 1, id=ident) / UDP(sport=1, dport=2)))
    packet = v4(HOST, SERVER) / UDP(sport=1, dport=2)
    suite.vector("tagged to untagged", "the tag ends at the router",
                 received(4, packet, vlan={"vlan": 7, "prio": 5}),
                 forwarded(3, v4(HOST, SERVER, 63) / UDP(sport=1, dport=2)))
    suite.vector("untagged to tagged", "as the next hop says",
                 received(4, v4(HOST, "198.51.101.1") / UDP(sport=1, dport=2)),
                 forwarded(3, v4(HOST, "198.51.101.1", 63) / UDP(sport=1, dport=2), {"vlan": 100}))
    suite.vector("tagged to tagged", "priority stays",
                 received(4, v4(HOST, "198.51.101.1") / UDP(sport=1, dport=2),
                          vlan={"vlan": 7, "prio": 5}),
                 forwarded(3, v4(HOST, "198.51.101.1", 63) / UDP(sport=1, dport=2),
                           {"vlan": 100, "prio": 5}))
    padded = received(4, v4(HOST, SERVER) / UDP(sport=1, dport=2) / Raw(b"x"))
    padded["packet"] += bytes(17)
    sent = forwarded(3, v4(HOST, SERVER, 63) / UDP(sport=1, dport=2) / Raw(b"x"))
    sent["packet"] += bytes(17)
    suite.vector("padding", "stays where it is", padded, sent)
    for size, flags in ((1300, 0), (1300, "DF")):
        payload = Raw(bytes(size - 28))
        suite.vector(f"mtu reached, {flags or 'no DF'}", "just fits",
                     received(1, v4(HOST, "198.51.102.1", flags=flags) / UDP() / payload),
                     forwarded(4, v4(HOST, "198.51.102.1", 63, flags=flags) / UDP() / payload))
        suite.punted(f"mtu exceeded, {flags or 'no DF'}", "one byte too many",
                     received(1, v4(HOST, "198.51.102.1", flags=flags) / UDP() / payload
                              / Raw(b"x")), "TOO_BIG")
    payload = Raw(bytes(1252))
    suite.vector("mtu reached, ipv6", "just fits",
                 received(1, v6(CLIENT, "2001:db8:7::1") / UDP() / payload),
                 forwarded(4, v6(CLIENT, "2001:db8:7::1", 63) / UDP() / payload))
    suite.punted("mtu exceeded, ipv6", "one byte too many",
                 received(1, v6(CLIENT, "2001:db8:7::1") / UDP() / payload / Raw(b"x")), "TOO_BIG")
    suite.vector("jumbo frame", "as large as the MTU says",
                 received(1, v6(CLIENT, "2001:db8:9::1") / UDP() / Raw(bytes(8952))),
                 forwarded(4, v6(CLIENT, "2001:db8:9::1", 63) / UDP() / Raw(bytes(8952))),
                 needs=["JUMBO"])
    suite.dropped("long frame", "a byte more than a card carries, whatever the MTU says",
                  received(1, v6(CLIENT, "2001:db8:9::1") / UDP() / Raw(bytes(1457))),
                  "FRAME_LENGTH", needs=["NO_JUMBO"])
    suite.vector("longest frame", "as many bytes as a card carries without a VLAN tag, and four more",
                 received(1, v6(CLIENT, "2001:db8:9::1") / UDP() / Raw(bytes(1456))),
                 forwarded(4, v6(CLIENT, "2001:db8:9::1", 63) / UDP() / Raw(bytes(1456))))
    suite.punted("unresolved ipv4", "the controller asks for it",
                 received(3, v4(SERVER, HOST) / UDP()), "NO_NEIGHBOR")
    suite.punted("unresolved ipv6", "the controller asks for it",
                 received(4, v6(SERVER6, "2001:db8:1::99") / UDP()), "NO_NEIGHBOR")
    bound = NAT64[len(ROUTES):] + binding(17, "2001:db8:1::99", 4242, POOL, 1042) \
        + binding(17, CLIENT2, 4242, POOL2, 1042)
    suite.punted("unresolved after translation to6", "comes up as it came in",
                 received(3, v4(SERVER, POOL) / UDP(sport=53, dport=1042) / DATA), "NO_NEIGHBOR",
                 entries=bound)
    suite.punted("unresolved after translation to4", "comes up as it came in",
                 received(2, v6(CLIENT2, PREFIX + HOST) / UDP(sport=4242, dport=53) / DATA),
                 "NO_NEIGHBOR", entries=bound)
    payload = Raw(bytes(1272))
    suite.vector("mtu reached after translation to4", "20 bytes less than it came with",
                 received(2, v6(CLIENT2, PREFIX + "198.51.102.1") / UDP(sport=4242, dport=53)
                          / payload),
                 forwarded(4, v4_made(POOL2, "198.51.102.1", id=0, flags="DF")
                           / UDP(sport=1042, dport=53) / payload), entries=bound)
    suite.punted("mtu exceeded after translation to4", "comes up as it came in",
                 received(2, v6(CLIENT2, PREFIX + "198.51.102.1") / UDP(sport=4242, dport=53)
                          / payload / Raw(b"x")), "TOO_BIG", entries=bound)
    bound += [next_hop(13, 4, mtu=1400), route("2001:db8:1::98/128", 13)] \
        + binding(6, "2001:db8:1::98", 4242, POOL, 1042)
    payload = Raw(bytes(1340))
    suite.vector("mtu reached after translation to6", "20 bytes more than it came with",
                 received(3, v4(SERVER, POOL, flags="DF") / TCP(sport=80, dport=1042, flags="A")
                          / payload),
                 forwarded(4, v6(PREFIX + SERVER, "2001:db8:1::98", 63)
                           / TCP(sport=80, dport=4242, flags="A") / payload), entries=bound)
    suite.punted("mtu exceeded after translation to6", "comes up as it came in",
                 received(3, v4(SERVER, POOL, flags="DF") / TCP(sport=80, dport=1042, flags="A")
                          / payload / Raw(b"x")), "TOO_BIG", entries=bound)
    suite.dropped("blackhole ipv4", "by route", received(4, v4(HOST, "198.19.0.1") / UDP()),
                  "BLACKHOLE")
    suite.dropped("blackhole ipv6", "by route",
                  received(1, v6(CLIENT, "2001:db8:dead::1") / UDP()), "BLACKHOLE")
    suite.unrouted("no route ipv4", "its sender is told",
                   received(4, v4(HOST, "100.64.0.1") / UDP()))
    suite.unrouted("no route ipv6", "its sender is told",
                   received(1, v6(CLIENT, "2001:db9::1") / UDP()))
    suite.unrouted("no route after translation to4", "comes up as it came in",
                   received(2, v6(CLIENT2, PREFIX + "100.64.0.1") / TCP(sport=4242, dport=53)),
                   entries=NAT64[len(ROUTES):] + binding(6, CLIENT2, 4242, POOL2, 1042))
    sent = received(1, v6(CLIENT, "2001:db9::1") / UDP())
    suite.vector("no route, above its rate", "no more copies come up than their reason may",
                 [sent] * 3, drops={"NO_ROUTE": 3}, packet_ins=[punt("NO_ROUTE", sent)],
                 meters={"punts": {"NO_ROUTE": {"rate": 1, "burst": 1}}})
    suite.dropped("no next hop", "route to a next hop that is not there",
                  received(4, v4(HOST, "198.51.100.241") / UDP()), "NO_NEXT")
    suite.punted("ttl 1", "time exceeded is due", received(4, v4(HOST, SERVER, 1) / UDP()),
                 "HOP_LIMIT")
    suite.punted("hop limit 0", "time exceeded is due",
                 received(1, v6(CLIENT, SERVER6, 0) / UDP()), "HOP_LIMIT")
    return suite


def ecmp():
    suite = Suite("ecmp", "Several members of a next hop: flows stay together and spread, and a "
                  "second tier with another seed spreads them again.",
                  ROUTES[:1] + [next_hop(20, 2, 3), route("198.51.100.0/24", 20),
                                route("2001:db8:6::/48", 20), route(CLIENT + "/128", 20)])

    def word4(address):
        return int(ip_address(address))

    def words6(*addresses):
        for address in addresses:
            high, low = divmod(int(ip_address(address)), 1 << 64)
            yield (high >> 32) ^ (low >> 32)
            yield high & 0xffffffff ^ low & 0xffffffff

    for seed in (0, 0x9e3779b9):
        for sport in range(1000, 1008):
            words = [word4(HOST), word4(SERVER), 17, sport << 16 | 53]
            port = (2, 3)[flow_hash(words, seed) % 2]
            suite.vector(f"seed {seed:#x}, port {sport}", "member by the hash of the flow",
                         received(4, v4(HOST, SERVER) / UDP(sport=sport, dport=53)),
                         forwarded(port, v4(HOST, SERVER, 63) / UDP(sport=sport, dport=53)),
                         entries=[entry("flow_seed", "set_seed", {"seed": seed}, scope=0)])
    for name, flags, offset in (("first", "MF", 0), ("last", 0, 3)):
        port = (2, 3)[flow_hash([word4(HOST), word4(SERVER), 17], 0) % 2]
        packet = UDP(sport=1000, dport=53, chksum=1, len=32) / Raw(bytes(16))
        suite.vector(f"fragment, {name}", "all fragments go the same way",
                     received(4, v4(HOST, SERVER, proto=17, flags=flags, frag=offset)
                              / Raw(bytes(packet))),
                     forwarded(port, v4(HOST, SERVER, 63, proto=17, flags=flags, frag=offset)
                               / Raw(bytes(packet))))

    server6 = PREFIX + SERVER
    bound = NAT64[len(ROUTES):] + [one for protocol in (6, 17, 1)
                             for one in binding(protocol, CLIENT, 4242, POOL, 1042)]

    def translated(name, sent, words, packet):
        suite.vector(name, "member by the hash of the packet that leaves", sent,
                     forwarded((2, 3)[flow_hash(words, 0) % 2], packet), entries=bound)

    for other in range(80, 84):
        ports4, ports6 = 1042 << 16 | other, other << 16 | 4242
        for name, protocol, upper in (("tcp", 6, TCP), ("udp", 17, UDP)):
            more = {"flags": "A"} if upper is TCP else {}
            translated(f"{name} to4, port {other}",
                       received(1, v6(CLIENT, server6, fl=7) / upper(sport=4242, dport=other, **more)),
                       [word4(POOL), word4(SERVER), protocol, ports4],
                       v4_made(POOL, SERVER) / upper(sport=1042, dport=other, **more))
            translated(f"{name} to6, port {other}",
                       received(3, v4(SERVER, POOL) / upper(sport=other, dport=1042, **more)),
                       [*words6(server6, CLIENT), 0, ports6],
                       v6(server6, CLIENT, 63) / upper(sport=other, dport=4242, **more))
            suite.vector(f"{name} native ipv6, port {other}", "and by its flow label",
                         received(1, v6(CLIENT2, SERVER6, fl=other)
                                  / upper(sport=4242, dport=other, **more)),
                         forwarded((2, 3)[flow_hash([*words6(CLIENT2, SERVER6), other,
                                                     4242 << 16 | other], 0) % 2],
                                   v6(CLIENT2, SERVER6, 63, fl=other)
                                   / upper(sport=4242, dport=other, **more)))
    for last in range(9, 13):
        other = f"198.51.100.{last}"
        translated(f"echo to4, {other}",
                   received(1, v6(CLIENT, PREFIX + other) / echo6("request", 4242)),
                   [word4(POOL), word4(other), 1, 1042],
                   v4_made(POOL, other) / echo4("request", 1042))
        translated(f"echo to6, {other}",
                   received(3, v4(other, POOL) / echo4("reply", 1042)),
                   [*words6(PREFIX + other, CLIENT), 0, 4242],
                   v6(PREFIX + other, CLIENT, 63) / echo6("reply", 4242))
    return suite


def admission():
    suite = Suite("admission", "What is not taken in, and why.", NAT64)
    good = v4(HOST, SERVER) / UDP(sport=1, dport=2) / DATA
    good6 = v6(CLIENT, SERVER6) / UDP(sport=1, dport=2) / DATA
    suite.dropped("other station", "unicast for someone else",
                  received(4, good, "02:00:00:00:00:99"), "NOT_FOR_US")
    suite.dropped("broadcast", "IPv4 broadcast", received(4, good, BROADCAST), "MULTICAST")
    suite.dropped("multicast dns", "IPv4 multicast",
                  received(4, v4(HOST, "224.0.0.251") / UDP(), "01:00:5e:00:00:fb"), "MULTICAST")
    suite.dropped("multicast6", "IPv6 multicast",
                  received(1, v6(CLIENT, "ff02::fb") / UDP(), "33:33:00:00:00:fb"), "MULTICAST")
    suite.dropped("multicast address in a unicast frame", "not routed",
                  received(4, v4(HOST, "224.0.0.251") / UDP()), "MULTICAST")
    suite.dropped("multicast6 address in a unicast frame", "not routed",
                  received(1, v6(CLIENT, "ff0e::1") / UDP()), "MULTICAST")
    for name, dst, ether_type in (("lldp", "01:80:c2:00:00:0e", 0x88cc),
                                  ("lldp in unicast", ROUTER, 0x88cc),
                                  ("bddp", BROADCAST, 0x8942)):
        suite.punted(name, "finds links", {"port": 4, "packet": bytes(
            Ether(src=dmac(4), dst=dst, type=ether_type) / DATA)}, "LINK_DISCOVERY")
    for name, frame in (("lldp with a tag", Ether(src=dmac(4), dst=ROUTER) / Dot1Q(
                            vlan=1, type=0x88cc) / DATA),
                        ("two tags", Ether(src=dmac(4), dst=ROUTER) / Dot1Q(vlan=1)
                         / Dot1Q(vlan=2) / good),
                        ("length field", Ether(src=dmac(4), dst=ROUTER, type=7) / DATA)):
        suite.dropped(name, "neither ARP nor IP", {"port": 4, "packet": bytes(frame)},
                      "ETHER_TYPE")
    short = received(4, good)["packet"]
    for length in (14, 20, 33):
        suite.dropped(f"{length} bytes", "IPv4 header cut short",
                      {"port": 4, "packet": short[:length]}, "PARSER_ERROR")
    suite.dropped("ipv6 of 53 bytes", "IPv6 header cut short",
                  {"port": 1, "packet": received(1, good6)["packet"][:53]}, "PARSER_ERROR")

    def altered(packet, at, value):
        raw = bytearray(bytes(packet))
        raw[at] = value
        return Raw(bytes(raw))

    for name, sent in (
            ("ipv4 longer than the frame", {"port": 4, "packet": short[:-1]}),
            ("ipv6 longer than the frame",
             {"port": 1, "packet": received(1, good6)["packet"][:-1]}),
            ("total length below the header",
             received(4, v4(HOST, SERVER, len=19) / UDP(sport=1, dport=2))),
            ("ihl 4", received(4, v4(HOST, SERVER, ihl=4) / UDP(sport=1, dport=2)))):
        suite.dropped(name, "lengths do not fit", sent, "BAD_HEADER")
    odd = bytearray(short)
    odd[14] = 0x65
    suite.dropped("version 6 in ipv4", "versions differ", {"port": 4, "packet": bytes(odd)},
                  "BAD_HEADER")
    odd = bytearray(received(1, good6)["packet"])
    odd[14] = 0x40
    suite.dropped("version 4 in ipv6", "versions differ", {"port": 1, "packet": bytes(odd)},
                  "BAD_HEADER")
    suite.dropped("ipv4 checksum", "wrong", received(4, off_by(good, IP, 5)), "BAD_IPV4_CHECKSUM")
    for source in ("0.0.0.0", "0.1.2.3", "127.0.0.1", "224.0.0.1", "240.0.0.1",
                   "255.255.255.255"):
        suite.dropped(f"from {source}", "not a host", received(4, v4(source, SERVER) / UDP()),
                      "SOURCE_ILLEGAL")
        suite.dropped(f"from {source} to the pool", "RFC 7915 section 4.1",
                      received(4, v4(source, POOL) / UDP()), "SOURCE_ILLEGAL")
    for source in ("::", "::1", "::ffff:192.0.2.1", "::192.0.2.1", "ff02::1"):
        suite.dropped(f"from {source}", "not a host", received(1, v6(source, SERVER6) / UDP()),
                      "SOURCE_ILLEGAL")
        suite.dropped(f"from {source} to be translated", "not a host",
                      received(1, v6(source, PREFIX + SERVER) / UDP()), "SOURCE_ILLEGAL")
    for target in ("0.0.0.0", "127.0.0.1", "240.0.0.1", "255.255.255.255"):
        suite.dropped(f"to {target}", "nowhere", received(4, v4(HOST, target) / UDP()),
                      "DESTINATION_ILLEGAL")
    for target in ("::", "::1", "::ffff:192.0.2.1"):
        suite.dropped(f"to {target}", "nowhere", received(1, v6(CLIENT, target) / UDP()),
                      "DESTINATION_ILLEGAL")
    for target in ("0.0.0.0", "127.0.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
                   "169.254.0.1"):
        suite.dropped(f"to {target} inside the prefix", "nowhere in IPv4",
                      received(1, v6(CLIENT, PREFIX + target) / UDP()), "DESTINATION_ILLEGAL")
    for name, sent in (("from 169.254.0.1", received(4, v4("169.254.0.1", SERVER) / UDP())),
                       ("to 169.254.0.1", received(4, v4(HOST, "169.254.0.1") / UDP())),
                       ("from fe80::1", received(1, v6("fe80::1", SERVER6) / UDP())),
                       ("to febf::1", received(1, v6(CLIENT, "febf::1") / UDP()))):
        suite.dropped(name, "link-local, not forwarded", sent, "LINK_LOCAL")
    suite.dropped("cut short udp to be translated", "no transport header",
                  received(1, v6(CLIENT, PREFIX + SERVER, nh=17) / Raw(bytes(5))), "BAD_HEADER")
    padded = received(4, v4(SERVER, POOL, proto=6) / Raw(bytes(12)))
    padded["packet"] += bytes(20)
    suite.dropped("tcp header in the padding", "does not count", padded, "BAD_HEADER")
    return suite


def packet_io():
    suite = Suite("packet_io", "From and to the controller.",
                  NAT64 + [entry("route4", "connected", dst_addr="192.0.2.0/24")])
    packet = v6(CLIENT, PREFIX + SERVER) / UDP(sport=4242, dport=53) / DATA
    frame = received(1, packet)["packet"]

    def out(egress_port, submit, data):
        return {"packet_out": {"egress_port": egress_port, "submit": submit}, "packet": data}

    suite.vector("out of a port", "as it is", out(3, 0, frame), {"port": 3, "packet": frame})
    suite.vector("any bytes out of a port", "as they are", out(2, 0, b"\x01" * 7 + bytes(13)),
                 {"port": 2, "packet": b"\x01" * 7 + bytes(13)})
    suite.vector("through the pipeline", "translated like any other", out(3, 1, frame),
                 forwarded(3, v4_made(POOL, SERVER) / UDP(sport=1042, dport=53) / DATA),
                 entries=binding(17, CLIENT, 4242, POOL, 1042))
    sent = out(0, 1, frame)
    suite.vector("through the pipeline, still not bound", "comes back", sent,
                 packet_ins=[punt("BIB_MISS", sent)], drops={"PUNTED": 1})
    suite.vector("answer to the controller", "it should have known",
                 out(0, 1, received(3, v4(SERVER, POOL) / echo4("request", 1))["packet"]),
                 drops={"CPU_PORT": 1})
    suite.vector("out of a port that is not there", "a card has four", out(9, 0, frame),
                 drops={"NO_PORT": 1}, needs=["CARD"])
    first, second = (received(1, v6(CLIENT, PREFIX + SERVER) / UDP(sport=port, dport=53))
                     for port in (1, 2))
    suite.vector("rate of punts", "one goes, one is dropped", [first, second],
                 packet_ins=[punt("BIB_MISS", first)], drops={"PUNTED": 1, "PUNT_RATE": 1},
                 meters={"punts": {"BIB_MISS": {"rate": 1, "burst": 1}}})
    segments = [received(1, v6(CLIENT, PREFIX + SERVER) / TCP(sport=4242, dport=80, flags=flags))
                for flags in ("S", "F")]
    suite.vector("rate of copies", "the packet itself goes on", segments,
                 [forwarded(3, v4_made(POOL, SERVER) / TCP(sport=1042, dport=80, flags=flags))
                  for flags in ("S", "F")],
                 packet_ins=[punt("TCP_STATE", segments[0])], drops={"COPY_RATE": 1},
                 entries=binding(6, CLIENT, 4242, POOL, 1042),
                 meters={"punts": {"TCP_STATE": {"rate": 1, "burst": 1}}})
    return suite


SUITES = [neighbor, local, forwarding, ecmp, admission, packet_io]
