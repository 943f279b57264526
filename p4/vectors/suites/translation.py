# SPDX-License-Identifier: Apache-2.0
"""Sessions: RFC 6052 addresses, bindings, hairpinning, checksums (RFC 6146, RFC 7915)."""

import functools
import ipaddress

from .net import *

LENGTHS = {
    # prefix, and 198.51.100.9 = c6.33.64.09 inside it; bits 64 to 71 are skipped
    32: ("3fff:32::", "3fff:32:c633:6409::"),
    40: ("3fff:40:4000::", "3fff:40:40c6:3364:9::"),
    48: ("3fff:48:48::", "3fff:48:48:c633:64:900::"),
    56: ("3fff:56:56:5600::", "3fff:56:56:56c6:33:6409::"),
    64: ("3fff:64:64:64::", "3fff:64:64:64:c6:3364:900:0"),
    96: ("3fff:96:96:96:0:96::", "3fff:96:96:96:0:96:c633:6409"),
}
TCP_, UDP_, ICMP_ = 6, 17, 1
DATA = Raw(b"isthmus")


def messages(port6, port4):
    """Upper layers of a session: name, protocol, IPv6 out, IPv4 out, IPv4 back, IPv6 back."""
    yield ("tcp", TCP_,
           TCP(sport=port6, dport=80, flags="A", seq=7) / DATA,
           TCP(sport=port4, dport=80, flags="A", seq=7) / DATA,
           TCP(sport=80, dport=port4, flags="A", seq=9) / DATA,
           TCP(sport=80, dport=port6, flags="A", seq=9) / DATA)
    yield ("udp", UDP_,
           UDP(sport=port6, dport=53) / DATA, UDP(sport=port4, dport=53) / DATA,
           UDP(sport=53, dport=port4) / DATA, UDP(sport=53, dport=port6) / DATA)
    yield ("icmp", ICMP_,
           echo6("request", port6) / DATA, echo4("request", port4) / DATA,
           echo4("reply", port4) / DATA, echo6("reply", port6) / DATA)


def subscriber_limit(protocol, prefix, instance=1):
    return entry("subscriber_limits", "limited", instance=instance, protocol=protocol,
                 src_addr=prefix)


def denied_services(suite):
    """RFC 6888 REQ-6: a destination, a port of it, or a port of all."""
    def deny(protocol, **match):
        return entry("denied_services", "deny", instance=1, protocol=protocol, **match)

    server6 = PREFIX + SERVER
    bound = [row for protocol in (TCP_, UDP_, ICMP_)
             for row in binding(protocol, CLIENT, 4242, POOL, 1042)]
    rules = [deny(TCP_, port="25/16"), deny(UDP_, addr4="198.51.100.0/24", port="6912/10"),
             deny(ICMP_, addr4="198.51.100.9/32"), deny(UDP_, addr4="198.51.100.8/32")]
    other = PREFIX + "198.51.99.9"
    reason = "EMBEDDED_ADDRESS_DENIED"
    what = "RFC 6888 REQ-6"

    def refused(name, packet, entries=bound):
        suite.refused(name, what, packet, reason, entries=rules + entries)

    def passed(name, packet, out):
        suite.vector(name, what, packet, forwarded(3, out), entries=rules + bound)

    for state, rows in (("", bound), (" without a binding", [])):
        refused("denied port" + state,
                received(1, v6(CLIENT, server6) / TCP(sport=4242, dport=25, flags="S")), rows)
    refused("denied range of ports, first",
            received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=6912)))
    refused("denied range of ports, last",
            received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=6975)))
    refused("denied ping", received(1, v6(CLIENT, server6) / echo6("request", 4242)))
    refused("denied protocol",
            received(1, v6(CLIENT, PREFIX + "198.51.100.8") / UDP(sport=4242, dport=9)))
    refused("denied port, from IPv4",
            received(3, v4(SERVER, POOL) / TCP(sport=25, dport=1042, flags="A")))
    refused("denied port of an EAM host",
            received(1, v6("2001:db8:1::e", server6) / TCP(sport=4242, dport=25, flags="S")),
            [entry("eam6_src", "eam_src_to4", {"prefix4": "192.0.2.1", "suffix_mask": 0, "shift": 0},
                   src_addr="2001:db8:1::e/128", instance=1)])
    refused("denied port of a hairpin",
            received(1, v6(CLIENT, PREFIX + POOL) / TCP(sport=4242, dport=25, flags="A")),
            bound + binding(TCP_, CLIENT2, 4243, POOL, 25))
    suite.vector("hairpin to a host's port that is denied of others", what,
                 received(1, v6(CLIENT, PREFIX + POOL) / TCP(sport=4242, dport=1043, flags="A")),
                 forwarded(2, v6(PREFIX + POOL, CLIENT2, 63)
                           / TCP(sport=1042, dport=25, flags="A")),
                 entries=rules + bound + binding(TCP_, CLIENT2, 25, POOL, 1043))
    passed("port beside a denied one",
           received(1, v6(CLIENT, server6) / TCP(sport=4242, dport=26, flags="A")),
           v4_made(POOL, SERVER) / TCP(sport=1042, dport=26, flags="A"))
    passed("denied port of another protocol",
           received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=25) / DATA),
           v4_made(POOL, SERVER) / UDP(sport=1042, dport=25) / DATA)
    passed("port behind a denied range",
           received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=6976) / DATA),
           v4_made(POOL, SERVER) / UDP(sport=1042, dport=6976) / DATA)
    suite.vector("denied port of another address", what,
                 received(1, v6(CLIENT, other) / UDP(sport=4242, dport=6912) / DATA),
                 forwarded(3, v4_made(POOL, "198.51.99.9") / UDP(sport=1042, dport=6912) / DATA),
                 entries=rules + bound + [route("198.51.99.0/24", 3)])
    suite.vector("denied protocol of another address", what,
                 received(1, v6(CLIENT, PREFIX + "198.51.100.10") / echo6("request", 4242)),
                 forwarded(3, v4_made(POOL, "198.51.100.10") / echo4("request", 1042)),
                 entries=rules + bound)
    suite.vector("source port that is denied as a destination", what,
                 received(1, v6(CLIENT, server6) / TCP(sport=25, dport=80, flags="A")),
                 forwarded(3, v4_made(POOL, SERVER) / TCP(sport=1025, dport=80, flags="A")),
                 entries=rules + binding(TCP_, CLIENT, 25, POOL, 1025))


