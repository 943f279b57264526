# SPDX-License-Identifier: Apache-2.0
"""Our packet vectors (p4/vectors) as fixtures for the toolchain's simulation.

  python3 -m sume_build.vectors --p4info FILE --out DIR [--suites DIR] [--cam-rows N]
      [--tcam-rows N] [--has FEATURE,...] [--install FIXTURE --project DIR]

A fixture is a folder with `commands.txt`, the rows in the language of P4-NetFPGA's p4_px_tables.py,
and `packets.json`, from which gen_testdata.py writes pcap and tuples. Vectors are in one fixture
when they have the same rows. What the simulation cannot do is left out, by name and with its
reason, in DIR/left-out.txt.

With --install the project gets the files of one fixture; `first` is the one that comes first.
"""

import argparse
import collections
import ipaddress
import json
import pathlib
import re
import shutil
import sys

from . import p4info

# The simulation fails beyond 5 to 8 rows of an exact and 32 of a ternary table
# (P4-NetFPGA-public #42 to #45 and #50).
CAM_ROWS, TCAM_ROWS = 5, 32
SHARES = 16  # values of the key that a next hop has where there is no selector
OURS = pathlib.Path(__file__).resolve().parents[1] / "project"
COMMANDS, PACKETS, LEFT_OUT = "commands.txt", "packets.json", "left-out.txt"


class LeftOut(Exception):
    """Why the simulation cannot have a vector."""


def number(value):
    """The integer that a vector's value is: itself, or of an IPv4, IPv6 or MAC address."""
    if isinstance(value, int):
        return value
    if re.fullmatch(r"([0-9a-f]{2}:){5}[0-9a-f]{2}", value):
        return int(value.replace(":", ""), 16)
    return int(ipaddress.ip_address(value))


def word(value, bits):
    """A value as p4_px_tables.py reads it: hexadecimal, for it knows no IPv6 address."""
    if value >> bits:
        raise LeftOut(f"{value:#x} does not fit into {bits} bits")
    return f"{value:#x}"


def _names(fields, table):
    """Refuses names that p4_px_tables.py passes over when it puts fields together."""
    for field in fields:
        if "hit" in field.name or "padding" in field.name:
            raise LeftOut(f"p4_px_tables.py skips field {field.name} of {table.name}, for its name")


def action_data(table, action, params):
    """The words after =>: the parameters of all actions of a table, those of others as zero.

    SDNet stores all of them in every row; p4_px_tables.py ends when one is not given.
    """
    chosen = table.action(action)
    if {p.name for p in chosen.params} != params.keys():
        raise ValueError(f"{table.name}: {action} takes {[p.name for p in chosen.params]}")
    words = []
    for other in table.actions:
        _names(other.params, table)
        for param in other.params:
            value = number(params[param.name]) if other is chosen else 0
            words.append(word(value, param.bits))
    return words


def _ternary(field, value, priority):
    """Value, mask and priority of a key, as README.md of p4/vectors defines them."""
    full = (1 << field.bits) - 1
    if value is None:  # anything
        return 0, 0, priority
    if not isinstance(value, str):
        return value, full, priority
    if "/" in value:
        prefix, length = value.split("/")
        return number(prefix), full ^ (full >> int(length)), int(length) + 1
    return number(value), full, priority


