# SPDX-License-Identifier: Apache-2.0
"""What the card's parser finds in a frame (p4/shared/parser_states.p4).

As there, IPv4 options and IPv6 extension headers, but for the fragment header, end the parsing.
Addresses are integers.
"""

import struct
import sys

from .toolchain import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "p4/vectors"))

from flow_hash import flow_hash  # noqa: E402

ARP, IPV4, IPV6, VLAN = 0x0806, 0x0800, 0x86dd, 0x8100
ICMP, TCP, UDP, FRAGMENT, ICMPV6 = 1, 6, 17, 44, 58
ECHO = {4: (8, 0), 6: (128, 129)}  # types of request and reply
SOLICITATION, ADVERTISEMENT = 135, 136
SOURCE_LINK_LAYER_ADDRESS = 1


class CutShort(Exception):
    """A frame that ends inside a header."""


class Frame:
    """The headers of a frame; what is not there is None.

    ip         4 or 6
    ports      source and destination of TCP or UDP
    echo       identifier
    solicited  target address of a neighbour solicitation or advertisement
    option     type of the option behind it
    """

    def __init__(self, data):
        """Raises CutShort."""
        self._rest = data
        self.vlan_id = self.ip = self.ports = self.tcp_flags = self.echo = None
        self.arp = self.solicited = self.option = None
        self.is_fragment = False
        self.dst_mac, self.src_mac, ether_type = self._take("6s6sH")
        self.dst_mac, self.src_mac = (int.from_bytes(mac, "big")
                                      for mac in (self.dst_mac, self.src_mac))
        if ether_type == VLAN:
            tag, ether_type = self._take("HH")
            self.vlan_id = tag & 0xfff
        {ARP: self._arp, IPV4: self._ipv4, IPV6: self._ipv6}.get(ether_type, lambda: None)()

    def _take(self, layout):
        size = struct.calcsize("!" + layout)
        if len(self._rest) < size:
            raise CutShort()
        taken, self._rest = self._rest[:size], self._rest[size:]
        return struct.unpack("!" + layout, taken)

    def _arp(self):
        """Sender's MAC address, sender, target."""
        mac, sender, target = self._take("8x6sI6xI")
        self.arp = (int.from_bytes(mac, "big"), sender, target)

    def _ipv4(self):
        version, fragment, self.protocol, self.src, self.dst = self._take("B5xHxB2xII")
        self.ip = 4
        self.is_fragment = fragment & 0x3fff != 0
        if version & 15 == 5 and fragment & 0x1fff == 0:
            self._upper(ICMP)

    def _ipv6(self):
        label, self.payload_length, self.protocol, src, dst = self._take("IHBx16s16s")
        self.ip = 6
        self.flow_label = label & 0xfffff
        self.src, self.dst = int.from_bytes(src, "big"), int.from_bytes(dst, "big")
        if self.protocol == FRAGMENT:
            self.protocol, fragment = self._take("BxH4x")
            self.is_fragment = fragment & 0xfff9 != 0
            if fragment & 0xfff8:
                return
        self._upper(ICMPV6)

    def _upper(self, icmp):
        if self.protocol == TCP:
            src, dst, self.tcp_flags = self._take("HH9xB6x")
            self.ports = src, dst
        elif self.protocol == UDP:
            self.ports = self._take("HH4x")
        elif self.protocol == icmp:
            kind, = self._take("B3x")
            if kind in ECHO[self.ip]:
                self.echo, = self._take("H2x")
            elif self.ip == 6 and kind in (SOLICITATION, ADVERTISEMENT):
                target, = self._take("4x16s")
                self.solicited = int.from_bytes(target, "big")
                if self.payload_length >= 32:
                    self.option, = self._take("B7x")

    def flow_hash(self, seed):
        """The hash of an IP packet that leaves by a route."""
        if self.ip == 4:
            words = [self.src, self.dst, self.protocol]
        else:
            words = [(address >> high ^ address >> low) & 0xffffffff
                     for address in (self.src, self.dst) for high, low in ((96, 32), (64, 0))]
            words.append(self.flow_label)
        if not self.is_fragment:
            if self.ports:
                words.append(self.ports[0] << 16 | self.ports[1])
            elif self.echo is not None:
                words.append(self.echo)
        return flow_hash(words, seed)