def rfc6052():
    entries = list(ROUTES)
    for instance, (length, (prefix, _)) in enumerate(LENGTHS.items(), start=10):
        entries += nat64_prefix(prefix, length, instance)
        entries += [entry("pool4", "pool", {"instance": instance},
                          dst_addr=f"203.0.113.{length}/32")]
    suite = Suite("rfc6052", "All prefix lengths of RFC 6052 section 2.2, both ways, with TCP, UDP "
                  "and ICMP echo.", entries)
    for instance, (length, (_, embedded)) in enumerate(LENGTHS.items(), start=10):
        pool = f"203.0.113.{length}"
        for name, protocol, out6, out4, back4, back6 in messages(4242, 1042):
            bound = binding(protocol, CLIENT, 4242, pool, 1042, instance)
            suite.vector(f"{name} to4 /{length}", "destination taken out of the prefix",
                         received(1, v6(CLIENT, embedded) / out6),
                         forwarded(3, v4_made(pool, SERVER) / out4), entries=bound)
            suite.vector(f"{name} to6 /{length}", "source put into the prefix",
                         received(3, v4(SERVER, pool) / back4),
                         forwarded(1, v6(embedded, CLIENT, 63) / back6), entries=bound)
    with_suffix = "3fff:32:c633:6409:ff:ffff:ffff:ffff"
    suite.vector("suffix ignored", "RFC 6052 section 2.2: suffix bits and bits 64 to 71 are not "
                 "looked at on receipt",
                 received(1, v6(CLIENT, with_suffix) / UDP(sport=4242, dport=53) / DATA),
                 forwarded(3, v4_made("203.0.113.32", SERVER) / UDP(sport=1042, dport=53) / DATA),
                 entries=binding(UDP_, CLIENT, 4242, "203.0.113.32", 1042, 10))
    return suite


