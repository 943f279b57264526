# SPDX-License-Identifier: Apache-2.0
"""A switch process without interfaces, and P4Runtime connections to it."""

import itertools
import os
import queue
import socket
import subprocess
import threading
import time
from pathlib import Path

import grpc
import pytest
from google.protobuf import text_format
from google.rpc import status_pb2
from p4.config.v1 import p4info_pb2
from p4.v1 import p4runtime_pb2, p4runtime_pb2_grpc

HERE = Path(__file__).parent
DEVICE = 1
CPU_PORT = 255
START_SECONDS = 30
ANSWER_SECONDS = 10


def p4info():
    """The P4Info of the test program."""
    info = p4info_pb2.P4Info()
    text_format.Parse((HERE / "client.p4info.txtpb").read_text(), info)
    return info


def free_port():
    """A TCP port nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """Where a switch listens that runs during the session."""
    port = free_port()
    log = tmp_path_factory.mktemp("switch") / "log"
    with open(log, "wb") as out:
        process = subprocess.Popen(
            [os.environ["SWITCH_PROGRAM"], "--no-p4", "--device-id", str(DEVICE),
             "--", "--grpc-server-addr", f"127.0.0.1:{port}", "--cpu-port", str(CPU_PORT)],
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None and time.monotonic() < deadline, log.read_text()
                time.sleep(0.05)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        assert process.wait(10) is not None
        print(log.read_text())


class Controller:
    """One P4Runtime client: a stream, and the calls that belong to it."""

    def __init__(self, address, election_id):
        self.election_id = p4runtime_pb2.Uint128(low=election_id)
        self.channel = grpc.insecure_channel(
            address, options=[("grpc.use_local_subchannel_pool", 1)])
        self.stub = p4runtime_pb2_grpc.P4RuntimeStub(self.channel)
        self.requests = queue.Queue()
        self.responses = queue.Queue()
        self.stream = self.stub.StreamChannel(iter(self.requests.get, None))
        threading.Thread(target=self._receive, daemon=True).start()

    def _receive(self):
        try:
            for message in self.stream:
                self.responses.put(message)
        except grpc.RpcError as e:
            self.responses.put(e)

    def send(self, **update):
        self.requests.put(p4runtime_pb2.StreamMessageRequest(**update))

    def next(self):
        """The next message of the stream, or the error that ended it."""
        return self.responses.get(timeout=ANSWER_SECONDS)

    def arbitrate(self, device=DEVICE, **role):
        self.send(arbitration=p4runtime_pb2.MasterArbitrationUpdate(
            device_id=device, election_id=self.election_id, **role))
        return self.next()

    def set_pipeline(self, action="VERIFY_AND_COMMIT", config=None):
        request = p4runtime_pb2.SetForwardingPipelineConfigRequest(
            device_id=DEVICE, election_id=self.election_id,
            action=p4runtime_pb2.SetForwardingPipelineConfigRequest.Action.Value(action))
        if config is None:
            request.config.p4info.CopyFrom(p4info())
            request.config.p4_device_config = (HERE / "client.json").read_bytes()
            request.config.cookie.cookie = 99
        else:
            request.config.CopyFrom(config)
        self.stub.SetForwardingPipelineConfig(request)

    def write(self, kind, *entities, **fields):
        request = p4runtime_pb2.WriteRequest(device_id=DEVICE, election_id=self.election_id)
        for e in entities:
            update = request.updates.add()
            update.type = p4runtime_pb2.Update.Type.Value(kind)
            update.entity.CopyFrom(e)
        for name, value in fields.items():
            setattr(request, name, value)
        self.stub.Write(request)

    def read(self, *entities):
        request = p4runtime_pb2.ReadRequest(device_id=DEVICE, entities=entities)
        return [e for r in self.stub.Read(request) for e in r.entities]

    def close(self):
        self.requests.put(None)
        self.channel.close()


def code(call):
    """The status code's name a call ends with."""
    try:
        call()
        return "OK"
    except grpc.RpcError as e:
        return e.code().name


def codes(call):
    """The names of the codes a batch reports for its elements."""
    try:
        call()
        return ["OK"]
    except grpc.RpcError as e:
        assert e.code() == grpc.StatusCode.UNKNOWN, e
        status = status_pb2.Status()
        status.ParseFromString(dict(e.trailing_metadata())["grpc-status-details-bin"])
        result = []
        for detail in status.details:
            error = p4runtime_pb2.Error()
            assert detail.Unpack(error)
            result.append(grpc_name(error.canonical_code))
        return result


def grpc_name(number):
    """The name of a canonical code."""
    return next(c.name for c in grpc.StatusCode if c.value[0] == number)


@pytest.fixture
def connect(address):
    """Makes controllers that are closed after the test."""
    made = []

    def make(election_id):
        made.append(Controller(address, election_id))
        return made[-1]

    yield make
    for c in made:
        c.close()


@pytest.fixture
def primary(connect, election_id):
    """A primary controller with the test program freshly committed."""
    c = connect(election_id)
    assert c.arbitrate().arbitration.status.code == 0
    c.set_pipeline()
    return c


_elections = itertools.count(2, 2)


@pytest.fixture
def election_id():
    """One higher than all before: a server remembers the highest it saw."""
    return next(_elections)


@pytest.fixture
def ids():
    """P4 ids by alias."""
    info = p4info()
    return {
        o.preamble.alias: o.preamble.id
        for kind in (info.tables, info.actions, info.action_profiles, info.counters, info.meters,
                     info.registers)
        for o in kind}
