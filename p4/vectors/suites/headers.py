# SPDX-License-Identifier: Apache-2.0
"""What becomes of header fields, options, extension headers and fragments (RFC 7915), and EAMs
(RFC 7757)."""

from scapy.layers.inet import IPOption_LSRR, IPOption_NOP, IPOption_RR, IPOption_SSRR
from scapy.layers.inet import IPOption_Timestamp
from scapy.layers.inet6 import (ICMPv6DestUnreach, ICMPv6MLReport, ICMPv6ND_Redirect,
                                ICMPv6PacketTooBig, ICMPv6ParamProblem, ICMPv6TimeExceeded, ICMPv6Unknown,
                                IPv6ExtHdrDestOpt, IPv6ExtHdrFragment, IPv6ExtHdrHopByHop,
                                IPv6ExtHdrRouting, PadN)

from .net import *

SERVER6_64 = PREFIX + SERVER
UDP_BOUND = binding(17, CLIENT, 4242, POOL, 1042)
DATA = Raw(b"isthmus")
OUT = UDP(sport=4242, dport=53)
OUT4 = UDP(sport=1042, dport=53)
BACK = UDP(sport=53, dport=1042)
BACK6 = UDP(sport=53, dport=4242)

EAM_HOST = "2001:db8:ee::4"  # port 2, seen as 192.0.2.4
EAM_NET = "2001:db8:e6:0:2a00::"  # port 2, suffix 0x2a of /64: seen as 192.0.2.64/26 + 0x2a
EAM_SERVER = "2001:db8:4444::a"  # 198.51.100.32/28 + 10, behind port 3
EAMT = [
    route("2001:db8:ee::/48", 2), route("2001:db8:e6::/48", 2),
    # 192.0.2.4/32 and 2001:db8:ee::4/128: shift 96 + 32 - 128
    entry("eam4_dst", "eam_dst_to6", {"prefix6": EAM_HOST, "suffix_mask": 0, "shift": 0,
                                      "instance": 1}, dst_addr="192.0.2.4/32"),
    entry("eam6_src", "eam_src_to4", {"prefix4": "192.0.2.4", "suffix_mask": 0, "shift": 0},
          src_addr=EAM_HOST + "/128", instance=1),
    # 192.0.2.64/26 and 2001:db8:e6::/64: shift 96 + 26 - 64; 0x2a << 58 is 0x00a8 in bits 64..79
    entry("eam4_dst", "eam_dst_to6", {"prefix6": "2001:db8:e6::", "suffix_mask": 0x3f,
                                      "shift": 58, "instance": 1}, dst_addr="192.0.2.64/26"),
    entry("eam6_src", "eam_src_to4", {"prefix4": "192.0.2.64", "suffix_mask": 0x3f, "shift": 58},
          src_addr="2001:db8:e6::/64", instance=1),
    # 198.51.100.32/28 and 2001:db8:4444::/124: IPv4 hosts that IPv6 knows by an EAM
    entry("eam6_dst", "eam_dst_to4", {"prefix4": "198.51.100.32", "suffix_mask": 0xf, "shift": 0,
                                      "instance": 1}, dst_addr="2001:db8:4444::/124"),
    entry("eam4_src", "eam_src_to6", {"prefix6": "2001:db8:4444::", "suffix_mask": 0xf,
                                      "shift": 0}, src_addr="198.51.100.32/28", instance=1),
]
# A second instance; it maps a host inside 2001:db8:e6::/64, and IPv4 hosts inside 198.51.100.32/28.
OTHER_PREFIX = "3fff:64::"
OTHER_POOL = "192.0.2.200"
OTHER = nat64_prefix(OTHER_PREFIX, 96, 2) + [
    entry("pool4", "pool", {"instance": 2}, dst_addr="192.0.2.192/28"),
    entry("eam4_dst", "eam_dst_to6", {"prefix6": "2001:db8:e6:0:a800::", "suffix_mask": 0,
                                      "shift": 0, "instance": 2}, dst_addr="192.0.2.5/32"),
    entry("eam6_src", "eam_src_to4", {"prefix4": "192.0.2.5", "suffix_mask": 0, "shift": 0},
          src_addr="2001:db8:e6:0:a800::/128", instance=2),
    entry("eam6_dst", "eam_dst_to4", {"prefix4": "198.51.100.42", "suffix_mask": 0, "shift": 0,
                                      "instance": 2}, dst_addr="2001:db8:5555::a/128"),
    entry("eam4_src", "eam_src_to6", {"prefix6": "2001:db8:5555::a", "suffix_mask": 0, "shift": 0},
          src_addr="198.51.100.42/32", instance=2),
]
# The six leading bits of the suffix 0x2a = 101010: 1010 10.. in the byte after the /64.
EAM_NET = "2001:db8:e6:0:a800::"


