# SPDX-License-Identifier: Apache-2.0
"""Our packet vectors (p4/vectors) as fixtures for the toolchain's simulation.

  python3 -m sume_build.vectors --p4info FILE --out DIR [--suites DIR] [--cam-rows N]
      [--tcam-rows N] [--has FEATURE,...] [--install FIXTURE --project DIR]

A fixture is a folder with `commands.txt`, the rows in the language of P4-NetFPGA's p4_px_tables.py,
and `packets.json`, from which gen_testdata.py writes pcap and tuples. A vector has no rows of next
hops that its packet does not hit (pruning.py). Vectors whose entries are the same share a fixture
as long as it holds their rows. What the simulation cannot do is left out, by name and with its
reason, in DIR/left-out.txt.

With --install the project gets the files of one fixture; `fullest` is the one from which most
packets leave.
"""

import argparse
import collections
import json
import pathlib
import shutil
import struct
import sys

from . import dma, p4info, pruning
from .frame import VLAN, CutShort, Frame
from .rows import LeftOut, Rows, expanded
from .toolchain import REPOSITORY

# The simulation fails beyond 5 to 8 rows of an exact and 32 of a ternary table
# (P4-NetFPGA-public #42 to #45 and #50).
CAM_ROWS, TCAM_ROWS = 5, 32
# A register array takes 4 cycles for each packet and has 64 (@Xilinx_MaxLatency), and the testbench
# sends without pauses.
PACKETS_AT_ONCE = 16
HAS = "CARD,NO_JUMBO"  # of the features that vectors need
OURS = pathlib.Path(__file__).resolve().parents[1] / "project"
COMMANDS, PACKETS, LEFT_OUT = "commands.txt", "packets.json", "left-out.txt"


def packet(vector, entries):
    """The packet of a vector in and out, as packets.json has it, and the rows it needs.

    `entries` are all rows, as `expanded` gives them. Raises LeftOut.
    """
    if vector.get("meters"):
        raise LeftOut("it needs a meter, which the agent has")
    if len(vector["send"]) != 1:
        raise LeftOut("it sends several packets, and does not say what comes of which")
    sent, = vector["send"]
    expected, packet_ins = vector["expect"], vector["packet_ins"]
    if len({frame["packet"] for frame in expected}) > 1:
        raise LeftOut("the card sends one final packet to all ports of the mask")
    raw = bytes.fromhex(sent["packet"])
    port = sent.get("port", dma.CPU_PORT)
    interface, received = f"nf{port - 1}", raw
    through = True  # the pipeline
    if "packet_out" in sent:
        interface, received = "dma0", dma.submitted(packet=raw, **sent["packet_out"])
        through = sent["packet_out"]["submit"] == 1
    try:
        frame = Frame(raw) if through else None
        leaving = Frame(bytes.fromhex(expected[0]["packet"])) if expected and through else None
    except CutShort as short:
        raise LeftOut("it ends inside a header, and what SDNet's parser makes of that is not "
                      "known") from short

    out = {"ports": [], "packet": sent["packet"], "drop": 0, "send_digest": 0}
    digest = dma.described(frame) if through else 0
    if expected:
        out["ports"] = [f"nf{one['port'] - 1}" for one in expected]
        out["packet"] = expected[0]["packet"]
        if packet_ins:
            out["send_digest"] = 1
            digest = (dma.neighbor(port, frame) if packet_ins[0]["reason"] == "NEIGHBOR"
                      else dma.tcp_state(port, frame, leaving, entries))
    elif packet_ins:
        out["ports"] = ["dma0" if port == dma.CPU_PORT else f"dma{port - 1}"]
        out["packet"] = dma.punted(port, packet_ins[0]["reason"], raw).hex()
    else:
        out["drop"] = 1
        if "FRAME_LENGTH" in vector["drops"]:
            digest = 0
    out["digest"] = f"{digest:0{dma.DIGEST_BITS // 4}x}"
    why = {*vector["drops"], *(one["reason"] for one in packet_ins)}
    return ({"name": vector["name"], "in": {"port": interface, "packet": received.hex()},
             "out": out, "drops": vector["drops"],
             "routed": any(pruning.leaves_by(row, leaving) for row in entries),
             "generated_id": any(one.get("generated_id") for one in expected)},
            pruning.pruned(entries, leaving, why))


