# SPDX-License-Identifier: Apache-2.0
"""usage: python3 -m rtl_report.route NEXTPNR PROGRAM

Places and routes critical pieces of a card on a Lattice ECP5, which open tools know, and writes what clock they bear there into
hw/netfpga/rtl/PROGRAM/PROGRAM.route.txt: docs/rtl.md says what that tells of the card's own part, and what not.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from rtl_report import synthesis

# LFE5U-85F in its fastest grade.
PART = "--85k --package CABGA756 --speed 8"
SEED = 1

# Blocks of lib/, with fewer or narrower rows than in the card where that takes nextpnr too long.
BLOCKS = {
    "counter_array": {"SIZE": 64},
    "ternary_table": {"KEY": 32, "VALUE": 13, "ROWS": 32},
    "exact_table": {"KEY": 32, "VALUE": 32, "WAYS": 5, "INDEX": 7, "OVERFLOW": 8, "HASH": "{32{35'h1234567895}}"},
    "header_window": {"BEATS": 4, "HEADS": 128, "REST_DEPTH": 1024},
    "punt_bucket": {},
    "frame_builder": {"BYTES": 96, "HEADS": 32},
}
STAGES = 1  # of the pipe, with the longest path by the report


def harness(ports):
    """A module of three pins around one called `piece`: a long shift register in front of its inputs, parities behind its outputs."""
    wide_in = sum(width for name, direction, width in ports if direction == "input" and name != "clk")
    wide_out = sum(width for _, direction, width in ports if direction == "output")
    connected, at_in, at_out = [], 0, 0
    for name, direction, width in ports:
        if name == "clk":
            connected.append(".clk(clk)")
        elif direction == "input":
            connected.append(f".\\{name} (inputs[{at_in} +: {width}])")
            at_in += width
        else:
            connected.append(f".\\{name} (parity_0[{at_out} +: {width}])")
            at_out += width
    lines = ["module harness(input wire clk, input wire in, output wire out);",
             f"    reg [{wide_in}:0] inputs;",
             f"    always @(posedge clk) inputs <= {{inputs[{wide_in - 1}:0], in}};",
             f"    wire [{wide_out - 1}:0] parity_0;",
             f"    piece piece ({', '.join(connected)});"]
    level, width = 0, wide_out
    while width > 1:
        level, before, width = level + 1, width, (width + 3) // 4
        lines.append(f"    reg [{width - 1}:0] parity_{level};")
        lines += [f"    always @(posedge clk) parity_{level}[{n}] <= ^parity_{level - 1}[{4 * n} +: {min(4, before - 4 * n)}];"
                  for n in range(width)]
    return "\n".join([*lines, f"    assign out = parity_{level}[0];", "endmodule", ""])


def ports_of(module):
    return [(name, port["direction"], len(port["bits"])) for name, port in module["ports"].items()]


def route(nextpnr, top, module, work):
    """What nextpnr reports of a module of a design of Yosys in top.json."""
    design = synthesis.load(work / top)
    piece = design["modules"]["piece"] = design["modules"].pop(module)
    (work / "piece.json").write_text(json.dumps(design), encoding="utf-8")
    (work / "harness.v").write_text(harness(ports_of(piece)), encoding="utf-8")
    synthesis.yosys("read_json piece.json; read_verilog harness.v; synth_ecp5 -top harness -json routed.json", work)
    done = subprocess.run(
        [nextpnr, *PART.split(), "--json", "routed.json", "--report", "routed.report.json", "--freq", "200", "--timing-allow-fail",
         "--seed", str(SEED), "--lpf-allow-unconstrained", "-q"], cwd=work, capture_output=True, text=True)
    if done.returncode:
        raise synthesis.SynthesisError((done.stdout + done.stderr)[-2000:])
    return synthesis.load(work / "routed.report.json")


def block(name, parameters, work):
    """Elaborates a block of lib/; the module's name in block.json."""
    files = " ".join(str(f) for f in sorted(synthesis.LIB.glob("*.v")))
    given = ", ".join(f".{key}({value})" for key, value in parameters.items())
    (work / "outer.v").write_text(f"module outer; {name} {f'#({given})' if given else ''} x(); endmodule\n", encoding="utf-8")
    synthesis.yosys(f"read_verilog -I {synthesis.LIB} outer.v {files}; hierarchy -top outer; proc; write_json block.json", work)
    return synthesis.load(work / "block.json")["modules"]["outer"]["cells"]["x"]["type"]


def longest_stages(program):
    """The numbers of some stages, of the report that is kept."""
    kept = (synthesis.RTL / program / f"{program}.report.txt").read_text(encoding="utf-8")
    rows = re.findall(r"^(\d+) +(?:[\d,]+ +){4}(\d+\.\d) ", kept, flags=re.M)
    return [int(stage) for stage, _ in sorted(rows, key=lambda row: -float(row[1]))[:STAGES]]


def row(name, said):
    used = said["utilization"]
    clock = max(found["achieved"] for found in said["fmax"].values())
    return f"{name:<50}{used['TRELLIS_COMB']['used']:>8,}{used['TRELLIS_FF']['used']:>11,}{used['DP16KD']['used']:>8}{clock:>6.0f}"


def written(program, version, rows):
    return "\n".join([
        f"{program}: pieces of the card, placed and routed on a Lattice LFE5U-85F of speed grade 8, by {version} (seed {SEED}).",
        "Made by `make rtl-route`. A proxy: docs/rtl.md says what it tells of the card's part.", "",
        f"{'piece':<50}{'LUT4s':>8}{'registers':>11}{'DP16KD':>8}{'MHz':>6}", *rows]) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[0])
    nextpnr, program = sys.argv[1:]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name, parameters in BLOCKS.items():
            module = block(name, parameters, work)
            shown = " ".join(f"{key}={value}" for key, value in parameters.items() if key != "HASH")
            rows.append(row(f"{name} {shown}".strip(), route(nextpnr, "block.json", module, work)))
        synthesis.cut_card(program, synthesis.RTL / program, work)
        synthesis.yosys(f"read_json cut.json; hierarchy -top {program}_card; submod; write_json stages.json", work)
        for stage in longest_stages(program):
            rows.append(row(f"stage {stage}", route(nextpnr, "stages.json", f"{program}_pipe_stage_{stage}", work)))
    version = subprocess.run([nextpnr, "--version"], capture_output=True, text=True, check=True).stderr.partition(" (Version ")
    kept = written(program, version[2].strip().rstrip(")"), rows)
    (synthesis.RTL / program / f"{program}.route.txt").write_text(kept, encoding="utf-8")


if __name__ == "__main__":
    main()
