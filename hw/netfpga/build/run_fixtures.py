#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs fixtures on BMv2 (simple_switch_grpc), where p4/sume/shell.p4 executes the card's program.

  python3 -m sume_build.vectors --p4info FILE --out DIR
  run_fixtures.py [--switch PATH] DIR

Reads commands.txt and packets.json as the toolchain does: frames come in by the ports of the card
alone and by DMA, and all that leaves is compared, digests and drop counters included. It shows that
the rows of a fixture are enough for its packets. Identifications are not compared: the shell's are
random. Needs what p4/vectors/run_bmv2.py needs.
"""

import argparse
import json
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
sys.path.insert(0, str(REPOSITORY / "p4/vectors"))

from p4.v1 import p4runtime_pb2 as p4  # noqa: E402
from run_bmv2 import (DROPS, PATIENCE, QUIET, Runner, canonical, running,  # noqa: E402
                      without_id)

from sume_build import p4info, vectors  # noqa: E402

# Of the shell: the card's ports, its DMA into the card and out of it, and what has a digest.
PORTS = {**{f"nf{n}": 241 + n for n in range(4)}, **{f"dma{n}": 251 + n for n in range(4)}}
DIGEST_PORT, DIGEST_BYTES = 255, 32
HIGHEST = 1000  # priority of slot 0


class Tables:
    """Rows of commands.txt as entities of P4Runtime."""

    def __init__(self, described, info):
        self.described, self.info = described, info

    def entity(self, line):
        command, name, *words = line.split()
        table, proto = self.described[name], self.info.tables[name]
        entry = p4.TableEntry(table_id=proto.preamble.id)
        if command == "table_tcam_add_entry":
            entry.priority = HIGHEST - int(words.pop(0))
        action, *words = words
        keys, data = words[:len(table.keys)], words[len(table.keys) + 1:]
        for field, key in zip(proto.match_fields, keys, strict=True):
            value, _, mask = key.partition("/")
            if not mask:
                entry.match.add(field_id=field.id).exact.value = canonical(int(value, 16))
            elif int(mask, 16):
                match = entry.match.add(field_id=field.id).ternary
                match.value, match.mask = canonical(int(value, 16)), canonical(int(mask, 16))
        values = iter(data)
        for other in table.actions:
            params = {param.name: int(next(values), 16) for param in other.params}
            if other.name == action:
                chosen = self.info.action({"action": action, "params": params})
        entry.action.action.CopyFrom(chosen)
        return p4.Entity(table_entry=entry)


def wanted(packet):
    """What must leave, as pairs of a port and bytes."""
    out = packet["out"]
    frames = [(PORTS[port], bytes.fromhex(out["packet"])) for port in out["ports"]]
    if out["send_digest"]:
        frames.append((DIGEST_PORT, bytes.fromhex(out["digest"])[::-1]))
    return frames


def left(runner, packet):
    """What leaves for a packet, and by how much the drop counters grow."""
    before = runner.drops()
    runner.wire.send(PORTS[packet["in"]["port"]], bytes.fromhex(packet["in"]["packet"]))
    frames, drops, quiet = [], {}, None
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        frames += runner.wire.receive(0.005)
        after = runner.drops()
        drops = {DROPS[i]: after[i] - before[i] for i in after if after[i] != before[i]}
        if len(frames) >= len(wanted(packet)) and len(drops) >= len(packet["drops"]):
            quiet = quiet or time.monotonic() + QUIET
            if time.monotonic() > quiet:
                break
    return [(port, frame[:DIGEST_BYTES] if port == DIGEST_PORT else frame)
            for port, frame in frames], drops


def compared(packet, frames, drops):
    """What is wrong, as a list of lines."""
    alike = without_id if packet["generated_id"] else bytes

    def shown(found):
        return sorted((port, (bytes if port == DIGEST_PORT else alike)(frame).hex())
                      for port, frame in found)

    return [f"{what} {got}, not {due}" for what, got, due in (
        ("left:", shown(frames), shown(wanted(packet))), ("drops:", drops, packet["drops"]))
        if got != due]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fixtures", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--switch", default="simple_switch_grpc")
    parser.add_argument("--grpc-port", type=int, default=29571)
    parser.add_argument("--compiled", type=pathlib.Path,
                        default=REPOSITORY / "p4/compiled/netfpga")
    given = parser.parse_args()
    described = p4info.load(given.compiled / "isthmus.p4info.txtpb")
    ran = failed = 0
    with running(given.switch, given.grpc_port, [*PORTS.values(), DIGEST_PORT]) as (client, wire):
        runner = Runner(client, wire, given.compiled)
        tables = Tables(described, runner.info)
        for folder in sorted(given.fixtures.iterdir()):
            if not folder.is_dir():
                continue
            runner.start([])
            client.write([(p4.Update.INSERT, tables.entity(line)) for line in
                          (folder / vectors.COMMANDS).read_text().splitlines()])
            for packet in json.loads((folder / vectors.PACKETS).read_text())["packets"]:
                wrong = compared(packet, *left(runner, packet))
                ran += 1
                if wrong:
                    failed += 1
                    print(f"FAILED {folder.name}: {packet['name']}")
                    print("".join(f"    {line}\n" for line in wrong), end="", flush=True)
    print(f"{ran} packets, {failed} failed")
    sys.exit(1 if failed or not ran else 0)


if __name__ == "__main__":
    main()
