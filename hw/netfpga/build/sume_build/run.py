# SPDX-License-Identifier: Apache-2.0
"""Runs one step: watches its logs, stops at the first true error, checks what it wrote."""

import collections
import glob
import os
import pathlib
import re
import time

from . import checks, messages
from .follow import Program
from .state import words

BEFORE, AFTER = 3, 8    # lines of the log around an error that are printed
POLL, LINGER = 0.2, 1.0  # seconds between two looks at the logs; and for what follows an error
NAMED = re.compile(r"(?<![\w.])/[\w.+-]+(?:/[\w.+-]+)+")


class StepFailed(Exception):
    """A step failed: why, what to do, and the lines of the log that say so."""

    def __init__(self, reason, remedy="", log=None, number=None, lines=()):
        super().__init__(reason)
        self.remedy, self.log, self.number, self.lines = remedy, log, number, list(lines)

    def report(self):
        """What is printed."""
        text = [str(self)]
        if self.log:
            text.append(f"  in {self.log}" + (f", line {self.number}" if self.number else ""))
        for number, line in self.lines:
            text.append(f"  {'>' if number == self.number else ' '} {number:6} {line[:300]}")
        named = [name for number, line in self.lines if number == self.number
                 for name in NAMED.findall(line) if not os.path.exists(name)]
        text += [f"  the message names {name}, which does not exist" for name in named]
        if self.remedy:
            text.append(f"  what to do: {self.remedy}")
        return "\n".join(text)


class Watch:
    """Looks at the lines of all logs of a step, for what ends it and what it said."""

    def __init__(self, step):
        self._step = step
        self._recent = {}
        self._found = None  # (message, log, number, lines so far)
        self.said = not step.says
        self.critical = collections.Counter()

    def line(self, log, number, text):
        if self._found and self._found[1] is log:
            self._found[3].append((number, text))
        recent = self._recent.setdefault(log, collections.deque(maxlen=BEFORE + 1))
        recent.append((number, text))
        if re.search(self._step.says, text):
            self.said = True
        message = messages.judge(text, self._step.false_errors)
        if message and not self._found:
            self._found = (message, log, number, list(recent))
        elif not message and messages.CRITICAL.match(text):
            self.critical[text[:160]] += 1

    @property
    def failed(self):
        return self._found is not None

    def failure(self):
        """The first error, as an exception."""
        message, log, number, lines = self._found
        reason = message.reason
        if message.detail:
            after = (re.search(message.detail, line) for n, line in lines if n > number)
            detail = next((found.group() for found in after if found), "")
            reason += f": {detail}" if detail else ""
        shown = [line for line in lines if line[0] <= number + AFTER]
        return StepFailed(reason, message.remedy, log.path, number, shown)

    def last(self, log):
        return list(self._recent.get(log, ()))


def run(step, env, log, clock=time.monotonic):
    """Runs a step with its log in the file `log`. Gives critical warnings that were none of ours.

    Raises StepFailed at the first error, when nothing is said for too long, when the status is not
    0, when a file is missing, or a check fails.
    """
    for pattern in step.outputs:
        for name in glob.glob(pattern.format_map(env)):
            if os.path.isfile(name):
                os.unlink(name)
    folder = step.folder.format_map(env)
    if not os.path.isdir(folder):
        raise StepFailed(f"its folder {folder} is missing",
                         "hw/netfpga/build/bitstream --from project")
    pathlib.Path(log).parent.mkdir(parents=True, exist_ok=True)
    watch = Watch(step)
    try:
        program = Program(words(step, env), folder, env, log)
    except OSError as error:
        raise StepFailed(f"{words(step, env)[0]}: {error.strerror}") from error
    try:
        _follow(step, program, watch, clock)
    finally:
        program.end()
    if watch.failed:
        raise watch.failure()
    first = program.logs[0]
    if program.status:
        raise StepFailed(f"it ended with status {program.status}", log=first.path,
                         number=first.count, lines=watch.last(first))
    for other in program.logs[1:]:
        if not other.path.exists():
            raise StepFailed(f"its log names {other.path}, which does not exist", log=first.path)
    if not watch.said:
        raise StepFailed(f"it ended with status 0, and never said {step.says!r}", log=first.path,
                         number=first.count, lines=watch.last(first))
    for pattern in step.outputs:
        if not glob.glob(pattern.format_map(env)):
            raise StepFailed(f"it ended with status 0, and did not write {pattern.format_map(env)}",
                             log=first.path, number=first.count, lines=watch.last(first))
    for check in step.checks:
        try:
            check(env)
        except checks.Failed as error:
            raise StepFailed(f"what it wrote is wrong: {error}", log=first.path) from error
    return watch.critical


def _follow(step, program, watch, clock):
    """Reads until the program ends, or the first error and what comes a moment after it."""
    heard, until = clock(), None
    while True:
        ended = program.status is not None
        for log, number, text in program.lines(all_of_it=ended):
            watch.line(log, number, text)
            heard = clock()
        if ended:
            return
        if watch.failed:
            until = until or clock() + LINGER
            if clock() >= until:
                return
        if clock() - heard > step.silence * 60:
            first = program.logs[0]
            raise StepFailed(f"it has said nothing for {step.silence} minutes: it hangs",
                             log=first.path, number=first.count, lines=watch.last(first))
        time.sleep(POLL)
