# SPDX-License-Identifier: Apache-2.0
"""The report of size and speed: that the one which is kept is of the Verilog that is kept, and how paths are found and cells counted."""

import pathlib
import re
import tempfile
import unittest

from rtl_report import __main__ as command
from rtl_report import cells, netlist, report, route, synthesis, timing

RTL = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = "isthmus"

# Pieces of the kept report with a path that is longer than a cycle, each with the reason why it may have it.
LONGER = {}

# A flip-flop whose Q comes 300 ps after the clock, a LUT of a slow and a fast pin, and a complement.
ARCS = {
    "FDRE": cells.Arcs({}, {("Q", 0): 300}, {("D", 0): 50, ("CE", 0): 100}),
    "LUT2": cells.Arcs({("O", 0): [(("I0", 0), 600), (("I1", 0), 200)]}, {}, {}),
    "INV": cells.Arcs({("O", 0): [(("I", 0), 120)]}, {}, {}),
}


def module(ports, **placed):
    """A module in the JSON of Yosys; ports and cells as {port: bits}, the first word of a cell is its type."""
    return {
        "ports": {name: {"direction": "input", "bits": bits} for name, bits in ports.items()},
        "netnames": {},
        "cells": {name: {"type": cell[0], "connections": {port: [bit] for port, bit in cell[1].items()}} for name, cell in placed.items()}}


class KeptReportTest(unittest.TestCase):
    KEPT = (RTL / PROGRAM / f"{PROGRAM}.report.txt").read_text(encoding="utf-8")

    def test_no_path_is_longer_than_a_cycle(self):
        """Otherwise: split what it names."""
        longer = re.search(r"^Longer than 5 ns: (.*)\.$", self.KEPT, flags=re.M)[1]
        self.assertEqual(sorted(LONGER), [] if longer == "none" else longer.split(", "))

    def test_it_is_of_the_verilog_that_is_kept(self):
        """Otherwise: make rtl-report."""
        said = {name: value for value, name in re.findall(r"^([0-9a-f]{64})  (\S+)$", self.KEPT, flags=re.M)}
        self.assertEqual(report.digest(synthesis.sources(PROGRAM, RTL / PROGRAM)), said,
                         f"{PROGRAM}.report.txt is of other sources: make rtl-report")


class DigestTest(unittest.TestCase):
    def of(self, text):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "a.v"
            source.write_text(text, encoding="utf-8")
            return report.digest([source])["a.v"]

    def test_comments_and_spaces_make_no_hardware(self):
        self.assertEqual(self.of("assign a = b; // so\n/* and\nso */ wire c;"), self.of("assign a\n    = b;\nwire c;"))
        self.assertNotEqual(self.of("assign a = b;"), self.of("assign a = c;"))


class NetlistTest(unittest.TestCase):
    def test_instances_are_looked_into(self):
        design = {"modules": {
            "inner": module({"a": [2], "b": [3]}, lut=("LUT2", {"I0": 2, "I1": "1", "O": 3})),
            "outer": module({}, x=("inner", {"a": 5, "b": 6}), y=("inner", {"a": 6, "b": 7}))}}
        x, y = netlist.Netlist(design, "outer", ARCS).cells
        self.assertEqual(("x", "lut"), x.path)
        self.assertEqual(x.pins["O", 0], y.pins["I0", 0])
        self.assertEqual(netlist.NO_NET, x.pins["I1", 0])

    def test_a_wire_through_a_module(self):
        design = {"modules": {
            "inner": module({"a": [2], "b": [2]}),
            "outer": module({}, x=("inner", {"a": 5, "b": 6}), f=("FDRE", {"Q": 5}), g=("FDRE", {"D": 6}))}}
        f, g = netlist.Netlist(design, "outer", ARCS).cells
        self.assertEqual(f.pins["Q", 0], g.pins["D", 0])


class TimingTest(unittest.TestCase):
    def longest(self, **placed):
        flat = netlist.Netlist({"modules": {"top": module({}, **placed)}}, "top", ARCS)
        timed = timing.Timing(flat, ARCS)
        return timed.path(*max(timed.ends(), key=lambda end: end[1]))

    def test_a_path_is_as_long_as_its_cells_and_wires(self):
        path = self.longest(f=("FDRE", {"Q": 2, "D": "0"}), lut=("LUT2", {"I0": 2, "I1": "0", "O": 3}), g=("FDRE", {"Q": 4, "D": 3}))
        self.assertEqual(300 + timing.WIRE + 200 + 50, path.ps)  # LUT and flip-flop are of one slice
        self.assertEqual((1, ("f",), ("g",)), (path.levels, path.start, path.end))

    def test_what_comes_last_takes_the_fast_pin(self):
        path = self.longest(
            f=("FDRE", {"Q": 2}), first=("LUT2", {"I0": 2, "O": 3}), second=("LUT2", {"I0": 3, "I1": 2, "O": 4}), g=("FDRE", {"D": 4}))
        self.assertEqual(300 + timing.wire(2) + 200 + timing.WIRE + 200 + 50, path.ps)
        self.assertEqual(2, path.levels)

    def test_a_lut_that_others_read_is_in_no_slice_of_theirs(self):
        path = self.longest(
            f=("FDRE", {"Q": 2}), lut=("LUT2", {"I0": 2, "O": 3}), g=("FDRE", {"D": 3}), h=("FDRE", {"D": 3}))
        self.assertEqual(300 + timing.WIRE + 200 + timing.wire(2) + 50, path.ps)

    def test_a_complement_is_none(self):
        direct = self.longest(f=("FDRE", {"Q": 2}), g=("FDRE", {"D": 2}))
        inverted = self.longest(f=("FDRE", {"Q": 2}), i=("INV", {"I": 2, "O": 3}), g=("FDRE", {"D": 3}))
        self.assertEqual(direct.ps, inverted.ps)

    def test_what_many_read_is_slower(self):
        self.assertEqual(timing.WIRE, timing.wire(1))
        self.assertEqual(timing.WIRE + 3 * timing.WIRE_DOUBLED, timing.wire(8))

    def test_a_loop_is_named(self):
        with self.assertRaisesRegex(ValueError, "through [ab]"):
            self.longest(a=("LUT2", {"I0": 2, "O": 3}), b=("LUT2", {"I0": 3, "O": 2}))


