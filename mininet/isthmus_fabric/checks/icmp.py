# SPDX-License-Identifier: Apache-2.0
"""ICMP errors, each made by really causing it, and traceroute both ways."""

import re
from pathlib import Path

from .. import probe, topology
from ..fabric import CheckFailed
from . import parsing
from .registry import check

CLOSED = 9

SEGMENTS_LEFT = 43
"""Where the field is in a packet whose first extension header is a Routing header."""


@check("icmp-unreachable", "UDP to a closed port is refused across the translation", 20)
def icmp_unreachable(fabric):
    for client, target in (("h1", f"UDP6:[{topology.synthesize(fabric.host('s1').address4)}]"),
                           ("s1", f"UDP4:{topology.EAM_HOST}")):
        result = fabric.host(client).run("socat", "-T", "3", "STDIO", f"{target}:{CLOSED}",
                                         stdin="x\n")
        if "refused" not in result.err:
            raise CheckFailed(f"{client}: no refusal from {target}:{CLOSED}: {result.err!r}")
    return "refused in IPv6 and in IPv4"


@check("icmp-too-big", "IPv4 packets too big for IPv6 are answered with the right MTU", 20)
def icmp_too_big(fabric):
    s1 = fabric.host("s1")
    size = topology.HOST_MTU - 28
    out = s1.run("ping", "-n", "-c", 2, "-i", "0.2", "-W", "1", "-M", "do", "-s", size,
                 topology.EAM_HOST)
    found = re.search(r"mtu ?= ?(\d+)", out.out + out.err)
    s1.run("ip", "route", "flush", "cache")
    if found is None:
        raise CheckFailed(f"no Fragmentation Needed for {size} bytes of echo data")
    if int(found[1]) != topology.HOST_MTU - 20:
        raise CheckFailed(f"MTU {found[1]}, not {topology.HOST_MTU - 20}")
    return f"MTU {found[1]}"


def _probe(client, kind, target):
    """(type, code, parameter) of the ICMPv6 error that answers a packet of probe.py."""
    out = client.ok("/usr/bin/python3", Path(probe.__file__), kind, client.address6, target)
    if not out:
        raise CheckFailed(f"{client.name}: no error about a packet of kind {kind} to {target}")
    return tuple(int(word) for word in out.split())


@check("icmp-time-exceeded", "A fragment whose rest never comes: time exceeded, translated", 20)
def icmp_time_exceeded(fabric):
    server = fabric.host("s1")
    server.ok("sysctl", "-qw", "net.ipv4.ipfrag_time=1")
    try:
        found = _probe(fabric.host("e6"), "fragment", topology.synthesize(server.address4))
    finally:
        server.ok("sysctl", "-qw", "net.ipv4.ipfrag_time=30")
    if found[:2] != (3, 1):
        raise CheckFailed(f"ICMPv6 type {found[0]} code {found[1]}, not 3/1")
    return "s1 reports 11/1, e6 receives 3/1"


@check("icmp-parameter", "A routing header with segments left: parameter problem", 20)
def icmp_parameter(fabric):
    target = topology.synthesize(fabric.host("s1").address4)
    for client in ("h1", "e6"):
        found = _probe(fabric.host(client), "routing", target)
        if found != (4, 0, SEGMENTS_LEFT):
            raise CheckFailed(f"{client}: ICMPv6 {found}, not (4, 0, {SEGMENTS_LEFT})")
    return f"4/0 pointing at byte {SEGMENTS_LEFT}"


def _trace(client, path):
    """Traceroute to the last of a path, whose hops all have to answer, each as itself.

    A hop is the set of addresses that it may be known by; one flow takes one spine, another another.
    """
    (target,) = path[-1]
    out = client.ok("traceroute", "-n", "-q", "2", "-w", "2", "-m", "10", target, seconds=40)
    hops = parsing.traceroute(out)
    shown = " ".join(",".join(map(str, hop)) or "*" for hop in hops)
    if len(hops) != len(path) or not all(set(found) <= known and found
                                         for found, known in zip(hops, path)):
        wanted = " ".join("/".join(map(str, sorted(known))) for known in path)
        raise CheckFailed(f"{client.name}: {shown}, not {wanted}")
    return shown


@check("traceroute64", "Traceroute from IPv6 to IPv4: every hop, those in IPv4 translated", 40)
def traceroute64(fabric):
    client, server = topology.host("h1"), topology.host("s1")
    leaf2 = topology.switch(server.attachments[0].switch)
    return _trace(fabric.host(client.name),
                  [{client.attachments[0].gateway6.ip},
                   {spine.loopback6 for spine in topology.SPINES},
                   {topology.synthesize(leaf2.loopback4)},
                   {topology.synthesize(server.address4)}])


@check("traceroute46", "Traceroute from IPv4 to IPv6: every hop, switches by their own address", 40)
def traceroute46(fabric):
    client, server = topology.host("s1"), topology.host("e6")
    leaf3 = topology.switch(server.attachments[0].switch)
    return _trace(fabric.host(client.name),
                  [{client.attachments[0].gateway4.ip},
                   {spine.loopback4 for spine in topology.SPINES},
                   {leaf3.loopback4},
                   {topology.EAM_HOST}])
