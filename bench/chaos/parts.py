# SPDX-License-Identifier: Apache-2.0
"""The processes of the fabric: started, killed, stopped, measured."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from isthmus_fabric import processes
from isthmus_fabric.controllers.controller import Controller as Rest

from . import ROOT, bed

WORK = ROOT / "target/chaos"
REST = "127.0.0.1:8181"
FAKETIME = "libfaketime.so.1"

BESIDE_HEAP_MB = 768
"""What a JVM takes beside its heap: code, threads, buffers of gRPC."""

ILL = re.compile(r"SEVERE|Exception in thread|OutOfMemoryError|StackOverflowError")
"""What no log may have, whatever is done."""


class Part:
    """A process that is ours; `name` is that of its log."""

    def __init__(self, name):
        self.name = name
        self.process = None
        self.due = []
        """What its log says because of what was done to it: no finding."""
        self._scanned = 0

    @property
    def log(self):
        return WORK / f"{self.name}.log"

    def argv(self):
        raise NotImplementedError

    def environment(self):
        # They live for minutes: what the second compiler costs, it does not give back.
        return {"ISTHMUS_JAVA_OPTS": "-XX:TieredStopAtLevel=1"}

    def start(self, *more):
        """Starts it; it need not be ready."""
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [str(a) for a in (*self.argv(), *more)], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, env={**os.environ, **self.environment()})

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        """As a loss of power would, but for what the system holds."""
        self.process.kill()
        self.process.wait()

    def alive(self):
        return self.process is not None and self.process.poll() is None

    def end(self):
        """Ends it, whatever state it is in."""
        if self.alive():
            self.signal(signal.SIGCONT)
            self.kill()

    def size(self):
        """Resident bytes, the most there may be, open files; None when it is not there."""
        proc = Path(f"/proc/{self.process.pid}")
        try:
            resident = int(re.search(r"VmRSS:\s+(\d+) kB", (proc / "status").read_text())[1]) << 10
            heap = re.findall(r"-Xmx(\d+)m", (proc / "cmdline").read_text())
            descriptors = len(list((proc / "fd").iterdir()))
        except (OSError, TypeError):
            return None
        if not heap:
            return None  # the shell that starts it
        return resident, (int(heap[-1]) + BESIDE_HEAP_MB) << 20, descriptors

    def ill(self):
        """The new lines of its log that say that something is broken in it."""
        with open(self.log, "rb") as log:
            log.seek(self._scanned)
            text = log.read()
            self._scanned = log.tell()
        return [line for line in text.decode(errors="replace").splitlines()
                if ILL.search(line) and not any(due in line for due in self.due)]


class Switch(Part):
    """An embedded switch."""

    def __init__(self, switch):
        super().__init__(switch.name)
        self.switch = switch

    def argv(self):
        ports = [a for p in self.switch.ports for a in ("-i", f"{p}@{self.switch.interface(p)}")]
        return (processes.SWITCH, "--no-p4", "--device-id", self.switch.number, *ports, "--",
                "--grpc-server-addr", f"127.0.0.1:{self.switch.grpc}", "--cpu-port", "255")


class Controller(Part):
    """The embedded controller and its REST API."""

    def __init__(self):
        super().__init__("controller")
        self.data = WORK / "data"
        self.netcfg = WORK / "netcfg.json"
        self.netcfg.write_text(json.dumps(bed.netcfg(), indent=2))
        self.offset = WORK / "clock"
        self.offset.write_text("+0\n")
        self.faketime = _faketime()
        self._rest = Rest({"listen": REST})

    def argv(self):
        return (processes.CONTROLLER, "--netcfg", self.netcfg, "--data", self.data,
                "--listen", REST)

    def environment(self):
        """With libfaketime its time of day is what the file `offset` says, within a second."""
        if self.faketime is None:
            return super().environment()
        # Without the last, every wait of a thread for some time is a busy one.
        return super().environment() | {
            "LD_PRELOAD": self.faketime, "FAKETIME_TIMESTAMP_FILE": str(self.offset),
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0"}

    def call(self, method, path, body=None, media="application/json", seconds=60):
        """As the demo's: raises Refused when it is refused, another OSError else."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        return self._rest.call(method, "/onos/nat64" + path, data, media, seconds)

    def pages(self, path, name):
        """All of a list that comes in pages."""
        rows, cursor = [], ""
        while cursor is not None:
            page = self.call("GET", f"{path}?limit=10000" + (cursor and f"&cursor={cursor}"))
            rows += page[name]
            cursor = page["next"]
        return rows

    def alarms(self):
        """Severities by id."""
        return {a["id"]: a["severity"] for a in self.call("GET", "/alarms")["alarms"]}


def _faketime():
    found = sorted(Path("/usr/lib").glob(f"*/faketime/{FAKETIME}"))
    return str(found[0]) if found else None


class Peer:
    """Reads the tables of switches, and sends them damaged requests, through SwitchPeer."""

    def __init__(self):
        self._log = open(WORK / "peer.log", "wb")
        self._process = subprocess.Popen(
            ["java", "-Xmx512m", "-cp", str(ROOT / "bench/target/isthmus-bench.jar"),
             "org.isthmus.bench.SwitchPeer"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True)

    def ask(self, command, switch, *more):
        """The answer to a command; raises OSError when the switch does not give one."""
        self._process.stdin.write(
            " ".join(map(str, (command, switch.grpc, switch.number, *more))) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise OSError(f"{switch.name}: {answer['error']}")
        return answer

    def end(self):
        self._process.kill()
        self._process.wait()
        self._log.close()


class Flows:
    """Flows of the IPv6 host through the fabric, which go on all the time."""

    def __init__(self, count):
        self.server = self._program(bed.H4, "server")
        self.server.stdout.readline()
        self.bound = self._program(bed.H6, "server")
        self.bound.stdout.readline()
        self.client = self._program(bed.H6, "client", bed.TARGET, count)
        self.states = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @staticmethod
    def _program(namespace, *arguments):
        return subprocess.Popen(on(namespace, *arguments), stdout=subprocess.PIPE,
                                stderr=open(WORK / "hosts.log", "ab"), text=True)

    def _read(self):
        for line in self.client.stdout:
            self.states = json.loads(line)

    def end(self):
        for process in (self.client, self.bound, self.server):
            process.kill()
            process.wait()


def on(namespace, *arguments):
    """The command line of a program of `host` in a namespace."""
    return bed.inside(namespace, sys.executable, str(Path(__file__).with_name("host.py")),
                      *map(str, arguments))


@contextlib.contextmanager
def busy():
    """Inside it, as many processes as there are processors, and one more, do nothing but work."""
    workers = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
              for _ in range((os.cpu_count() or 1) + 1)]
    try:
        yield
    finally:
        for each in workers:
            each.kill()
            each.wait()


@contextlib.contextmanager
def duty(part, share, period=0.2):
    """Lets a process run this share of the time."""
    stop = threading.Event()

    def work():
        while not stop.is_set():
            part.signal(signal.SIGSTOP)
            stop.wait(period * (1 - share))
            part.signal(signal.SIGCONT)
            time.sleep(period * share)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        part.signal(signal.SIGCONT)
