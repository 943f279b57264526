# SPDX-License-Identifier: Apache-2.0
"""Frames that no honest host sends, made from a seed."""

import random
import socket
import struct
import time
from ipaddress import IPv6Address

UDP, FRAGMENT = 17, 44
BURST = 50
PAUSE = 0.05
"""Seconds between bursts: some thousand frames a second at most, for the machine is shared."""


def checksum(data):
    """The Internet checksum (RFC 1071)."""
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def datagram(source, target, port, payload=b"1\n"):
    """An IPv6 packet with UDP to the echo port."""
    length = 8 + len(payload)
    head = struct.pack("!HHHH", port, 7, length, 0)
    pseudo = source + target + struct.pack("!IHBB", length, 0, 0, UDP)
    head = struct.pack("!HHHH", port, 7, length, checksum(pseudo + head + payload) or 0xFFFF)
    return struct.pack("!IHBB", 6 << 28, length, UDP, 64) + source + target + head + payload


def fragment(source, target, number):
    """The first fragment of a datagram of which no other comes."""
    data = struct.pack("!BBHI", UDP, 0, 1, number) \
        + struct.pack("!HHHH", 1024 + number % 60000, 7, 64, 0) + bytes(8)
    return struct.pack("!IHBB", 6 << 28, len(data), FRAGMENT, 64) + source + target + data


def mutated(frame, rng):
    """A frame with one to four places damaged, or cut short, or made longer."""
    frame = bytearray(frame)
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(4)
        if kind == 0:
            frame[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
        elif kind == 1:
            frame[rng.randrange(len(frame))] = rng.randrange(256)
        elif kind == 2:
            del frame[rng.randint(14, len(frame)):]
        else:
            frame += rng.randbytes(rng.randint(1, 64))
    return bytes(frame)


def frames(kind, mac, source, target, rng):
    """Endless frames of a kind: `flows`, `spoofed`, `fragments` or `mutated`."""
    ethernet = bytes.fromhex(mac.replace(":", "")) + bytes.fromhex("020000000bad") + b"\x86\xdd"
    number = 0
    while True:
        number += 1
        if kind == "flows":
            yield ethernet + datagram(source, target, 1024 + number % 60000)
        elif kind == "spoofed":
            yield ethernet + datagram(b"\x20\x01\x0d\xb8\x66\x66" + rng.randbytes(10), target,
                                      rng.randint(1024, 65535))
        elif kind == "fragments":
            yield ethernet + fragment(source, target, rng.getrandbits(32))
        else:
            sound = rng.choice((datagram(source, target, 1024 + number % 64, rng.randbytes(32)),
                                fragment(source, target, number)))
            yield mutated(ethernet + sound, rng)


def main(kind, mac, seed, seconds, source, target):
    """Sends frames of a kind out of eth0; prints how many."""
    rng = random.Random(int(seed))
    end = time.monotonic() + float(seconds)
    endless = frames(kind, mac, IPv6Address(source).packed, IPv6Address(target).packed, rng)
    sent = 0
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as out:
        out.bind(("eth0", 0))
        while time.monotonic() < end:
            for _ in range(BURST):
                try:
                    out.send(next(endless))
                    sent += 1
                except OSError:
                    pass  # longer than the wire takes, or its queue is full
            time.sleep(PAUSE)
    print(sent)
