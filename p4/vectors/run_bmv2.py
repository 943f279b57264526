#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the test vectors on BMv2 (simple_switch_grpc), over veth pairs. Needs root on Linux, and
the Python packages grpcio, protobuf and p4runtime, of versions that fit each other, as those of
switch/src/test/python/requirements.txt.

  run_bmv2.py [--switch PATH] [--only TEXT] [FILE.json ...]
  run_bmv2.py --compiled ../compiled/minimal [FILE.json ...]

The format is described in README.md. Interfaces are called p4v-N (switch) and p4v-Nh (tests), and
are removed at the end.
"""

import argparse
import collections
import contextlib
import ipaddress
import json
import pathlib
import queue
import re
import select
import socket
import struct
import subprocess
import sys
import threading
import time

import grpc
from google.protobuf import text_format
from p4.config.v1 import p4info_pb2
from p4.v1 import p4runtime_pb2 as p4
from p4.v1 import p4runtime_pb2_grpc

HERE = pathlib.Path(__file__).resolve().parent
COMPILED = HERE.parent / "compiled"
SIZES = json.loads((HERE.parent / "profiles.json").read_text())["bmv2"]["sizes"]
PORTS = (1, 2, 3, 4)
CPU_PORT = 255
CLONE_SESSION = 100
# linux/if_packet.h
SOL_PACKET, PACKET_AUXDATA, PACKET_IGNORE_OUTGOING, TP_STATUS_VLAN_VALID = 263, 8, 23, 1 << 4
PATIENCE = 2.0  # seconds until something that is expected counts as missing
QUIET = 0.04  # seconds in which something that is not expected would have come


def reasons(prefix):
    """Names by number, from the P4 source that defines them."""
    source = (HERE.parent / "include" / "reasons.p4").read_text()
    return {int(number): name
            for name, number in re.findall("const " + prefix + r"(\w+) = (\d+);", source)}


DROPS = reasons("drop_reason_t DROP_")
PUNTS = reasons("punt_reason_t PUNT_")


def number(value):
    """An integer from a value as vectors write it: integer, IPv4, IPv6 or MAC address."""
    if isinstance(value, int):
        return value
    if re.fullmatch(r"([0-9a-f]{2}:){5}[0-9a-f]{2}", value):
        return int(value.replace(":", ""), 16)
    if value.isdigit():
        return int(value)
    return int(ipaddress.ip_address(value))


def canonical(value):
    return value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")


class Info:
    """Names of the P4Info as ids."""

    def __init__(self, text):
        self.proto = text_format.Parse(text, p4info_pb2.P4Info())
        self.tables = {t.preamble.name: t for t in self.proto.tables}
        self.actions = {a.preamble.name: a for a in self.proto.actions}
        self.counters = {c.preamble.name: c for c in self.proto.counters}
        self.meters = {m.preamble.name: m for m in self.proto.meters}

    def action(self, row):
        info = self.actions[row["action"]]
        ids = {p.name: p.id for p in info.params}
        if ids.keys() != row["params"].keys():
            raise ValueError(f"{row['action']}: parameters are {sorted(ids)}")
        action = p4.Action(action_id=info.preamble.id)
        for name, value in row["params"].items():
            action.params.add(param_id=ids[name], value=canonical(number(value)))
        return action

    def entities(self, row):
        """The entry of a row; 16 of them for a next hop where there is no selector."""
        table = self.tables[row["table"]]
        members = row.get("members")
        if not members or table.implementation_id:
            return [self.entity(row)]
        shares = []
        for share in range(16):
            match = dict(row["match"], share=share)
            member = members[share % len(members)]
            shares.append(self.entity(dict(table=row["table"], match=match,
                                           action=member["action"], params=member["params"])))
        return shares

    def entity(self, row):
        table = self.tables[row["table"]]
        entry = p4.TableEntry(table_id=table.preamble.id)
        fields = {f.name: f for f in table.match_fields}
        for name, value in row.get("match", {}).items():
            field = fields[name]
            if str(value).endswith("/0"):
                # A match on anything is left out (P4Runtime section 9.1.1).
                if field.match_type == p4info_pb2.MatchField.TERNARY:
                    entry.priority = 1
                continue
            match = entry.match.add(field_id=field.id)
            if field.match_type == p4info_pb2.MatchField.EXACT:
                match.exact.value = canonical(number(value))
            elif field.match_type == p4info_pb2.MatchField.LPM:
                address, length = value.split("/")
                match.lpm.value = canonical(number(address))
                match.lpm.prefix_len = int(length)
            else:
                address, length = value, field.bitwidth
                if "/" in str(value):
                    address, length = value.split("/")
                    # The longest prefix wins, whatever is matched beside it.
                    entry.priority = int(length) + 1
                entry.priority = entry.priority or 1
                match.ternary.value = canonical(number(address))
                match.ternary.mask = canonical((1 << field.bitwidth)
                                               - (1 << field.bitwidth - int(length)))
        if "members" in row:
            chosen = entry.action.action_profile_action_set
            for member in row["members"]:
                chosen.action_profile_actions.add(action=self.action(member),
                                                  weight=member["weight"])
        else:
            entry.action.action.CopyFrom(self.action(row))
        return p4.Entity(table_entry=entry)


class Client:
    """A P4Runtime controller: the primary, alone."""

    def __init__(self, address):
        channel = grpc.insecure_channel(address)
        grpc.channel_ready_future(channel).result(timeout=10)
        self.stub = p4runtime_pb2_grpc.P4RuntimeStub(channel)
        self.outgoing = queue.Queue()
        self.packet_ins = queue.Queue()
        self.arbitrated = threading.Event()
        stream = self.stub.StreamChannel(iter(self.outgoing.get, None))
        threading.Thread(target=self.listen, args=(stream,), daemon=True).start()
        first = p4.StreamMessageRequest()
        first.arbitration.device_id = 1
        first.arbitration.election_id.low = 1
        self.outgoing.put(first)
        if not self.arbitrated.wait(10):
            raise RuntimeError("no arbitration")

    def listen(self, stream):
        try:
            for message in stream:
                if message.HasField("packet"):
                    self.packet_ins.put(message.packet)
                elif message.HasField("arbitration"):
                    self.arbitrated.set()
        except grpc.RpcError:
            pass

    def push(self, info, config):
        request = p4.SetForwardingPipelineConfigRequest(device_id=1)
        request.election_id.low = 1
        request.action = p4.SetForwardingPipelineConfigRequest.VERIFY_AND_COMMIT
        request.config.p4info.CopyFrom(info)
        request.config.p4_device_config = config
        self.stub.SetForwardingPipelineConfig(request)

    def write(self, updates):
        if not updates:
            return
        request = p4.WriteRequest(device_id=1)
        request.election_id.low = 1
        for kind, entity in updates:
            request.updates.add(type=kind, entity=entity)
        self.stub.Write(request)

    def read_counter(self, counter_id):
        """Packets by index."""
        request = p4.ReadRequest(device_id=1)
        request.entities.add().counter_entry.counter_id = counter_id
        return {e.counter_entry.index.index: e.counter_entry.data.packet_count
                for response in self.stub.Read(request) for e in response.entities}

    def packet_out(self, egress_port, submit, packet):
        message = p4.StreamMessageRequest()
        message.packet.payload = packet
        for field, value in ((1, egress_port), (2, submit), (3, 0)):
            message.packet.metadata.add(metadata_id=field, value=canonical(value))
        self.outgoing.put(message)


class Wire:
    """The far ends of the switch's ports."""

    def __init__(self, ports=PORTS):
        self.sockets = {}
        for port in ports:
            near, far = f"p4v-{port}", f"p4v-{port}h"
            subprocess.run(["ip", "link", "del", near], stderr=subprocess.DEVNULL)
            subprocess.run(["ip", "link", "add", near, "type", "veth", "peer", "name", far],
                           check=True)
            for name in (near, far):
                pathlib.Path(f"/proc/sys/net/ipv6/conf/{name}/disable_ipv6").write_text("1")
                subprocess.run(["ip", "link", "set", name, "mtu", "9500", "up"], check=True)
            end = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
            end.setsockopt(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1)
            end.setsockopt(SOL_PACKET, PACKET_AUXDATA, 1)
            end.bind((far, 3))  # ETH_P_ALL, from this interface alone
            self.sockets[port] = end

    def send(self, port, packet):
        self.sockets[port].send(packet)

    def receive(self, timeout):
        """All frames that come within the time, as (port, bytes)."""
        ready, _, _ = select.select(list(self.sockets.values()), [], [], timeout)
        return [(port, self.frame(end)) for port, end in self.sockets.items() if end in ready]

    @staticmethod
    def frame(end):
        """One frame, with the VLAN tag that the kernel has taken out of it."""
        data, extra, _, _ = end.recvmsg(65536, 256)
        for level, kind, aux in extra:
            if level == SOL_PACKET and kind == PACKET_AUXDATA:
                status, _, _, _, _, tci, tpid = struct.unpack("=IIIHHHH", aux[:20])
                if status & TP_STATUS_VLAN_VALID:
                    data = data[:12] + struct.pack("!HH", tpid, tci) + data[12:]
        return data

    def close(self):
        for port, end in self.sockets.items():
            end.close()
            subprocess.run(["ip", "link", "del", f"p4v-{port}"], stderr=subprocess.DEVNULL)


