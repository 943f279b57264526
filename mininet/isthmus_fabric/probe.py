# SPDX-License-Identifier: Apache-2.0
"""A program for hosts: sends one packet no ordinary program sends, prints the error.

usage: probe.py KIND SOURCE TARGET

KIND is `fragment`, a first fragment whose rest never comes; `odd`, one of IPv4 that ends within
eight bytes; `protocol`, a packet of a transport protocol that no host has; `routing`, one of IPv6
with a route to follow; or a port, of a UDP datagram to it.

It prints type, code and the four bytes that follow the checksum of the first ICMP error about that
packet, as numbers; nothing if none comes within five seconds.
"""

import socket
import struct
import sys
import time
from ipaddress import IPv6Address, ip_address

FRAGMENT, ROUTING, UDP = 44, 43, 17
EXPERIMENT = 253
"""A protocol of no meaning (RFC 3692)."""

DISCARD = 9
SOURCE_PORT = 40009
MORE_FRAGMENTS = 0x2000
SECONDS = 5


def datagram(port):
    """A UDP header and 16 bytes; the checksum is wrong, which nobody looks at before the error."""
    return struct.pack("!HHHH", SOURCE_PORT, port, 24, 1) + bytes(16)


def packet6(kind, source, target):
    """An IPv6 packet."""
    follows, payload = UDP, datagram(int(kind) if kind.isdigit() else DISCARD)
    if kind == "fragment":
        follows, payload = FRAGMENT, struct.pack("!BBHI", UDP, 0, 0x0001, 0x4242) + payload
    elif kind == "routing":
        # Type 0, one segment left, to an address of the documentation range.
        follows, payload = ROUTING, struct.pack("!BBBBI", UDP, 2, 0, 1, 0) + \
            IPv6Address("2001:db8::1").packed + payload
    elif kind == "protocol":
        follows = EXPERIMENT
    return struct.pack("!IHBB", 6 << 28, len(payload), follows, 64) \
        + source.packed + target.packed + payload


def packet4(kind, source, target):
    """An IPv4 packet, to which the kernel adds length and checksum."""
    protocol, flags, payload = UDP, 0, datagram(int(kind) if kind.isdigit() else DISCARD)
    if kind == "fragment":
        flags = MORE_FRAGMENTS
    elif kind == "odd":
        flags, payload = MORE_FRAGMENTS, payload + b"x"
    elif kind == "protocol":
        protocol = EXPERIMENT
    return struct.pack("!BBHHHBBH", 0x45, 0, 0, 0x4242, flags, 64, protocol, 0) \
        + source.packed + target.packed + payload


def error6(message, source, target):
    """An ICMPv6 message if it is an error about a packet between these addresses, else None."""
    inner = message[8:]
    return message if message[0] < 128 and inner[8:40] == source.packed + target.packed else None


def error4(packet, source, target):
    """The same of the ICMPv4 message in a packet."""
    message = packet[(packet[0] & 15) * 4:]
    inner = message[8:]
    return message if message[0] in (3, 11, 12) and inner[12:20] == source.packed + target.packed \
        else None


FAMILIES = {
    4: (socket.AF_INET, socket.IPPROTO_ICMP, packet4, error4),
    6: (socket.AF_INET6, socket.IPPROTO_ICMPV6, packet6, error6),
}


def main(kind, source, target):
    """Sends and waits."""
    source, target = ip_address(source), ip_address(target)
    family, icmp, packet, error = FAMILIES[target.version]
    with socket.socket(family, socket.SOCK_RAW, icmp) as errors, \
            socket.socket(family, socket.SOCK_RAW, socket.IPPROTO_RAW) as out:
        out.sendto(packet(kind, source, target), (str(target), 0))
        deadline = time.monotonic() + SECONDS
        while (left := deadline - time.monotonic()) > 0:
            errors.settimeout(left)
            try:
                found = error(errors.recv(2048), source, target)
            except TimeoutError:
                return
            if found:
                print(found[0], found[1], struct.unpack("!I", found[4:8])[0])
                return


if __name__ == "__main__":
    main(*sys.argv[1:])
