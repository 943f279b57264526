# SPDX-License-Identifier: Apache-2.0
"""What goes through the fabric, as iperf3 sees it. A number, not a claim: see bench/."""

import contextlib
import subprocess

from .. import commands, netcfg, services, topology
from ..fabric import CheckFailed
from . import parsing
from .registry import check

SECONDS = 3


BUSY = 10
"""Seconds the server may take to see that the test before is over."""

BUSY_SIGNS = ("server is busy", "unable to receive control message")
"""What iperf3 says until then: the second when the server closes just as it is asked."""


LEAST = 0.1
"""What TCP that is left to offload has at least of what it has otherwise. Where a switch drops what it
gets in one piece, it is a two hundredth."""


def _measure(fabric, client, target, every=(1, 10)):
    def once(streams, option):
        out = client.run("iperf3", "-c", target, "-p", services.IPERF_PORT, "-P", streams,
                         "-t", SECONDS, "-J", "--connect-timeout", 1000 * fabric.patience(5), *option,
                         seconds=SECONDS + 15).out
        return None if any(sign in out for sign in BUSY_SIGNS) else out

    said = []
    rates = []
    for streams in every:
        for direction, option in (("to", ()), ("from", ("-R",))):
            rate = parsing.iperf(fabric.eventually(
                lambda s=streams, o=option: once(s, o), BUSY, "a server that is not busy"))
            if rate <= 0:
                raise CheckFailed(f"nothing arrived, {streams} streams {direction} {target}")
            rates.append(rate)
            said.append(f"{direction} it {streams}: {rate:.0f}")
    return rates, f"Mbit/s by streams: {', '.join(said)}"


@contextlib.contextmanager
def _offloading(*hosts):
    """Has hosts leave checksums and segmentation to their interfaces, as they do elsewhere."""
    def turn(state):
        for host in hosts:
            subprocess.run(host.argv(*commands.offloads(host.definition.interface(), state)),
                           check=True, capture_output=True)
    try:
        turn("on")
        yield
    finally:
        turn("off")


@check("iperf64", "TCP throughput through NAT64, 1 and 10 streams each way", 90)
def iperf64(fabric):
    return _measure(fabric, fabric.host("h1"), topology.synthesize(fabric.host("s1").address4))[1]


@check("offload64", "The same between hosts that leave segmentation to their interfaces", 60,
       unless=lambda controller, switch: None if switch in netcfg.OURS else
       "only the embedded switch cuts what it gets in one piece")
def offload64(fabric):
    one, other = fabric.host("h1"), fabric.host("s1")
    target = topology.synthesize(other.address4)
    usual, _ = _measure(fabric, one, target, every=(1,))
    with _offloading(one, other):
        rates, said = _measure(fabric, one, target, every=(1,))
    for rate, before in zip(rates, usual):
        if rate < LEAST * before:
            raise CheckFailed(f"{said}; {before:.0f} without offload")
    return said


@check("iperf-native6", "The same between IPv6 hosts, untranslated", 90)
def iperf_native6(fabric):
    return _measure(fabric, fabric.host("h1"), fabric.host("h3").address6)[1]