def eam():
    suite = Suite("eam", "Explicit address mappings, stateless (RFC 7757).",
                  NAT64 + EAMT)
    for name, host, addr in (("host", EAM_HOST, "192.0.2.4"), ("net", EAM_NET, "192.0.2.106")):
        for kind, upper6, upper4 in (
                ("tcp", TCP(sport=80, dport=9, flags="SA"), TCP(sport=80, dport=9, flags="SA")),
                ("udp", UDP(sport=80, dport=9), UDP(sport=80, dport=9)),
                ("icmp", echo6("reply", 5), echo4("reply", 5))):
            suite.vector(f"{kind} {name} to4", "ports stay, no copy of TCP states",
                         received(2, v6(host, SERVER6_64) / upper6 / DATA),
                         forwarded(3, v4_made(addr, SERVER) / upper4 / DATA))
        for kind, upper4, upper6 in (
                ("tcp", TCP(sport=9, dport=80, flags="S"), TCP(sport=9, dport=80, flags="S")),
                ("udp", UDP(sport=9, dport=80), UDP(sport=9, dport=80)),
                ("icmp", echo4("request", 5), echo6("request", 5))):
            suite.vector(f"{kind} {name} to6", "source by RFC 6052",
                         received(3, v4(SERVER, addr) / upper4 / DATA),
                         forwarded(2, v6(SERVER6_64, host, 63) / upper6 / DATA))
    zeros = Raw(bytes(13))
    suite.vector("icmp reply of zeros to4", "its checksum is the other zero (RFC 1624)",
                 received(2, v6(EAM_HOST, SERVER6_64) / echo6("reply", 0, 0) / zeros),
                 forwarded(3, v4_made("192.0.2.4", SERVER) / echo4("reply", 0, 0) / zeros))
    suite.vector("both by EAM to4", "neither RFC 6052 nor a binding",
                 received(2, v6(EAM_HOST, EAM_SERVER) / OUT / DATA),
                 forwarded(3, v4_made("192.0.2.4", "198.51.100.42") / OUT / DATA))
    suite.vector("both by EAM to6", "the source has an EAM as well",
                 received(3, v4("198.51.100.42", "192.0.2.4") / BACK / DATA),
                 forwarded(2, v6(EAM_SERVER, EAM_HOST, 63) / BACK / DATA))
    suite.vector("simple hairpinning", "RFC 7757 section 4.2.1: no EAM for the source",
                 received(3, v4("198.51.100.42", "192.0.2.4") / BACK / DATA),
                 forwarded(2, v6(PREFIX + "198.51.100.42", EAM_HOST, 63) / BACK / DATA),
                 entries=[options(simple_hairpinning=1)])
    suite.refused("eam destination, bound source", "the answer would come from RFC 6052",
                  received(1, v6(CLIENT, EAM_SERVER) / OUT / DATA), "SOURCE_NOT_MAPPED",
                  entries=UDP_BOUND)
    suite.vector("bound destination, eam source", "the source comes from RFC 6052, as the host "
                 "wrote to it there",
                 received(3, v4("198.51.100.42", POOL) / BACK / DATA),
                 forwarded(1, v6(PREFIX + "198.51.100.42", CLIENT, 63) / BACK6 / DATA),
                 entries=UDP_BOUND)
    suite.refused("eam destination, source not bound", "and no binding is made",
                  received(1, v6(CLIENT, EAM_SERVER) / OUT / DATA), "SOURCE_NOT_MAPPED")
    suite.punted("error to an eam destination, from a router", "its source needs no mapping",
                 received(1, v6(CLIENT, EAM_SERVER) / ICMPv6DestUnreach()
                          / Raw(bytes(v6(EAM_SERVER, EAM_HOST) / OUT))), "ICMP_ERROR")
    suite.vector("hairpin eam to eam", "RFC 7757 section 4.2.2: intrinsic",
                 received(2, v6(EAM_HOST, PREFIX + "192.0.2.106") / OUT / DATA),
                 forwarded(2, v6(PREFIX + "192.0.2.4", EAM_NET, 63) / OUT / DATA))
    suite.vector("hairpin binding to eam", "ports of the binding",
                 received(1, v6(CLIENT, PREFIX + "192.0.2.4") / OUT / DATA),
                 forwarded(2, v6(PREFIX + POOL, EAM_HOST, 63) / OUT4 / DATA), entries=UDP_BOUND)
    suite.vector("hairpin eam to binding", "and back",
                 received(2, v6(EAM_HOST, PREFIX + POOL) / BACK / DATA),
                 forwarded(1, v6(PREFIX + "192.0.2.4", CLIENT, 63) / BACK6 / DATA),
                 entries=UDP_BOUND)
    suite.vector("hairpin ping, eam to eam", "RFC 5508 REQ-7",
                 received(2, v6(EAM_HOST, PREFIX + "192.0.2.106") / echo6("request", 5)),
                 forwarded(2, v6(PREFIX + "192.0.2.4", EAM_NET, 63) / echo6("request", 5)))
    suite.vector("hairpin ping, binding to eam", "the identifier is that of the binding",
                 received(1, v6(CLIENT, PREFIX + "192.0.2.4") / echo6("request", 4242)),
                 forwarded(2, v6(PREFIX + POOL, EAM_HOST, 63) / echo6("request", 1042)),
                 entries=binding(1, CLIENT, 4242, POOL, 1042))
    suite.vector("hairpin pong, eam to binding", "and back",
                 received(2, v6(EAM_HOST, PREFIX + POOL) / echo6("reply", 1042)),
                 forwarded(1, v6(PREFIX + "192.0.2.4", CLIENT, 63) / echo6("reply", 4242)),
                 entries=binding(1, CLIENT, 4242, POOL, 1042))
    suite.vector("hairpin ping, eam to binding", "the identifier stays, and is bound",
                 received(2, v6(EAM_HOST, PREFIX + POOL) / echo6("request", 1042)),
                 forwarded(1, v6(PREFIX + "192.0.2.4", CLIENT, 63) / echo6("request", 4242)),
                 entries=binding(1, CLIENT, 4242, POOL, 1042))
    suite.vector("hairpin pong, binding to eam", "and back",
                 received(1, v6(CLIENT, PREFIX + "192.0.2.4") / echo6("reply", 4242)),
                 forwarded(2, v6(PREFIX + POOL, EAM_HOST, 63) / echo6("reply", 1042)),
                 entries=binding(1, CLIENT, 4242, POOL, 1042))
    ping = v6(EAM_HOST, PREFIX + POOL) / echo6("request", 77)
    suite.vector("ping of a pool address, eam", "no binding for the identifier: the switch answers",
                 received(2, ping),
                 {"port": 2, "packet": bytes(
                     Ether(src=ROUTER, dst=dmac(2)) / v6(PREFIX + POOL, EAM_HOST)
                     / echo6("reply", 77))},
                 entries=binding(1, CLIENT, 4242, POOL, 1042))
    suite.vector("longest match", "RFC 7757 section 3.1: the host before its network",
                 received(3, v4(SERVER, "192.0.2.106") / BACK / DATA),
                 forwarded(2, v6(SERVER6_64, "2001:db8:ee::106", 63) / BACK / DATA),
                 entries=[entry("eam4_dst", "eam_dst_to6", {
                     "prefix6": "2001:db8:ee::106", "suffix_mask": 0, "shift": 0, "instance": 1},
                     dst_addr="192.0.2.106/32")])
    suite.vector("longest match to4", "the same from the other side",
                 received(2, v6("2001:db8:e6:0:a800::", SERVER6_64) / OUT / DATA),
                 forwarded(3, v4_made("192.0.2.77", SERVER) / OUT / DATA),
                 entries=[entry("eam6_src", "eam_src_to4", {
                     "prefix4": "192.0.2.77", "suffix_mask": 0, "shift": 0},
                     src_addr="2001:db8:e6:0:a800::/80", instance=1)])
    suite.vector("source with an eam of an IPv6 host", "comes from RFC 6052 all the same",
                 received(3, v4("192.0.2.106", "192.0.2.4") / BACK / DATA),
                 forwarded(2, v6(PREFIX + "192.0.2.106", EAM_HOST, 63) / BACK / DATA))
    suite.vector("eam before rfc 6052", "an EAM inside the NAT64 prefix wins",
                 received(2, v6(EAM_HOST, SERVER6_64) / OUT / DATA),
                 forwarded(3, v4_made("192.0.2.4", "198.51.100.77") / OUT / DATA),
                 entries=[entry("eam6_dst", "eam_dst_to4", {
                     "prefix4": "198.51.100.77", "suffix_mask": 0, "shift": 0, "instance": 1},
                     dst_addr=SERVER6_64 + "/128")])
    bound = OTHER + binding(17, EAM_HOST, 4242, OTHER_POOL, 1042, 2)
    other6 = OTHER_PREFIX + SERVER
    suite.vector("eam of another instance", "a mapping holds for its own: here it is a binding",
                 received(2, v6(EAM_HOST, other6) / OUT / DATA),
                 forwarded(3, v4_made(OTHER_POOL, SERVER) / OUT4 / DATA), entries=bound)
    suite.vector("eam of another instance, back", "from the prefix that the host wrote to",
                 received(3, v4(SERVER, OTHER_POOL) / BACK / DATA),
                 forwarded(2, v6(other6, EAM_HOST, 63) / BACK6 / DATA), entries=bound)
    suite.punted("eam of another instance, not bound", "a binding is made",
                 received(2, v6(EAM_HOST, other6) / OUT / DATA), "BIB_MISS", entries=OTHER)
    for name, prefix, addr in (("net", PREFIX, "192.0.2.106"), ("host", OTHER_PREFIX, "192.0.2.5")):
        suite.vector(f"eams of two instances, {name} to4", "the longest match in the instance",
                     received(2, v6(EAM_NET, prefix + SERVER) / OUT / DATA),
                     forwarded(3, v4_made(addr, SERVER) / OUT / DATA), entries=OTHER)
        suite.vector(f"eams of two instances, {name} to6", "from the prefix of the instance",
                     received(3, v4(SERVER, addr) / BACK / DATA),
                     forwarded(2, v6(prefix + SERVER, EAM_NET, 63) / BACK / DATA), entries=OTHER)
    for name, addr, source, host in (("one", "192.0.2.4", EAM_SERVER, EAM_HOST),
                                     ("other", "192.0.2.5", "2001:db8:5555::a", EAM_NET)):
        suite.vector(f"both by EAM to6, of two instances, to the {name}",
                     "the source is as the instance of the host sees it",
                     received(3, v4("198.51.100.42", addr) / BACK / DATA),
                     forwarded(2, v6(source, host, 63) / BACK / DATA), entries=OTHER)
    suite.vector("source with an eam of another instance", "comes from RFC 6052",
                 received(3, v4("198.51.100.43", "192.0.2.5") / BACK / DATA),
                 forwarded(2, v6(OTHER_PREFIX + "198.51.100.43", EAM_NET, 63) / BACK / DATA),
                 entries=OTHER)
    suite.refused("eam destination, source with an eam of another instance",
                  "the answer would come from RFC 6052",
                  received(2, v6(EAM_HOST, "2001:db8:5555::a") / OUT / DATA), "SOURCE_NOT_MAPPED",
                  entries=OTHER)
    suite.vector("hairpin eam to binding, of two instances", "out of one, into the other",
                 received(2, v6("2001:db8:e6:0:a800::", PREFIX + OTHER_POOL) / BACK / DATA),
                 forwarded(2, v6(OTHER_PREFIX + "192.0.2.106", EAM_HOST, 63) / BACK6 / DATA),
                 entries=bound)
    suite.vector("hairpin binding to eam, of two instances", "and back",
                 received(2, v6(EAM_HOST, OTHER_PREFIX + "192.0.2.106") / OUT / DATA),
                 forwarded(2, v6(PREFIX + OTHER_POOL, EAM_NET, 63) / OUT4 / DATA), entries=bound)
    for length4, length6 in ((24, 120), (24, 64), (16, 48), (8, 40), (31, 127), (24, 57), (1, 33)):
        # 32-bit suffixes at every distance: host bits 0xa5a5a5a5 below the IPv4 prefix.
        suffix = 0xa5a5a5a5 & ((1 << (32 - length4)) - 1)
        base4 = (0x65000000 >> (32 - length4)) << (32 - length4)
        base6 = (0x3fff0e00000000000000000000000000 >> (128 - length6)) << (128 - length6)
        shift = 96 + length4 - length6
        addr4 = ".".join(str((base4 | suffix) >> i & 255) for i in (24, 16, 8, 0))
        number6 = base6 | suffix << shift
        addr6, more6, text6 = (
            ":".join(f"{number >> i & 0xffff:x}" for i in range(112, -1, -16))
            for number in (number6, number6 | (1 << shift) - 1, base6))
        text4 = ".".join(str(base4 >> i & 255) for i in (24, 16, 8, 0))
        mask = (1 << (32 - length4)) - 1
        rows = [route(f"{text6}/{length6}", 2),
                entry("eam4_dst", "eam_dst_to6", {"prefix6": text6, "suffix_mask": mask,
                                                  "shift": shift, "instance": 1},
                      dst_addr=f"{text4}/{length4}"),
                entry("eam6_src", "eam_src_to4", {"prefix4": text4, "suffix_mask": mask,
                                                  "shift": shift},
                      src_addr=f"{text6}/{length6}", instance=1)]
        suite.vector(f"/{length4} and /{length6} to6", "suffix moved into place",
                     received(3, v4(SERVER, addr4) / BACK / DATA),
                     forwarded(2, v6(SERVER6_64, addr6, 63) / BACK / DATA), entries=rows)
        suite.vector(f"/{length4} and /{length6} to4", "and back, whatever follows the suffix",
                     received(2, v6(more6, SERVER6_64) / OUT / DATA),
                     forwarded(3, v4_made(addr4, SERVER) / OUT / DATA), entries=rows)
        rows = [route(f"{text4}/{length4}", 3),
                entry("eam6_dst", "eam_dst_to4", {"prefix4": text4, "suffix_mask": mask,
                                                  "shift": shift, "instance": 1},
                      dst_addr=f"{text6}/{length6}"),
                entry("eam4_src", "eam_src_to6", {"prefix6": text6, "suffix_mask": mask,
                                                  "shift": shift},
                      src_addr=f"{text4}/{length4}", instance=1)]
        suite.vector(f"/{length4} and /{length6} of IPv4 hosts to4", "the same of destinations",
                     received(2, v6(EAM_HOST, more6) / OUT / DATA),
                     forwarded(3, v4_made("192.0.2.4", addr4) / OUT / DATA), entries=rows)
        suite.vector(f"/{length4} and /{length6} of IPv4 hosts to6", "and of sources",
                     received(3, v4(addr4, "192.0.2.4") / BACK / DATA),
                     forwarded(2, v6(addr6, EAM_HOST, 63) / BACK / DATA), entries=rows)
    for proto in (0, 43, 44, 60):
        suite.refused(f"protocol {proto} to6", "copied, it would make an extension header of data",
                      received(3, v4(SERVER, "192.0.2.4", proto=proto) / Raw(bytes(16))),
                      "UNKNOWN_PROTOCOL")
    return suite