def ipv4_offset(frame):
    return 18 if frame[12:14] == b"\x81\x00" else 14


def header_sum(header):
    total = sum(struct.unpack(f"!{len(header) // 2}H", header))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total


def without_id(frame):
    """The frame with identification and header checksum at 0; None if the checksum is wrong."""
    at = ipv4_offset(frame)
    header = frame[at:at + 20]
    if len(header) < 20 or header_sum(header) != 0xffff:
        return None
    return frame[:at + 4] + b"\0\0" + frame[at + 6:at + 10] + b"\0\0" + frame[at + 12:]


def features(config):
    """What a compiled program has of that which vectors may need."""
    operations = {primitive["op"] for action in config["actions"]
                  for primitive in action["primitives"]}
    widths = {width for header in config["header_types"] for _, width, *_ in header["fields"]}
    inputs = {part["type"] for calculation in config["calculations"]
              for part in calculation["input"]}
    tables = {table["name"] for pipeline in config["pipelines"] for table in pipeline["tables"]}
    card = any(header["name"] == "dma_t" for header in config["header_types"])
    has = {"VARBIT": "*" in widths, "PAYLOAD_CHECKSUM": "payload" in inputs,
           "TRUNCATE": "truncate" in operations, "CARD": card, "JUMBO": not card, "NO_JUMBO": card,
           "SHARE_METER": any(meter["name"] == "shares" for meter in config["meter_arrays"]),
           "SESSIONS": "session" in tables, "PORT_SETS": "port_sets6" in tables}
    return {name for name, there in has.items() if there}


