# SPDX-License-Identifier: Apache-2.0
"""Echo through the translation, at the sizes the oldest measurements used."""

from .. import topology
from .native import pings
from .registry import check

SIZES = (64, 128, 256, 512, 1024, 1440)
"""Bytes of echo data."""


def _at_sizes(host, address):
    times = [f"{size}: {pings(host, address, '-s', size):.2f}" for size in SIZES]
    return f"{host.name} to {address}, median ms by bytes: {', '.join(times)}"


@check("ping64", "Echo from IPv6 to IPv4 at six sizes", 40)
def ping64(fabric):
    return _at_sizes(fabric.host("h1"), topology.synthesize(fabric.host("s1").address4))


@check("ping64-all", "Echo from every IPv6-only host to every IPv4-only server", 60)
def ping64_all(fabric):
    pairs = 0
    for client in ("h1", "h2", "h3", "e6"):
        for server in ("s1", "s2", "s3"):
            pings(fabric.host(client), topology.synthesize(fabric.host(server).address4))
            pairs += 1
    return f"{pairs} pairs"


@check("ping64-switch", "Echo to IPv4 addresses of every switch from every IPv6-only host", 60)
def ping64_switch(fabric):
    pairs = 0
    gateway = topology.host("s1").attachments[0].gateway4.ip
    for client in ("h1", "h3", "e6"):
        for address in (gateway, *(switch.loopback4 for switch in topology.SWITCHES)):
            pings(fabric.host(client), topology.synthesize(address))
            pairs += 1
    return f"{pairs} pairs"


@check("ping46", "Echo from IPv4 to IPv6 by EAM at six sizes", 40)
def ping46(fabric):
    return _at_sizes(fabric.host("s1"), topology.EAM_HOST)
