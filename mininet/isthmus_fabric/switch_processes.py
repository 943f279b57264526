# SPDX-License-Identifier: Apache-2.0
"""The processes of the switches, one for each or for several: started, killed, started again.

What is recorded of them serves the program that made the fabric as well as any other.
"""

import os
import signal

from . import processes, state, topology

START_SECONDS = 40

RECORDED = "switch_processes"
"""Where the recorded state has them, by name."""


class SwitchProcess:
    """One process; its P4Runtime servers listen on `address`."""

    def __init__(self, name, switches, argv, address, pid=None):
        self.name = name
        self.switches = switches
        self.argv = argv
        self.address = address
        self.pid = pid
        self.process = None
        """What this program started; None if another one did."""

    def start(self):
        """Starts it; `wait` waits for its servers."""
        self.process = processes.start(self.name, self.argv)
        self.pid = self.process.pid
        recorded = state.load()
        all_of_them = recorded.setdefault(RECORDED, {})
        all_of_them[self.name] = {
            "switches": self.switches, "argv": [str(a) for a in self.argv],
            "address": self.address, "pid": self.pid}
        state.save(recorded)

    def wait(self):
        """Returns once all of its servers accept connections."""
        for name in self.switches:
            port = topology.switch(name).grpc_port
            processes.wait_until(
                lambda p=port: processes.listening(p, self.address), START_SECONDS,
                f"P4Runtime server of {name} on port {port}", self.process)

    def kill(self):
        """As a loss of power would: nothing is said to anybody."""
        os.killpg(os.getpgid(self.pid), signal.SIGKILL)
        processes.wait_until(lambda: state.start_time(self.pid) is None, 5,
                             f"end of the killed {self.name}", interval=0.02)


def of(switch):
    """The process of a switch of the recorded fabric, by the switch's name."""
    for name, recorded in state.load()[RECORDED].items():
        if switch in recorded["switches"]:
            return SwitchProcess(name, **recorded)
    raise KeyError(switch)
