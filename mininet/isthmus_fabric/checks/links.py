# SPDX-License-Identifier: Apache-2.0
"""A link between two switches that are both alive carries nothing any more."""

import contextlib
import subprocess
import time

from .. import services, topology
from ..fabric import CheckFailed
from .names import literal
from .registry import check

FLOWS = 8
NOTICED = 40
"""Seconds after which every flow must have another path."""


@contextlib.contextmanager
def cut(link):
    """Drops all that the two ends of a link send, without either switch noticing.

    (Taken down, an interface of BMv2 would keep it from reading the others.)
    """
    ends = [topology.switch(link.one).interface(link.one_port),
            topology.switch(link.other).interface(link.other_port)]
    try:
        for end in ends:
            subprocess.run(["tc", "qdisc", "replace", "dev", end, "root", "pfifo", "limit", "0"],
                           check=True)
        yield ends[0]
    finally:
        for end in ends:
            subprocess.run(["tc", "qdisc", "delete", "dev", end, "root"], check=False,
                           stderr=subprocess.DEVNULL)


@check("link-down", "A link dies under open connections, and comes back", 120)
def link_down(fabric):
    target = literal(topology.synthesize(fabric.host("s1").address4))
    talks = [fabric.host("h1").talk("socat", "STDIO", f"TCP6:{target}:{services.ECHO_PORT}")
             for _ in range(FLOWS)]

    def all_answer(what):
        for n, talk in enumerate(talks):
            line = f"{what} {n}"
            answer = talk.ask(line, NOTICED)
            if answer != line:
                raise CheckFailed(f"{what}: {answer!r} instead of {line!r}")

    all_answer("before")
    with cut(topology.LINKS[0]) as port:
        begun = time.monotonic()
        all_answer("without the link")
        waited = time.monotonic() - begun
    all_answer("with the link again")
    return f"{FLOWS} connections of h1 went on without {port} after {waited:.1f} s"
