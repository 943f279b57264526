# SPDX-License-Identifier: Apache-2.0
"""A report as text."""

from rtl_report.cells import SPEED
from rtl_report.report import AVAILABLE, PART, PERIOD, Size
from rtl_report.timing import WIRE, WIRE_DOUBLED

HEADS = ("LUTs", "memory", "registers", "RAMB36", "DSPs")


def _figures(size):
    return f"{size.luts:>8,}{size.memory_luts:>9,}{size.registers:>11,}{size.ramb36:>8g}{size.dsps:>6}"


def _time(path):
    return f"{path.ps / 1000:>6.1f}{path.levels:>8}" if path else " " * 14


def _row(name, size, path=None):
    return f"{name:<28}{_figures(size)}{_time(path)}".rstrip()


def _head(first):
    return f"{first:<28}" + "{:>8}{:>9}{:>11}{:>8}{:>6}".format(*HEADS) + "    ns  levels"


def percent(size):
    """Of the part, as text."""
    return ", ".join(f"{100 * getattr(size, kind) / AVAILABLE[kind]:.1f} % of its {what}" for kind, what in
                     (("luts", "LUTs"), ("registers", "registers"), ("ramb36", "RAMB36")))


def _stage(name):
    return int(name.rpartition("_")[2])


def written(program, version, pieces, larger, digests):
    """larger: {bindings: {table: Piece}}, instead of those of the card."""
    stages = sorted((name for name in pieces if name.startswith("stage_")), key=_stage)
    tables = sorted(name for name in pieces if name.endswith("_table"))
    others = sorted(pieces.keys() - set(stages) - set(tables))
    total = sum((piece.size for piece in pieces.values()), Size())
    in_stages = sum((pieces[name].logic for name in stages), Size())
    in_delays = sum((pieces[name].delays for name in stages), Size())
    lines = [
        f"{program}: size and speed, by {version}, synth_xilinx -family xc7. Made by `make rtl-report`; docs/rtl.md says how to read it.",
        "",
        "Synthesized piece by piece, not placed, not routed. LUTs are those of logic and, of them, memory: LUT RAM and shift",
        "registers; two small functions that could share a LUT are counted as two. ns is the longest path to a register of the",
        f"piece, wherever it comes from: cells take {SPEED} of what Yosys' models of an Artix-7 say, wires {WIRE / 1000:g} ns and {WIRE_DOUBLED / 1000:g} ns",
        "more for each doubling of what reads them.",
        "", _head("piece"),
        _row("stages: logic", in_stages), _row("stages: delays", in_delays),
        *(_row(name, pieces[name].size, pieces[name].path) for name in others),
        *(_row(name.removesuffix("_table"), pieces[name].size, pieces[name].path) for name in tables),
        _row("sum", total), f"of {PART}: {percent(total)}"]
    for bindings, grown in larger.items():
        size = total
        lines += ["", f"With {bindings:,} bindings:"]
        for table, piece in grown.items():
            size = size - pieces[f"{table}_table"].size + piece.size
            lines.append(_row(table, piece.size, piece.path))
        lines += [_row("sum", size), f"of {PART}: {percent(size)}"]
    late = [name for name, piece in pieces.items() if piece.path and piece.path.ps > PERIOD]
    late += [f"{table} of {bindings:,}" for bindings, grown in larger.items() for table, piece in grown.items() if piece.path.ps > PERIOD]
    lines += ["", f"Longer than {PERIOD / 1000:g} ns: {', '.join(sorted(late)) or 'none'}.",
              "", f"{'':<7}{'logic':>18}{'delays':>18}", f"{'stage':<7}" + f"{'LUTs':>8}{'registers':>10}" * 2 + "    ns  levels  from"]
    for name in stages:
        piece = pieces[name]
        source = f"  {piece.path.source}" if piece.path else ""
        lines.append(f"{_stage(name):<7}{piece.logic.luts:>8,}{piece.logic.registers:>10,}"
                     f"{piece.delays.luts:>8,}{piece.delays.registers:>10,}{_time(piece.path)}{source}".rstrip())
    lines += ["", "Of these sources (SHA-256 without comments and spaces):",
              *(f"{value}  {name}" for name, value in sorted(digests.items()))]
    return "\n".join(lines) + "\n"