class Runner:
    def __init__(self, client, wire, compiled):
        self.client, self.wire = client, wire
        self.started = False
        self.info = Info((compiled / "isthmus.p4info.txtpb").read_text())
        config = json.loads((compiled / "isthmus.json").read_text())
        in_config = {t["name"]: t for pipeline in config["pipelines"] for t in pipeline["tables"]}
        for name, size in SIZES.items():
            if name not in in_config:  # of a feature that the program lacks
                continue
            self.info.tables[name].size = in_config[name]["max_size"] = size
        self.config = json.dumps(config).encode()
        self.features = features(config)
        self.drops_id = self.info.counters["drops"].preamble.id

    def start(self, entries):
        session = p4.Entity()
        clone = session.packet_replication_engine_entry.clone_session_entry
        clone.session_id = CLONE_SESSION
        clone.replicas.add(egress_port=CPU_PORT, instance=1)
        if self.started:
            # A new pipeline makes BMv2 forget the session, but not its replicas.
            self.client.write([(p4.Update.DELETE, session)])
        self.started = True
        self.client.push(self.info.proto, self.config)
        self.client.write([(p4.Update.INSERT, session)])
        self.apply(entries)

    def apply(self, entries):
        self.client.write([(p4.Update.INSERT, entity)
                           for row in entries for entity in self.info.entities(row)])

    def undo(self, entries):
        self.client.write([(p4.Update.DELETE, entity)
                           for row in entries for entity in self.info.entities(row)])

    def meters(self, meters, undo=False):
        for name, cells in meters.items():
            for reason, rate in cells.items():
                entity = p4.Entity()
                cell = entity.meter_entry
                cell.meter_id = self.info.meters[name].preamble.id
                cell.index.index = (int(reason) if reason.isdigit() else
                                    next(k for k, v in PUNTS.items() if v == reason))
                if not undo:
                    cell.config.cir = cell.config.pir = rate["rate"]
                    cell.config.cburst = cell.config.pburst = rate["burst"]
                self.client.write([(p4.Update.MODIFY, entity)])

    def drops(self):
        return self.client.read_counter(self.drops_id)

    def run(self, vector):
        """What is wrong, as a list of lines."""
        self.apply(vector.get("entries", []))
        self.meters(vector.get("meters", {}))
        try:
            return self.exchange(vector)
        finally:
            self.meters(vector.get("meters", {}), undo=True)
            self.undo(vector.get("entries", []))

    def exchange(self, vector):
        before = self.drops()
        for sent in vector["send"]:
            packet = bytes.fromhex(sent["packet"])
            if "packet_out" in sent:
                self.client.packet_out(sent["packet_out"]["egress_port"],
                                       sent["packet_out"]["submit"], packet)
            else:
                self.wire.send(sent["port"], packet)
        wanted_drops = vector["drops"]
        frames, packet_ins = [], []
        deadline = time.monotonic() + PATIENCE
        quiet = None
        while time.monotonic() < deadline:
            frames += self.wire.receive(0.005)
            while not self.client.packet_ins.empty():
                packet_ins.append(self.client.packet_ins.get())
            after = self.drops()
            drops = {DROPS[i]: after[i] - before[i] for i in after if after[i] != before[i]}
            if (len(frames) >= len(vector["expect"])
                    and len(packet_ins) >= len(vector["packet_ins"])
                    and sum(drops.values()) >= sum(wanted_drops.values())):
                quiet = quiet or time.monotonic() + QUIET
                if time.monotonic() > quiet:
                    break
        return (self.compare_frames(vector["expect"], frames)
                + self.compare_packet_ins(vector["packet_ins"], packet_ins)
                + ([f"drops {drops}, not {wanted_drops}"] if drops != wanted_drops else []))

    @staticmethod
    def compare_frames(expected, got):
        wrong = []
        left = list(got)
        for one in expected:
            packet = bytes.fromhex(one["packet"])
            alike = without_id if one.get("generated_id") else bytes
            found = next((g for g in left if g[0] == one["port"] and alike(g[1]) == alike(packet)),
                         None)
            if found:
                left.remove(found)
            else:
                wrong.append(f"missing on port {one['port']}: {packet.hex()}")
        return wrong + [f"unexpected on port {port}: {frame.hex()}" for port, frame in left]

    @staticmethod
    def compare_packet_ins(expected, got):
        def shown(reason, port, packet):
            return f"packet-in {reason} from port {port}: {packet}"

        wanted = [shown(e["reason"], e["ingress_port"], e["packet"]) for e in expected]
        wrong = []
        for message in got:
            fields = {m.metadata_id: int.from_bytes(m.value, "big") for m in message.metadata}
            line = shown(PUNTS.get(fields[3], fields[3]), fields[1], message.payload.hex())
            if line in wanted:
                wanted.remove(line)
            else:
                wrong.append("unexpected " + line)
        return wrong + ["missing " + line for line in wanted]


