# SPDX-License-Identifier: Apache-2.0
"""Runs a program, reads its log while it grows, and the logs that this names, and can end it."""

import contextlib
import os
import pathlib
import select
import signal
import subprocess

from .messages import ELSEWHERE

GONE = 10  # seconds that a killed process may take to be gone


class Log:
    """A file that grows. Lines are numbered from 1."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.count = 0
        self._position = 0
        self._rest = b""

    def lines(self, all_of_it=False):
        """Pairs of number and text that came since the last call.

        A line that has no end yet comes with `all_of_it` alone.
        """
        try:
            with open(self.path, "rb") as file:
                if file.seek(0, os.SEEK_END) < self._position:
                    # Somebody began it anew.
                    self._position, self._rest, self.count = 0, b"", 0
                file.seek(self._position)
                data = file.read()
        except FileNotFoundError:
            return []
        self._position += len(data)
        *whole, self._rest = (self._rest + data).replace(b"\r\n", b"\n").split(b"\n")
        if all_of_it and self._rest:
            whole.append(self._rest)
            self._rest = b""
        found = [(self.count + n, line.decode(errors="replace")) for n, line in enumerate(whole, 1)]
        self.count += len(whole)
        return found


class Program:
    """A program whose output goes to the file `log`; nothing can be typed into it.

    Vivado in its mode `tcl` would wait at its prompt after an error, for ever; so it ends.
    """

    def __init__(self, command, folder, env, log):
        self.logs = [Log(log)]
        with open(log, "wb") as out:
            self._process = subprocess.Popen(command, cwd=folder, env=env, stdout=out,
                                             stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                             start_new_session=True)

    @property
    def status(self):
        """Its exit status, None while it runs."""
        return self._process.poll()

    def lines(self, all_of_it=False):
        """What came since the last call: (log, number, line), also from logs it names."""
        for log in self.logs:  # grows meanwhile
            for number, line in log.lines(all_of_it):
                named = ELSEWHERE.search(line)
                if named and all(str(other.path) != named.group(1) for other in self.logs):
                    self.logs.append(Log(named.group(1)))
                yield log, number, line

    def end(self):
        """Ends it if it runs, with all that it started, in whatever group or session that is."""
        if self.status is not None:
            return
        root = self._process.pid
        family = {root: os.pidfd_open(root)}
        try:
            waiting = [root]
            for pid in waiting:  # grows meanwhile
                # A stopped process can start no more while its children are looked for.
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(family[pid], signal.SIGSTOP)
                for child, parent, session in _processes():
                    if child not in family and (parent == pid or session == root):
                        with contextlib.suppress(ProcessLookupError):
                            family[child] = os.pidfd_open(child)
                            waiting.append(child)
            for fd in family.values():
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(fd, signal.SIGKILL)
            self._process.wait()
            for fd in family.values():
                select.select([fd], [], [], GONE)  # readable when it is gone
        finally:
            for fd in family.values():
                os.close(fd)


def _processes():
    """Process, parent and session of all that run."""
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # After the name, which may have anything in it: state, parent, group, session.
            _, parent, _, session = stat.read_text().rpartition(")")[2].split()[:4]
            yield int(stat.parent.name), int(parent), int(session)
