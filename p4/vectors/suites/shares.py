# SPDX-License-Identifier: Apache-2.0
"""What comes up is shared by subscribers (Share, shared/share.p4)."""

from ipaddress import ip_address

from scapy.layers.l2 import ARP

from flow_hash import flow_hash

from .net import *

DATA = Raw(b"isthmus")
OTHER = "2001:db8:1:1::1"  # of another /64
MASK56 = "ffff:ffff:ffff:ff00::"
# Codes of include/reasons.p4.
BIB_MISS, TCP_STATE, ICMP_ERROR, NEIGHBOR, FRAGMENT = 1, 2, 5, 6, 10


def share(reason, *words):
    return flow_hash([reason, *words], 0) % 1024


def share6(reason, address, length=64):
    network = int(ip_address(address)) >> 128 - length << 128 - length
    return share(reason, *(network >> at & 0xffffffff for at in (96, 64, 32, 0)))


def one(cell):
    return {"shares": {str(cell): {"rate": 1, "burst": 1}}}


def shares():
    suite = Suite("shares", "What is for the controller is metered by subscriber and reason.",
                  NAT64 + [route("2001:db8:1:1::/64", 1)])

    def first(source, port):
        return received(1, v6(source, PREFIX + SERVER) / UDP(sport=port, dport=53))

    def fair(name, about, cell, sent, up, reason="BIB_MISS", **more):
        suite.vector(name, about, sent, packet_ins=[punt(reason, s) for s in up],
                     drops={reason: n for reason, n in (("PUNTED", len(up)), (
                         "PUNT_SHARE", len(sent) - len(up))) if n},
                     needs=["SHARE_METER"], meters=one(cell), **more)

    a, b, c = first(CLIENT, 1), first(CLIENT2, 2), first(OTHER, 3)
    fair("two hosts of a subscriber", "share a rate, and nobody else does",
         share6(BIB_MISS, CLIENT), [a, b, c], [a, c])
    fair("subscribers of /56", "their networks share a rate", share6(BIB_MISS, CLIENT, 56),
         [a, c], [a],
         entries=[entry("subscriber", "set_subscriber", {"mask": MASK56}, scope=0)])
    fair("another reason", "has a rate of its own", share6(FRAGMENT, CLIENT), [a, b], [a, b])

    x, y = (received(3, v4(source, POOL, flags="MF", id=7) / UDP(sport=53, dport=9) / DATA)
            for source in ("198.51.100.9", "198.51.100.8"))
    fair("from IPv4, not known to whom", "of the source",
         share(FRAGMENT, int(ip_address("198.51.100.9"))), [x, x, y], [x, y], "FRAGMENT")

    quote = v4(POOL, SERVER) / UDP(sport=1042, dport=53)
    x, y = (received(3, v4(router, POOL) / ICMP(type=3, code=3) / quote)
            for router in ("198.51.100.1", "198.51.100.2"))
    z = received(3, v4("198.51.100.1", POOL2) / ICMP(type=3, code=3) / quote)
    fair("errors from IPv4", "of the pool address, whoever sent them",
         share(ICMP_ERROR, int(ip_address(POOL))), [x, y, z], [x, z], "ICMP_ERROR")

    segments = [received(3, v4(SERVER, POOL) / TCP(sport=80, dport=port, flags="SA"))
                for port in (1042, 1043)]
    suite.vector("from IPv4, to a subscriber", "of the subscriber: the copy alone is not made",
                 [segments[0], segments[0], segments[1]],
                 [forwarded(1, v6(PREFIX + SERVER, host, hlim=63)
                            / TCP(sport=80, dport=4242, flags="SA"))
                  for host in (CLIENT, CLIENT, OTHER)],
                 packet_ins=[punt("TCP_STATE", s) for s in segments], drops={"COPY_RATE": 1},
                 entries=binding(6, CLIENT, 4242, POOL, 1042)
                 + binding(6, OTHER, 4242, POOL, 1043),
                 needs=["SHARE_METER"], meters=one(share6(TCP_STATE, CLIENT)))

    asked = [received(port, ARP(op=1, hwsrc=dmac(port), psrc="192.0.2.9", pdst="192.0.2.8"),
                      "ff:ff:ff:ff:ff:ff") for port in (3, 4)]
    fair("neighbours", "of the port, whatever they say who they are", share(NEIGHBOR, 3),
         [asked[0], asked[0], asked[1]], asked, "NEIGHBOR")

    one_left, none_left = first(CLIENT, 1), first(OTHER, 2)
    suite.vector("rate of the reason as well", "holds for all subscribers together",
                 [one_left, none_left], packet_ins=[punt("BIB_MISS", one_left)],
                 drops={"PUNTED": 1, "PUNT_RATE": 1}, needs=["SHARE_METER"],
                 meters={**one(share6(BIB_MISS, CLIENT)),
                         "punts": {"BIB_MISS": {"rate": 1, "burst": 1}}})
    return suite


SUITES = [shares]
