# SPDX-License-Identifier: Apache-2.0
"""What runs on this machine for the demo, and how to find and end exactly that.

One fabric can be up per machine, since the names of its interfaces are the machine's. Every
process of it carries MARK in its environment, so that all of them are found even when the
program that started them was killed.
"""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

RUN = Path("/run/isthmus-fabric")
"""State of the fabric that is up, and the working files of its hosts."""

STATE = RUN / "state.json"

MARK = "ISTHMUS_FABRIC"
"""Environment variable of every process of the fabric."""

INTERFACES = "isth-"
"""How the names of all the fabric's interfaces begin."""


def load():
    """The state of the fabric as a dict, empty when none is recorded."""
    try:
        return json.loads(STATE.read_text())
    except (FileNotFoundError, ValueError):
        return {}


def save(state):
    """Replaces the recorded state in one step."""
    RUN.mkdir(mode=0o755, exist_ok=True)
    temporary = STATE.with_suffix(".new")
    temporary.write_text(json.dumps(state, indent=2))
    temporary.replace(STATE)


def start_time(pid):
    """When a process began, in clock ticks since boot; None if there is no such process.

    With the pid it names a process for good, as pids are used again.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] == "Z" else int(fields[19])


def owner():
    """The pid of the program that keeps the recorded fabric up, or None when it is gone."""
    recorded = load().get("owner")
    if recorded and start_time(recorded["pid"]) == recorded["start"]:
        return recorded["pid"]
    return None


def marked():
    """The pids of the fabric's processes, without this one and its ancestors."""
    spared = set()
    pid = os.getpid()
    while pid > 0:
        spared.add(pid)
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except FileNotFoundError:
            break
    found = []
    needle = f"{MARK}=".encode()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) in spared:
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        if any(item.startswith(needle) for item in environment.split(b"\0")):
            found.append(int(entry.name))
    return found


def interfaces():
    """The fabric's interfaces in this network namespace."""
    return sorted(p.name for p in Path("/sys/class/net").iterdir()
                  if p.name.startswith(INTERFACES))


def end(pids, patience=3.0):
    """Ends these processes, by SIGKILL those that are still there after `patience` seconds."""
    alive = {pid: start_time(pid) for pid in pids}
    for forced, wait in ((False, patience), (True, 5.0)):
        alive = {p: s for p, s in alive.items() if s is not None and start_time(p) == s}
        for pid in alive:
            try:
                os.kill(pid, signal.SIGKILL if forced else _request(pid))
            except ProcessLookupError:
                pass
        deadline = time.monotonic() + wait
        while alive and time.monotonic() < deadline:
            _reap()
            alive = {p: s for p, s in alive.items() if start_time(p) == s}
            time.sleep(0.02)
    return sorted(alive)


def _request(pid):
    """The signal that asks a process to end; interactive shells ignore SIGTERM."""
    try:
        name = Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        name = ""
    return signal.SIGHUP if name == "bash" else signal.SIGTERM


def _reap():
    """Collects children of ours that have ended; the rest of the program no longer asks."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def clear():
    """Removes every process, interface and file of the fabric; returns what would not go."""
    left = [f"process {pid}" for pid in end(marked())]
    for name in interfaces():
        subprocess.run(["ip", "link", "del", name], capture_output=True, check=False)
    left += [f"interface {name}" for name in interfaces()]
    if not left:
        subprocess.run(["rm", "-rf", str(RUN)], check=True)
    return left
