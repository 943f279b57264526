# SPDX-License-Identifier: Apache-2.0
"""A program for IPv4 hosts: objects to every datagram to its port with a Parameter Problem.

usage: objector.py PORT

Linux sends one about IPv4 options alone, which no translated packet has. To each line, a number, it
says `ready`, and from then on names that byte of the header.
"""

import select
import socket
import struct
import sys

PARAMETER_PROBLEM = 12
IP_HEADER, UDP_HEADER = 20, 8


def checksum(data):
    """The Internet checksum of an even number of bytes."""
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def objection(packet, pointer):
    """The ICMPv4 message that points at a byte of a packet's header."""
    quoted = packet[:IP_HEADER + UDP_HEADER]
    rest = struct.pack("!B3x", pointer) + quoted
    return struct.pack("!BBH", PARAMETER_PROBLEM, 0,
                       checksum(struct.pack("!BBH", PARAMETER_PROBLEM, 0, 0) + rest)) + rest


def main(port):
    """Objects until its input ends."""
    pointer = 0
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as held, \
            socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP) as heard, \
            socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as out:
        held.bind(("", port))  # so that the kernel does not say that nobody is there
        while True:
            readable, _, _ = select.select([heard, sys.stdin], [], [])
            if sys.stdin in readable:
                line = sys.stdin.readline()
                if not line:
                    return
                pointer = int(line)
                print("ready", flush=True)
            if heard in readable:
                packet, (sender, _) = heard.recvfrom(2048)
                if packet[IP_HEADER + 2:IP_HEADER + 4] == struct.pack("!H", port):
                    out.sendto(objection(packet, pointer), (sender, 0))


if __name__ == "__main__":
    main(int(sys.argv[1]))
