#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rules of SDNet 2018.2, SimpleSumeSwitch and P4-NetFPGA that a program for the card must keep.

  rules.py [FILE]            checks compiled/sume/constructs.json, or another: fails if a rule is
                             broken, and names the place, the rule and its source

p4c accepts what these rules forbid; that the card's toolchain does not is known hours later, or never.
Each has a program in ../tests/sume that breaks it alone. Widths and depths of tables are checked in
Java, from the P4Info (SumeLimits in pipeline/). Sources:

  UG1252      Xilinx, P4-SDNet User Guide, v2018.2
  SCION       https://github.com/AnotherKamila/scion-p4netfpga, which tried SDNet 2018.2: code, and
              the thesis in doc/thesis
  NAT64       N. Schottelius, High Speed NAT64 with P4, ETH Zurich 2019
  P4-NetFPGA  https://github.com/NetFPGA/P4-NetFPGA-public: wiki, issues; scripts, templates and
              projects of the repository that it describes
"""

import json
import math
import pathlib
import re
import sys

CONSTRUCTS = pathlib.Path(__file__).resolve().parents[1] / "compiled/sume/constructs.json"
RULES = {} # by name: what it says, its source, and the function that gives the places that break it

# Extern functions that P4-NetFPGA has RTL of, by the end of their names; those with registers have
# these parameters, whose widths its scripts read, and which the RTL takes apart in this order.
TEMPLATES = {
    "reg_rw": ["index", "newVal", "opCode", "result"],
    "reg_raw": ["index", "newVal", "incVal", "opCode", "result"],
    "ip_chksum": None, "lrc": None, "timestamp": None,
}


def rule(says, source):
    def add(places):
        RULES[places.__name__] = says, source, places
        return places
    return add


def broken(constructs):
    """(rule, place) of all that is not as the rules say."""
    return [(name, place) for name, (_, _, places) in RULES.items()
            for place in places(constructs)]


def fields(constructs):
    """(place, type) of the fields of all types."""
    for name, declared in constructs["types"].items():
        for field, kind in declared.get("fields", {}).items():
            yield f"{declared['kind']} {name}, field {field}", kind


def parts(constructs):
    """(place, what is there) of states, actions and the like."""
    for block, content in constructs["blocks"].items():
        for name, part in content["parts"].items():
            yield f"{block}, {name}", part


def using(constructs, *constructions):
    return [place for place, part in parts(constructs)
            if set(constructions) & set(part.get("uses", []))]


def calls(constructs):
    """(place, name, arguments) of calls of extern functions, of functions and of methods."""
    for place, part in parts(constructs):
        for name, *arguments in part.get("calls", []):
            yield place, name, arguments


def tables(constructs):
    for block, content in constructs["blocks"].items():
        for name, table in content.get("tables", {}).items():
            yield f"{block}, table {name}", table


def externs(constructs):
    for name, extern in constructs["externs"].items():
        yield f"extern {name}", extern


def registers(constructs):
    """Extern functions that the card's host reaches: register arrays."""
    return [(place, extern) for place, extern in externs(constructs)
            if number(extern["annotations"].get("Xilinx_ControlWidth", "0")) > 0]


def number(text):
    """The value of an annotation, which may be written as a product; 0 if it is not a number."""
    factors = text.split("*")
    return math.prod(map(int, factors)) if all(map(str.isdecimal, factors)) else 0


def bits(kind, types):
    """How wide a type is; 0: it is not one of bits."""
    if kind == "bool":
        return 1
    if kind in types and "fields" in types[kind]:
        return sum(bits(field, types) for field in types[kind]["fields"].values())
    match = re.fullmatch(r"bit<(\d+)>", kind)
    return int(match.group(1)) if match else 0


# What is not in the language.

@rule("SDNet knows the architectures that are built into it, and no others",
      "SCION src/compiler-test-xilinx_stream_switch.p4; the card's is SimpleSumeSwitch")
def architecture(constructs):
    name = constructs["package"]["name"]
    return [] if name == "SimpleSumeSwitch" else [f"package {name}"]


@rule("there are no functions", "SCION lib/common/checksums.p4; NAT64")
def function(constructs):
    return [f"function {name}" for name in constructs["functions"]]