class Rows:
    """Rows of a fixture by table, in the order in which they came; a row is there once."""

    def __init__(self, tables):
        self._tables = tables
        self.cam = collections.defaultdict(dict)   # table -> key words -> rest of the command
        self.tcam = collections.defaultdict(dict)  # table -> key words -> (priority, the rest)

    def add(self, row):
        """Adds a row as vectors write it. Raises LeftOut."""
        name = row["table"]
        if name not in self._tables:
            raise LeftOut(f"the P4Info has no table {name}")
        table = self._tables[name]
        if row.get("default"):
            raise LeftOut(f"{name}: a default action is fixed at compile time")
        for one in self._shared(table, row):
            self._add(table, one)

    @staticmethod
    def _shared(table, row):
        """The rows that a one-shot action set is on a target without selectors."""
        if "members" not in row:
            return [row]
        members = row["members"]
        share = next((k for k in table.keys if k.name == "share"), None)
        if share is None:
            raise LeftOut(f"{table.name}: it needs a selector")
        if share.kind != "EXACT" and len(members) == 1:
            return [dict(row, priority=1, **members[0])]
        return [dict(row, match=dict(row["match"], share=n), priority=1,
                     **members[n % len(members)]) for n in range(SHARES)]

    def _add(self, table, row):
        _names(table.keys, table)
        kinds = {key.kind for key in table.keys}
        data = " ".join(action_data(table, row["action"], row["params"]))
        match = row["match"]
        known = {key.name for key in table.keys}
        if not known.issuperset(match) or (kinds == {"EXACT"} and known != match.keys()):
            raise ValueError(f"{table.name}: its keys are {sorted(known)}, not {sorted(match)}")
        if kinds == {"EXACT"}:
            key = " ".join(word(number(match[k.name]), k.bits) for k in table.keys)
            self._put(table, self.cam, key, (row["action"], data))
        elif kinds == {"TERNARY"}:
            words, priority = [], row.get("priority", 1)
            for field in table.keys:
                value, mask, priority = _ternary(field, match.get(field.name), priority)
                words.append(f"{word(value & mask, field.bits)}/{word(mask, field.bits)}")
            self._put(table, self.tcam, " ".join(words), (priority, row["action"], data))
        elif "LPM" in kinds:
            raise LeftOut(f"{table.name}: p4_px_tables.py ends on rows of lpm tables "
                          "(P4-NetFPGA-public #66)")
        else:
            raise LeftOut(f"{table.name}: SDNet has one match kind a table, not "
                          + " and ".join(sorted(kinds)))

    @staticmethod
    def _put(table, rows, key, value):
        if rows[table.name].setdefault(key, value) != value:
            raise LeftOut(f"{table.name}: two rows for the key {key}")

    def check(self, cam_rows, tcam_rows):
        for rows, most in ((self.cam, cam_rows), (self.tcam, tcam_rows)):
            for name, those in rows.items():
                if len(those) > most:
                    raise LeftOut(f"{name}: {len(those)} rows, and the simulation holds {most}")

    def commands(self):
        """The text of commands.txt; of a ternary table, slot 0 has the highest priority."""
        lines = [f"table_cam_add_entry {name} {action} {key} => {data}".rstrip()
                 for name, rows in self.cam.items() for key, (action, data) in rows.items()]
        for name, rows in self.tcam.items():
            ordered = sorted(rows.items(), key=lambda row: -row[1][0])
            lines += [f"table_tcam_add_entry {name} {slot} {action} {key} => {data}".rstrip()
                      for slot, (key, (_, action, data)) in enumerate(ordered)]
        return "".join(line + "\n" for line in lines)


def packet(vector):
    """The packet of a vector in and out, as packets.json has it. Raises LeftOut."""
    sent, expected = vector["send"], vector["expect"]
    if vector.get("meters"):
        raise LeftOut("it needs a meter")
    if vector["packet_ins"] or any("packet_out" in frame for frame in sent):
        raise LeftOut("packets to and from the controller have a header on the card's DMA port")
    if len(sent) != 1:
        raise LeftOut("it sends several packets, and does not say what comes of which")
    if not expected:
        raise LeftOut("it drops, and what SDNet gives out for a dropped packet is not defined")
    if len({frame["packet"] for frame in expected}) > 1:
        raise LeftOut("the card sends one final packet to all ports of the mask")
    if any(frame.get("generated_id") for frame in expected):
        raise LeftOut("the switch chooses an identification, and the testbench compares every bit")
    return {"name": vector["name"],
            "in": {"port": sent[0]["port"], "packet": sent[0]["packet"]},
            "out": {"ports": [frame["port"] for frame in expected],
                    "packet": expected[0]["packet"]}}


