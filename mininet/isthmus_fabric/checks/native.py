# SPDX-License-Identifier: Apache-2.0
"""The fabric as a plain router."""

import statistics

from . import parsing
from .registry import check
from ..fabric import CheckFailed


OVERTAKING = 3
"""Answers that may come before an earlier one."""


def pings(host, address, *options, count=5):
    """Pings; returns the median round trip in ms, and raises CheckFailed on any loss."""
    # With -W, ping does not wait for the last answer once it has others; with -w it goes on until
    # it has so many, some more than are looked at: others may overtake the first one, whose flow
    # is set up.
    out = host.run("ping", "-n", "-c", count + OVERTAKING, "-i", "0.05",
                   "-w", host.fabric.patience(5), *options, address).out
    times = parsing.ping(out)
    lost = sorted(set(range(1, count + 1)) - times.keys())
    if lost:
        raise CheckFailed(f"{host.name}: no answer from {address} to echo {lost} of {count}"
                          f" {' '.join(map(str, options))}")
    return statistics.median(times.values())


@check("native6", "IPv6 across the fabric, untranslated", 20)
def native6(fabric):
    h1 = fabric.host("h1")
    paths = [(h1, "h2"), (h1, "h3"), (h1, "e6"), (fabric.host("h3"), "e6")]
    times = [f"{a.name}-{b} {pings(a, fabric.host(b).address6):.2f}" for a, b in paths]
    return f"median ms: {', '.join(times)}"


@check("native4", "IPv4 across the fabric, untranslated", 20)
def native4(fabric):
    s1 = fabric.host("s1")
    paths = [(s1, "s2"), (s1, "dns"), (fabric.host("s2"), "s3")]
    times = [f"{a.name}-{b} {pings(a, fabric.host(b).address4):.2f}" for a, b in paths]
    return f"median ms: {', '.join(times)}"