def filtering():
    suite = Suite("filtering", "Who may send to a binding that is filtered (RFC 4787 section 5, "
                  "RFC 6146 section 3.5).", NAT64)
    server6 = PREFIX + SERVER
    other6 = PREFIX + "198.51.100.10"
    for name, protocol, out6, out4, back4, back6 in messages(4242, 1042):
        bound = filtered(protocol, CLIENT, 4242, POOL, 1042, False)
        known = bound + [session(protocol, POOL, 1042, SERVER, 0)]
        sent = received(1, v6(CLIENT, server6) / out6)
        answer = received(3, v4(SERVER, POOL) / back4)
        suite.punted(f"{name} to a peer without session", "the controller makes one", sent,
                     "SESSION_MISS", entries=bound, needs=["SESSIONS"])
        suite.dropped(f"{name} from a peer without session", "nothing comes up", answer,
                      "FILTERED", entries=bound, needs=["SESSIONS"])
        suite.vector(f"{name} to a peer with a session", "goes on", sent,
                     forwarded(3, v4_made(POOL, SERVER) / out4), entries=known,
                     needs=["SESSIONS"])
        suite.vector(f"{name} from a peer with a session", "goes on", answer,
                     forwarded(1, v6(server6, CLIENT, 63) / back6), entries=known,
                     needs=["SESSIONS"])
        suite.punted(f"{name} to another peer", "each needs a session",
                     received(1, v6(CLIENT, other6) / out6), "SESSION_MISS", entries=known,
                     needs=["SESSIONS"])
        suite.dropped(f"{name} from another peer", "each needs a session",
                      received(3, v4("198.51.100.10", POOL) / back4), "FILTERED", entries=known,
                      needs=["SESSIONS"])
    bound = filtered(UDP_, CLIENT, 4242, POOL, 1042, False)
    ported = filtered(UDP_, CLIENT, 4242, POOL, 1042, True)
    by_address = bound + [session(UDP_, POOL, 1042, SERVER, 0)]
    by_port = ported + [session(UDP_, POOL, 1042, SERVER, 53)]
    elsewhere = received(3, v4(SERVER, POOL) / UDP(sport=99, dport=1042) / DATA)
    suite.vector("another port of a peer", "address-dependent: may send", elsewhere,
                 forwarded(1, v6(server6, CLIENT, 63) / UDP(sport=99, dport=4242) / DATA),
                 entries=by_address, needs=["SESSIONS"])
    suite.dropped("another port of a peer, by port", "address-and-port-dependent: may not",
                  elsewhere, "FILTERED", entries=by_port, needs=["SESSIONS"])
    suite.vector("the port of a peer, by port", "may send",
                 received(3, v4(SERVER, POOL) / UDP(sport=53, dport=1042) / DATA),
                 forwarded(1, v6(server6, CLIENT, 63) / UDP(sport=53, dport=4242) / DATA),
                 entries=by_port, needs=["SESSIONS"])
    suite.punted("to another port of a peer, by port", "each needs a session",
                 received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=99) / DATA),
                 "SESSION_MISS", entries=by_port, needs=["SESSIONS"])
    suite.vector("to another port of a peer", "address-dependent: the same session",
                 received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=99) / DATA),
                 forwarded(3, v4_made(POOL, SERVER) / UDP(sport=1042, dport=99) / DATA),
                 entries=by_address, needs=["SESSIONS"])

    suite.dropped("syn from a peer without session", "RFC 6146 section 3.5.2.2, by policy",
                  received(3, v4(SERVER, POOL) / TCP(sport=443, dport=1042, flags="S")),
                  "FILTERED", entries=filtered(TCP_, CLIENT, 4242, POOL, 1042, False),
                  needs=["SESSIONS"])

    tcp = filtered(TCP_, CLIENT, 4242, POOL, 1042, False) + [session(TCP_, POOL, 1042, SERVER, 0)]
    for flags in ("S", "FA"):
        sent = received(1, v6(CLIENT, server6) / TCP(sport=4242, dport=80, flags=flags))
        suite.vector(f"tcp {flags} to a peer with a session", "its state is to be followed", sent,
                     forwarded(3, v4_made(POOL, SERVER) / TCP(sport=1042, dport=80, flags=flags)),
                     entries=tcp, packet_ins=[punt("TCP_STATE", sent)], needs=["SESSIONS"])
        sent = received(3, v4(SERVER, POOL) / TCP(sport=80, dport=1042, flags=flags))
        suite.vector(f"tcp {flags} from a peer with a session", "its state is to be followed", sent,
                     forwarded(1, v6(server6, CLIENT, 63) / TCP(sport=80, dport=4242, flags=flags)),
                     entries=tcp, packet_ins=[punt("TCP_STATE", sent)], needs=["SESSIONS"])

    # A hairpin: client 1 writes to the binding of client 2.
    mine = filtered(UDP_, CLIENT, 4242, POOL, 1042, True)
    yours = filtered(UDP_, CLIENT2, 5353, POOL2, 2053, True)
    sent = received(1, v6(CLIENT, PREFIX + POOL2) / UDP(sport=4242, dport=2053) / DATA)
    arrives = forwarded(2, v6(PREFIX + POOL, CLIENT2, 63) / UDP(sport=1042, dport=5353) / DATA)
    my_session = [session(UDP_, POOL, 1042, POOL2, 2053)]
    your_session = [session(UDP_, POOL2, 2053, POOL, 1042),
                    session(UDP_, POOL2, 2053, POOL, 1042, "hairpin_session")]
    suite.punted("hairpin without session of the sender", "the controller makes one", sent,
                 "SESSION_MISS", entries=mine + yours + your_session, needs=["SESSIONS"])
    suite.dropped("hairpin without session of the receiver", "it did not write to the sender", sent,
                  "FILTERED", entries=mine + yours + my_session, needs=["SESSIONS"])
    suite.vector("hairpin with both sessions", "goes on", sent, arrives,
                 entries=mine + yours + my_session + your_session, needs=["SESSIONS"])
    open_ = binding(UDP_, CLIENT, 4242, POOL, 1042)
    suite.dropped("hairpin from a binding that is not filtered", "the receiver's is", sent,
                  "FILTERED", entries=open_ + yours, needs=["SESSIONS"])
    suite.vector("hairpin from such a binding with a session", "goes on", sent, arrives,
                 entries=open_ + yours + [session(UDP_, POOL2, 2053, POOL, 1042)],
                 needs=["SESSIONS"])
    suite.vector("hairpin to a binding that is not filtered", "the sender's is", sent, arrives,
                 entries=mine + binding(UDP_, CLIENT2, 5353, POOL2, 2053) + my_session,
                 needs=["SESSIONS"])
    return suite


