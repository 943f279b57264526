# SPDX-License-Identifier: Apache-2.0
"""A link between two switches that are both alive goes down."""

import subprocess
import time

from .. import services, topology
from ..fabric import CheckFailed
from .names import literal
from .registry import check

FLOWS = 8
NOTICED = 30
"""Seconds after which every flow must have another way."""


@check("link-down", "A link goes down under open connections, and comes back", 120)
def link_down(fabric):
    link = topology.LINKS[0]
    port = topology.switch(link.one).interface(link.one_port)
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
    subprocess.run(["ip", "link", "set", port, "down"], check=True)
    try:
        cut = time.monotonic()
        all_answer("without the link")
        waited = time.monotonic() - cut
    finally:
        subprocess.run(["ip", "link", "set", port, "up"], check=True)
    all_answer("with the link again")
    return f"{FLOWS} connections of h1 went on without {port} after {waited:.1f} s"
