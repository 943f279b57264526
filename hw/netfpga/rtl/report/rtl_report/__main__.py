# SPDX-License-Identifier: Apache-2.0
"""usage: python3 -m rtl_report PROGRAM

Writes size and speed of a card into hw/netfpga/rtl/PROGRAM/PROGRAM.report.txt: docs/rtl.md.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from rtl_report import cells, netlist, report, synthesis, text

COMPILER = synthesis.RTL / "compiler" / "bin" / "isthmus-rtl"
COMPILED = synthesis.RTL.parents[2] / "p4" / "compiled" / "rtl"
BINDINGS = ("bib4", "bib6")  # the tables of bindings
LARGER = 65_536


def with_size(p4info, tables, size):
    """A P4Info in which some tables have another size."""
    def sized(match):
        name = re.search(r'\balias: "(\w+)"', match[0])
        return re.sub(r"\bsize: \d+", f"size: {size}", match[0]) if name and name[1] in tables else match[0]

    return re.sub(r"^tables \{\n.*?^\}", sized, p4info, flags=re.M | re.S)


def version():
    return subprocess.run(["yosys", "-V"], capture_output=True, text=True, check=True).stdout.split(" (")[0]


def make(program, work):
    arcs = cells.arcs(synthesis.cell_models(work))
    card = synthesis.RTL / program
    design = synthesis.synthesize(program, card, work)
    pieces = report.pieces(netlist.Netlist(design, f"{program}_card", arcs), arcs)

    p4info = with_size((COMPILED / f"{program}.p4info.txtpb").read_text(encoding="utf-8"), BINDINGS, LARGER)
    (work / "larger.p4info.txtpb").write_text(p4info, encoding="utf-8")
    subprocess.run([COMPILER, program, COMPILED / f"{program}.json", work / "larger.p4info.txtpb", work / "larger"],
                   check=True, capture_output=True)
    larger = {}
    for table, (design, module) in synthesis.synthesize_tables(program, work / "larger", BINDINGS, work / "tables").items():
        alone = netlist.Netlist(design, module, arcs)
        for cell in alone.cells:
            cell.path = ("pipe", f"{table}_table", *cell.path)
        larger[table] = report.pieces(alone, arcs)[f"{table}_table"]
    digests = report.digest(synthesis.sources(program, card))
    return text.written(program, version(), pieces, {LARGER: larger}, digests)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as work:
        made = make(program, pathlib.Path(work))
    (synthesis.RTL / program / f"{program}.report.txt").write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