def with_identification(frame, identification):
    """An IPv4 packet's frame with another identification, and the header checksum for it."""
    at = 18 if struct.unpack_from("!H", frame, 12)[0] == VLAN else 14
    header = bytearray(frame[at:at + 20])
    struct.pack_into("!H", header, 4, identification)
    struct.pack_into("!H", header, 10, 0)
    total = sum(struct.unpack("!10H", header))
    total = (total & 0xffff) + (total >> 16)
    struct.pack_into("!H", header, 10, ~(total + (total >> 16)) & 0xffff)
    return frame[:at] + bytes(header) + frame[at + 20:]


def numbered(packets):
    """Packets of a fixture with the identifications that the card chooses for them.

    It takes them from a counter of the packets that it routed: P4-NetFPGA's register array starts
    at 0, adds, and gives the sum.
    """
    routed = 0
    for one in packets:
        routed += one.pop("routed")
        if one["generated_id"]:
            frame = bytes.fromhex(one["out"]["packet"])
            one["out"]["packet"] = with_identification(frame, routed).hex()
    return packets


class Fixture:
    """Rows, and packets that run with them."""

    def __init__(self, tables, limits):
        self._tables, self._limits = tables, limits
        self._entries, self.packets = [], []
        self.rows = Rows(tables)

    def add(self, entries, one):
        """Adds a packet with its rows. Raises LeftOut, and is what it was, if they are too many."""
        rows = Rows(self._tables)
        for row in self._entries + entries:
            rows.add(row)
        rows.check(*self._limits)
        if len(self.packets) == PACKETS_AT_ONCE:
            raise LeftOut("the fixture is full")
        self._entries, self.rows = self._entries + entries, rows
        self.packets.append(one)


def fixtures(tables, suites, cam_rows=CAM_ROWS, tcam_rows=TCAM_ROWS, has=tuple(HAS.split(","))):
    """Fixtures and what is left out.

    `suites` are pairs of a name and the suite. Gives a dictionary from the name of a fixture to
    (commands, packets), and a list of (suite, vector, reason).
    """
    found, left_out = {}, []
    for suite_name, suite in suites:
        by_entries = {}  # only these share a fixture: each has what it had, or a part of it
        for vector in suite["vectors"]:
            try:
                lacking = [need for need in vector.get("needs", []) if need not in has]
                if lacking:
                    raise LeftOut(f"the card lacks {', '.join(lacking)}")
                entries = expanded(tables, suite["entries"] + vector.get("entries", []))
                one, needed = packet(vector, entries)
                alike = by_entries.setdefault(json.dumps(entries, sort_keys=True), [])
                fixture = Fixture(tables, (cam_rows, tcam_rows))
                fixture.add(needed, one)
                for before in alike:
                    try:
                        before.add(needed, one)
                        break
                    except LeftOut:
                        continue
                else:
                    alike.append(fixture)
            except LeftOut as reason:
                left_out.append((suite_name, vector["name"], str(reason)))
        for count, fixture in enumerate((one for those in by_entries.values() for one in those), 1):
            found[f"{suite_name}-{count}"] = (fixture.rows.commands(), numbered(fixture.packets))
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


def fullest(found):
    """The name of the fixture from which most packets leave."""
    return max(found, key=lambda name: sum(bool(one["out"]["ports"]) for one in found[name][1]))


def install(out, fixture, project):
    """Puts the files of a fixture where a P4-NetFPGA project has them."""
    there = sorted(folder.name for folder in out.iterdir() if folder.is_dir())
    if fixture not in there:
        raise ValueError(f"no fixture {fixture}; there are: {', '.join(there)}")
    shutil.copy(out / fixture / COMMANDS, project / "src" / COMMANDS)
    shutil.copy(out / fixture / PACKETS, project / "testdata" / PACKETS)
    shutil.copy(OURS / "gen_testdata.py", project / "testdata")
    shutil.copy(OURS / "run.py", project / "simple_sume_switch/test/sim_switch_default")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="sume_build.vectors")
    parser.add_argument("--p4info", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--suites", type=pathlib.Path, default=REPOSITORY / "p4/vectors")
    parser.add_argument("--cam-rows", type=int, default=CAM_ROWS)
    parser.add_argument("--tcam-rows", type=int, default=TCAM_ROWS)
    parser.add_argument("--has", default=HAS, help="features that the program has (%(default)s)")
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
            name = fullest(found) if given.install == "fullest" else given.install
            install(given.out, name, given.project)
            print(f"fixture {name} is in the project")
    except (OSError, ValueError) as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
