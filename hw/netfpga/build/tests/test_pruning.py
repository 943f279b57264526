# SPDX-License-Identifier: Apache-2.0
"""Fixtures of our own vectors for the card's program: rows of next hops, digests, identifications.

That the rows are enough was seen on BMv2 (run_fixtures.py), which `make test` has not.
"""

import ipaddress
import json
import struct
import unittest

from sume_build import dma, p4info, pruning, rows, vectors
from sume_build.frame import CutShort, Frame, flow_hash
from sume_build.toolchain import REPOSITORY

TABLES = p4info.load(REPOSITORY / "p4/compiled/netfpga/isthmus.p4info.txtpb")
SUITES = {file.stem: json.loads(file.read_text())
          for file in (REPOSITORY / "p4/vectors").glob("*.json")}


def vector(suite, name):
    """A vector of ours with all its rows, as packets.json has it and with the rows it needs."""
    found, = (one for one in SUITES[suite]["vectors"] if one["name"] == name)
    entries = rows.expanded(TABLES, SUITES[suite]["entries"] + found.get("entries", []))
    return found, entries, *vectors.packet(found, entries)


def of(table, entries):
    return [row for row in entries if row["table"] == table]


class PruningTest(unittest.TestCase):
    def test_one_row_of_a_next_hop_is_left(self):
        _, entries, _, needed = vector("ecmp", "seed 0x9e3779b9, port 1003")
        self.assertEqual(16, len(of("next", entries)))
        row, = of("next", needed)
        words = [int(ipaddress.ip_address("192.0.2.200")),
                 int(ipaddress.ip_address("198.51.100.9")), 17, 1003 << 16 | 53]
        self.assertEqual(flow_hash(words, 0x9e3779b9) & 15, row["match"]["share"])
        self.assertEqual([row for row in entries if row["table"] != "next"],
                         [row for row in needed if row["table"] != "next"])

    def test_the_row_of_every_packet_leads_where_its_vector_says(self):
        checked = set()
        for name, suite in SUITES.items():
            for one in suite["vectors"]:
                try:
                    _, _, made, needed = vector(name, one["name"])
                except rows.LeftOut:
                    continue
                with self.subTest(suite=name, vector=one["name"]):
                    ports = [row["params"]["port"] for row in of("next", needed)]
                    due = {frame["port"] for frame in one["expect"]} if made["routed"] else set()
                    # Several next hops may lead to one neighbour.
                    self.assertEqual(due, set(ports))
                    checked |= due
        self.assertEqual({1, 2, 3, 4}, checked)

    def test_no_row_is_left_for_what_does_not_get_that_far(self):
        for suite, name in (("forwarding", "no route ipv4"), ("local", "ping6, global")):
            _, _, _, needed = vector(suite, name)
            self.assertEqual([], of("next", needed))

    def test_what_ends_behind_the_lookup_is_left_out(self):
        with self.assertRaisesRegex(rows.LeftOut, "behind the lookup of its next hop"):
            vector("forwarding", "mtu exceeded, DF")

    def test_the_prefix_that_a_source_is_from(self):
        row = {"table": "prefix6", "match": {"instance": 1}, "action": "embed",
               "params": {"prefix6": "2001:db8:7::", "length": 48}}
        other = dict(row, params={"prefix6": "64:ff9b::", "length": 96})
        found, _, _, _ = vector("ecmp", "tcp to6, port 80")
        to6 = Frame(bytes.fromhex(found["expect"][0]["packet"]))
        self.assertEqual([other], pruning.pruned([row, other], to6, ()))
        found, _, _, _ = vector("ecmp", "tcp to4, port 80")
        to4 = Frame(bytes.fromhex(found["expect"][0]["packet"]))
        self.assertEqual([], pruning.pruned([row, other], to4, ()))
        self.assertEqual([row, other], pruning.pruned([row, other], None, {"NO_ROUTE"}))

    def test_our_own_vectors_are_in_a_fixture_or_left_out(self):
        found, left_out = vectors.fixtures(TABLES, sorted(SUITES.items()))
        count = sum(len(packets) for _, packets in found.values())
        self.assertEqual(sum(len(one["vectors"]) for one in SUITES.values()),
                         count + len(left_out))
        possible = [reason for _, _, reason in left_out if not reason.startswith("the card lacks")]
        self.assertGreater(count, 10 * len(possible))
        self.assertLess(len(found), count / 4)
        for commands, _ in found.values():
            tables = [line.split()[1] for line in commands.splitlines()]
            for table in set(tables):
                self.assertLessEqual(tables.count(table),
                                     5 if TABLES[table].keys[0].kind == "EXACT" else 32)


