# SPDX-License-Identifier: Apache-2.0
"""Yosys, run on a card that is cut into pieces: the whole is too much for it at once, its pieces are not."""

import bisect
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess

RTL = pathlib.Path(__file__).resolve().parents[2]
LIB = RTL / "lib"
# Without LUTs of more than six inputs: Yosys makes four of one where two would do.
PART = "synth_xilinx -family xc7 -noiopad -noclkbuf -nowidelut"
# Vivado's attribute, which Yosys does not know, in its own words.
NO_SHIFTS = "setattr -set keep 1 a:shreg_extract=no %ci1 t:$dff %i"

SHARES = 16  # the modules of a card, in so many runs
TOP = "share"

STAGE = re.compile(r" *// ---- Stage (\d+) -")
# What stands behind the last stage.
END = re.compile(r" *// (Counter |---- )")
# Blocks of lib/ that are pieces of their own, in whatever stage they stand.
BLOCK = re.compile(r"\\(exact_table|ternary_table|prefix_table|counter_array)\b")


class SynthesisError(Exception):
    """Yosys says that it cannot."""


def yosys(script, folder):
    """Runs a script of Yosys in a folder."""
    done = subprocess.run(["yosys", "-q", "-l", "yosys.log", "-p", script], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise SynthesisError((done.stdout + done.stderr)[-2000:])


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def sources(program, folder):
    """The files that a card is made of: its own, and those of lib/ whose modules they name."""
    found, todo = [], [pathlib.Path(folder) / f"{program}_{part}" for part in ("card.v", "pipe.v", "hashes.vh")] + [LIB / "registers.vh"]
    while todo:
        source = todo.pop()
        found.append(source)
        words = set(re.findall(r"\w+", source.read_text(encoding="utf-8")))
        todo += [block for block in sorted(LIB.glob("*.v")) if block.stem in words and block not in found + todo]
    return found


def cell_models(work):
    """The cells of the part as Yosys models them, with their delays."""
    yosys("read_verilog -lib -specify +/xilinx/cells_sim.v; proc; write_json cells.json", work)
    return load(work / "cells.json")


def _elaborate(program, folder, work, out):
    files = " ".join(str(f) for f in sources(program, folder) if f.suffix == ".v")
    yosys(f"read_verilog -I {folder} -I {LIB} {files}; hierarchy -top {program}_card; proc; {NO_SHIFTS}; write_json {out}", work)


def stage_of(lines):
    """Says in which stage a line of a generated pipe stands, from 1 on; None: in none."""
    starts, stages = [1], [None]
    for number, line in enumerate(lines, 1):
        stage = STAGE.match(line)
        if stage or END.match(line):
            starts.append(number)
            stages.append(int(stage[1]) if stage else None)
    return lambda line: stages[bisect.bisect_right(starts, line) - 1]


def cut(pipe, source):
    """Marks the cells of the module of a pipe with their stage, for `submod`."""
    stage_at = stage_of(source.read_text(encoding="utf-8").splitlines())
    place = re.compile(re.escape(source.name) + r":(\d+)\.")
    for cell in pipe["cells"].values():
        found = place.search(cell["attributes"].get("src", ""))
        if found and not BLOCK.search(cell["type"]):
            stage = stage_at(int(found[1]))
            if stage is not None:
                cell["attributes"]["submod"] = f"stage_{stage}"
    # A key is another name of what it is made of, and would be taken for the name of that.
    pipe["netnames"] = {name: net for name, net in pipe["netnames"].items() if not name.endswith("_key")}


def cut_card(program, folder, work):
    """A card in cut.json whose pipe `submod` takes to pieces."""
    _elaborate(program, folder, work, "card.json")
    design = load(work / "card.json")
    cut(design["modules"][f"{program}_pipe"], pathlib.Path(folder) / f"{program}_pipe.v")
    with open(work / "cut.json", "w", encoding="utf-8") as file:
        json.dump(design, file)


def shared_out(weights, count):
    """Names in so many lists of about one weight, the heaviest first."""
    lists = [[0, []] for _ in range(count)]
    for name in sorted(weights, key=lambda name: (-weights[name], name)):
        lightest = min(lists, key=lambda held: held[0])
        lightest[0] += weights[name]
        lightest[1].append(name)
    return [names for _, names in lists if names]


def _shell(module):
    return {"attributes": {"blackbox": "1"}, "ports": module["ports"], "cells": {}, "netnames": {}}


def _synthesize_some(modules, names, work):
    """Modules of a design alone; others that they hold are but shells."""
    held = {cell["type"] for name in names for cell in modules[name]["cells"].values()} & modules.keys()
    some = {name: _shell(modules[name]) for name in held - set(names)}
    some.update((name, modules[name]) for name in names)
    some[TOP] = {"attributes": {"top": "1"}, "ports": {}, "netnames": {}, "cells": {
        f"u{number}": {"type": name, "parameters": {}, "attributes": {"keep": "1"}, "port_directions": {}, "connections": {}}
        for number, name in enumerate(names)}}
    work.mkdir()
    with open(work / "some.json", "w", encoding="utf-8") as file:
        json.dump({"modules": some}, file)
    yosys(f"read_json some.json; hierarchy -top {TOP}; {PART}; write_json netlist.json", work)
    made = load(work / "netlist.json")["modules"]
    return {name: made[name] for name in names}


def _synthesize_pieces(design, work):
    """Each module by itself, some at a time: what Yosys has to do again for one, it does again for all that it has."""
    modules = design["modules"]
    weights = {name: sum(len(bits) for cell in module["cells"].values() for bits in cell["connections"].values())
               for name, module in modules.items()}
    shares = shared_out(weights, SHARES)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = pool.map(lambda numbered: _synthesize_some(modules, numbered[1], work / f"share_{numbered[0]}"), enumerate(shares))
        return {"modules": {name: module for some in made for name, module in some.items()}}


def synthesize(program, folder, work):
    """The netlist of a card in cells of the part, by module; each stage of the pipe is one."""
    cut_card(program, folder, work)
    yosys(f"read_json cut.json; hierarchy -top {program}_card; submod; write_json pieces.json", work)
    return _synthesize_pieces(load(work / "pieces.json"), work)


def _within(modules, name):
    """A module and all that it holds."""
    found, todo = {}, [name]
    while todo:
        name = todo.pop()
        if name in modules and name not in found:
            found[name] = modules[name]
            todo += [cell["type"] for cell in modules[name]["cells"].values()]
    return found


def synthesize_tables(program, folder, tables, work):
    """The netlists of some tables of a card alone, as {name: (design, module)}."""
    work.mkdir()
    _elaborate(program, folder, work, "card.json")
    modules = load(work / "card.json")["modules"]
    tops = {table: modules[f"{program}_pipe"]["cells"][f"{table}_table"]["type"] for table in tables}
    alone = {name: module for top in tops.values() for name, module in _within(modules, top).items()}
    made = _synthesize_pieces({"modules": alone}, work)
    return {table: (made, top) for table, top in tops.items()}
