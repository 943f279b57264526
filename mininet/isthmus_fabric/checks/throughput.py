# SPDX-License-Identifier: Apache-2.0
"""What goes through the fabric, as iperf3 sees it. A number, not a claim: see bench/."""

from .. import services, topology
from ..fabric import CheckFailed
from . import parsing
from .registry import check

SECONDS = 3


BUSY = 10
"""Seconds the server may take to see that the test before is over."""

BUSY_SIGNS = ("server is busy", "unable to receive control message")
"""What iperf3 says until then: the second when the server closes just as it is asked."""


def _measure(fabric, client, target):
    def once(streams, option):
        out = client.run("iperf3", "-c", target, "-p", services.IPERF_PORT, "-P", streams,
                         "-t", SECONDS, "-J", "--connect-timeout", "5000", *option,
                         seconds=SECONDS + 15).out
        return None if any(sign in out for sign in BUSY_SIGNS) else out

    said = []
    for streams in (1, 10):
        for direction, option in (("to", ()), ("from", ("-R",))):
            rate = parsing.iperf(fabric.eventually(
                lambda s=streams, o=option: once(s, o), BUSY, "a server that is not busy"))
            if rate <= 0:
                raise CheckFailed(f"nothing arrived, {streams} streams {direction} {target}")
            said.append(f"{direction} it {streams}: {rate:.0f}")
    return f"Mbit/s by streams: {', '.join(said)}"


@check("iperf64", "TCP throughput through NAT64, 1 and 10 streams each way", 90)
def iperf64(fabric):
    return _measure(fabric, fabric.host("h1"), topology.synthesize(fabric.host("s1").address4))


@check("iperf-native6", "The same between IPv6 hosts, untranslated", 90)
def iperf_native6(fabric):
    return _measure(fabric, fabric.host("h1"), fabric.host("h3").address6)