@rule("there are no header stacks", "SCION src/compiler-test-simple_sume_switch.p4")
def header_stack(constructs):
    return [place for place, kind in fields(constructs) if kind.endswith("]")] \
        + using(constructs, "stack")


@rule("there are no header unions", "SCION src/compiler-test-simple_sume_switch.p4")
def header_union(constructs):
    return [f"header_union {name}" for name, declared in constructs["types"].items()
            if declared["kind"] == "header_union"]


@rule("no header has a field of variable length, and none is extracted with a length",
      "UG1252 p. 8; SCION src/compiler-test-simple_sume_switch.p4")
def variable_length(constructs):
    return [place for place, kind in fields(constructs) if kind.startswith("varbit")] \
        + using(constructs, "varbit")


@rule("there are no error values and no verify()", "UG1252 p. 8")
def error(constructs):
    return [place for place, kind in fields(constructs) if kind == "error"] \
        + using(constructs, "error")


@rule("enums have no values of their own", "SCION lib/scion/errors.p4")
def enum_value(constructs):
    return [f"enum {name}" for name, declared in constructs["types"].items()
            if declared["kind"] == "enum"]


@rule("numbers are not multiplied", "SCION lib/scion/verification.p4")
def multiplication(constructs):
    return using(constructs, "*")


# Parsers and deparsers.

@rule("packet_in is for parsers, packet_out for controls", "UG1252 p. 5")
def packet_elsewhere(constructs):
    found = []
    for name, block in constructs["blocks"].items():
        parser = any(part.startswith("state ") for part in block["parts"])
        for _, kind, parameter in block["parameters"]:
            if kind == ("packet_out" if parser else "packet_in"):
                found.append(f"{name}, parameter {parameter}")
    return found


@rule("packets do not tell their length()", "UG1252 p. 5")
def packet_length(constructs):
    return [place for place, name, _ in calls(constructs) if name == "packet_in.length"]


@rule("advance() is by a constant", "SCION src/compiler-test-xilinx_stream_switch.p4")
def variable_advance(constructs):
    return [place for place, name, arguments in calls(constructs)
            if name == "packet_in.advance" and not isinstance(arguments[0], int)]


@rule("no state of a parser is entered twice for a packet",
      "SCION lib/compat/parser_utils.p4; thesis, Implementing the parser")
def parser_loop(constructs):
    found = []
    for block, content in constructs["blocks"].items():
        following = {name[len("state "):]: part["next"] for name, part in content["parts"].items()
                     if name.startswith("state ")}
        for start in following:
            reached, todo = set(), list(following[start])
            while todo:
                state = todo.pop()
                if state not in reached:
                    reached.add(state)
                    todo += following.get(state, [])
            if start in reached:
                found.append(f"{block}, state {start}")
    return found


@rule("no packet is rejected, nor is left without a case: what comes of it is not known",
      "SCION lib/scion/parsers.p4")
def reject(constructs):
    return [place for place, part in parts(constructs) if "reject" in part.get("next", [])]


@rule("headers are emitted one by one", "UG1252 p. 10 and 17: a struct is for packet_mod alone")
def emitted_struct(constructs):
    types = constructs["types"]
    return [place for place, name, arguments in calls(constructs)
            if name == "packet_out.emit" and types.get(arguments[0], {}).get("kind") == "struct"]


@rule("parser and controls of the package have @Xilinx_MaxPacketRegion(16384)",
      "UG1252 table 2; P4-NetFPGA issue 47: longer packets are damaged")
def packet_region(constructs):
    blocks = constructs["blocks"]
    return [name for name in constructs["package"]["blocks"]
            if number(blocks[name]["annotations"].get("Xilinx_MaxPacketRegion", "12144")) < 16384]


@rule("digest data has 256 bits", "P4-NetFPGA templates/sss_p4_proj/src/sss_p4_proj.p4")
def digest_width(constructs):
    parser = constructs["blocks"][constructs["package"]["blocks"][0]]
    if len(parser["parameters"]) < 4:
        return [] # of another architecture
    _, kind, _ = parser["parameters"][3]
    return [] if bits(kind, constructs["types"]) == 256 else [f"struct {kind}"]


# Tables and actions.

@rule("a table has keys, actions, a default action and a size, and nothing else",
      "UG1252 p. 6; entries were refused")
