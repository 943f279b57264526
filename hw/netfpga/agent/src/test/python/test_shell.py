# SPDX-License-Identifier: Apache-2.0
"""p4runtime-shell, unchanged, as the controller of an agent whose card is Verilog."""

import os
import socket
import subprocess
import time
from pathlib import Path

import grpc
import p4runtime_sh.shell as shell
import pytest
from p4.v1 import p4runtime_pb2, p4runtime_pb2_grpc

AGENT = Path(__file__).resolve().parents[3] / "bin/isthmus-agent"
CARD = Path(os.environ["CARD"])
START_SECONDS = 60
ANSWER_SECONDS = 20
LINK_DISCOVERY = 15
CPU_PORT = 255
LLDP = bytes.fromhex("0180c200000e 020000000009 88cc") + bytes(46)


@pytest.fixture
def controller(tmp_path):
    """The shell as the primary controller of an agent that runs the card's program."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    log = tmp_path / "log"
    with open(log, "wb") as out:
        agent = subprocess.Popen(
            [AGENT, "--device-id", "1", "--grpc-server-addr", f"127.0.0.1:{port}",
             "--rtl", CARD, "--image", tmp_path / "image"],
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert agent.poll() is None and time.monotonic() < deadline, log.read_text()
                time.sleep(0.05)
        # The shell waits two seconds for its first answer, and a JVM's first takes longer on a busy machine.
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            p4runtime_pb2_grpc.P4RuntimeStub(channel).Capabilities(
                p4runtime_pb2.CapabilitiesRequest(), timeout=ANSWER_SECONDS)
        shell.setup(device_id=1, grpc_addr=f"127.0.0.1:{port}", election_id=(0, 1),
                    config=shell.FwdPipeConfig(str(CARD / "isthmus.p4info.txtpb"),
                                               str(CARD / "isthmus.rtl.json")), verbose=False)
        try:
            yield
        finally:
            shell.teardown()
    finally:
        agent.terminate()
        assert agent.wait(20) is not None
        print(log.read_text())


def number(row, parameter):
    return int.from_bytes(row.action[parameter].value, "big")


def test_rows_are_written_and_read(controller):
    binding = shell.TableEntry("bib4")(action="bind_to6")
    binding.match["protocol"] = "6"
    binding.match["dst_addr"] = "203.0.113.1"
    binding.match["dst_port"] = "1024"
    binding.action["addr6"] = "2001:db8::1"
    binding.action["port6"] = "4242"
    binding.insert()
    route = shell.TableEntry("route4")(action="set_next")
    route.match["dst_addr"] = "192.0.2.0&&&255.255.255.0"
    route.action["next_id"] = "7"
    route.priority = 25
    route.insert()
    assert [number(r, "port6") for r in shell.TableEntry("bib4").read()] == [4242]
    binding.action["port6"] = "4243"
    binding.modify()
    assert [number(r, "port6") for r in shell.TableEntry("bib4").read()] == [4243]
    routes = list(shell.TableEntry("route4").read())
    assert [(r.priority, number(r, "next_id")) for r in routes] == [(25, 7)]
    for row in (binding, route):
        row.delete()
    assert not list(shell.TableEntry("bib4").read()) + list(shell.TableEntry("route4").read())


def test_packets_go_to_the_card_and_come_back(controller):
    sniffer = shell.PacketIn()
    out = shell.PacketOut(payload=LLDP, egress_port="0", submit="1", pad="0")
    out.send()
    came = sniffer.packet_in_queue.get(timeout=ANSWER_SECONDS).packet
    assert came.payload == LLDP
    metadata = {m.metadata_id: int.from_bytes(m.value, "big") for m in came.metadata}
    assert metadata == {1: CPU_PORT, 2: 0, 3: LINK_DISCOVERY}
    drops = [c.packet_count for c in shell.CounterEntry("drops").read()]
    assert (len(drops), sum(drops)) == (64, 1)
