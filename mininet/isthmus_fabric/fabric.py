# SPDX-License-Identifier: Apache-2.0
"""A handle on the running fabric, for the checks: programs on hosts, the controller, nat64ctl.

It knows the fabric from the recorded state alone, so it serves the program that made the
fabric as well as any other.
"""

import contextlib
import json
import math
import os
import select
import subprocess
import time
from dataclasses import dataclass

from . import controllers, netcfg, processes, state, topology
from .processes import FabricError


class CheckFailed(Exception):
    """Something was not as it should be; the message says what."""


@dataclass
class Result:
    """What a program left behind."""

    status: int
    out: str
    err: str


class Talk:
    """A conversation in lines with a program."""

    def __init__(self, fabric, process, name):
        self._fabric = fabric
        self._process = process
        self._name = name
        self._rest = b""

    def ask(self, line, seconds=8):
        """Sends a line and returns the next one that comes back."""
        self.say(line)
        return self._read(b"\n", seconds).decode(errors="replace")

    def say(self, line):
        """Sends a line."""
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the program has said why, which is the line that comes

    def until(self, text, seconds=8):
        """What comes before a text, which is waited for."""
        return self._read(text.encode(), seconds).decode(errors="replace")

    def _read(self, end, seconds):
        deadline = time.monotonic() + self._fabric.limit(seconds)
        while end not in self._rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._process.stdout], [], [], left)[0]:
                raise CheckFailed(f"{self._name}: no answer within {seconds:g} s")
            data = os.read(self._process.stdout.fileno(), 65536)
            if not data:
                raise CheckFailed(f"{self._name}: ended without an answer")
            self._rest += data
        answer, _, self._rest = self._rest.partition(end)
        return answer

    def expect_echo(self, line, what):
        """Raises CheckFailed unless the line comes back as it was sent."""
        answer = self.ask(line)
        if answer != line:
            raise CheckFailed(f"{what}: {answer!r} instead of {line!r}")


class Host:
    """A host of the running fabric."""

    def __init__(self, fabric, name):
        self.fabric = fabric
        self.name = name
        self.definition = topology.host(name)
        self.pid = fabric.state["hosts"][name]

    @property
    def address4(self):
        return self.definition.address4

    @property
    def address6(self):
        return self.definition.address6

    def argv(self, *command):
        """The command line that runs a command in the host's namespaces."""
        return ["mnexec", "-a", str(self.pid), *(str(c) for c in command)]

    def run(self, *command, seconds=30, stdin=None):
        """Runs a program to its end, at most `seconds`, and returns its Result."""
        limit = self.fabric.limit(seconds)
        try:
            done = subprocess.run(
                self.argv(*command), input=stdin, stdin=None if stdin else subprocess.DEVNULL,
                capture_output=True, text=True, errors="replace", timeout=limit,
                env=processes.environment(), check=False)
        except subprocess.TimeoutExpired as e:
            raise CheckFailed(
                f"{self.name}: {_short(command)} did not end within {limit:.0f} s") from e
        return Result(done.returncode, done.stdout, done.stderr)

    def ok(self, *command, seconds=30, stdin=None):
        """As `run`, returning standard output; raises CheckFailed unless the status is 0."""
        result = self.run(*command, seconds=seconds, stdin=stdin)
        if result.status:
            said = (result.err.strip() or result.out.strip())[-300:]
            raise CheckFailed(
                f"{self.name}: {_short(command)} ended with status {result.status}: {said}")
        return result.out

    def start(self, *command):
        """Starts a program that is ended with the check at the latest; returns its Popen."""
        return self.fabric.start(self.argv(*command))

    def talk(self, *command):
        """Starts a program to be spoken with in lines, until the end of the check."""
        return Talk(self.fabric, self.fabric.start(self.argv(*command)), _short(command))

    def counters(self, interface):
        """Packets received and sent by an interface of the host so far."""
        out = self.ok("ip", "-j", "-s", "link", "show", "dev", interface)
        statistics = json.loads(out)[0]["stats64"]
        return statistics["rx"]["packets"], statistics["tx"]["packets"]


class Fabric:
    """The running fabric. For one thread."""

    def __init__(self):
        self.state = state.load()
        if not self.state.get("hosts"):
            raise FabricError("no fabric is up: `mininet/demo up` makes one")
        self.controller = controllers.recorded()
        self.pace = netcfg.pace(self.state["switch"])
        """What the seconds of waiting are multiplied by."""

        self.deadline = None
        self.started = []
        self._hosts = {name: Host(self, name) for name in self.state["hosts"]}

    def host(self, name):
        """The host of this name."""
        return self._hosts[name]

    def remaining(self):
        """Seconds the running check still has."""
        if self.deadline is None:
            return float("inf")
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise CheckFailed("out of time")
        return left

    def limit(self, seconds):
        """How long something may take that is over in so many seconds in a fast fabric."""
        return min(seconds * self.pace, self.remaining())

    def patience(self, seconds):
        """Whole seconds that a program is told to wait, of so many in a fast fabric."""
        return math.ceil(seconds * self.pace)

    def start(self, argv):
        """Starts a program that is ended with the check at the latest; returns its Popen."""
        process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=processes.environment(), start_new_session=True)
        self.started.append(process)
        return process

    def capture(self, interface, packets, *options):
        """Starts tcpdump on an interface, which keeps nothing and says how many packets it saw."""
        # It would give /dev/null to the user whom it runs as.
        return self.start(["tcpdump", "-Z", "root", "-n", *options, "-i", interface,
                           "-w", "/dev/null", packets])

    def finish(self, process, seconds, what):
        """Waits for a started program; raises CheckFailed unless its status is 0."""
        try:
            status = process.wait(timeout=self.limit(seconds))
        except subprocess.TimeoutExpired as e:
            raise CheckFailed(f"{what} did not end within {seconds:g} s") from e
        out = process.stdout.read().decode(errors="replace")
        if status:
            raise CheckFailed(f"{what} ended with status {status}: {out.strip()[-300:]}")
        return out

    def sleep(self, seconds):
        """Waits, but not past the end of the check."""
        time.sleep(min(seconds, self.remaining()))

    def stop_started(self):
        """Ends the programs of the check that have not ended by themselves."""
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.wait()
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            process.stdout.close()
        self.started.clear()

    def eventually(self, condition, seconds, what, interval=0.2):
        """Waits until `condition()` is true and returns what it returned."""
        deadline = time.monotonic() + self.limit(seconds)
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                raise CheckFailed(f"{what}: not within {seconds:g} s")
            time.sleep(interval)

    def nat64ctl(self, *arguments, statuses=(0,)):
        """What nat64ctl answers with `-o json`, decoded; it must end with one of the statuses."""
        argv = [str(processes.NAT64CTL), "--url", self.controller.rest, *arguments, "-o", "json"]
        environment = processes.environment()
        if self.controller.credentials is not None:
            user, environment["NAT64_PASSWORD"] = self.controller.credentials
            argv += ["--user", user]
        try:
            done = subprocess.run(argv, capture_output=True, text=True, check=False,
                                  env=environment, timeout=self.limit(30))
        except subprocess.TimeoutExpired as e:
            raise CheckFailed(f"nat64ctl {' '.join(arguments)} did not end in time") from e
        if done.returncode not in statuses:
            raise CheckFailed(f"nat64ctl {' '.join(arguments)} ended with status "
                              f"{done.returncode}: {done.stderr.strip()[-300:]}")
        return json.loads(done.stdout)


def _short(command):
    text = " ".join(str(c) for c in command)
    return text if len(text) <= 120 else text[:117] + "..."
