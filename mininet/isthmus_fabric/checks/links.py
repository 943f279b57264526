# SPDX-License-Identifier: Apache-2.0
"""A link between two switches that are both alive carries nothing any more, or has no carrier."""

import time

from .. import netcfg, services, topology
from ..fabric import CheckFailed
from ..wires import cut, narrowed, unplugged
from .names import literal
from .registry import check

FLOWS = 8
TOLD = 60
"""Seconds after which an alarm must say what a link lost."""

NOTICED = 40
"""Seconds after which every flow must have another path."""


def _under_connections(fabric, fault):
    """Has connections of h1 answer during a fault of a link, and after it."""
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
    with fault:
        begun = time.monotonic()
        all_answer("without the link")
        waited = time.monotonic() - begun
    all_answer("with the link again")
    return waited


@check("link-down", "A link dies under open connections, and comes back", 120)
def link_down(fabric):
    ends = topology.interfaces(topology.LINKS[0])
    waited = _under_connections(fabric, cut(*ends))
    return f"{FLOWS} connections of h1 went on without {ends[0]} after {waited:.1f} s"


def _unless_it_reads_on(_controller, switch):
    return None if switch in netcfg.OURS else "BMv2 would read no other interface either"


@check("unplugged", "A link loses its carrier under open connections, and comes back", 120,
       _unless_it_reads_on)
def carrier_lost(fabric):
    near, far = topology.interfaces(topology.LINKS[0])
    waited = _under_connections(fabric, unplugged(far))
    return f"{FLOWS} connections of h1 went on without a carrier at {near} after {waited:.1f} s"


@check("link-mtu", "A link takes less than netcfg says, and an alarm does", 180)
def link_mtu(fabric):
    end = topology.interfaces(topology.LINKS[0])[1]
    mtu = topology.HOST_MTU - 1
    begun = time.monotonic()
    with narrowed(end, mtu):
        fabric.eventually(lambda: _is_raised(fabric), TOLD, "an alarm link-mtu", interval=1)
        told = time.monotonic() - begun
    fabric.eventually(lambda: not _is_raised(fabric), TOLD, "its end", interval=1)
    return f"told {told:.1f} s after {end} took {mtu} bytes and no more"


def _is_raised(fabric):
    alarms = fabric.nat64ctl("alarms")["alarms"]
    return any(a["id"].startswith("link-mtu/") for a in alarms)
