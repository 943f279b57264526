#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""Test of the card's simulation, for P4-NetFPGA's nf_test.py and its library NFTest (Python 2.7).

Fills the tables as the simulation of SDNet's block did, then sends and expects what gen_testdata.py
wrote. In place of the template's, which knows nothing of DMA: a frame there that it does not expect
fails it.
"""

import os

from NFTest import (nftest_barrier, nftest_expect_dma, nftest_expect_phy, nftest_finish,
                    nftest_init, nftest_regwrite, nftest_send_dma, nftest_send_phy, nftest_start)
from scapy.all import rdpcap

import config_writes

TESTDATA = os.path.join(os.environ["P4_PROJECT_DIR"], "testdata")
INTERFACES = ("nf0", "nf1", "nf2", "nf3")
# Seconds: until the first packet, with what a write takes in the simulation; between packets.
RESET, WRITE, APART = 10e-6, 232e-9, 1e-6


def packets(name):
    """Packets of a pcap file, whose times are their numbers; none of an empty one."""
    path = os.path.join(TESTDATA, name)
    if os.path.getsize(path) <= 24:
        return []
    found = rdpcap(path)
    for packet in found:
        packet.time = RESET + WRITE * config_writes.NUM_WRITES + APART * float(packet.time)
    return found


def main():
    nftest_init(sim_loop=[], hw_config=[("../connections/conn", [])])
    nftest_start()
    for _ in range(5):  # as P4-NetFPGA's own tests begin
        nftest_regwrite(0x440200f0, 1)
    config_writes.config_tables()
    for interface in INTERFACES:
        nftest_send_phy(interface, packets(interface + "_applied.pcap"))
        nftest_expect_phy(interface, packets(interface + "_expected.pcap"))
    nftest_send_dma("nf0", packets("dma0_applied.pcap"))
    # The simulation records all DMA as that of nf0.
    nftest_expect_dma("nf0", packets("dma0_expected.pcap"))
    nftest_barrier()
    nftest_finish([])


if __name__ == "__main__":
    main()
