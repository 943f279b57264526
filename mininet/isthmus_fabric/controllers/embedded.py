# SPDX-License-Identifier: Apache-2.0
"""The project's own host, one process."""

import os
import signal

from .. import processes, state
from .controller import Controller


class Embedded(Controller):
    """isthmus-controller with netcfg as a file."""

    name = "embedded"

    @classmethod
    def choose(cls, listen):
        if not processes.CONTROLLER.exists():
            raise processes.MissingProgram(
                f"{processes.CONTROLLER} is not there: run `make build`")
        return cls({"host": cls.name, "listen": listen})

    def start(self):
        process = processes.start("controller", [
            processes.CONTROLLER, "--netcfg", processes.NETCFG,
            "--data", processes.WORK / "data", "--listen", self.address])
        self.record(pid=process.pid)
        processes.wait_until(self.ready, 60, "controller", process)

    def kill(self):
        pid = self.settings["pid"]
        os.killpg(os.getpgid(pid), signal.SIGKILL)
        processes.wait_until(lambda: state.start_time(pid) is None, 5,
                             "end of the killed controller", interval=0.02)
