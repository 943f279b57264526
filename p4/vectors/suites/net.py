# SPDX-License-Identifier: Apache-2.0
"""The network around the switch under test, and the vocabulary in which vectors are written.

Ports 1 and 2 lead to IPv6 clients, port 3 to IPv4 servers, port 4 to both. The neighbour behind
port n has the MAC address 02:00:00:00:02:0n and is reached from 02:00:00:00:01:0n.

Expected packets are built here by Scapy from what the RFCs say, checksums included; nothing is
taken from the output of a switch.
"""

import json

from scapy.config import conf
from scapy.layers.inet import ICMP, IP, TCP, UDP
from scapy.layers.inet6 import (ICMPv6EchoReply, ICMPv6EchoRequest, IPv6)
from scapy.layers.l2 import Dot1Q, Ether
from scapy.packet import Raw

conf.verb = 0

ROUTER = "02:00:00:00:00:01"
CPU = 255

CLIENT = "2001:db8:1::1"  # port 1
CLIENT2 = "2001:db8:1::2"  # port 2
SERVER6 = "2001:db8:6::9"  # port 4
SERVER = "198.51.100.9"  # port 3
POOL = "203.0.113.7"
POOL2 = "203.0.113.8"
PREFIX = "64:ff9b::"  # /96, instance 1


def smac(port):
    return f"02:00:00:00:01:{port:02x}"


def dmac(port):
    return f"02:00:00:00:02:{port:02x}"


def entry(table, action, params=None, **match):
    return {"table": table, "match": match, "action": action, "params": params or {}}


def options(**changed):
    values = dict(tos_ignore=0, tos_override=0, tos=0, udp_zero_compute=1, simple_hairpinning=0,
                  lowest_ipv6_mtu=1280)
    values.update(changed)
    return entry("translation_options", "set_options", values, scope=0)


def next_hop(next_id, *ports, mtu=1500, vlan=0):
    return {"table": "next", "match": {"next_id": next_id}, "members": [
        {"action": "forward", "weight": 1, "params": {
            "port": port, "smac": smac(port), "dmac": dmac(port), "vlan_id": vlan, "mtu": mtu}}
        for port in ports]}


def route(prefix, next_id):
    table = "route6" if ":" in prefix else "route4"
    return entry(table, "set_next", {"next_id": next_id}, dst_addr=prefix)


def binding(protocol, addr6, port6, addr4, port4, instance=1):
    """Both entries of a BIB entry; protocol as in IPv4."""
    return [
        entry("bib6", "bind_to4", {"addr4": addr4, "port4": port4}, instance=instance,
              protocol=58 if protocol == 1 else protocol, src_addr=addr6, src_port=port6),
        entry("bib4", "bind_to6", {"addr6": addr6, "port6": port6},
              protocol=protocol, dst_addr=addr4, dst_port=port4),
    ]


def filtered(protocol, addr6, port6, addr4, port4, by_port, instance=1):
    """The same of a binding that is filtered: by the peer's address, or by its port as well."""
    mask = 0xffff if by_port else 0
    rows = binding(protocol, addr6, port6, addr4, port4, instance)
    for row in rows:
        row["action"] += "_filtered"
        row["params"]["peer_mask"] = mask
    return rows


def session(protocol, addr4, port4, peer_addr, peer_port, table="session"):
    return entry(table, "allow", protocol=protocol, addr4=addr4, port4=port4, peer_addr=peer_addr,
                 peer_port=peer_port)


def nat64_prefix(prefix, length, instance):
    """A NAT64 prefix with all the entries that it needs."""
    return [
        entry("pool6", f"extract_{length}", {"instance": instance}, dst_addr=f"{prefix}/{length}"),
        entry("pool6_src", "loop", src_addr=f"{prefix}/{length}"),
        entry("prefix6", "embed", {"prefix6": prefix, "length": length}, instance=instance),
    ]


ROUTES = [
    entry("station", "admit", dst_addr=ROUTER),
    next_hop(1, 1), next_hop(2, 2), next_hop(3, 3), next_hop(4, 4),
    route(CLIENT + "/128", 1),
    route(CLIENT2 + "/128", 2),
    route("2001:db8:6::/48", 4),
    route("198.51.100.0/24", 3),
]

NAT64 = ROUTES + nat64_prefix(PREFIX, 96, 1) + [
    entry("pool4", "pool", {"instance": 1}, dst_addr="203.0.113.0/24"),
]


def framed(src, dst, packet, vlan=None):
    """A frame; packets that are given as bytes say by their version what they are."""
    raw = {}
    if isinstance(packet, Raw):
        raw = {"type": {4: 0x0800, 6: 0x86dd}[bytes(packet)[0] >> 4]}
    if vlan is not None:
        return bytes(Ether(src=src, dst=dst) / Dot1Q(**vlan, **raw) / packet)
    return bytes(Ether(src=src, dst=dst, **raw) / packet)


def received(port, packet, dst=ROUTER, vlan=None):
    """A frame from the neighbour behind a port."""
    return {"port": port, "packet": framed(dmac(port), dst, packet, vlan)}


