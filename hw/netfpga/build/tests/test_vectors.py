# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the simulation: rows in the language of p4_px_tables.py, packets and metadata."""

import copy
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

from sume_build import checks, p4info, vectors

from .toolchain import P4INFO, SUITE, bit_file, switch_info

BUILD = pathlib.Path(__file__).resolve().parents[1]
REPOSITORY = BUILD.parents[2]
TABLES = p4info.parse(P4INFO)


def suite(entries=(), **changed):
    """A suite of one vector."""
    vector = dict(copy.deepcopy(SUITE["vectors"][0]), **changed)
    return [("tiny", {"entries": list(entries), "vectors": [vector]})]


def forward(next_id=3, port=3):
    return {"table": "next", "match": {"next_id": next_id}, "action": "forward",
            "params": {"port": port, "dmac": "02:00:00:00:02:03"}}


def route(prefix):
    return {"table": "route6", "match": {"dst_addr": prefix}, "action": "set_next",
            "params": {"next_id": 3}}


class FixturesTest(unittest.TestCase):
    def commands(self, entries, tables=TABLES, **limits):
        found, left_out = vectors.fixtures(tables, suite(entries), **limits)
        self.assertEqual([], left_out)
        return found["tiny-1"][0].splitlines()

    def left_out(self, suites, tables=TABLES, **limits):
        found, left_out = vectors.fixtures(tables, suites, **limits)
        self.assertEqual({}, found)
        (_, _, reason), = left_out
        return reason

    def test_every_parameter_of_all_actions_is_given(self):
        self.assertEqual(["table_cam_add_entry next forward 0x3 => 0x3 0x20000000203 0x0"],
                         self.commands([forward()]))
        row = {"table": "next", "match": {"next_id": 4}, "action": "discard",
               "params": {"reason": 9}}
        self.assertEqual(["table_cam_add_entry next discard 0x4 => 0x0 0x0 0x9"],
                         self.commands([row]))

    def test_keys_are_hexadecimal_and_slots_are_by_priority(self):
        self.assertEqual(
            ["table_tcam_add_entry route6 0 set_next 0x20010db800010000000000000000000"
             "0/0xffffffffffff00000000000000000000 => 0x3",
             "table_tcam_add_entry route6 1 set_next 0x20010db80000000000000000000000"
             "00/0xffffffff000000000000000000000000 => 0x3",
             "table_tcam_add_entry route6 2 set_next 0x0/0x0 => 0x3"],
            self.commands([route("2001:db8::/32"), route("2001:db8:1::/48"), route("::/0")]))

    def test_more_rows_than_the_simulation_holds(self):
        rows = [forward(n) for n in range(6)]
        self.assertEqual("next: 6 rows, and the simulation holds 5", self.left_out(suite(rows)))
        self.assertEqual(6, len(self.commands(rows, cam_rows=6)))
        rows = [route(f"2001:db8:{n}::/48") for n in range(33)]
        self.assertEqual("route6: 33 rows, and the simulation holds 32", self.left_out(suite(rows)))

    def test_vectors_with_other_rows_are_in_another_fixture(self):
        both = copy.deepcopy(SUITE)
        both["vectors"][1]["entries"] = [forward(7)]
        found, left_out = vectors.fixtures(TABLES, [("tiny", SUITE), ("both", both)])
        self.assertEqual([], left_out)
        self.assertEqual({"tiny-1": ["one", "other"], "both-1": ["one"], "both-2": ["other"]},
                         {name: [p["name"] for p in packets]
                          for name, (_, packets) in found.items()})

    def test_two_rows_for_one_key(self):
        self.assertIn("two rows for the key 0x3",
                      self.left_out(suite([forward(), forward(port=4)])))

    def test_what_the_simulation_cannot_do(self):
        frame = SUITE["vectors"][0]["expect"][0]
        cases = {
            "the card lacks TRUNCATE": {"needs": ["TRUNCATE"]},
            "it needs a meter": {"meters": {"punts": {}}},
            "header on the card's DMA port": {"packet_ins": [{}]},
            "it sends several packets": {"send": SUITE["vectors"][0]["send"] * 2},
            "it drops": {"expect": []},
            "one final packet to all ports": {"expect": [frame, {"port": 2, "packet": "cc"}]},
            "chooses an identification": {"expect": [dict(frame, generated_id=True)]},
        }
        for reason, changed in cases.items():
            with self.subTest(reason):
                self.assertIn(reason, self.left_out(suite(**changed)))
        self.assertIn("compile time", self.left_out(suite([dict(forward(), default=True)])))
        self.assertIn("no table gone", self.left_out(suite([dict(forward(), table="gone")])))

    def test_what_the_card_has_all_the_same(self):
        found, _ = vectors.fixtures(TABLES, suite(needs=["TRUNCATE"]), has=("TRUNCATE",))
        self.assertEqual(["tiny-1"], list(found))

    def test_match_kinds_that_do_not_go(self):
        lpm = p4info.parse(P4INFO.replace("TERNARY", "LPM"))
        self.assertIn("#66", self.left_out(suite([route("::/0")]), lpm))
        mixed = p4info.parse(P4INFO.replace(
            "bitwidth: 16 match_type: EXACT }",
            "bitwidth: 16 match_type: EXACT }"
            ' match_fields { id: 2 name: "port" bitwidth: 8 match_type: TERNARY }'))
        self.assertIn("one match kind", self.left_out(suite([forward()]), mixed))

    def test_a_name_that_the_script_skips(self):
        white = p4info.parse(P4INFO.replace('"reason"', '"white"'))
        self.assertIn("skips field white", self.left_out(suite([forward()]), white))

    def test_next_hops_without_a_selector(self):
        def shared(kind):
            return p4info.parse(P4INFO.replace(
                "bitwidth: 16 match_type: EXACT }",
                f"bitwidth: 16 match_type: {kind} }}"
                f' match_fields {{ id: 2 name: "share" bitwidth: 4 match_type: {kind} }}'))

        member = {"action": "forward", "weight": 1, "params": forward()["params"]}
        row = {"table": "next", "match": {"next_id": 3}, "members": [member]}
        self.assertIn("needs a selector", self.left_out(suite([row])))
        self.assertIn("16 rows", self.left_out(suite([row]), shared("EXACT")))
        self.assertEqual(16, len(self.commands([row], shared("EXACT"), cam_rows=16)))
        self.assertEqual(
            ["table_tcam_add_entry next 0 forward 0x3/0xffff 0x0/0x0 => 0x3 0x20000000203 0x0"],
            self.commands([row], shared("TERNARY")))

    def test_our_own_vectors_are_in_a_fixture_or_left_out(self):
        info = REPOSITORY / "p4/compiled/isthmus.p4info.txtpb"
        suites = [(file.stem, json.loads(file.read_text()))
                  for file in sorted((REPOSITORY / "p4/vectors").glob("*.json"))]
        found, left_out = vectors.fixtures(p4info.load(info), suites, cam_rows=1000)
        self.assertEqual(sum(len(one["vectors"]) for _, one in suites),
                         sum(len(packets) for _, packets in found.values()) + len(left_out))


class TestdataTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "src").mkdir()
        (self.folder / "testdata").mkdir()

    def generate(self, one):
        found, _ = vectors.fixtures(TABLES, [("tiny", one)])
        vectors.write(self.folder / "fixtures", found, [])
        self.assertEqual("tiny-1", vectors.install(self.folder / "fixtures", "first", self.folder))
        subprocess.run([sys.executable, self.folder / "testdata/gen_testdata.py"], check=True,
                       stdout=subprocess.DEVNULL)

    def frames(self, name):
        """Times and frames of a pcap file."""
        data = (self.folder / "testdata" / name).read_bytes()
        self.assertEqual((0xa1b2c3d4, 2, 4, 1), struct.unpack_from("<IHH12xI", data))
        position, found = 24, []
        while position < len(data):
            time, length = struct.unpack_from("<I4xI", data, position)
            found.append((time, data[position + 16:position + 16 + length].hex()))
            position += 16 + length
        return found

    def test_packets_and_metadata(self):
        one = copy.deepcopy(SUITE)
        one["vectors"][1]["expect"].append({"port": 4, "packet": "bc" * 70})
        self.generate(one)
        self.assertEqual([(0, "aa" * 60), (1, "ac" * 70)], self.frames("src.pcap"))
        self.assertEqual([(0, "bb" * 60), (1, "bc" * 70)], self.frames("dst.pcap"))
        self.assertEqual(self.frames("src.pcap"), self.frames("nf0_applied.pcap"))
        self.assertEqual([(1, "bc" * 70)], self.frames("nf3_expected.pcap"))
        self.assertFalse((self.folder / "testdata/nf1_applied.pcap").exists())

        def lines(name):
            return (self.folder / "testdata" / name).read_text().splitlines()

        # Queue sizes, send_dig_to_cpu, drop: 24 digits; then dst_port, src_port, pkt_len.
        self.assertEqual(["0" * 24 + "0001003c", "0" * 24 + "00010046"], lines("Tuple_in.txt"))
        self.assertEqual(["0" * 64 + " " + "0" * 24 + "1001003c",
                          "0" * 64 + " " + "0" * 24 + "50010046"], lines("Tuple_expect.txt"))

    def test_a_fixture_that_is_not_there(self):
        self.generate(SUITE)
        with self.assertRaisesRegex(ValueError, "no fixture gone; there are: tiny-1"):
            vectors.install(self.folder / "fixtures", "gone", self.folder)