def held():
    suite = Suite("held_syns", "SYNs that nobody waits for, to a pool that holds them "
                  "(RFC 6146 section 3.5.2.2).", NAT64)
    holding = [entry("pool4", "holding_pool", {"instance": 1}, dst_addr=POOL + "/32")]
    bound = binding(TCP_, CLIENT, 4242, POOL, 1042)
    by_peer = filtered(TCP_, CLIENT, 4242, POOL, 1042, True)

    def inbound(flags):
        return received(3, v4(SERVER, POOL) / TCP(sport=443, dport=1042, flags=flags))

    def arrives(flags):
        return forwarded(1, v6(PREFIX + SERVER, CLIENT, 63)
                         / TCP(sport=443, dport=4242, flags=flags))

    suite.punted("syn to an unbound port", "it may be half of a simultaneous open", inbound("S"),
                 "UNSOLICITED_SYN", entries=holding, needs=["SESSIONS"])
    suite.punted("syn from a peer without session", "the same", inbound("S"),
                 "UNSOLICITED_SYN", entries=holding + by_peer, needs=["SESSIONS"])
    for flags, name in (("A", "ack"), ("SA", "syn and ack"), ("R", "rst"), ("F", "fin")):
        suite.dropped(f"{name} to an unbound port", "opens nothing", inbound(flags),
                      "NO_BINDING", entries=holding, needs=["SESSIONS"])
        suite.dropped(f"{name} from a peer without session", "opens nothing", inbound(flags),
                      "FILTERED", entries=holding + by_peer, needs=["SESSIONS"])
    suite.dropped("udp to an unbound port", "is dropped as in any pool",
                  received(3, v4(SERVER, POOL) / UDP(sport=443, dport=1042) / DATA),
                  "NO_BINDING", entries=holding, needs=["SESSIONS"])

    def hairpinned(flags):
        return received(1, v6(CLIENT, PREFIX + POOL) / TCP(sport=4242, dport=2042, flags=flags))

    theirs = filtered(TCP_, CLIENT2, 5353, POOL, 2042, True)
    to_them = [session(TCP_, POOL, 1042, POOL, 2042)]
    for name, rows in (
            ("of a host without binding", []), ("of a host with one", bound),
            ("to a binding without session", bound + theirs),
            ("to a binding without session, of a filtered host", by_peer + to_them + theirs)):
        suite.punted(f"hairpinned syn {name}", "is one to a port that nobody waits at",
                     hairpinned("S"), "UNSOLICITED_SYN", entries=holding + rows,
                     needs=["SESSIONS"])
        suite.dropped(f"hairpinned ack {name}", "opens nothing", hairpinned("A"),
                      "FILTERED" if theirs[0] in rows else "NO_BINDING", entries=holding + rows,
                      needs=["SESSIONS"])
    suite.vector("syn to a bound port", "goes on, and its copy comes up", inbound("S"),
                 arrives("S"), packet_ins=[punt("TCP_STATE", inbound("S"))],
                 entries=holding + bound, needs=["SESSIONS"])
    suite.vector("ack to a bound port", "goes on", inbound("A"), arrives("A"),
                 entries=holding + bound, needs=["SESSIONS"])
    return suite


