# SPDX-License-Identifier: Apache-2.0
"""Size and speed of a card: what of the part each piece takes, and its longest path."""

import dataclasses
import hashlib
import re

from rtl_report import cells, timing

PERIOD = 5000  # ps

# XC7VX690T: DS180, table "Virtex-7 FPGA Feature Summary". A slice has four LUTs and eight flip-flops.
PART = "XC7VX690T"
AVAILABLE = {"luts": 433_200, "registers": 866_400, "ramb36": 1_470, "dsps": 3_600}


@dataclasses.dataclass
class Size:
    luts: int = 0       # all of them
    memory_luts: int = 0  # of those, as RAM and shift registers
    registers: int = 0
    ramb36: float = 0
    dsps: int = 0

    def count(self, cell):
        luts = cells.LUTS.get(cell, 0)
        self.luts += luts
        self.memory_luts += luts if cell in cells.LUTS_AS_MEMORY else 0
        self.registers += cell in cells.REGISTERS
        self.ramb36 += cells.RAMB36.get(cell, 0)
        self.dsps += cell in cells.DSPS

    def __add__(self, other):
        return Size(*(a + b for a, b in zip(dataclasses.astuple(self), dataclasses.astuple(other))))

    def __sub__(self, other):
        return Size(*(a - b for a, b in zip(dataclasses.astuple(self), dataclasses.astuple(other))))


@dataclasses.dataclass
class Piece:
    logic: Size
    delays: Size  # of values that a later stage reads
    path: timing.Path = None  # the longest that ends in it

    @property
    def size(self):
        return self.logic + self.delays


def piece_of(path):
    """The piece of the card that a cell is in: a stage, a table, a block."""
    inside = path[1:] if path[0] == "pipe" else path
    if len(inside) < 2 or inside[0].endswith("_delay"):
        return "registers"
    stage = re.search(r"stage_\d+$", inside[0])  # behind the name of the pipe: `submod`
    return stage[0] if stage else inside[0]


def pieces(netlist, arcs):
    """{name: Piece} of a card."""
    found = {}
    for cell in netlist.cells:
        piece = found.setdefault(piece_of(cell.path), Piece(Size(), Size()))
        delayed = any(name.endswith("_delay") for name in cell.path)
        (piece.delays if delayed else piece.logic).count(cell.type)
    timed = timing.Timing(netlist, arcs)
    worst = {}
    for end in timed.ends():
        name = piece_of(end[0].path)
        if name not in worst or end[1] > worst[name][1]:
            worst[name] = end
    for name, end in worst.items():
        found[name].path = timed.path(*end)
    return found


def digest(sources):
    """SHA-256 of sources by name, without what changes no hardware: comments and spaces."""
    found = {}
    for source in sources:
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", source.read_text(encoding="utf-8"), flags=re.S)
        found[source.name] = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()
    return found