class SwitchInfoTest(unittest.TestCase):
    """What SDNet says of the tables, beside the P4Info."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.info = pathlib.Path(folder.name, "tiny.p4info.txtpb")
        self.info.write_text(P4INFO)
        self.file = pathlib.Path(folder.name, ".sdnet_switch_info.dat")

    def check(self, described):
        self.file.write_text(json.dumps(described))
        checks.switch_info(str(self.file))({"P4INFO": str(self.info)})

    def wrong(self, change, said):
        described = switch_info()
        change(described["Pipe"]["px_lookups"])
        with self.assertRaisesRegex(checks.Failed, said):
            self.check(described)

    def test_they_fit(self):
        self.check(switch_info())

    def test_a_program_without_tables(self):
        with self.assertRaisesRegex(checks.Failed, "no tables"):
            self.check({"Pipe": {"px_lookups": []}})

    def test_another_table(self):
        self.wrong(lambda tables: tables[0].update(p4_name="other"), "table other is not in")

    def test_another_match_kind(self):
        self.wrong(lambda tables: tables[0].update(match_type="TCAM"), "next is TCAM")

    def test_parameters_in_another_order(self):
        self.wrong(lambda tables: tables[0]["response_fields"].reverse(), "table next: parameters")

    def test_keys_of_another_width(self):
        self.wrong(lambda tables: tables[1]["request_fields"][0]["fields"][0].update(size=32),
                   "table route6: keys of .128. bits")

    def test_a_shape_that_is_not_the_documented_one(self):
        self.wrong(lambda tables: tables[0].pop("response_fields"), "response_fields")


class P4InfoTest(unittest.TestCase):
    def test_tables(self):
        self.assertEqual(["forward", "discard"], [a.name for a in TABLES["next"].actions])
        self.assertEqual([("dst_addr", 128, "TERNARY")],
                         [(k.name, k.bits, k.kind) for k in TABLES["route6"].keys])

    def test_no_p4info(self):
        for text in ("", "tables {", "}", "tables { preamble }", "?", "a: 1"):
            with self.subTest(text), self.assertRaises((ValueError, KeyError)):
                p4info.parse(text)


class BitstreamTest(unittest.TestCase):
    def check(self, data):
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            checks.bitstream(file.name)({})

    def test_bit_files(self):
        self.check(bit_file())
        with self.assertRaisesRegex(checks.Failed, "for a 7vx485tffg1761"):
            self.check(bit_file(part="7vx485tffg1761"))
        with self.assertRaisesRegex(checks.Failed, "60 bytes of data, not 64"):
            self.check(bit_file()[:-4])


if __name__ == "__main__":
    unittest.main()
