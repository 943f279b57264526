# SPDX-License-Identifier: Apache-2.0
"""A netlist of Yosys without its hierarchy: each cell with the path of instances to it, and nets by number."""

import dataclasses

NO_NET = -1  # constant, or not connected


@dataclasses.dataclass
class Cell:
    path: tuple  # names of instances, that of the cell last
    type: str
    pins: dict   # {(port, bit): net}


class Netlist:
    def __init__(self, design, top, leaf):
        """leaf: the types that are not looked into."""
        self.cells = []
        self.names = {}  # of nets that the Verilog names, as the outermost module does
        self._design = design
        self._leaf = leaf
        self._joined = []  # net -> an equal one with a lower number, or itself
        self._put(top, (), {})
        for cell in self.cells:
            cell.pins = {pin: self._net(net) for pin, net in cell.pins.items()}
        self.names = {self._net(net): name for net, name in reversed(self.names.items())}  # the outermost last

    def _new(self):
        self._joined.append(len(self._joined))
        return len(self._joined) - 1

    def _net(self, net):
        while net != NO_NET and self._joined[net] != net:
            self._joined[net] = self._joined[self._joined[net]]
            net = self._joined[net]
        return net

    def _put(self, name, path, outside):
        """outside: the nets at the ports, by port."""
        module = self._design["modules"][name]
        nets = {"0": NO_NET, "1": NO_NET, "x": NO_NET, "z": NO_NET}
        for port, described in module["ports"].items():
            for bit, net in zip(described["bits"], outside.get(port, ())):
                if bit in nets:
                    self._join(nets[bit], net)
                else:
                    nets[bit] = net

        def net_of(bit):
            if bit not in nets:
                nets[bit] = self._new()
            return nets[bit]

        for wire, described in module["netnames"].items():
            for bit in described["bits"]:
                net = net_of(bit)
                if net != NO_NET and not described["hide_name"]:
                    self.names.setdefault(net, wire)
        for instance, cell in module["cells"].items():
            if cell["type"] in self._leaf:
                self.cells.append(Cell((*path, instance), cell["type"], {
                    (port, index): net_of(bit)
                    for port, bits in cell["connections"].items() for index, bit in enumerate(bits)}))
            else:
                self._put(cell["type"], (*path, instance), {
                    port: [net_of(bit) for bit in bits] for port, bits in cell["connections"].items()})

    def _join(self, a, b):
        a, b = self._net(a), self._net(b)
        if NO_NET not in (a, b) and a != b:
            self._joined[max(a, b)] = min(a, b)
