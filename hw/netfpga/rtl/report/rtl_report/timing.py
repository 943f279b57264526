# SPDX-License-Identifier: Apache-2.0
"""Longest paths between registers, before anything is placed.

How long wires are nobody knows before they are routed. What is taken for them is a guess, for a part that is half full.
"""

import dataclasses
import math

from rtl_report import cells

# ps of a wire that one pin reads, and what each doubling of the readers adds.
WIRE = 400
WIRE_DOUBLED = 60
# From which cells to which pins there is no wire: of a carry chain; and in a slice, where nothing else reads the net.
CHAINED = {("CARRY4", "CARRY4", "CI")}
IN_SLICE = {("LUT", "CARRY4", "S"), ("LUT", "FDRE", "D"), ("LUT", "FDSE", "D"), ("CARRY4", "FDRE", "D"), ("CARRY4", "FDSE", "D")}


@dataclasses.dataclass
class Path:
    ps: int
    levels: int  # LUTs, and carry chains
    start: tuple  # path of the cell
    end: tuple
    source: str  # the first net on the way that has a name


def wire(readers):
    return WIRE + int(WIRE_DOUBLED * math.log2(max(1, readers)))


class Timing:
    def __init__(self, netlist, arcs):
        self._cells = netlist.cells
        self._names = netlist.names
        self._arcs = arcs
        readers = {}
        for cell in self._cells:
            outputs = self._outputs(cell)
            for pin, net in cell.pins.items():
                if net >= 0 and pin not in outputs and pin[0] not in ("C", "CLK", "WCLK", "CLKARDCLK", "CLKBWRCLK"):
                    readers[net] = readers.get(net, 0) + 1
        self._readers = readers
        self._arrival = {}  # net -> (ps at the driver, levels, net before, cell)
        self._run()

    def _outputs(self, cell):
        arcs = self._arcs[cell.type]
        return arcs.through.keys() | arcs.launch.keys()

    def _at(self, cell, pin):
        """When a signal is at an input: (ps, levels, net); None: never changes."""
        net = cell.pins.get(pin, -1)
        known = self._arrival.get(net)
        if known is None:
            return None
        driver = self._cells[known[3]].type
        way = ("LUT" if driver.startswith("LUT") else driver, cell.type, pin[0])
        if cell.type in cells.WIRES or way in CHAINED or way in IN_SLICE and self._readers[net] == 1:
            return known[0], known[1], net
        return known[0] + wire(self._readers[net]), known[1], net

    def _run(self):
        waiting = {}  # cell -> inputs whose net is not known yet
        reads = {}    # net -> cells
        ready = []
        driven = set()
        for index, cell in enumerate(self._cells):
            for pin in self._arcs[cell.type].through:
                driven.add(cell.pins.get(pin, -1))
            for pin, ps in self._arcs[cell.type].launch.items():
                net = cell.pins.get(pin, -1)
                if net >= 0:
                    self._arrival[net] = (ps, 0, -1, index)
        driven.discard(-1)
        for index, cell in enumerate(self._cells):
            through = self._arcs[cell.type].through
            if not through:
                continue
            inputs = {pin for starts in through.values() for pin, _ in starts}
            nets = {cell.pins[pin] for pin in inputs if cell.pins.get(pin, -1) in driven}
            waiting[index] = len(nets)
            for net in nets:
                reads.setdefault(net, []).append(index)
            if not nets:
                ready.append(index)
        done = 0
        while ready:
            index = ready.pop()
            done += 1
            cell = self._cells[index]
            for net in self._through(index, cell):
                for reader in reads.get(net, ()):
                    waiting[reader] -= 1
                    if not waiting[reader]:
                        ready.append(reader)
        if done != len(waiting):
            stuck = next(index for index, left in waiting.items() if left)
            raise ValueError(f"a loop without a register through {'/'.join(self._cells[stuck].path)}")

    def _through(self, index, cell):
        """The nets that a cell drives, whose time is known then."""
        arcs = self._arcs[cell.type]
        is_lut = cell.type.startswith("LUT")
        counts = is_lut or cell.type == "CARRY4"
        for end, starts in arcs.through.items():
            net = cell.pins.get(end, -1)
            if net < 0:
                continue
            best = self._arrival.get(net)
            if is_lut:
                # Which pin of a LUT a signal goes to is free: the last one takes the fastest.
                known = sorted((at for at in (self._at(cell, pin) for pin, _ in starts) if at), reverse=True)
                times = zip(known, sorted(ps for _, ps in starts))
            else:
                times = ((at, ps) for at, ps in ((self._at(cell, pin), ps) for pin, ps in starts) if at)
            for (at, levels, before), ps in times:
                if cell.type in cells.WIRES:
                    ps = 0
                chained = before >= 0 and cell.type == "CARRY4" and self._cells[self._arrival[before][3]].type == "CARRY4"
                time = (at + ps, levels + (counts and not chained), before, index)
                if best is None or time[0] > best[0]:
                    best = time
            if best is not None:
                self._arrival[net] = best
            yield net

    def ends(self):
        """(cell, ps, net) for each cell that a path ends at: the longest to it."""
        for cell in self._cells:
            longest = None
            for pin, ps in self._arcs[cell.type].setup.items():
                at = self._at(cell, pin)
                if at and (longest is None or at[0] + ps > longest[1]):
                    longest = (cell, at[0] + ps, at[2])
            if longest:
                yield longest

    def path(self, end, ps, net):
        levels = self._arrival[net][1]
        source = ""
        while True:
            _, _, before, index = self._arrival[net]
            source = self._names.get(net, source)
            if before < 0:
                return Path(ps, levels, self._cells[index].path, end.path, source)
            net = before