def bindings():
    suite = Suite("bindings", "What is bound, what is not, and what the controller hears "
                  "(RFC 6146 section 3.5).", NAT64)
    server6 = PREFIX + SERVER
    for name, protocol, out6, _, back4, _ in messages(4242, 1042):
        suite.punted(f"{name} without binding", "the controller makes one",
                     received(1, v6(CLIENT, server6) / out6), "BIB_MISS")
        if protocol == ICMP_:
            suite.vector("icmp reply without binding", "an echo reply that no one waits for",
                         received(3, v4(SERVER, POOL) / back4), drops={"NO_BINDING": 1})
        else:
            suite.dropped(f"{name} to an unbound port", "RFC 6146 section 3.5.1.1: dropped",
                          received(3, v4(SERVER, POOL) / back4), "NO_BINDING")
    request = received(3, v4(SERVER, POOL) / echo4("request", 77) / DATA)
    suite.vector("ping of a pool address", "no binding for the identifier: the switch answers",
                 request,
                 {"port": 3, "packet": bytes(
                     Ether(src=ROUTER, dst=dmac(3)) / v4(POOL, SERVER) / echo4("reply", 77)
                     / DATA)})
    zeros = Raw(bytes(4))
    suite.vector("ping of a pool address, zeros", "a reply of zeros has the other zero for a "
                 "checksum (RFC 1624)",
                 received(3, v4(SERVER, POOL) / echo4("request", 0, 0) / zeros),
                 {"port": 3, "packet": bytes(
                     Ether(src=ROUTER, dst=dmac(3)) / v4(POOL, SERVER) / echo4("reply", 0, 0)
                     / zeros)})
    suite.vector("ping of a bound identifier", "goes to the host that holds it",
                 received(3, v4(SERVER, POOL) / echo4("request", 1042) / DATA),
                 forwarded(1, v6(server6, CLIENT, 63) / echo6("request", 4242) / DATA),
                 entries=binding(ICMP_, CLIENT, 4242, POOL, 1042))
    for name, protocol, out6, out4, _, _ in messages(4242, 1042):
        number = 58 if protocol == ICMP_ else protocol
        limit = [subscriber_limit(number, "2001:db8:1::/64")]
        sent = received(1, v6(CLIENT, server6) / out6)
        suite.dropped(f"{name} of a subscriber at its limit", "nothing comes up", sent,
                      "SUBSCRIBER_LIMIT", entries=limit)
        suite.vector(f"{name} with a binding of a subscriber at its limit", "goes on", sent,
                     forwarded(3, v4_made(POOL, SERVER) / out4),
                     entries=limit + binding(protocol, CLIENT, 4242, POOL, 1042))
        suite.punted(f"{name} beside a limit", "of another protocol, instance or subscriber", sent,
                     "BIB_MISS",
                     entries=[subscriber_limit({6: 17, 17: 58, 58: 6}[number], "2001:db8:1::/64"),
                              subscriber_limit(number, "2001:db8:1::/64", 2),
                              subscriber_limit(number, "2001:db8:2::/64")])
    bound = binding(TCP_, CLIENT, 4242, POOL, 1042)
    for flags in ("S", "SA", "FA", "R", "RA"):
        sent = received(1, v6(CLIENT, server6) / TCP(sport=4242, dport=80, flags=flags))
        suite.vector(f"tcp {flags} to4", "goes on, and the controller gets a copy", sent,
                     forwarded(3, v4_made(POOL, SERVER)
                               / TCP(sport=1042, dport=80, flags=flags)),
                     packet_ins=[punt("TCP_STATE", sent)], entries=bound)
    for flags in ("S", "SA", "FA", "R", "RA"):
        sent = received(3, v4(SERVER, POOL) / TCP(sport=80, dport=1042, flags=flags))
        suite.vector(f"tcp {flags} to6", "goes on, and the controller gets a copy", sent,
                     forwarded(1, v6(server6, CLIENT, 63) / TCP(sport=80, dport=4242, flags=flags)),
                     packet_ins=[punt("TCP_STATE", sent)], entries=bound)
    suite.punted("another protocol is not bound, to4", "TCP and UDP have bindings of their own",
                 received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=80)), "BIB_MISS",
                 entries=bound)
    suite.dropped("another protocol is not bound, to6", "TCP and UDP have bindings of their own",
                  received(3, v4(SERVER, POOL) / UDP(sport=80, dport=1042)), "NO_BINDING",
                  entries=bound)
    suite.vector("another peer", "the binding is for all of them, and all of them may answer",
                 [received(1, v6(CLIENT, PREFIX + "198.51.100.77")
                           / UDP(sport=4242, dport=123) / DATA),
                  received(3, v4("198.51.100.78", POOL) / UDP(sport=9, dport=1042) / DATA)],
                 [forwarded(3, v4_made(POOL, "198.51.100.77") / UDP(sport=1042, dport=123) / DATA),
                  forwarded(1, v6(PREFIX + "198.51.100.78", CLIENT, 63)
                            / UDP(sport=9, dport=4242) / DATA)],
                 entries=binding(UDP_, CLIENT, 4242, POOL, 1042))
    suite.vector("another peer, icmp", "the identifier is the same for all of them",
                 [received(1, v6(CLIENT, PREFIX + "198.51.100.77") / echo6("request", 4242)),
                  received(3, v4("198.51.100.78", POOL) / echo4("reply", 1042))],
                 [forwarded(3, v4_made(POOL, "198.51.100.77") / echo4("request", 1042)),
                  forwarded(1, v6(PREFIX + "198.51.100.78", CLIENT, 63) / echo6("reply", 4242))],
                 entries=binding(ICMP_, CLIENT, 4242, POOL, 1042))
    suite.dropped("loop", "RFC 6146 section 3.5: source inside the NAT64 prefix",
                  received(1, v6(PREFIX + "192.0.2.1", server6) / UDP(sport=1, dport=2)), "LOOP")
    deny = [entry("embedded", "deny", instance=1, addr4="10.0.0.0/8")]
    suite.refused("private address in the well-known prefix", "RFC 6052 section 3.1",
                  received(1, v6(CLIENT, PREFIX + "10.1.2.3") / UDP(sport=4242, dport=53)),
                  "EMBEDDED_ADDRESS_DENIED", entries=deny)
    suite.refused("private source into the well-known prefix", "RFC 6052 section 3.1",
                  received(3, v4("10.1.2.3", POOL) / UDP(sport=53, dport=1042)),
                  "EMBEDDED_ADDRESS_DENIED", entries=deny + binding(UDP_, CLIENT, 4242, POOL, 1042))
    denied_services(suite)
    suite.dropped("no prefix for the instance", "its source cannot be written in IPv6",
                  received(3, v4(SERVER, "203.0.114.1") / UDP(sport=53, dport=1042)), "NO_PREFIX",
                  entries=[entry("pool4", "pool", {"instance": 9}, dst_addr="203.0.114.0/24")]
                  + binding(UDP_, CLIENT, 4242, "203.0.114.1", 1042))
    sctp = Raw(bytes(20))
    suite.refused("unknown protocol to4", "RFC 6146 section 3.4: its sender is told",
                  received(1, v6(CLIENT, server6, nh=132) / sctp), "UNKNOWN_PROTOCOL")
    suite.refused("unknown protocol to6", "RFC 6146 section 3.4: its sender is told",
                  received(3, v4(SERVER, POOL, proto=132) / sctp), "UNKNOWN_PROTOCOL")
    suite.refused("icmp inside ipv6", "a protocol of the other family: its sender is told",
                  received(1, v6(CLIENT, server6, nh=1) / echo4("request", 1)),
                  "UNKNOWN_PROTOCOL")
    suite.refused("icmpv6 inside ipv4", "a protocol of the other family: its sender is told",
                  received(3, v4(SERVER, POOL, proto=58) / Raw(bytes(8))), "UNKNOWN_PROTOCOL")
    return suite