def ip_fields():
    suite = Suite("ip_fields", "Fields of the IP headers (RFC 7915 sections 4.1 and 5.1).",
                  NAT64 + UDP_BOUND)
    suite.vector("traffic class", "TOS is the traffic class, the flow label ends",
                 received(1, v6(CLIENT, SERVER6_64, tc=0xb9, fl=0xfffff) / OUT / DATA),
                 forwarded(3, v4_made(POOL, SERVER, tos=0xb9) / OUT4 / DATA))
    suite.vector("tos", "traffic class is the TOS, flow label 0",
                 received(3, v4(SERVER, POOL, tos=0xb9) / BACK / DATA),
                 forwarded(1, v6(SERVER6_64, CLIENT, 63, tc=0xb9, fl=0) / BACK6 / DATA))
    suite.vector("tos overridden", "by configuration",
                 received(1, v6(CLIENT, SERVER6_64, tc=0xb9) / OUT / DATA),
                 forwarded(3, v4_made(POOL, SERVER, tos=0x20) / OUT4 / DATA),
                 entries=[options(tos_override=1, tos=0x20)])
    fixed = [options(tos_override=1, tos=0x20, tos_ignore=1)]
    suite.vector("tos fixed, to4", "RFC 7915 section 5.1",
                 received(1, v6(CLIENT, SERVER6_64, tc=0xb9) / OUT / DATA),
                 forwarded(3, v4_made(POOL, SERVER, tos=0x20) / OUT4 / DATA), entries=fixed)
    suite.vector("tos fixed, to6", "RFC 7915 section 4.1: any but a copy is 0",
                 received(3, v4(SERVER, POOL, tos=0xb9) / BACK / DATA),
                 forwarded(1, v6(SERVER6_64, CLIENT, 63, tc=0) / BACK6 / DATA), entries=fixed)
    suite.vector("tos fixed, hairpin", "as if it had been IPv4 in between",
                 received(1, v6(CLIENT, PREFIX + POOL2, tc=0xb9) / OUT / DATA),
                 forwarded(2, v6(PREFIX + POOL, CLIENT2, 63, tc=0)
                           / UDP(sport=1042, dport=5353) / DATA),
                 entries=fixed + binding(17, CLIENT2, 5353, POOL2, 53))
    suite.vector("tos ignored", "by configuration",
                 received(3, v4(SERVER, POOL, tos=0xb9) / BACK / DATA),
                 forwarded(1, v6(SERVER6_64, CLIENT, 63, tc=0) / BACK6 / DATA),
                 entries=[options(tos_ignore=1)])
    whole = dict(id=0, flags="DF")
    for size, made in ((1232, {}), (1233, whole), (1400, whole)):
        data = Raw(bytes(size))
        suite.vector(f"result of {size + 28} bytes", "RFC 7915 section 5.1: DF from 1261 bytes on",
                     received(1, v6(CLIENT, SERVER6_64) / OUT / data),
                     forwarded(3, v4_made(POOL, SERVER, **made) / OUT4 / data))
    for size in (1212, 1213):
        data = Raw(bytes(1232 + size - 1212))
        sent = received(3, v4(SERVER, POOL, flags=0) / BACK / data)
        if size == 1212:
            suite.vector("1280 bytes of IPv6 without DF", "fits lowest-ipv6-mtu", sent,
                         forwarded(1, v6(SERVER6_64, CLIENT, 63) / BACK6 / data))
        else:
            suite.punted("1281 bytes of IPv6 without DF", "has to be fragmented", sent, "TOO_BIG")
    data = Raw(bytes(1400))
    suite.vector("df and large", "no Fragment Header, and it is not too big for the link",
                 received(3, v4(SERVER, POOL, flags="DF") / BACK / data),
                 forwarded(1, v6(SERVER6_64, CLIENT, 63) / BACK6 / data))
    suite.vector("large lowest-ipv6-mtu", "by configuration",
                 received(3, v4(SERVER, POOL, flags=0) / BACK / data),
                 forwarded(1, v6(SERVER6_64, CLIENT, 63) / BACK6 / data),
                 entries=[options(lowest_ipv6_mtu=1500)])
    suite.punted("hop limit 1", "would reach 0",
                 received(1, v6(CLIENT, SERVER6_64, 1) / OUT / DATA), "HOP_LIMIT")
    suite.punted("ttl 1", "would reach 0", received(3, v4(SERVER, POOL, 1) / BACK / DATA),
                 "HOP_LIMIT")
    suite.vector("hop limit 2", "may go one hop", received(1, v6(CLIENT, SERVER6_64, 2) / OUT),
                 forwarded(3, v4_made(POOL, SERVER, 1) / OUT4))
    padded = received(3, v4(SERVER, POOL) / BACK / Raw(b"x"))
    padded["packet"] += bytes(range(1, 18))
    suite.vector("padding behind ipv4", "is not payload",
                 padded, forwarded(1, v6(SERVER6_64, CLIENT, 63) / BACK6 / Raw(b"x")),
                 needs=["TRUNCATE"])
    padded = received(1, v6(CLIENT, SERVER6_64) / OUT / Raw(b"x"))
    padded["packet"] += bytes(range(1, 18))
    suite.vector("padding behind ipv6", "is not payload",
                 padded, forwarded(3, v4_made(POOL, SERVER) / OUT4 / Raw(b"x")),
                 needs=["TRUNCATE"])
    for name, option in (
            ("record route", [IPOption_RR(routers=["0.0.0.0"] * 3)]),
            ("no operation and router alert", [IPOption_NOP(), b"\x94\x04\0\0", IPOption_NOP()]),
            ("expired source route", [IPOption_LSRR(pointer=8, routers=["192.0.2.1"])]),
            ("four options", [IPOption_NOP(), IPOption_NOP(), b"\x94\x04\0\0", b"\x94\x04\0\0"]),
            ("nine options", [IPOption_NOP()] * 8 + [b"\x94\x04\0\0"])):
        option = [Raw(o) if isinstance(o, bytes) else o for o in option]
        packet = with_options(v4(SERVER, POOL), option, BACK / DATA)
        suite.vector(f"ipv4 options: {name}", "ignored (RFC 7915 section 4.1)",
                     received(3, packet),
                     forwarded(1, v6(SERVER6_64, CLIENT, 63) / BACK6 / DATA), needs=["VARBIT"])
    for name, option in (
            ("loose source route", [IPOption_LSRR(pointer=4, routers=["192.0.2.1"])]),
            ("strict source route", [IPOption_NOP(),
                                     IPOption_SSRR(pointer=4, routers=["192.0.2.1"])]),
            ("source route, and an expired one",
             [IPOption_LSRR(pointer=4, routers=["192.0.2.1"]),
              IPOption_SSRR(pointer=8, routers=["192.0.2.1"])]),
            ("two expired source routes",
             [IPOption_LSRR(pointer=8, routers=["192.0.2.1"]),
              IPOption_LSRR(pointer=8, routers=["192.0.2.1"])]),
            ("eleven options", [IPOption_NOP()] * 11 + [Raw(b"\0")]),
            ("option longer than the header", [Raw(b"\x94\x09\0\0")]),
            ("option of length 0", [Raw(b"\x94\0\0\0")])):
        suite.punted(f"ipv4 options: {name}", "for the controller to judge",
                     received(3, with_options(v4(SERVER, POOL), option, BACK / DATA)),
                     "IPV4_OPTIONS")
    broken = bytearray(received(3, with_options(v4(SERVER, POOL), [IPOption_NOP()] * 4, BACK))
                       ["packet"])
    broken[14 + 21] ^= 0x94
    suite.dropped("checksum over options", "one option was changed on its way",
                  {"port": 3, "packet": bytes(broken)}, "BAD_IPV4_CHECKSUM", needs=["VARBIT"])
    suite.vector("native, with options", "leaves as it came but for TTL and checksum",
                 received(4, with_options(v4("192.0.2.200", SERVER), [IPOption_NOP()] * 4, OUT)),
                 forwarded(3, with_options(v4("192.0.2.200", SERVER, 63),
                                           [IPOption_NOP()] * 4, OUT)))
    suite.vector("native, with eleven options", "leaves as it came but for TTL and checksum",
                 received(4, with_options(v4("192.0.2.200", SERVER),
                                          [IPOption_NOP()] * 11 + [Raw(b"\0")], OUT)),
                 forwarded(3, with_options(v4("192.0.2.200", SERVER, 63),
                                           [IPOption_NOP()] * 11 + [Raw(b"\0")], OUT)),
                 needs=["VARBIT"])
    return suite