def table_property(constructs):
    known = {"key", "actions", "default_action", "size"}
    return [place for place, table in tables(constructs) if set(table["properties"]) - known]


@rule("tables match exact or ternary", "NAT64, SCION thesis: lpm was refused; P4-NetFPGA issue 33: "
      "direct has no tool; UG1252 p. 6: no others")
def match_kind(constructs):
    return [place for place, table in tables(constructs)
            if set(table["kinds"]) - {"exact", "ternary"}]


@rule("the program has a table or a register, else it has no control port",
      "P4-NetFPGA wiki, Workflow Overview, and issue 20; SCION doc/scion.org")
def control_port(constructs):
    return [] if list(tables(constructs)) or registers(constructs) else ["program"]


@rule("there is no if in an action",
      "SCION lib/netfpga/stats.p4; thesis: 'action_split unimplemented'")
def if_in_action(constructs):
    return [place for place in using(constructs, "if") if ", action " in place]


@rule("there is no exit in an action", "UG1252 p. 8")
def exit_in_action(constructs):
    return [place for place in using(constructs, "exit") if ", action " in place]


@rule("actions call no extern function", "SCION lib/scion/verification.p4, lib/common/checksums.p4")
def extern_in_action(constructs):
    return [place for place, name, _ in calls(constructs)
            if ", action " in place and name in constructs["externs"]]


# Extern functions.

@rule("there are no extern objects", "UG1252 p. 5")
def extern_object(constructs):
    return [f"extern {name}" for name in constructs["objects"]]


@rule("extern functions take and give bits: none sees the payload",
      "P4-NetFPGA issue 13")
def extern_parameter(constructs):
    return [f"{place}, parameter {name}" for place, extern in externs(constructs)
            for _, kind, name in extern["parameters"] if not bits(kind, {})]


@rule("extern functions have @Xilinx_MaxLatency and @Xilinx_ControlWidth",
      "UG1252 p. 6; P4-NetFPGA bin/gen_P4_SWITCH_externs.py stops without")
def extern_annotation(constructs):
    return [place for place, extern in externs(constructs)
            if not {"Xilinx_MaxLatency", "Xilinx_ControlWidth"} <= extern["annotations"].keys()]


@rule("there is RTL of an extern function: one of P4-NetFPGA's templates, with its parameters",
      "UG1252 p. 5; P4-NetFPGA bin/extern_data.py, templates/externs")
def extern_template(constructs):
    found = []
    for place, extern in externs(constructs):
        template = next((name for name in TEMPLATES if place.endswith(f"_{name}")), None)
        names = [name for _, _, name in extern["parameters"]]
        if template is None or TEMPLATES[template] not in (None, names):
            found.append(place)
    return found


@rule("a register array is called at one place: every call has an array of its own", "UG1252 p. 6")
def register_calls(constructs):
    return [place for place, extern in registers(constructs) if len(extern["called"]) > 1]


@rule("registers have 32 bits at most", "SCION thesis, Control plane API issues")
def register_width(constructs):
    return [place for place, extern in registers(constructs)
            if any(direction == "out" and bits(kind, {}) > 32
                   for direction, kind, _ in extern["parameters"])]


@rule("a register array has as many bits of index as of @Xilinx_ControlWidth",
      "UG1252 table 2; P4-NetFPGA projects")
def register_index(constructs):
    return [place for place, extern in registers(constructs)
            for _, kind, name in extern["parameters"] if name == "index"
            and bits(kind, {}) != number(extern["annotations"]["Xilinx_ControlWidth"])]


@rule("a register array has a latency of 64: its host's accesses come between",
      "P4-NetFPGA projects, all of them")
def register_latency(constructs):
    return [place for place, extern in registers(constructs)
            if number(extern["annotations"].get("Xilinx_MaxLatency", "64")) < 64]


@rule("no table is looked up behind a call of an extern function: it would match nothing",
      "SCION thesis, Table matching broken under unclear circumstances")
def table_after_extern(constructs):
    return [place for place, table in tables(constructs) if table["after"]]


def main(arguments):
    if len(arguments) > 1:
        sys.exit(__doc__)
    file = pathlib.Path(arguments[0]) if arguments else CONSTRUCTS
    found = broken(json.loads(file.read_text()))
    for name, place in found:
        says, source, _ = RULES[name]
        print(f"{place}: {says} ({name}: {source})", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