def hairpin():
    suite = Suite("hairpin", "IPv6 to IPv6 through the pool (RFC 6146 section 3.8); the source is "
                  "always the NAT64 prefix with the pool address.", NAT64)
    for name, protocol, upper in (("tcp", TCP_, TCP), ("udp", UDP_, UDP)):
        bound = (binding(protocol, CLIENT, 4242, POOL, 1042)
                 + binding(protocol, CLIENT2, 5353, POOL2, 2042))
        more = {"flags": "A"} if upper is TCP else {}
        suite.vector(f"{name} there", "both ports and both addresses change",
                     received(1, v6(CLIENT, PREFIX + POOL2, tc=0xb8, fl=0x12345)
                              / upper(sport=4242, dport=2042, **more) / DATA),
                     forwarded(2, v6(PREFIX + POOL, CLIENT2, 63, tc=0xb8)
                               / upper(sport=1042, dport=5353, **more) / DATA),
                     entries=bound)
    bound = (binding(UDP_, CLIENT, 4242, POOL, 1042)
             + binding(UDP_, CLIENT2, 5353, POOL2, 2042))
    suite.vector("udp back", "and the answer returns the same way",
                 received(2, v6(CLIENT2, PREFIX + POOL) / UDP(sport=5353, dport=1042) / DATA),
                 forwarded(1, v6(PREFIX + POOL2, CLIENT, 63) / UDP(sport=2042, dport=4242)
                           / DATA), entries=bound)
    suite.dropped("nothing bound there", "no binding for the destination",
                  received(1, v6(CLIENT, PREFIX + POOL2) / UDP(sport=4242, dport=9)),
                  "NO_BINDING", entries=bound)
    suite.punted("source not bound", "the controller makes a binding for it",
                 received(1, v6(CLIENT, PREFIX + POOL2) / UDP(sport=4, dport=2042)), "BIB_MISS",
                 entries=bound)
    bound = binding(ICMP_, CLIENT, 4242, POOL, 1042) + binding(ICMP_, CLIENT2, 77, POOL2, 1042)
    for kind in ("request", "reply"):
        suite.punted(f"echo {kind}", "both bindings have a say in the identifier: the controller "
                     "translates it, or answers",
                     received(1, v6(CLIENT, PREFIX + POOL2) / echo6(kind, 4242) / DATA),
                     "HAIRPIN_ECHO", entries=bound)
    return suite


