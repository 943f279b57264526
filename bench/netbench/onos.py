# SPDX-License-Identifier: Apache-2.0
"""Runs a copy of the ONOS in ONOS_ROOT with our application, until it is told to end.

usage: onos.py NETCFG, in the namespace where the switch is; works in the directory of NETCFG
"""

import os
import pathlib
import signal
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "mininet"))

from isthmus_fabric import processes  # noqa: E402
from isthmus_fabric.controllers.onos import Onos  # noqa: E402


# As much as our own controller takes for this configuration. 100,000 flows fill the 1 GB of a demo.
HEAP = "-Xmx3g"


def java_options(given):
    """Those of ONOS's JVM, with those that were given behind ours."""
    return f"{HEAP} {given}".strip()


class BenchOnos(Onos):
    """An ONOS that no other program looks for."""

    def record(self, **settings):
        self.settings.update(settings)


def main(netcfg):
    processes.NETCFG = pathlib.Path(netcfg)
    processes.WORK = processes.NETCFG.parent
    processes.LOGS = processes.WORK
    os.environ["ONOS_JAVA_OPTS"] = java_options(os.environ.get("ONOS_JAVA_OPTS", ""))
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(1))
    onos = BenchOnos.choose("127.0.0.1:8181")
    try:
        onos.start()
        ended.wait()
    finally:
        onos.remove()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
