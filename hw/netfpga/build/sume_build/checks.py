# SPDX-License-Identifier: Apache-2.0
"""Checks of what a step wrote. Each makes a function of the variables that raises Failed."""

import ast
import glob
import json
import os
import pathlib
import re
import struct
import subprocess

from . import p4info

PART = "7vx690tffg1761"


class Failed(Exception):
    """What is wrong with a file, which the text names."""


def files(pattern, env):
    """The files of a pattern with variables; Failed if there is none."""
    found = [pathlib.Path(name) for name in
             sorted(glob.glob(pattern.format_map(env), recursive=True, include_hidden=True))]
    if not found:
        raise Failed(f"{pattern.format_map(env)} is missing")
    return found


def each(pattern):
    """Makes a check of a function of one file; it holds for all files of the pattern."""
    def decorate(function):
        def check(env):
            for file in files(pattern, env):
                try:
                    function(file, env)
                except struct.error as error:
                    raise Failed(f"{file}: it ends too early") from error
                except (ValueError, KeyError, TypeError, IndexError) as error:
                    raise Failed(f"{file}: {error}") from error
        check.__doc__ = f"{function.__doc__}: {pattern}"
        return check
    return decorate


def has_content(pattern):
    @each(pattern)
    def check(file, _):
        """is not empty"""
        if not file.stat().st_size:
            raise ValueError("it is empty")
    return check


def contains(pattern, text):
    """The file has this text: a regular expression, where ^ and $ are ends of lines."""
    @each(pattern)
    def check(file, env):
        """has the text"""
        wanted = text.format_map(env)
        if not re.search(wanted, file.read_text(errors="replace"), re.MULTILINE):
            raise ValueError(f"nothing in it fits {wanted!r}")
    return check