def checksums():
    suite = Suite("checksums", "RFC 1624: differences only, so that what was wrong stays wrong; "
                  "UDP without checksum (RFC 7915 section 4.5).",
                  NAT64 + binding(TCP_, CLIENT, 4242, POOL, 1042)
                  + binding(UDP_, CLIENT, 4242, POOL, 1042)
                  + binding(ICMP_, CLIENT, 4242, POOL, 1042))
    server6 = PREFIX + SERVER
    for name, protocol, out6, out4, back4, back6 in messages(4242, 1042):
        layer4 = {TCP_: TCP, UDP_: UDP, ICMP_: ICMP}[protocol]
        in6, in4 = v6(CLIENT, server6) / out6, v4(SERVER, POOL) / back4
        made4, made6 = v4_made(POOL, SERVER) / out4, v6(server6, CLIENT, 63) / back6
        layer6 = layer4 if protocol != ICMP_ else type(parsed(in6)[IPv6].payload)
        back_layer6 = layer4 if protocol != ICMP_ else type(parsed(made6)[IPv6].payload)
        for error in (1, 0x1234, 0x8000):
            suite.vector(f"{name} wrong by {error:#x} to4", "and wrong by as much afterwards",
                         received(1, off_by(in6, layer6, error)),
                         forwarded(3, off_by(made4, layer4, error), generated_id=True))
            suite.vector(f"{name} wrong by {error:#x} to6", "and wrong by as much afterwards",
                         received(3, off_by(in4, layer4, error)),
                         forwarded(1, off_by(made6, back_layer6, error)))

    # What is left of a checksum is folded twice where the first sum carries into bit 16 again.
    def carrying(addresses, *others):
        words = sum(others) + sum(
            int.from_bytes(packed[i:i + 2], "big")
            for packed in (ipaddress.ip_address(a).packed for a in addresses)
            for i in range(0, len(packed), 2))
        last = 0xffff - words % 0x10000
        assert words + last > 0xffff
        return last

    out = carrying((CLIENT, server6), 4242)
    back = carrying((SERVER, POOL), 1042)
    for name, layer in (("tcp", functools.partial(TCP, flags="A")), ("udp", UDP)):
        suite.vector(f"{name} carries twice to4", "RFC 1071",
                     received(1, v6(CLIENT, server6) / layer(sport=4242, dport=out) / DATA),
                     forwarded(3, v4_made(POOL, SERVER) / layer(sport=1042, dport=out) / DATA))
        suite.vector(f"{name} carries twice to6", "RFC 1071",
                     received(3, v4(SERVER, POOL) / layer(sport=back, dport=1042) / DATA),
                     forwarded(1, v6(server6, CLIENT, 63) / layer(sport=back, dport=4242) / DATA))
    identifier = carrying((CLIENT, server6), 8 + len(DATA), 58, 128 << 8)
    suite.vector("icmp carries twice to4", "RFC 1071",
                 received(1, v6(CLIENT, server6) / echo6("request", identifier) / DATA),
                 forwarded(3, v4_made(POOL, SERVER) / echo4("request", 1043) / DATA),
                 entries=binding(ICMP_, CLIENT, identifier, POOL, 1043))

    # A payload word that makes the checksum of the result 0, which UDP writes as 0xffff.
    def with_sum_zero(packet):
        full = parsed(packet / Raw(bytes(2)))
        return packet / Raw(full[UDP].chksum.to_bytes(2, "big"))

    out = with_sum_zero(v4_made(POOL, SERVER) / UDP(sport=1042, dport=53))
    assert parsed(out)[UDP].chksum == 0xffff
    word = bytes(parsed(out)[UDP].payload)
    suite.vector("udp sum 0 to4", "written as 0xffff (RFC 768)",
                 received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=53) / Raw(word)),
                 forwarded(3, out))
    out = with_sum_zero(v6(server6, CLIENT, 63) / UDP(sport=53, dport=4242))
    word = bytes(parsed(out)[UDP].payload)
    suite.vector("udp sum 0 to6", "written as 0xffff (RFC 8200 section 8.1)",
                 received(3, v4(SERVER, POOL) / UDP(sport=53, dport=1042) / Raw(word)),
                 forwarded(1, out))

    none = v4(SERVER, POOL) / UDP(sport=53, dport=1042, chksum=0)
    for length in (0, 1, 2, 100, 1001):
        data = Raw(bytes(i * 7 % 251 for i in range(length)))
        suite.vector(f"udp without checksum, {length} bytes", "computed over the payload",
                     received(3, none / data),
                     forwarded(1, v6(server6, CLIENT, 63) / UDP(sport=53, dport=4242) / data),
                     needs=["PAYLOAD_CHECKSUM"])
    suite.vector("udp without checksum, sum 0", "a computed 0 is written as 0xffff",
                 received(3, none / Raw(word)), forwarded(1, out), needs=["PAYLOAD_CHECKSUM"])
    padded = received(3, none / Raw(b"x"))
    padded["packet"] += b"\xff" * 17
    suite.punted("udp without checksum, padded", "bytes behind the packet would be summed up",
                 padded, "UDP_CHECKSUM_ZERO")
    suite.dropped("udp without checksum, of another length", "a part of it would be summed up",
                  received(3, v4(SERVER, POOL) / UDP(sport=53, dport=1042, chksum=0, len=12)
                           / DATA), "BAD_HEADER")
    suite.refused("udp without checksum, not wanted", "dropped by configuration",
                  received(3, none / DATA), "UDP_CHECKSUM_ZERO",
                  entries=[options(udp_zero_compute=0)])
    suite.refused("udp without checksum in IPv6", "not legal there (RFC 8200 section 8.1)",
                  received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=53, chksum=0) / DATA),
                  "UDP_CHECKSUM_ZERO")
    bad = v4(SERVER, POOL) / UDP(sport=53, dport=1042) / DATA
    suite.dropped("ipv4 header checksum", "RFC 1812 section 5.2.2",
                  received(3, off_by(bad, IP, 1)), "BAD_IPV4_CHECKSUM")
    return suite


