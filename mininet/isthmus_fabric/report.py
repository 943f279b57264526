# SPDX-License-Identifier: Apache-2.0
"""What the checks found: a line each while they run, and a JSON report at the end."""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """The result of one check; `seconds` it took, `detail` in one line."""

    name: str
    ok: bool
    seconds: float
    detail: str


class Report:
    """Collects outcomes and shows each as it comes."""

    def __init__(self, switch, host, out=sys.stdout):
        """`switch` is the kind of switch, `host` runs the controller, `out` is for the table."""
        self.switch = switch
        self.host = host
        self.outcomes = []
        self.left_out = {}
        self.scaled = None
        self._out = out
        self._width = 0

    def begin(self, names):
        """Prints the head of the table for the checks that will run."""
        self._width = max((len(n) for n in names), default=0)
        self._line(f"{'check':<{self._width}}  result  seconds  detail")

    def leave_out(self, reasons):
        """Records and prints which checks are not made: names by the reason."""
        self.left_out = reasons
        for reason, names in reasons.items():
            self._line(f"left out, as {reason}: {', '.join(names)}")

    def scale_down(self, share, pace):
        """Records and prints that checks send less and have more time."""
        if share > 1:
            self.scaled = (f"files beyond 1 KB have 1/{share} of their bytes, "
                           f"checks {pace} times their seconds")
            self._line(f"scaled down, as {self.switch} switches are simulated: {self.scaled}")

    def running(self, name):
        """Shows on a terminal which check is running."""
        if self._out.isatty():
            self._out.write(f"{name:<{self._width}}  ...")
            self._out.flush()

    def add(self, outcome):
        """Records and prints an outcome."""
        self.outcomes.append(outcome)
        if self._out.isatty():
            self._out.write("\r\x1b[K")
        result = "ok" if outcome.ok else "FAILED"
        self._line(f"{outcome.name:<{self._width}}  {result:<6}  {outcome.seconds:7.1f}"
                   f"  {outcome.detail}")

    @property
    def ok(self):
        """Whether there were checks and all of them passed."""
        return bool(self.outcomes) and all(o.ok for o in self.outcomes)

    def summary(self):
        """One line about all checks."""
        passed = sum(o.ok for o in self.outcomes)
        seconds = sum(o.seconds for o in self.outcomes)
        return f"{passed} of {len(self.outcomes)} checks passed in {seconds:.0f} s"

    def failures(self):
        """A line for each check that failed."""
        return "\n".join(f"FAILED {o.name}: {o.detail}" for o in self.outcomes if not o.ok)

    def as_dict(self):
        """The report as it is written."""
        checks = [{**asdict(o), "seconds": round(o.seconds, 1)} for o in self.outcomes]
        return {"switch": self.switch, "host": self.host, "checks": checks, "ok": self.ok,
                "leftOut": self.left_out, **({"scaled": self.scaled} if self.scaled else {})}

    def write(self, path: Path):
        """Writes the report as JSON."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.as_dict(), indent=2) + "\n")

    def _line(self, text):
        self._out.write(text.rstrip() + "\n")
        self._out.flush()