class DigestTest(unittest.TestCase):
    """Fields as p4/sume/dma.p4 lays them out, most significant first."""

    def digest(self, suite, name):
        _, _, made, _ = vector(suite, name)
        self.assertEqual((1, 0), (made["out"]["send_digest"], made["out"]["drop"]))
        return made["out"]["digest"]

    def test_tcp_to_ipv4(self):
        self.assertEqual("02" "01" "000" "8" "02" "20010db8000100000000000000000001" "c6336409"
                         "1092" "0050" "0" "001" "00", self.digest("bindings", "tcp S to4"))

    def test_tcp_to_ipv6(self):
        # The instance is of the side where the packet comes from.
        self.assertEqual("02" "03" "000" "0" "12" "000000000000000000000000cb007107" "c6336409"
                         "0050" "0412" "0" "000" "00", self.digest("bindings", "tcp SA to6"))

    def test_arp(self):
        self.assertEqual("06" "03" "007" "0" "00" "000000000000000000000000c0000201" "c0000209"
                         "020000000203" "00",
                         self.digest("neighbor", "arp for the gateway, tagged"))

    def test_neighbour_solicitation(self):
        self.assertEqual("06" "01" "000" "a" "00" "20010db8000100000000000000000001" "00000000"
                         "020000000201" "00", self.digest("neighbor", "ns with address option"))

    def test_duplicate_address_detection(self):
        self.assertEqual("06" "01" "000" "c" "00" "20010db80001000000000000000000ff" "00000000"
                         "020000000201" "00",
                         self.digest("neighbor", "duplicate address detection"))

    def test_what_is_not_sent_has_fields_too(self):
        frame = struct.pack("!6x6xHHH", 0x8100, 0x2abc, 0x86dd) + bytes(40)
        self.assertEqual("0000abc8" + "0" * 56, f"{dma.described(Frame(frame)):064x}")
        self.assertEqual(0, dma.described(Frame(bytes(60))))
        sent = {"send": [{"port": 1, "packet": frame.hex()}], "expect": [], "packet_ins": []}
        for reason, digest in (("NO_ROUTE", "0000abc8" + "0" * 56), ("FRAME_LENGTH", "0" * 64)):
            made, _ = vectors.packet(dict(sent, name=reason, drops={reason: 1}), [])
            self.assertEqual(digest, made["out"]["digest"])

    def test_a_hairpin(self):
        tcp = struct.pack("!HHIIBBHHH", 1, 2, 0, 0, 0x50, 2, 0, 0, 0)
        frame = Frame(struct.pack("!12xHIHBB16x16x", 0x86dd, 6 << 28, 20, 6, 64) + tcp)
        with self.assertRaisesRegex(rows.LeftOut, "hairpin"):
            dma.tcp_state(1, frame, frame, [])


class IdentificationTest(unittest.TestCase):
    def test_packets_that_are_routed_are_counted(self):
        names = ["udp sum 0 to4", "udp wrong by 0x1 to6", "udp wrong by 0x1 to4"]
        suite = dict(SUITES["checksums"], vectors=[
            one for name in names for one in SUITES["checksums"]["vectors"] if one["name"] == name])
        dropped = dict(suite["vectors"][0], name="dropped", expect=[], drops={"NO_ROUTE": 1})
        suite["vectors"].insert(1, dropped)
        (_, packets), = vectors.fixtures(TABLES, [("one", suite)])[0].values()
        frames = [bytes.fromhex(one["out"]["packet"]) for one in packets]
        self.assertEqual(["dropped"], [one["name"] for one in packets if one["out"]["drop"]])
        self.assertEqual([1, 3], [int.from_bytes(frame[18:20], "big") for frame in frames
                                  if frame[12:14] == b"\x08\x00"])
        for frame in frames:
            if frame[12:14] == b"\x08\x00":
                self.assertEqual(0, sum(struct.unpack("!10H", frame[14:34])) % 0xffff)


class FrameTest(unittest.TestCase):
    def test_headers_that_are_cut_short(self):
        found, _, _, _ = vector("bindings", "tcp S to4")
        frame = bytes.fromhex(found["send"][0]["packet"])
        Frame(frame[:74])
        for length in (13, 53, 73):
            with self.subTest(length), self.assertRaises(CutShort):
                Frame(frame[:length])

    def test_fragments_have_no_ports_in_their_hash(self):
        found, _, _, _ = vector("ecmp", "fragment, first")
        frame = Frame(bytes.fromhex(found["expect"][0]["packet"]))
        words = [frame.src, frame.dst, 17]
        self.assertEqual((1000, 53), frame.ports)
        self.assertEqual(flow_hash(words, 0), frame.flow_hash(0))


if __name__ == "__main__":
    unittest.main()
