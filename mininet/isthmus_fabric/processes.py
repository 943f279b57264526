# SPDX-License-Identifier: Apache-2.0
"""Where the project's programs are, and how the fabric's processes are started."""

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

from . import state

ROOT = Path(__file__).resolve().parents[2]
"""The project's directory."""

WORK = ROOT / "target" / "demo"
LOGS = WORK / "logs"
NETCFG = WORK / "netcfg.json"
"""What the controller is given."""

CONTROLLER = ROOT / "controller" / "bin" / "isthmus-controller"
SWITCH = ROOT / "switch" / "bin" / "isthmus-switch"
AGENT = ROOT / "hw" / "netfpga" / "agent" / "bin" / "isthmus-agent"
CARD = ROOT / "p4" / "compiled" / "netfpga"
"""What an emulated card executes."""

VERILOG = ROOT / "target" / "rtl" / "isthmus"
"""The same in Verilog, as `make rtl` builds it."""

IMAGES = WORK / "cards"
"""What each card shall hold, kept by its agent."""

PIPELINE = ROOT / "p4" / "compiled" / "isthmus.json"
NAT64CTL = ROOT / "cli" / "bin" / "nat64ctl"


class MissingProgram(Exception):
    """A program the demo needs is not there; the message names it and the remedy."""


class FabricError(Exception):
    """The fabric did not come up or does not answer as it should."""


def find(program, remedy):
    """The path of a program on the PATH."""
    path = shutil.which(program)
    if path is None:
        raise MissingProgram(f"{program} is not on the PATH: {remedy}")
    return path


def environment():
    """The environment of every process of the fabric."""
    return {**os.environ, state.MARK: "1"}


def start(name, argv, **variables):
    """Starts a daemon apart from this program's terminal; its output goes to `LOGS/name.log`.

    `variables` are added to its environment.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    with open(LOGS / f"{name}.log", "ab") as log:
        return subprocess.Popen(
            [str(a) for a in argv], stdin=subprocess.DEVNULL, stdout=log,
            stderr=subprocess.STDOUT, env={**environment(), **variables},
            start_new_session=True)


def tail(name, lines=15):
    """The last lines of a log, as one string."""
    try:
        text = (LOGS / f"{name}.log").read_text(errors="replace")
    except FileNotFoundError:
        return ""
    return "\n".join(text.splitlines()[-lines:])


def wait_until(condition, seconds, what, process=None, interval=0.1):
    """Waits for `condition()`; raises FabricError when time is up or `process` has ended."""
    deadline = time.monotonic() + seconds
    while not condition():
        if process is not None and process.poll() is not None:
            raise FabricError(f"{what}: the process ended with status {process.returncode}")
        if time.monotonic() > deadline:
            raise FabricError(f"{what}: not within {seconds:g} s")
        time.sleep(interval)


def listening(port, address="127.0.0.1"):
    """Whether something accepts TCP connections on a port of this machine."""
    try:
        with socket.create_connection((address, port), timeout=1) as connection:
            # With a port of the range for clients, a connection can reach itself.
            return connection.getsockname() != connection.getpeername()
    except OSError:
        return False