def extension_headers():
    suite = Suite("extension_headers", "IPv6 extension headers towards IPv4 (RFC 7915 section "
                  "5.1), and natively.", NAT64 + UDP_BOUND)
    hop = IPv6ExtHdrHopByHop(options=[PadN(optdata=bytes(4))])
    dst = IPv6ExtHdrDestOpt(options=[PadN(optdata=bytes(12))])
    done = IPv6ExtHdrRouting(addresses=["2001:db8::7"], segleft=0)
    todo = IPv6ExtHdrRouting(addresses=["2001:db8::7"], segleft=1)
    for name, chain in (("hop-by-hop", hop), ("destination options", dst), ("routing, done", done),
                        ("three", hop / dst / done), ("four", hop / dst / done / dst.copy())):
        # Scapy sums up a routing header's last address; all segments are visited here.
        suite.vector(f"{name} to4", "skipped", received(1, udp_behind(chain)),
                     forwarded(3, v4_made(POOL, SERVER) / OUT4 / DATA), needs=["VARBIT"])
    long = IPv6ExtHdrDestOpt(options=[PadN(optdata=bytes(250)), PadN(optdata=bytes(250)),
                                      PadN(optdata=bytes(250))])
    suite.vector("long destination options to4", "skipped", received(1, udp_behind(long)),
                 forwarded(3, v4_made(POOL, SERVER) / OUT4 / DATA), needs=["VARBIT"])
    for name, chain in (("routing, segments left", todo),
                        ("routing behind others", hop / dst / todo)):
        suite.punted(f"{name}", "Parameter Problem is due", received(1, udp_behind(chain)),
                     "PARAMETER_PROBLEM", needs=["VARBIT"])
    five = hop / dst / done / dst.copy() / dst.copy()
    suite.punted("five", "more than are parsed: the controller skips them",
                 received(1, udp_behind(five)), "EXTENSION_HEADERS")
    suite.punted("five and a fragment header", "more than are parsed",
                 received(1, udp_behind(five.copy() / IPv6ExtHdrFragment(m=1, id=1))),
                 "EXTENSION_HEADERS")
    for name, chain in (("", IPv6ExtHdrFragment(m=0, offset=0, id=1) / dst),
                        (", first fragment", IPv6ExtHdrFragment(m=1, offset=0, id=1) / dst),
                        (", behind others", hop / IPv6ExtHdrFragment(m=1, id=1) / hop.copy())):
        suite.refused(f"behind the fragment header{name}", "RFC 7915 section 5.1.1",
                      received(1, udp_behind(chain)), "EXTENSION_HEADERS",
                      needs=["VARBIT"] if "others" in name else [])
    for offset in (0, 8):
        ah = IPv6ExtHdrFragment(nh=51, m=1, offset=offset, id=1) / Raw(bytes(48))
        suite.refused(f"authentication header behind the fragment header, offset {offset}",
                      "RFC 7915 section 5.1.1: an extension header, though not when it is alone",
                      received(1, v6(CLIENT, SERVER6_64) / ah), "EXTENSION_HEADERS")
    for name, chain in (("one", dst), ("four", hop / dst / todo / dst.copy()), ("five", five)):
        packet = udp_behind(chain, "2001:db8:6::1")
        suite.vector(f"native, {name}", "leaves as it came but for the hop limit",
                     received(1, packet), forwarded(4, one_hop(packet)))
    packet = bytes(udp_behind(dst))
    suite.punted("longer than the frame", "cannot be parsed",
                 received(1, Raw(packet[:41] + b"\x20" + packet[42:])), "EXTENSION_HEADERS")
    suite.dropped("longer than the packet", "lengths do not fit, though the frame is long enough",
                  received(1, Raw(packet[:41] + b"\x04" + packet[42:] + bytes(20))),
                  "BAD_HEADER", needs=["VARBIT"])
    return suite