def fixtures(tables, suites, cam_rows=CAM_ROWS, tcam_rows=TCAM_ROWS, has=()):
    """Fixtures and what is left out.

    `suites` are pairs of a name and the suite. Gives a dictionary from the name of a fixture to
    (commands, packets), and a list of (suite, vector, reason).
    """
    found, left_out = {}, []
    for suite_name, suite in suites:
        by_rows = {}
        for vector in suite["vectors"]:
            try:
                lacking = [need for need in vector.get("needs", []) if need not in has]
                if lacking:
                    raise LeftOut(f"the card lacks {', '.join(lacking)}")
                one = packet(vector)
                rows = Rows(tables)
                for row in suite["entries"] + vector.get("entries", []):
                    rows.add(row)
                rows.check(cam_rows, tcam_rows)
                by_rows.setdefault(rows.commands(), []).append(one)
            except LeftOut as reason:
                left_out.append((suite_name, vector["name"], str(reason)))
        for count, (commands, packets) in enumerate(by_rows.items(), 1):
            found[f"{suite_name}-{count}"] = (commands, packets)
    return found, left_out


def write(out, found, left_out):
    """Writes the folders of fixtures, in place of those that are there."""
    shutil.rmtree(out, ignore_errors=True)
    for name, (commands, packets) in found.items():
        folder = out / name
        folder.mkdir(parents=True)
        (folder / COMMANDS).write_text(commands)
        (folder / PACKETS).write_text(json.dumps({"fixture": name, "packets": packets}, indent=1)
                                      + "\n")
    out.mkdir(parents=True, exist_ok=True)
    (out / LEFT_OUT).write_text("".join(f"{suite}: {name}: {reason}\n"
                                        for suite, name, reason in left_out))


def install(out, fixture, project):
    """Puts the files of a fixture where a P4-NetFPGA project has them."""
    there = sorted(folder.name for folder in out.iterdir() if folder.is_dir())
    if fixture == "first":
        fixture = there[0]
    if fixture not in there:
        raise ValueError(f"no fixture {fixture}; there are: {', '.join(there)}")
    shutil.copy(out / fixture / COMMANDS, project / "src" / COMMANDS)
    shutil.copy(out / fixture / PACKETS, project / "testdata" / PACKETS)
    shutil.copy(OURS / "gen_testdata.py", project / "testdata")
    return fixture


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="sume_build.vectors")
    parser.add_argument("--p4info", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--suites", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[4] / "p4/vectors")
    parser.add_argument("--cam-rows", type=int, default=CAM_ROWS)
    parser.add_argument("--tcam-rows", type=int, default=TCAM_ROWS)
    parser.add_argument("--has", default="", help="features that the program has all the same")
    parser.add_argument("--install", metavar="FIXTURE")
    parser.add_argument("--project", type=pathlib.Path)
    given = parser.parse_args(arguments)
    try:
        suites = [(file.stem, json.loads(file.read_text()))
                  for file in sorted(given.suites.glob("*.json"))]
        found, left_out = fixtures(p4info.load(given.p4info), suites, given.cam_rows,
                                   given.tcam_rows, given.has.split(","))
        write(given.out, found, left_out)
        packets = sum(len(those) for _, those in found.values())
        print(f"{packets} vectors in {len(found)} fixtures, {len(left_out)} left out:")
        # One line for all rows of a table that are too many, and so on.
        reasons = collections.Counter(reason for _, _, reason in left_out)
        for reason, count in reasons.most_common():
            print(f"  {count:4} {reason}")
        print(f"which ones is in {given.out / LEFT_OUT}")
        if not found:
            raise ValueError("there is no vector that the simulation could run; see --cam-rows")
        if given.install:
            print(f"fixture {install(given.out, given.install, given.project)} is in the project")
    except (OSError, ValueError) as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