@contextlib.contextmanager
def running(program, grpc_port, ports, *options):
    """A switch with these ports: its controller and the far ends."""
    wire = Wire(ports)
    interfaces = [word for port in ports for word in ("-i", f"{port}@p4v-{port}")]
    address = f"127.0.0.1:{grpc_port}"
    switch = subprocess.Popen([program, "--no-p4", "--device-id", "1", *interfaces, "--",
                               "--grpc-server-addr", address, *options],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield Client(address), wire
    finally:
        switch.terminate()
        switch.wait()
        wire.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--switch", default="simple_switch_grpc")
    parser.add_argument("--grpc-port", type=int, default=29570)
    parser.add_argument("--compiled", type=pathlib.Path, default=COMPILED,
                        help="directory of isthmus.json and isthmus.p4info.txtpb")
    parser.add_argument("--only", default="", help="vectors whose name has this text")
    arguments = parser.parse_args()
    files = arguments.files or sorted(HERE.glob("*.json"))

    ran = failed = 0
    skipped = collections.Counter()
    with running(arguments.switch, arguments.grpc_port, PORTS, "--cpu-port", str(CPU_PORT)) as (
            client, wire):
        runner = Runner(client, wire, arguments.compiled)
        for file in files:
            suite = json.loads(file.read_text())
            runner.start(suite["entries"])
            for vector in suite["vectors"]:
                if arguments.only not in vector["name"]:
                    continue
                lacking = set(vector.get("needs", [])) - runner.features
                if lacking:
                    skipped[", ".join(sorted(lacking))] += 1
                    continue
                wrong = runner.run(vector)
                ran += 1
                if wrong:
                    failed += 1
                    print(f"FAILED {file.stem}: {vector['name']} ({vector['about']})")
                    print("".join(f"    {line}\n" for line in wrong), end="", flush=True)
    print(f"{ran} vectors, {failed} failed")
    for lacking, count in sorted(skipped.items()):
        print(f"{count} do not apply: the program has no {lacking}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