def mss():
    clamp = entry("mss_clamp", "clamp", instance=1)
    bound = (binding(TCP_, CLIENT, 4242, POOL, 1042)
             + binding(TCP_, CLIENT2, 5353, POOL2, 2042))
    suite = Suite("mss", "TCP segments with SYN and options go to the controller where the MSS is "
                  "clamped (RFC 4459 section 3.2).", NAT64 + bound + [clamp])
    server6 = PREFIX + SERVER
    option = [("MSS", 1440)]
    for flags in ("S", "SA", "SEC"):
        suite.punted(f"{flags} to4", "its option is to be lowered",
                     received(1, v6(CLIENT, server6)
                              / TCP(sport=4242, dport=80, flags=flags, options=option)), "MSS")
        suite.punted(f"{flags} to6", "its option is to be lowered",
                     received(3, v4(SERVER, POOL)
                              / TCP(sport=80, dport=1042, flags=flags, options=option)), "MSS")
    suite.punted("hairpin", "by the instance of its host",
                 received(1, v6(CLIENT, PREFIX + POOL2)
                          / TCP(sport=4242, dport=2042, flags="S", options=option)), "MSS")
    suite.punted("without binding", "comes up once, for its binding",
                 received(1, v6(CLIENT, server6)
                          / TCP(sport=4243, dport=80, flags="S", options=option)), "BIB_MISS")
    syn = v6(CLIENT, server6) / TCP(sport=4242, dport=80, flags="S", options=option)
    made = v4_made(POOL, SERVER) / TCP(sport=1042, dport=80, flags="S", options=option)
    submitted = {"packet_out": {"egress_port": 0, "submit": 1},
                 "packet": received(1, syn)["packet"]}
    suite.vector("submitted", "the controller has lowered it already", submitted,
                 forwarded(3, made), packet_ins=[punt("TCP_STATE", submitted)])
    sent = received(1, v6(CLIENT, server6) / TCP(sport=4242, dport=80, flags="S"))
    suite.vector("no options", "nothing to lower", sent,
                 forwarded(3, v4_made(POOL, SERVER) / TCP(sport=1042, dport=80, flags="S")),
                 packet_ins=[punt("TCP_STATE", sent)])
    times = [("Timestamp", (1, 2)), ("NOP", None), ("NOP", None)]
    suite.vector("no SYN", "no MSS",
                 received(1, v6(CLIENT, server6)
                          / TCP(sport=4242, dport=80, flags="A", options=times) / DATA),
                 forwarded(3, v4_made(POOL, SERVER)
                           / TCP(sport=1042, dport=80, flags="A", options=times) / DATA))
    packet = v6(CLIENT, SERVER6) / TCP(sport=4242, dport=80, flags="S", options=option)
    suite.vector("native", "is not translated", received(1, packet),
                 forwarded(4, v6(CLIENT, SERVER6, 63)
                           / TCP(sport=4242, dport=80, flags="S", options=option)))
    other = [entry("pool4", "pool", {"instance": 2}, dst_addr="203.0.114.0/24"),
             entry("prefix6", "embed", {"prefix6": "2001:db8:64::", "length": 96}, instance=2),
             *binding(TCP_, CLIENT, 9, "203.0.114.9", 99, 2)]
    answer = received(3, v4(SERVER, "203.0.114.9")
                      / TCP(sport=80, dport=99, flags="SA", options=option))
    suite.vector("another instance", "does not clamp", answer,
                 forwarded(1, v6("2001:db8:64::" + SERVER, CLIENT, 63)
                           / TCP(sport=80, dport=9, flags="SA", options=option)),
                 packet_ins=[punt("TCP_STATE", answer)], entries=other)
    return suite


SUITES = [rfc6052, bindings, filtering, held, hairpin, checksums, mss]
