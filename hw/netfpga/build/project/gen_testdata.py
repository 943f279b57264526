#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what the simulations of P4-NetFPGA read, from packets.json beside it.

src.pcap and dst.pcap      packets into and out of SDNet's block (pcap2axi makes .axi of them)
Tuple_in.txt               sume_metadata of each packet in, 128 bits in hexadecimal
Tuple_expect.txt           digest (256 bits) and sume_metadata of each packet out
nfN_applied.pcap           packets into port N; the time is the packet's number
nfN_expected.pcap          packets out of port N
dma0_applied.pcap          frames from the host
dma0_expected.pcap         frames to the host, of all its interfaces, and digests: the simulation of
                           the card has one stream for them

SDNet's block gives out dropped packets as well, and says so in sume_metadata.

The Makefile of testdata/ runs it. It needs nothing but Python, 2.7 as well as 3.
"""

import binascii
import json
import os
import struct

HERE = os.path.dirname(os.path.abspath(__file__))
# One-hot, as in sume_metadata.
PORTS = dict([("nf%d" % n, 1 << 2 * n) for n in range(4)]
             + [("dma%d" % n, 2 << 2 * n) for n in range(4)])
# sume_metadata, first field first, with bits. The four queue sizes and the DMA queue's are zero.
TUPLE = (("queues", 80), ("send_dig_to_cpu", 8), ("drop", 8), ("dst_port", 8), ("src_port", 8),
         ("pkt_len", 16))


def metadata(**values):
    """sume_metadata in hexadecimal."""
    bits, number = 0, 0
    for name, width in TUPLE:
        value = values.get(name, 0)
        if value >> width:
            raise ValueError("%s is %d, more than %d bits" % (name, value, width))
        number = (number << width) | value
        bits += width
    return "%0*x" % (bits // 4, number)


def stream(port):
    """Where the simulation of the card has the frames of a port."""
    return "dma0" if port.startswith("dma") else port


def pcap(name, frames):
    """Writes pairs of a time in seconds and a frame, as Ethernet."""
    with open(os.path.join(HERE, name), "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1))
        for seconds, frame in frames:
            out.write(struct.pack("<IIII", seconds, 0, len(frame), len(frame)))
            out.write(frame)


def main():
    with open(os.path.join(HERE, "packets.json")) as source:
        packets = json.load(source)["packets"]
    sent, received, tuples_in, tuples_out = [], [], [], []
    applied = dict((stream(port), []) for port in PORTS)
    expected = dict((stream(port), []) for port in PORTS)
    for time, packet in enumerate(packets):
        given, out = packet["in"], packet["out"]
        frame = binascii.unhexlify(given["packet"])
        result = binascii.unhexlify(out["packet"])
        source, target = PORTS[given["port"]], 0
        for port in out["ports"]:
            target |= PORTS[port]
            expected[stream(port)].append((time, result))
        if out["send_digest"]:
            # A frame of its own, last byte first.
            expected["dma0"].append((time, binascii.unhexlify(out["digest"])[::-1]))
        applied[stream(given["port"])].append((time, frame))
        sent.append((time, frame))
        received.append((time, result))
        tuples_in.append(metadata(src_port=source, pkt_len=len(frame)))
        tuples_out.append(out["digest"] + " " + metadata(
            send_dig_to_cpu=out["send_digest"], drop=out["drop"], src_port=source,
            dst_port=target, pkt_len=len(result)))
    pcap("src.pcap", sent)
    pcap("dst.pcap", received)
    for port in applied:
        pcap(port + "_applied.pcap", applied[port])
        pcap(port + "_expected.pcap", expected[port])
    for name, lines in (("Tuple_in.txt", tuples_in), ("Tuple_expect.txt", tuples_out)):
        with open(os.path.join(HERE, name), "w") as out:
            out.write("".join(line + "\n" for line in lines))
    print("%d packets" % len(packets))


if __name__ == "__main__":
    main()
