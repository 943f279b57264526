# SPDX-License-Identifier: Apache-2.0
"""New flows from the IPv6 to the IPv4 host, opened and answered by the program of flows.c."""

import json
import subprocess
from dataclasses import dataclass

from .bed import H4, H6, inside
from .programs import listening, program

PORT = 7
PER_ADDRESS = 60_000  # flows from one address; as in flows.h


@dataclass(frozen=True)
class Flows:
    """What became of new flows: seconds until the last answer, microseconds until each one's."""

    opened: int
    answered: int
    seconds: float
    p50: float
    p99: float
    max: float

    def rate(self):
        """Answered flows a second. Raises if more than one in a hundred had no answer.

        A rate that loses is no rate.
        """
        if self.answered < self.opened * 0.99:
            lost = self.opened - self.answered
            raise RuntimeError(f"{lost} of {self.opened} flows had no answer")
        return self.answered / self.seconds


def answered(port=PORT, where=inside(H4)):
    """Flows are answered on the IPv4 host in here."""
    return listening(port, *where, program("flows"), "serve", str(port))


def through(target, source, count, **how):
    """Opens flows from an address of the IPv6 host through a device; see `open_flows`.

    The device knows the way back to the address before: what it does with packets to a host that
    it has to find first is not a matter of flows.
    """
    subprocess.run(inside(H6, "ping", "-n", "-c1", "-w5", "-I", source, target),
                   stdout=subprocess.DEVNULL, check=True)
    return open_flows(target, source, count, where=inside(H6), **how)


def open_flows(target, source, count, *, window=None, rate=None, first=0, protocol="udp",
               port=PORT, where=()):
    """Opens so many flows from an address, the first of them being its flow number `first`.

    Either `window` of them wait for their answers at a time, or `rate` are opened a second,
    whatever is answered.
    """
    how = ("window", window) if window else ("rate", int(rate))
    out = subprocess.run([*where, program("flows"), protocol, target, str(port), f"{source}/{first}",
                          str(count), *map(str, how)],
                         stdout=subprocess.PIPE, text=True, check=True).stdout
    return Flows(**json.loads(out))
