# SPDX-License-Identifier: Apache-2.0
"""What crosses DMA between the card and its host (p4/sume/dma.p4), in the bytes of p4/sume."""

import re

from .rows import LeftOut, number
from .toolchain import REPOSITORY

REASONS = REPOSITORY / "p4/include/reasons.p4"
CPU_PORT = 255
HEADER = bytes(12) + b"\x88\xb5"  # addresses of zeros, local experimental EtherType 1
DIGEST_BITS = 256
# digest_data_t, first field first, with bits.
DIGEST = (("reason", 8), ("port", 8), ("vlan_id", 12), ("is_ipv6", 1), ("is_probe", 1),
          ("has_option", 1), ("pad", 1), ("tcp_flags", 8), ("addr6", 128), ("addr4", 32),
          ("endpoint", 48), ("pad2", 8))


def reasons():
    """Number of each reason to punt, by name."""
    return {name: int(value) for name, value in
            re.findall(r"punt_reason_t PUNT_(\w+) = (\d+);", REASONS.read_text())}


def submitted(egress_port, submit, packet):
    """The frame in which the host sends a packet: packet_out_t before it."""
    return HEADER + (egress_port << 7 | submit << 6).to_bytes(2, "big") + packet


def punted(ingress_port, reason, packet):
    """The frame in which the host gets a packet: packet_in_t before it."""
    return HEADER + (ingress_port << 15 | reasons()[reason]).to_bytes(3, "big") + packet


def _digest(**values):
    digest = 0
    for name, bits in DIGEST:
        digest = digest << bits | values.get(name, 0)
    return digest


def described(frame):
    """The digest beside a packet that is not sent as one: the program fills in these fields of all
    that it looks at.
    """
    return _digest(vlan_id=frame.vlan_id or 0, is_ipv6=int(frame.ip == 6),
                   has_option=int(frame.option == 1))


def neighbor(port, frame):
    """The digest of an ARP request or a neighbour solicitation that was answered."""
    if frame.arp:
        mac, sender, target = frame.arp
        fields = {"addr6": target, "addr4": sender, "endpoint": mac}
    else:
        probe = frame.src == 0
        fields = {"addr6": frame.solicited if probe else frame.src, "endpoint": frame.src_mac,
                  "is_probe": int(probe)}
    return described(frame) | _digest(reason=reasons()["NEIGHBOR"], port=port, **fields)


def tcp_state(port, frame, leaving, entries):
    """The digest of a translated TCP segment, which is `leaving` where it goes on.

    Raises LeftOut for a hairpin, of which the packets do not show the IPv4 destination.
    """
    instance = 0
    if frame.ip == 4:
        fields = {"addr6": frame.dst, "addr4": frame.src}
    elif leaving.ip == 4:
        fields = {"addr6": frame.src, "addr4": leaving.dst}
        instance = _instance(frame.dst, entries)
    else:
        raise LeftOut("it is a hairpin, and its digest has the address between")
    return described(frame) | _digest(
        reason=reasons()["TCP_STATE"], port=port, tcp_flags=frame.tcp_flags,
        endpoint=frame.ports[0] << 32 | frame.ports[1] << 16 | instance, **fields)


def _instance(address, entries):
    """The instance of an IPv6 destination: that of its EAM, else of its NAT64 prefix."""
    for table in ("eam6_dst", "pool6"):
        found = []
        for row in entries:
            if row["table"] == table:
                prefix, length = row["match"]["dst_addr"].split("/")
                if (number(prefix) ^ address) >> 128 - int(length) == 0:
                    found.append((int(length), row["params"]["instance"]))
        if found:
            return max(found)[1]
    raise ValueError(f"no row translates {address:#x}")
