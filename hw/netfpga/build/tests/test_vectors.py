# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the simulation: rows in the language of p4_px_tables.py, packets and metadata."""

import ast
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

    def test_vectors_with_other_entries_are_in_another_fixture(self):
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
            "it needs a meter": {"meters": {"punts": {"BIB_MISS": {}}}},
            "it sends several packets": {"send": SUITE["vectors"][0]["send"] * 2},
            "one final packet to all ports": {"expect": [frame, {"port": 2, "packet": "cc"}]},
            "ends inside a header": {"send": [{"port": 1, "packet": "aa" * 12 + "080045"}]},
            "ends behind the lookup": {"expect": [], "drops": {"NO_PORT": 1}},
        }
        for reason, changed in cases.items():
            with self.subTest(reason):
                self.assertIn(reason, self.left_out(suite(**changed)))
        self.assertIn("compile time", self.left_out(suite([dict(forward(), default=True)])))
        self.assertIn("no table gone", self.left_out(suite([dict(forward(), table="gone")])))

    def test_the_fullest_fixture(self):
        dropped = dict(SUITE["vectors"][0], name="dropped", expect=[], drops={"NO_ROUTE": 1})
        found, _ = vectors.fixtures(TABLES, [
            ("drops", {"entries": [], "vectors": [dropped, dict(dropped, name="again")]}),
            ("tiny", SUITE)])
        self.assertEqual("tiny-1", vectors.fullest(found))

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
        self.assertEqual(
            ["table_tcam_add_entry next 0 forward 0x3/0xffff 0x0/0x0 => 0x3 0x20000000203 0x0"],
            self.commands([row], shared("TERNARY")))

    def test_a_fixture_holds_what_the_registers_are_in_time_for(self):
        many = {"entries": [], "vectors": [dict(SUITE["vectors"][0], name=str(n))
                                           for n in range(17)]}
        found, _ = vectors.fixtures(TABLES, [("many", many)])
        self.assertEqual([16, 1], [len(packets) for _, packets in found.values()])


class TestdataTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "src").mkdir()
        (self.folder / "testdata").mkdir()

        (self.folder / "simple_sume_switch/test/sim_switch_default").mkdir(parents=True)

    def generate(self, one):
        found, _ = vectors.fixtures(TABLES, [("tiny", one)])
        vectors.write(self.folder / "fixtures", found, [])
        vectors.install(self.folder / "fixtures", "tiny-1", self.folder)
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

    def lines(self, name):
        return (self.folder / "testdata" / name).read_text().splitlines()

    def test_packets_and_metadata(self):
        one = copy.deepcopy(SUITE)
        one["vectors"][1]["expect"].append({"port": 4, "packet": "bc" * 70})
        self.generate(one)
        self.assertEqual([(0, "aa" * 60), (1, "ac" * 70)], self.frames("src.pcap"))
        self.assertEqual([(0, "bb" * 60), (1, "bc" * 70)], self.frames("dst.pcap"))
        self.assertEqual(self.frames("src.pcap"), self.frames("nf0_applied.pcap"))
        self.assertEqual([(1, "bc" * 70)], self.frames("nf3_expected.pcap"))
        for name in ("nf1_applied.pcap", "dma0_applied.pcap", "dma0_expected.pcap"):
            self.assertEqual([], self.frames(name))
        # Queue sizes, send_dig_to_cpu, drop: 24 digits; then dst_port, src_port, pkt_len.
        self.assertEqual(["0" * 24 + "0001003c", "0" * 24 + "00010046"], self.lines("Tuple_in.txt"))
        self.assertEqual(["0" * 64 + " " + "0" * 24 + "1001003c",
                          "0" * 64 + " " + "0" * 24 + "50010046"], self.lines("Tuple_expect.txt"))

    def test_dropped_packets(self):
        one = copy.deepcopy(SUITE)
        one["vectors"][1].update(expect=[], drops={"NO_ROUTE": 1})
        self.generate(one)
        # SDNet's block gives them out as they came, and the output queues take them away.
        self.assertEqual([(0, "bb" * 60), (1, "ac" * 70)], self.frames("dst.pcap"))
        self.assertEqual([(0, "bb" * 60)], self.frames("nf2_expected.pcap"))
        self.assertEqual("0" * 64 + " " + "0" * 22 + "0100010046",
                         self.lines("Tuple_expect.txt")[1])

    def test_packets_of_the_controller(self):
        one = copy.deepcopy(SUITE)
        packet = "ac" * 70
        one["vectors"][0].update(expect=[], packet_ins=[
            {"reason": "BIB_MISS", "ingress_port": 1, "packet": "aa" * 60}], drops={"PUNTED": 1})
        one["vectors"][1]["send"] = [{"packet_out": {"egress_port": 3, "submit": 0},
                                      "packet": packet}]
        self.generate(one)
        punted, submitted = "00" * 12 + "88b5" + "008001", "00" * 12 + "88b5" + "0180"
        self.assertEqual([(0, punted + "aa" * 60)], self.frames("dma0_expected.pcap"))
        self.assertEqual([(1, submitted + packet)], self.frames("dma0_applied.pcap"))
        self.assertEqual([(0, "aa" * 60)], self.frames("nf0_applied.pcap"))
        self.assertEqual([(1, "bc" * 70)], self.frames("nf2_expected.pcap"))
        self.assertEqual(["0" * 24 + "0001003c", "0" * 24 + "00020056"],
                         self.lines("Tuple_in.txt"))
        self.assertEqual(["0" * 64 + " " + "0" * 24 + "0201004d",
                          "0" * 64 + " " + "0" * 24 + "10020046"], self.lines("Tuple_expect.txt"))

    def test_a_copy_for_the_controller_is_a_digest(self):
        asked = ("ff" * 6 + "020000000202" + "0806" "0001080006040001"
                 "020000000202" "c0000209" "000000000000" "c0000201")
        one = copy.deepcopy(SUITE)
        one["vectors"][0].update(
            send=[{"port": 2, "packet": asked}], expect=[{"port": 2, "packet": "bb" * 42}],
            packet_ins=[{"reason": "NEIGHBOR", "ingress_port": 2, "packet": asked}])
        self.generate(one)
        digest = "0602" + "0" * 6 + "0" * 24 + "c0000201" "c0000209" "020000000202" "00"
        self.assertEqual([(0, bytes.fromhex(digest)[::-1].hex())],
                         self.frames("dma0_expected.pcap"))
        self.assertEqual([(0, "bb" * 42)], self.frames("nf1_expected.pcap"))
        self.assertEqual(f"{digest} " + "0" * 20 + "01000404002a",
                         self.lines("Tuple_expect.txt")[0])

    def test_python_2_reads_what_goes_into_the_project(self):
        # As far as Python 3 can tell: none of what only that has.
        for name in ("gen_testdata.py", "run.py"):
            tree = ast.parse((BUILD / "project" / name).read_text(), feature_version=(3, 4))
            self.assertFalse([node for node in ast.walk(tree) if isinstance(
                node, (ast.JoinedStr, ast.AnnAssign, ast.Nonlocal, ast.YieldFrom))])

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

    def test_a_table_that_sdnet_has_not(self):
        self.wrong(lambda tables: tables.pop(), "SDNet has no table route6")

    def test_an_action_by_another_name(self):
        # That of a row gets the block before it, whatever SDNet makes of nested controls.
        self.wrong(lambda tables: tables[1].update(action_ids={".set_next": 0}),
                   "table route6: no action Pipe.set_next in SDNet, which has .set_next")

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
