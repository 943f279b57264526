# SPDX-License-Identifier: Apache-2.0
"""An exhausted pool refuses new bindings, keeps existing ones and counts the refusals."""

from .. import services, topology
from ..fabric import CheckFailed
from .registry import check


def _refusals(fabric):
    counters = fabric.nat64ctl("stats")["counters"]
    return {name: value for name, value in counters.items()
            if "exhaust" in name or "refus" in name}


@check("exhaustion", "The ninth flow of a pool of eight ports is refused, eight go on", 40)
def exhaustion(fabric):
    client = fabric.host("h3")
    target = topology.synthesize(fabric.host("s1").address4, topology.TINY_PREFIX)
    endpoint = f"TCP6:[{target}]:{services.ECHO_PORT},connect-timeout={fabric.patience(5)}"
    before = _refusals(fabric)
    talks = []
    for number in range(len(topology.TINY_PORTS)):
        talk = client.talk("socat", "STDIO", endpoint)
        talk.expect_echo(f"first {number}", f"flow {number + 1} of the pool")
        talks.append(talk)
    ninth = client.run("socat", "-T", "5", "STDIO", endpoint, stdin="ninth\n", seconds=10)
    if ninth.out:
        raise CheckFailed("a ninth flow opened")
    for number, talk in enumerate(talks):
        talk.expect_echo(f"second {number}", f"flow {number + 1} when the pool was empty")
    after = _refusals(fabric)
    counted = {name: after[name] - before.get(name, 0) for name in after
               if after[name] > before.get(name, 0)}
    if not counted:
        raise CheckFailed(f"no counter of refusals rose: {after}")
    reason = ninth.err.strip().rpartition(": ")[2]
    return f"8 go on, the ninth was told '{reason}', counted {counted}"
