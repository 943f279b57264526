# SPDX-License-Identifier: Apache-2.0
"""Rows of p4/vectors in the language of P4-NetFPGA's p4_px_tables.py."""

import collections
import ipaddress
import re

SHARES = 16  # values of the key that a next hop has where there is no selector


class LeftOut(Exception):
    """Why the simulation cannot have a vector."""


def number(value):
    """The integer that a vector's value is: itself, or of an IPv4, IPv6 or MAC address."""
    if isinstance(value, int):
        return value
    if re.fullmatch(r"([0-9a-f]{2}:){5}[0-9a-f]{2}", value):
        return int(value.replace(":", ""), 16)
    if value.isdigit():
        return int(value)
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


def expanded(tables, entries):
    """The rows that entries of vectors are on a target without selectors. Raises LeftOut."""
    found = []
    for row in entries:
        name = row["table"]
        if name not in tables:
            raise LeftOut(f"the P4Info has no table {name}")
        if row.get("default"):
            raise LeftOut(f"{name}: a default action is fixed at compile time")
        if "members" not in row:
            found.append(row)
            continue
        members = row["members"]
        share = next((k for k in tables[name].keys if k.name == "share"), None)
        if share is None:
            raise LeftOut(f"{name}: it needs a selector")
        if share.kind != "EXACT" and len(members) == 1:
            found.append({"table": name, "match": row["match"], "priority": 1, **members[0]})
            continue
        found += [{"table": name, "match": dict(row["match"], share=n), "priority": 1,
                   **members[n % len(members)]} for n in range(SHARES)]
    return found


class Rows:
    """Rows of a fixture by table, in the order in which they came; a row is there once."""

    def __init__(self, tables):
        self._tables = tables
        self.cam = collections.defaultdict(dict)   # table -> key words -> rest of the command
        self.tcam = collections.defaultdict(dict)  # table -> key words -> (priority, the rest)

    def add(self, row):
        """Adds a row of `expanded`. Raises LeftOut."""
        table = self._tables[row["table"]]
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