def udp_behind(chain, dst=SERVER6_64):
    """An IPv6 packet with extension headers before UDP, whose checksum goes by the destination in
    the IPv6 header."""
    plain = parsed(v6(CLIENT, dst) / OUT / DATA)
    packet = v6(CLIENT, dst) / chain / OUT / DATA
    packet[UDP].chksum = plain[UDP].chksum
    return Raw(bytes(packet))


def one_hop(packet):
    raw = bytearray(bytes(packet))
    raw[7] -= 1
    return Raw(bytes(raw))


def fragments():
    suite = Suite("fragments", "Fragments: translated on the stateless path, for the controller "
                  "on the stateful one (RFC 7915 sections 4.1 and 5.1.1, RFC 6146 section 3.4).",
                  NAT64 + EAMT + UDP_BOUND)
    whole6 = bytes(parsed(v6(EAM_HOST, SERVER6_64) / OUT / Raw(bytes(range(200))))[UDP])
    whole4 = bytes(parsed(v4("192.0.2.4", SERVER) / OUT / Raw(bytes(range(200))))[UDP])
    pieces = ((0, 1, slice(0, 64)), (8, 1, slice(64, 128)), (16, 0, slice(128, None)))
    for offset, more, part in pieces:
        suite.vector(f"to4, offset {offset}", "low 16 ID bits, MF and offset kept, DF 0",
                     received(2, v6(EAM_HOST, SERVER6_64)
                              / IPv6ExtHdrFragment(nh=17, offset=offset, m=more, id=0xdeadbeef)
                              / Raw(whole6[part])),
                     forwarded(3, IP(src="192.0.2.4", dst=SERVER, ttl=63, proto=17, id=0xbeef,
                                     flags="MF" if more else 0, frag=offset)
                               / Raw(whole4[part])))
    back4 = bytes(parsed(v4(SERVER, "192.0.2.4") / BACK / Raw(bytes(range(200))))[UDP])
    back6 = bytes(parsed(v6(SERVER6_64, EAM_HOST) / BACK / Raw(bytes(range(200))))[UDP])
    for offset, more, part in pieces:
        suite.vector(f"to6, offset {offset}", "Fragment Header with 16 ID bits",
                     received(3, v4(SERVER, "192.0.2.4", proto=17, id=0xbeef, frag=offset,
                                    flags="MF" if more else 0) / Raw(back4[part])),
                     forwarded(2, v6(SERVER6_64, EAM_HOST, 63, nh=44)
                               / IPv6ExtHdrFragment(nh=17, offset=offset, m=more, id=0xbeef)
                               / Raw(back6[part])))
    hair4 = bytes(parsed(v6(PREFIX + "192.0.2.4", EAM_NET) / OUT / Raw(bytes(range(200))))[UDP])
    whole = bytes(parsed(v6(EAM_HOST, PREFIX + "192.0.2.106") / OUT / Raw(bytes(range(200))))[UDP])
    for offset, more, part in pieces:
        suite.vector(f"hairpin, offset {offset}", "as if it had been IPv4 in between",
                     received(2, v6(EAM_HOST, PREFIX + "192.0.2.106")
                              / IPv6ExtHdrFragment(nh=17, offset=offset, m=more, id=0xdeadbeef,
                                                   res1=0x5a, res2=3)
                              / Raw(whole[part])),
                     forwarded(2, v6(PREFIX + "192.0.2.4", EAM_NET, 63, nh=44)
                               / IPv6ExtHdrFragment(nh=17, offset=offset, m=more, id=0xbeef)
                               / Raw(hair4[part])))
    suite.vector("hairpin, atomic", "without the Fragment Header, which IPv4 has no word for",
                 received(2, v6(EAM_HOST, PREFIX + "192.0.2.106")
                          / IPv6ExtHdrFragment(nh=17, offset=0, m=0, id=0xdeadbeef) / OUT / DATA),
                 forwarded(2, v6(PREFIX + "192.0.2.4", EAM_NET, 63) / OUT / DATA))
    suite.vector("atomic to4", "whole, with its identification (RFC 6946)",
                 received(1, v6(CLIENT, SERVER6_64)
                          / IPv6ExtHdrFragment(nh=17, offset=0, m=0, id=0x11112222) / OUT / DATA),
                 forwarded(3, v4_made(POOL, SERVER, id=0x2222) / OUT4 / DATA))
    sctp = Raw(bytes(range(40)))
    suite.vector("unknown protocol to4", "passes on the stateless path",
                 received(2, v6(EAM_HOST, SERVER6_64, nh=132) / sctp),
                 forwarded(3, v4_made("192.0.2.4", SERVER, proto=132) / sctp))
    suite.vector("unknown protocol to6", "passes on the stateless path",
                 received(3, v4(SERVER, "192.0.2.4", proto=132) / sctp),
                 forwarded(2, v6(SERVER6_64, EAM_HOST, 63, nh=132) / sctp))
    for offset, more in ((0, 1), (8, 0)):
        suite.punted(f"stateful to4, offset {offset}", "the controller has to see all of it",
                     received(1, v6(CLIENT, SERVER6_64)
                              / IPv6ExtHdrFragment(nh=17, offset=offset, m=more, id=1)
                              / Raw(whole6[:64])), "FRAGMENT")
        suite.punted(f"stateful to6, offset {offset}", "the controller has to see all of it",
                     received(3, v4(SERVER, POOL, proto=17, id=7, frag=offset,
                                    flags="MF" if more else 0) / Raw(back4[:64])), "FRAGMENT")
    suite.dropped("fragmented icmp to6", "RFC 7915 section 1.2",
                  received(3, v4(SERVER, "192.0.2.4", flags="MF", id=7) / echo4("request", 1)
                           / DATA), "FRAGMENTED_ICMP")
    suite.dropped("fragmented icmpv6 to4", "RFC 7915 section 1.2",
                  received(2, v6(EAM_HOST, SERVER6_64)
                           / IPv6ExtHdrFragment(nh=58, offset=5, m=0, id=1) / DATA),
                  "FRAGMENTED_ICMP")
    suite.refused("first fragment without udp checksum", "RFC 7915 section 4.5",
                  received(3, v4(SERVER, "192.0.2.4", flags="MF", id=7)
                           / UDP(sport=53, dport=9, chksum=0, len=200) / Raw(bytes(56))),
                  "UDP_CHECKSUM_ZERO_FRAGMENT")
    suite.dropped("first fragment too small for its ports", "no checksum to correct",
                  received(2, v6(EAM_HOST, SERVER6_64)
                           / IPv6ExtHdrFragment(nh=6, offset=0, m=1, id=1) / Raw(bytes(16))),
                  "BAD_HEADER")
    packet = v4("192.0.2.200", SERVER, proto=6, flags="MF", id=9) / Raw(bytes(8))
    suite.vector("native, tiny first fragment", "is no business of a router",
                 received(4, packet),
                 forwarded(3, v4("192.0.2.200", SERVER, 63, proto=6, flags="MF", id=9)
                           / Raw(bytes(8))))
    return suite