def compiles_as_python(pattern):
    """The script compiles, under the toolchain's Python 2 where ours cannot read it."""
    @each(pattern)
    def check(file, env):
        """compiles"""
        try:
            ast.parse(file.read_text(), str(file))
        except SyntaxError as error:
            if isinstance(error, IndentationError):
                # Both Pythons agree on that: a function with nothing in it, for one.
                raise ValueError(f"line {error.lineno}: {error.msg}") from error
            program = "import sys; compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')"
            done = subprocess.run(["python", "-c", program, str(file)], env=env, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
            if done.returncode:
                raise ValueError(done.stdout.strip().splitlines()[-1]) from error
    return check


def parses_as_shell(pattern):
    @each(pattern)
    def check(file, env):
        """parses"""
        done = subprocess.run(["bash", "-n", str(file)], env=env, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode or not file.stat().st_size:
            raise ValueError(done.stdout.strip() or "it is empty")
    return check


def _fields(described):
    """Widths of the fields of a tuple, as p4_px_tables.py counts them."""
    for field in described:
        for one in field["fields"] if field["type"] == "struct" else [field]:
            if "padding" not in one["px_name"] and "hit" not in one["px_name"]:
                yield int(one["size"])


def switch_info(pattern):
    """.sdnet_switch_info.dat parses, and its tables are those of the P4Info.

    Without this the script for tables ends on the first row, or puts bits in wrong places.
    """
    kinds = {"EM": {"EXACT"}, "TCAM": {"TERNARY"}, "LPM": {"LPM"}}

    @each(pattern)
    def check(file, env):
        """describes the tables of the P4Info"""
        described = {lookup["p4_name"]: dict(lookup, block=name)
                     for name, block in json.loads(file.read_text()).items()
                     if isinstance(block, dict) for lookup in block.get("px_lookups", [])}
        if not described:
            raise ValueError("it has no tables; SDNet needs one at least (#72)")
        tables = p4info.load(pathlib.Path(env["P4INFO"]))
        for name, lookup in described.items():
            table = tables.get(name)
            if table is None:
                raise ValueError(f"table {name} is not in {env['P4INFO']}")
            if {key.kind for key in table.keys} != kinds.get(lookup["match_type"]):
                raise ValueError(f"table {name} is {lookup['match_type']} for SDNet, not so in "
                                 + env["P4INFO"])
            keys = [key.bits for key in table.keys]
            if list(_fields(lookup["request_fields"])) != keys:
                raise ValueError(f"table {name}: keys of {keys} bits in the P4Info, of "
                                 f"{list(_fields(lookup['request_fields']))} in SDNet")
            # The name that p4_px_tables.py makes of an action in a row.
            for action in (f"{lookup['block']}.{one.name}" for one in table.actions):
                if action not in lookup["action_ids"]:
                    raise ValueError(f"table {name}: no action {action} in SDNet, which has "
                                     + ", ".join(lookup["action_ids"]))
            data = [param.bits for action in table.actions for param in action.params]
            # The first field is the action's number.
            if list(_fields(lookup["response_fields"]))[1:] != data:
                raise ValueError(f"table {name}: parameters of {data} bits in the P4Info, of "
                                 f"{list(_fields(lookup['response_fields']))[1:]} in SDNet")
        for name in tables.keys() - described.keys():
            raise ValueError(f"SDNet has no table {name}, which is in {env['P4INFO']}")
    return check


def tables(commands, folder):
    """For each table with rows in commands.txt there is a .tbl with as many lines that parse."""
    def check(env):
        rows = {}
        for file in files(commands, env):
            for line in file.read_text().splitlines():
                if line.startswith("table_"):
                    command, table = line.split()[:2]
                    rows.setdefault(table, []).append(command)
        for table, added in rows.items():
            file = pathlib.Path(folder.format_map(env), f"{table}.tbl")
            if not file.exists():
                raise Failed(f"{file} is missing")
            lines = file.read_text().splitlines()
            if len(lines) != len(added):
                raise Failed(f"{file}: {len(lines)} rows, and {len(added)} in commands.txt")
            shape = (r"\d+( [0-9A-F]+){3}" if added[0] == "table_tcam_add_entry"
                     else r"[0-9A-F]+ [0-9A-F]+")
            for count, line in enumerate(lines, 1):
                if not re.fullmatch(shape, line):
                    raise Failed(f"{file}: line {count} is no row: {line}")
    return check


def _pcap(file):
    """Lengths of the packets in a pcap file."""
    data = file.read_bytes()
    magic, = struct.unpack_from("<I", data)
    order = {0xa1b2c3d4: "<", 0xd4c3b2a1: ">"}.get(magic)
    if order is None:
        raise ValueError("it is no pcap file")
    position, lengths = 24, []
    while position < len(data):
        length, = struct.unpack_from(order + "I", data, position + 8)
        position += 16 + length
        lengths.append(length)
    if position != len(data):
        raise ValueError("its last packet is cut off")
    return lengths


def packets(folder):
    """Pcap, stream and tuples agree on how many packets go in and come out."""
    def count(name, function, env):
        file, = files(f"{folder}/{name}", env)
        try:
            return function(file)
        except struct.error as error:
            raise Failed(f"{file}: it ends too early") from error
        except ValueError as error:
            raise Failed(f"{file}: {error}") from error

    def stream(file):
        ends = 0
        for number, line in enumerate(file.read_text().splitlines(), 1):
            # tlast, tkeep and tdata of 256 bits, as pcap2axi writes them
            if not re.fullmatch(r"[01] [0-9a-f]{8} [0-9a-f]{64}", line):
                raise ValueError(f"line {number} is no word of a stream: {line}")
            ends += line[0] == "1"
        return ends

    def tuples(shape):
        def lines(file):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if not re.fullmatch(shape, line):
                    raise ValueError(f"line {number} is no tuple: {line}")
            return len(file.read_text().splitlines())
        return lines

    def check(env):
        counts = {
            "src.pcap": count("src.pcap", lambda file: len(_pcap(file)), env),
            "dst.pcap": count("dst.pcap", lambda file: len(_pcap(file)), env),
            "Packet_in.axi": count("Packet_in.axi", stream, env),
            "Packet_expect.axi": count("Packet_expect.axi", stream, env),
            "Tuple_in.txt": count("Tuple_in.txt", tuples(r"[0-9a-f]{32}"), env),
            "Tuple_expect.txt": count("Tuple_expect.txt", tuples(r"[0-9a-f]{64} [0-9a-f]{32}"),
                                      env),
        }
        if len(set(counts.values())) != 1 or not counts["src.pcap"]:
            raise Failed(f"{folder.format_map(env)}: as many packets everywhere, please: {counts}")
    return check


def elf(pattern):
    @each(pattern)
    def check(file, _):
        """is a program"""
        if file.read_bytes()[:4] != b"\x7fELF":
            raise ValueError("it is no ELF file")
    return check


def timing(pattern):
    """The last timing report says that all constraints are met."""
    def check(env):
        # After routing Vivado may optimize once more, and reports again.
        report = max(files(pattern, env), key=os.path.getmtime)
        text = report.read_text(errors="replace")
        if "Timing constraints are not met" in text or \
                "All user specified timing constraints are met" not in text:
            raise Failed(f"{report}: timing is not met, and the card would work now and then")
    return check


def bitstream(pattern):
    """A whole .bit file for the SUME's part: header fields a to e, then the data."""
    @each(pattern)
    def check(file, _):
        """is a bitstream for the card"""
        data = file.read_bytes()
        length, = struct.unpack_from(">H", data)
        position = 2 + length + 2
        found = {}
        for field in b"abcd":
            if data[position:position + 1] != bytes([field]):
                raise ValueError("it is no .bit file")
            size, = struct.unpack_from(">H", data, position + 1)
            found[chr(field)] = data[position + 3:position + 3 + size].rstrip(b"\0").decode()
            position += 3 + size
        if data[position:position + 1] != b"e":
            raise ValueError("it is no .bit file")
        size, = struct.unpack_from(">I", data, position + 1)
        if len(data) != position + 5 + size or not size:
            raise ValueError(f"it has {len(data) - position - 5} bytes of data, not {size}")
        if found["b"] != PART:
            raise ValueError(f"it is for a {found['b']}, and the card has a {PART}")
    return check
