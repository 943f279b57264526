# SPDX-License-Identifier: Apache-2.0
"""A program for hosts: sends one IPv6 packet no ordinary program sends, prints the error.

usage: probe.py fragment|routing SOURCE TARGET

It prints type, code and the four bytes that follow the checksum of the first ICMPv6 error
about that packet, as numbers; nothing if none comes within five seconds.
"""

import socket
import struct
import sys
import time
from ipaddress import IPv6Address

FRAGMENT, ROUTING, UDP = 44, 43, 17
SECONDS = 5
IPV6_HEADER = 40


def packet(kind, source, target):
    """An IPv6 packet: a first fragment whose rest never comes, or one with a route to follow."""
    # UDP to the discard port; the checksum is wrong, which nobody looks at before the error.
    data = struct.pack("!HHHH", 40009, 9, 24, 1) + bytes(16)
    if kind == "fragment":
        follows, extension = FRAGMENT, struct.pack("!BBHI", UDP, 0, 0x0001, 0x4242)
    else:
        # Type 0, one segment left, to an address of the documentation range.
        follows = ROUTING
        extension = struct.pack("!BBBBI", UDP, 2, 0, 1, 0) + IPv6Address("2001:db8::1").packed
    payload = extension + data
    return struct.pack("!IHBB", 6 << 28, len(payload), follows, 64) \
        + source.packed + target.packed + payload


def about(message, source, target):
    """Whether an ICMPv6 message is an error about a packet between these addresses."""
    inner = message[8:]
    return (message[0] < 128 and len(inner) >= IPV6_HEADER
            and inner[8:24] == source.packed and inner[24:40] == target.packed)


def main(kind, source, target):
    """Sends and waits."""
    source, target = IPv6Address(source), IPv6Address(target)
    with socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6) as errors, \
            socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_RAW) as out:
        out.sendto(packet(kind, source, target), (str(target), 0))
        deadline = time.monotonic() + SECONDS
        while (left := deadline - time.monotonic()) > 0:
            errors.settimeout(left)
            try:
                message = errors.recv(2048)
            except TimeoutError:
                return
            if about(message, source, target):
                print(message[0], message[1], struct.unpack("!I", message[4:8])[0])
                return


if __name__ == "__main__":
    main(*sys.argv[1:])