def icmp():
    inner4 = v4(POOL, SERVER) / OUT4
    inner6 = v6(SERVER6_64, CLIENT) / BACK6
    suite = Suite("icmp", "ICMP other than echo: errors are for the controller, the rest has no "
                  "translation (RFC 7915 sections 4.2 and 5.2).", NAT64 + EAMT)
    for name, message in (("unreachable", ICMP(type=3, code=1)), ("time exceeded", ICMP(type=11)),
                          ("parameter problem", ICMP(type=12, ptr=8)),
                          ("fragmentation needed", ICMP(type=3, code=4, nexthopmtu=1400))):
        suite.punted(f"{name} to the pool", "translated by the controller",
                     received(3, v4("198.51.100.1", POOL) / message / Raw(bytes(inner4))),
                     "ICMP_ERROR")
    suite.punted("unreachable to an eam", "translated by the controller",
                 received(3, v4("198.51.100.1", "192.0.2.4") / ICMP(type=3, code=1)
                          / Raw(bytes(inner4))), "ICMP_ERROR")
    suite.punted("error from an illegal source", "RFC 7915 section 4.1: let through",
                 received(3, v4("127.0.0.1", POOL) / ICMP(type=11) / Raw(bytes(inner4))),
                 "ICMP_ERROR")
    suite.dropped("error from an illegal source, native", "but not forwarded",
                  received(4, v4("127.0.0.1", SERVER) / ICMP(type=11) / Raw(bytes(inner4))),
                  "SOURCE_ILLEGAL")
    for name, message in (("unreachable", ICMPv6DestUnreach(code=4)),
                          ("too big", ICMPv6PacketTooBig(mtu=1280)),
                          ("time exceeded", ICMPv6TimeExceeded()),
                          ("parameter problem", ICMPv6ParamProblem(code=1, ptr=6))):
        suite.punted(f"v6 {name}", "translated by the controller",
                     received(1, v6(CLIENT, SERVER6_64) / message / Raw(bytes(inner6))),
                     "ICMP_ERROR")
    for name, kind in (("source quench", 4), ("redirect", 5), ("timestamp", 13), ("mask", 17),
                       ("information", 15), ("alternative host address", 6),
                       ("router advertisement", 9), ("router solicitation", 10),
                       ("timestamp reply", 14), ("information reply", 16), ("mask reply", 18),
                       ("type 42", 42), ("type 255", 255)):
        times = dict(ts_ori=1, ts_rx=2, ts_tx=3) if kind in (13, 14) else {}
        suite.dropped(f"{name}", "dropped in silence",
                      received(3, v4(SERVER, POOL) / ICMP(type=kind, **times) / Raw(bytes(12))),
                      "ICMP_TYPE")
    igmp = Raw(b"\x16\0\xe9\xfc\0\0\0\0")
    suite.dropped("igmp report", "of one link", received(
        3, v4(SERVER, "224.0.0.22", 1, proto=2) / igmp, "01:00:5e:00:00:16"), "MULTICAST")
    suite.dropped("igmp to an eam", "dropped in silence", received(
        3, v4(SERVER, "192.0.2.4", proto=2) / igmp), "UNKNOWN_PROTOCOL")
    suite.dropped("igmp with router alert to an eam", "dropped in silence, before its options",
                  received(3, with_options(v4(SERVER, "192.0.2.4", proto=2),
                                           [Raw(b"\x94\x04\0\0")], igmp)), "UNKNOWN_PROTOCOL")
    suite.dropped("igmp to the pool", "dropped in silence",
                  received(3, v4(SERVER, POOL, proto=2) / igmp), "UNKNOWN_PROTOCOL")
    suite.dropped("v6 multicast listener report", "dropped in silence",
                  received(1, v6(CLIENT, SERVER6_64) / ICMPv6MLReport()), "ICMP_TYPE")
    for name, kind in (("multicast listener query", 130), ("multicast listener done", 132),
                       ("router advertisement", 134), ("type 100", 100), ("type 143", 143),
                       ("type 200", 200)):
        suite.dropped(f"v6 {name}", "dropped in silence", received(
            1, v6(CLIENT, SERVER6_64) / ICMPv6Unknown(type=kind, msgbody=bytes(16))), "ICMP_TYPE")
    for name, kind in (("router solicitation", 133), ("neighbor solicitation", 135),
                       ("neighbor advertisement", 136)):
        suite.dropped(f"v6 {name}", "of one link, and came from behind a router", received(
            1, v6(CLIENT, SERVER6_64) / ICMPv6Unknown(type=kind, msgbody=bytes(20))),
            "BAD_NEIGHBOR")
    suite.dropped("v6 redirect", "dropped in silence",
                  received(1, v6(CLIENT, SERVER6_64) / ICMPv6ND_Redirect()), "ICMP_TYPE")
    return suite


SUITES = [eam, ip_fields, extension_headers, fragments, icmp]
