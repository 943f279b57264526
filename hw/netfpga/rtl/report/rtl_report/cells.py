# SPDX-License-Identifier: Apache-2.0
"""The cells of a 7-series part: what each takes of it, and how long it takes, as Yosys' own models of them say."""

import dataclasses

# Cells of which a part has some number, in units of that.
LUTS = {**{f"LUT{n}": 1 for n in range(1, 7)}, "SRL16E": 1, "SRLC32E": 1, "RAM32X1D": 2, "RAM64X1D": 2, "RAM32X1S": 1,
        "RAM64X1S": 1, "RAM128X1D": 4, "RAM128X1S": 2, "RAM256X1S": 4, "RAM32M": 4, "RAM64M": 4}
LUTS_AS_MEMORY = {cell for cell in LUTS if not cell.startswith("LUT")}
REGISTERS = {"FDRE", "FDSE", "FDCE", "FDPE"}
RAMB36 = {"RAMB36E1": 1.0, "RAMB18E1": 0.5}
DSPS = {"DSP48E1"}

# Yosys has delays of an Artix-7. A Virtex-7 of speed grade 3 is faster; by how much is assumed.
SPEED = 0.67

# LUT RAM of which Yosys has no delays: it takes those of LIKE.
UNTIMED = {"RAM32X1S", "RAM64X1S", "RAM128X1S", "RAM256X1S", "RAM128X1D"}
LIKE = "RAM64X1D"

# Nothing of the part: a complement goes into what reads it.
WIRES = {"INV"}


@dataclasses.dataclass
class Arcs:
    """Delays of a cell in ps. Pins are (port, bit)."""
    through: dict  # {output pin: [(input pin, ps)]}, without a clock between
    launch: dict   # {output pin: ps} from the clock
    setup: dict    # {input pin: ps} to the clock


def _ps(bits):
    """Of a DSP they depend on parameters, and are unknown: there is none in a card."""
    return round(int(bits, 2) * SPEED) if bits.isdigit() else 0


def arcs(models):
    """Arcs by type, of the specify blocks in the cells' models: `read_verilog -lib -specify; proc; write_json`."""
    found = {}
    for name, model in models["modules"].items():
        pins = {}
        for port, described in model["ports"].items():
            for index, bit in enumerate(described["bits"]):
                pins[bit] = (port, index)
        through, launch, setup = {}, {}, {}
        for cell in model["cells"].values():
            wires, given = cell["connections"], cell["parameters"]
            if cell["type"] == "$specify2":
                full = int(given["FULL"], 2) == 1
                for index, end in enumerate(wires["DST"]):
                    for start in wires["SRC"] if full else [wires["SRC"][index]]:
                        if start in pins:
                            through.setdefault(pins[end], {})
                            ps = max(_ps(given["T_RISE_MAX"]), through[pins[end]].get(pins[start], 0))
                            through[pins[end]][pins[start]] = ps
            elif cell["type"] == "$specify3":
                for end in wires["DST"]:
                    launch[pins[end]] = max(_ps(given["T_RISE_MAX"]), launch.get(pins[end], 0))
            elif cell["type"] == "$specrule" and given["TYPE"] == "$setup":
                for start in wires["SRC"]:
                    if start in pins:
                        setup[pins[start]] = max(_ps(given["T_LIMIT_MAX"]), setup.get(pins[start], 0))
        if through or launch or setup:
            found[name] = Arcs({end: list(starts.items()) for end, starts in through.items()}, launch, setup)
    for name in UNTIMED & models["modules"].keys() - found.keys():
        found[name] = _as_slow_as(found[LIKE], models["modules"][name]["ports"])
    return found


def _as_slow_as(other, ports):
    """Arcs of a LUT RAM with each delay the longest of another one."""
    through = max(ps for starts in other.through.values() for _, ps in starts)
    launch = max(other.launch.values())
    setup = max(other.setup.values())
    pins = [(port, index) for port, described in ports.items() for index in range(len(described["bits"])) if port != "WCLK"]
    outputs = [pin for pin in pins if ports[pin[0]]["direction"] == "output"]
    inputs = [pin for pin in pins if pin not in outputs]
    return Arcs({end: [(pin, through) for pin in inputs if pin[0].startswith(("A", "DPRA"))] for end in outputs},
                {end: launch for end in outputs}, {pin: setup for pin in inputs})