def forwarded(port, packet, vlan=None, generated_id=None):
    """The frame that the router sends to the neighbour behind a port."""
    sent = {"port": port, "packet": framed(smac(port), dmac(port), packet, vlan)}
    if generated_id is None:
        generated_id = IP in packet and packet[IP].id == GENERATED
    if generated_id:
        sent["generated_id"] = True
    return sent


GENERATED = 0xabcd  # stands for any identification


def v6(src, dst, hlim=64, **fields):
    return IPv6(src=src, dst=dst, hlim=hlim, **fields)


def v4(src, dst, ttl=64, **fields):
    return IP(src=src, dst=dst, ttl=ttl, **fields)


def v4_made(src, dst, ttl=63, **fields):
    """The IPv4 header of a translated packet of at most 1260 bytes."""
    fields = dict(dict(id=GENERATED, flags=0), **fields)
    return IP(src=src, dst=dst, ttl=ttl, **fields)


def parsed(packet):
    """The same packet with lengths and checksums filled in."""
    return packet.__class__(bytes(packet))


def off_by(packet, layer, error):
    """The packet with `error` added to what the checksum of `layer` should be."""
    full = parsed(packet)
    field = "cksum" if "cksum" in full[layer].fields else "chksum"
    total = getattr(full[layer], field) + error
    setattr(full[layer], field, (total & 0xffff) + (total >> 16))
    return full


def punt(reason, sent):
    """The packet-in that carries a sent packet as it was."""
    return {"reason": reason, "ingress_port": sent.get("port", CPU), "packet": sent["packet"]}


class Suite:
    """Vectors that share a concern and the entries they start from."""

    def __init__(self, name, about, entries):
        self.name = name
        self.body = {"about": about, "entries": entries, "vectors": []}

    def vector(self, name, about, send, expect=(), drops=None, packet_ins=(), entries=(),
               needs=(), meters=None):
        send = send if isinstance(send, list) else [send]
        expect = expect if isinstance(expect, (list, tuple)) else [expect]
        row = {"name": name, "about": about}
        if needs:
            row["needs"] = list(needs)
        if entries:
            row["entries"] = list(entries)
        if meters:
            row["meters"] = meters
        row["send"] = send
        row["expect"] = list(expect)
        row["drops"] = drops or {}
        row["packet_ins"] = list(packet_ins)
        self.body["vectors"].append(row)

    def dropped(self, name, about, send, reason, **more):
        self.vector(name, about, send, drops={reason: 1}, **more)

    def refused(self, name, about, send, reason, **more):
        self.dropped(name, about, send, reason, packet_ins=[punt("REFUSED", send)], **more)

    def unrouted(self, name, about, send, **more):
        self.dropped(name, about, send, "NO_ROUTE", packet_ins=[punt("NO_ROUTE", send)], **more)

    def punted(self, name, about, send, reason, **more):
        self.vector(name, about, send, drops={"PUNTED": 1}, packet_ins=[punt(reason, send)],
                    **more)

    def text(self):
        """JSON, one entry or packet a line."""
        def plain(value):
            return value.hex() if isinstance(value, bytes) else value

        def line(value):
            return json.dumps({k: plain(v) for k, v in value.items()})

        def block(values, pad):
            if not values:
                return "[]"
            return "[\n" + ",\n".join(pad + "  " + line(v) for v in values) + "\n" + pad + "]"

        vectors = []
        for vector in self.body["vectors"]:
            fields = []
            for key, value in vector.items():
                shown = (block(value, "      ")
                         if key in ("entries", "send", "expect", "packet_ins")
                         else json.dumps(value))
                fields.append(f'      "{key}": {shown}')
            vectors.append("    {\n" + ",\n".join(fields) + "\n    }")
        return ("{\n" + f'  "about": {json.dumps(self.body["about"])},\n'
                + f'  "entries": {block(self.body["entries"], "  ")},\n'
                + '  "vectors": [\n' + ",\n".join(vectors) + "\n  ]\n}\n")


def echo4(kind, identifier, sequence=1):
    return ICMP(type={"request": 8, "reply": 0}[kind], id=identifier, seq=sequence)


def echo6(kind, identifier, sequence=1):
    cls = {"request": ICMPv6EchoRequest, "reply": ICMPv6EchoReply}[kind]
    return cls(id=identifier, seq=sequence)


def with_options(header, option, upper):
    """An IPv4 packet with these bytes of options, padded to 4 bytes."""
    raw = b"".join(bytes(o) for o in option)
    raw += bytes(-len(raw) % 4)
    upper = bytes(parsed(header / upper)[IP].payload)  # checksum as if there were none
    header = header.copy()
    header.ihl = 5 + len(raw) // 4
    header.len = 20 + len(raw) + len(upper)
    if header.proto == 0:
        header.proto = 17
    fixed = bytearray(bytes(header)[:20])
    fixed[10:12] = b"\0\0"
    total = sum(int.from_bytes((fixed + raw)[i:i + 2], "big")
                for i in range(0, 20 + len(raw), 2))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    fixed[10:12] = (total ^ 0xffff).to_bytes(2, "big")
    return Raw(bytes(fixed) + raw + upper)


__all__ = [name for name in dir() if not name.startswith("_")]
