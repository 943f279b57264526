# SPDX-License-Identifier: Apache-2.0
"""Port sets: a range of a host's ports bound to a range of a pool address by one row."""

from .net import *
from .translation import DATA, ICMP_, TCP_, UDP_, messages

NEEDS = ["PORT_SETS"]
HOST, BOUND = 4224, 1024  # 64 ports from there on; 4242 is 1042
LAST = BOUND + 63


def port_set(protocol, addr6, port6, addr4, port4, length=10, instance=1):
    """Both entries of a set; protocol as in IPv4."""
    low = (1 << 16 - length) - 1
    return [
        entry("port_sets6", "bind_set_to4", {"addr4": addr4, "port4": port4, "low": low},
              instance=instance, protocol=58 if protocol == ICMP_ else protocol, src_addr=addr6,
              src_port=f"{port6}/{length}"),
        entry("port_sets4", "bind_set_to6", {"addr6": addr6, "port6": port6, "low": low},
              protocol=protocol, dst_addr=addr4, dst_port=f"{port4}/{length}"),
    ]


def port_sets():
    suite = Suite("port_sets", "Ranges of ports and identifiers bound by one row.", NAT64)
    server6 = PREFIX + SERVER
    sets = [row for p in (TCP_, UDP_, ICMP_) for row in port_set(p, CLIENT, HOST, POOL, BOUND)]

    def vector(name, about, send, expect, rows=(), **more):
        suite.vector(name, about, send, expect, entries=sets + list(rows), needs=NEEDS, **more)

    for name, _, out6, out4, back4, back6 in messages(4242, 1042):
        vector(f"{name} to4", "the low bits of the port stay", received(1, v6(CLIENT, server6) / out6),
               forwarded(3, v4_made(POOL, SERVER) / out4))
        vector(f"{name} to6", "the low bits of the port stay", received(3, v4(SERVER, POOL) / back4),
               forwarded(1, v6(server6, CLIENT, 63) / back6))
    for port6, port4 in ((HOST, BOUND), (HOST + 63, LAST)):
        vector(f"port {port6}", "both ends of the range are in it",
               received(1, v6(CLIENT, server6) / UDP(sport=port6, dport=53) / DATA),
               forwarded(3, v4_made(POOL, SERVER) / UDP(sport=port4, dport=53) / DATA))
    for port6 in (HOST - 1, HOST + 64):
        suite.punted(f"port {port6}", "is in no set",
                     received(1, v6(CLIENT, server6) / UDP(sport=port6, dport=53) / DATA),
                     "BIB_MISS", entries=sets, needs=NEEDS)
    suite.punted("another host", "has no set",
                 received(1, v6(CLIENT2, server6) / UDP(sport=4242, dport=53) / DATA), "BIB_MISS",
                 entries=sets, needs=NEEDS)
    suite.dropped("port behind the range", "nothing is bound there",
                  received(3, v4(SERVER, POOL) / UDP(sport=53, dport=LAST + 1) / DATA),
                  "NO_BINDING", entries=sets, needs=NEEDS)
    vector("ping of a bound identifier", "goes to its host, and is not answered by the switch",
           received(3, v4(SERVER, POOL) / echo4("request", 1042)),
           forwarded(1, v6(server6, CLIENT, 63) / echo6("request", 4242)))
    for flags in ("S", "SA", "FA", "R"):
        vector(f"tcp {flags} to4", "no copy comes up",
               received(1, v6(CLIENT, server6) / TCP(sport=4242, dport=80, flags=flags)),
               forwarded(3, v4_made(POOL, SERVER) / TCP(sport=1042, dport=80, flags=flags)))
        vector(f"tcp {flags} to6", "no copy comes up",
               received(3, v4(SERVER, POOL) / TCP(sport=80, dport=1042, flags=flags)),
               forwarded(1, v6(server6, CLIENT, 63) / TCP(sport=80, dport=4242, flags=flags)))
    vector("binding of a port in the range", "comes before the set",
           received(1, v6(CLIENT, server6) / UDP(sport=4242, dport=53) / DATA),
           forwarded(3, v4_made(POOL2, SERVER) / UDP(sport=9, dport=53) / DATA),
           binding(UDP_, CLIENT, 4242, POOL2, 9))
    other = port_set(UDP_, CLIENT2, 5312, POOL2, 2048) + port_set(TCP_, CLIENT2, 5312, POOL2, 2048)
    vector("hairpin of two sets", "both ports change",
           received(1, v6(CLIENT, PREFIX + POOL2) / UDP(sport=4242, dport=2050) / DATA),
           forwarded(2, v6(PREFIX + POOL, CLIENT2, 63) / UDP(sport=1042, dport=5314) / DATA), other)
    vector("hairpin of two sets, tcp S", "no copy comes up",
           received(1, v6(CLIENT, PREFIX + POOL2) / TCP(sport=4242, dport=2050, flags="S")),
           forwarded(2, v6(PREFIX + POOL, CLIENT2, 63) / TCP(sport=1042, dport=5314, flags="S")),
           other)
    sent = received(1, v6(CLIENT, PREFIX + POOL2) / TCP(sport=4242, dport=2050, flags="S"))
    vector("hairpin from a set to a binding, tcp S", "the binding's session is to be followed", sent,
           forwarded(2, v6(PREFIX + POOL, CLIENT2, 63) / TCP(sport=1042, dport=5353, flags="S")),
           binding(TCP_, CLIENT2, 5353, POOL2, 2050), packet_ins=[punt("TCP_STATE", sent)])
    closed = filtered(UDP_, CLIENT2, 5353, POOL2, 2050, True)
    sent = received(1, v6(CLIENT, PREFIX + POOL2) / UDP(sport=4242, dport=2050) / DATA)
    both = NEEDS + ["SESSIONS"]
    suite.dropped("hairpin from a set to a binding that is filtered", "it did not write to the set", sent,
                  "FILTERED", needs=both, entries=sets + closed)
    suite.vector("hairpin from a set to such a binding with a session", "by the port of the set", sent,
                 forwarded(2, v6(PREFIX + POOL, CLIENT2, 63) / UDP(sport=1042, dport=5353) / DATA),
                 needs=both, entries=sets + closed + [session(UDP_, POOL2, 2050, POOL, 1042)])
    suite.dropped("subscriber at its limit, in a set", "what is bound goes on",
                  received(1, v6(CLIENT, server6) / UDP(sport=HOST + 64, dport=53)),
                  "SUBSCRIBER_LIMIT", needs=NEEDS, entries=sets + [
                      entry("subscriber_limits", "limited", instance=1, protocol=UDP_,
                            src_addr=CLIENT + "/128")])
    return suite


SUITES = [port_sets]