class ArcsTest(unittest.TestCase):
    def test_delays_are_those_of_the_models_for_a_faster_part(self):
        ports = {"I0": {"bits": [3], "direction": "input"}, "O": {"bits": [2], "direction": "output"}}
        arc = {"type": "$specify2", "parameters": {"FULL": "0", "T_RISE_MAX": f"{1000:b}"}, "connections": {"SRC": [3], "DST": [2]}}
        found = cells.arcs({"modules": {"LUT1": {"ports": ports, "cells": {"a": arc}}}})
        self.assertEqual({("O", 0): [(("I0", 0), 670)]}, found["LUT1"].through)

    def test_a_ram_without_delays_is_as_slow_as_another(self):
        like = cells.Arcs({("DPO", 0): [(("A", 0), 5), (("A", 1), 7)]}, {("DPO", 0): 9}, {("D", 0): 3})
        ports = {"O": {"bits": [2], "direction": "output"}, "A0": {"bits": [3], "direction": "input"},
                 "D": {"bits": [4], "direction": "input"}, "WCLK": {"bits": [5], "direction": "input"}}
        self.assertEqual(cells.Arcs({("O", 0): [(("A0", 0), 7)]}, {("O", 0): 9}, {("A0", 0): 3, ("D", 0): 3}),
                         cells._as_slow_as(like, ports))


class SizeTest(unittest.TestCase):
    def test_cells_are_counted_as_what_they_take(self):
        size = report.Size()
        for cell in ("LUT6", "INV", "RAM64M", "SRLC32E", "RAMB18E1", "RAMB36E1", "FDSE", "CARRY4"):
            size.count(cell)
        self.assertEqual(report.Size(luts=6, memory_luts=5, registers=1, ramb36=1.5), size)

    def test_pieces_are_stages_tables_and_blocks(self):
        for path, piece in ((("frame_builder", "fifo", "x"), "frame_builder"), (("pipe", "p_pipe_stage_3", "x"), "stage_3"),
                            (("pipe", "bib4_table", "x"), "bib4_table"), (("pipe", "x"), "registers"), (("x",), "registers")):
            self.assertEqual(piece, report.piece_of(path))


class CutTest(unittest.TestCase):
    LINES = ["module m;", "    // ---- Stage 4 ----", "wire a;", "    // ---- Stage 12 ----", "wire b;",
             "    // Counter drops, x.p4:1.", "wire c;"]

    def test_lines_are_in_stages(self):
        stage = synthesis.stage_of(self.LINES)
        self.assertEqual([None, 4, 4, 12, 12, None, None], [stage(line) for line in range(1, 8)])

    def test_a_block_is_no_part_of_a_stage(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "m_pipe.v"
            source.write_text("\n".join(self.LINES), encoding="utf-8")
            placed = {name: {"type": kind, "attributes": {"src": f"/x/m_pipe.v:{line}.1-{line}.9"}}
                      for name, kind, line in (("a", "$mux", 3), ("t", "$paramod\\exact_table\\KEY=1", 3), ("c", "$add", 7))}
            pipe = {"cells": placed, "netnames": {"a": {}, "t_key": {}}}
            synthesis.cut(pipe, source)
        self.assertEqual("stage_4", placed["a"]["attributes"].get("submod"))
        self.assertNotIn("submod", placed["t"]["attributes"])
        self.assertNotIn("submod", placed["c"]["attributes"])
        self.assertEqual({"a": {}}, pipe["netnames"])


class SharesTest(unittest.TestCase):
    def test_shares_weigh_about_the_same(self):
        self.assertEqual([["a"], ["b", "d", "c"]], synthesis.shared_out({"a": 9, "b": 5, "c": 1, "d": 2}, 2))

    def test_there_are_no_more_than_there_is_to_share(self):
        self.assertEqual([["a"]], synthesis.shared_out({"a": 9}, 3))


class SizesTest(unittest.TestCase):
    def test_tables_of_another_size(self):
        table = 'tables {{\n  preamble {{\n    alias: "{}"\n  }}\n  size: 16384\n}}\n'
        self.assertEqual(table.format("bib4").replace("16384", "65536") + table.format("next"),
                         command.with_size(table.format("bib4") + table.format("next"), ("bib4",), 65536))
        compiled = (command.COMPILED / f"{PROGRAM}.p4info.txtpb").read_text(encoding="utf-8")
        self.assertEqual(2, command.with_size(compiled, command.BINDINGS, 65536).count("size: 65536"))


class HarnessTest(unittest.TestCase):
    def test_each_pin_has_its_bits(self):
        text = route.harness([("clk", "input", 1), ("a", "input", 3), ("b", "input", 2), ("c", "output", 5)])
        self.assertIn(".\\a (inputs[0 +: 3]), .\\b (inputs[3 +: 2]), .\\c (parity_0[0 +: 5])", text)
        self.assertIn("parity_1[1] <= ^parity_0[4 +: 1];", text)
        self.assertIn("assign out = parity_2[0];", text)


if __name__ == "__main__":
    unittest.main()
