# SPDX-License-Identifier: Apache-2.0
"""ICMP errors, each made by really causing it, and traceroute both ways."""

import contextlib
import re
from pathlib import Path

from .. import objector, probe, topology
from ..fabric import CheckFailed
from . import parsing
from .names import literal
from .registry import check

CLOSED = 9

SEGMENTS_LEFT = 43
"""Where the field is in a packet whose first extension header is a Routing header."""

OBJECTED_PORT = 9010

POINTERS = {1: 1, 8: 7, 12: 8, 16: 24}
"""Where fields of the IPv4 header are in that of IPv6 (RFC 7915 section 4.2): type of service, TTL,
source, destination."""


@check("icmp-unreachable", "UDP and TCP to closed ports are refused across the translation", 40)
def icmp_unreachable(fabric):
    for client, server in (("h1", "s1"), ("h1", "s4"), ("s1", "e6"), ("s4", "h4")):
        target = _across(fabric.host(server))
        for protocol in ("UDP", "TCP"):
            result = fabric.host(client).run(
                "socat", "-T", "3", "STDIO",
                f"{protocol}{target.version}:{literal(target)}:{CLOSED}", stdin="x\n")
            if "refused" not in result.err:
                raise CheckFailed(f"{client}: no refusal from {protocol} {target} port {CLOSED}: "
                                  f"{result.err!r}")
    return "UDP and TCP, in IPv6 and in IPv4, by neighbours and by hosts behind routers"


@contextlib.contextmanager
def _refusing(router, kind, address):
    """Has a router refuse what is to an address, by a route that is `unreachable` or `prohibit`."""
    router.ok("ip", "route", "add", kind, address)
    try:
        yield
    finally:
        router.ok("ip", "route", "delete", kind, address)


@check("icmp-refused", "Routers beyond the fabric refuse: no host, forbidden", 30)
def icmp_refused(fabric):
    s4, h4 = fabric.host("s4"), fabric.host("h4")
    for client, router, address, target, errors in (
            ("h1", "r4", s4.address4, _across(s4), {"unreachable": (1, 0), "prohibit": (1, 1)}),
            ("s1", "r6", topology.FAR_EAM6, _across(h4), {"unreachable": (3, 1), "prohibit": (3, 10)})):
        for kind, error in errors.items():
            with _refusing(fabric.host(router), kind, address):
                found = _probe(fabric.host(client), str(CLOSED), target)
            if found[:2] != error:
                raise CheckFailed(f"{client}: {found[:2]} for {kind} at {router}, not {error}")
    return "3/1 and 3/13 arrive as 1/0 and 1/1, 1/0 and 1/1 as 3/1 and 3/10"


@check("icmp-no-route", "Who sends to where no route leads is told, at once", 20)
def icmp_no_route(fabric):
    """Of a new flow and of one with a binding."""
    for client, target, error in (
            ("h1", topology.NOWHERE6, (1, 0)),
            ("s1", topology.NOWHERE4, (3, 0)),
            ("h1", topology.synthesize(topology.NOWHERE4), (1, 0)),
            ("h1", topology.synthesize(topology.NOWHERE4), (1, 0))):
        found = _probe(fabric.host(client), str(CLOSED), target)
        if found[:2] != error:
            raise CheckFailed(f"{client}: {found[:2]} about {target}, not {error}")
    return "1/0 in IPv6, 3/0 in IPv4, 1/0 through NAT64"


@check("icmp-too-big", "IPv4 packets too big for IPv6 are answered with the right MTU", 20)
def icmp_too_big(fabric):
    s1 = fabric.host("s1")
    size = topology.HOST_MTU - 28
    out = s1.run("ping", "-n", "-c", 2, "-i", "0.2", "-W", fabric.patience(1), "-M", "do",
                 "-s", size, topology.EAM_HOST)
    found = re.search(r"mtu ?= ?(\d+)", out.out + out.err)
    s1.run("ip", "route", "flush", "cache")
    if found is None:
        raise CheckFailed(f"no Fragmentation Needed for {size} bytes of echo data")
    if int(found[1]) != topology.HOST_MTU - 20:
        raise CheckFailed(f"MTU {found[1]}, not {topology.HOST_MTU - 20}")
    return f"MTU {found[1]}"


def _across(server):
    """The address of a host as the other family has it."""
    eam = {"e6": topology.EAM_HOST, "h4": topology.FAR_EAM4}
    return eam.get(server.name) or topology.synthesize(server.address4)


def _probing(client, kind, target):
    """Starts to probe; the result waits for the error, and returns (type, code, parameter)."""
    own = client.address6 if target.version == 6 else client.address4
    process = client.start("/usr/bin/python3", Path(probe.__file__), kind, own, target)

    def found():
        out = client.fabric.finish(process, probe.SECONDS + 5, f"probe.py on {client.name}")
        if not out:
            raise CheckFailed(f"{client.name}: no error about a packet of kind {kind} to {target}")
        return tuple(int(word) for word in out.split())

    return found


def _probe(client, kind, target):
    """(type, code, parameter) of the ICMP error that answers a packet of probe.py."""
    return _probing(client, kind, target)()


@contextlib.contextmanager
def _reassembling_for_a_second(hosts):
    """Has hosts give up after a second on packets of which fragments are missing."""
    names = {4: "net.ipv4.ipfrag_time", 6: "net.ipv6.ip6frag_time"}
    seconds = {4: 30, 6: 60}
    versions = [(host, 4 if host.address6 is None else 6) for host in hosts]
    for host, version in versions:
        host.ok("sysctl", "-qw", f"{names[version]}=1")
    try:
        yield
    finally:
        for host, version in versions:
            host.ok("sysctl", "-qw", f"{names[version]}={seconds[version]}")


@check("icmp-time-exceeded", "A fragment whose rest never comes: time exceeded, translated", 20)
def icmp_time_exceeded(fabric):
    pairs = [(fabric.host(client), fabric.host(server))
             for client, server in (("e6", "s1"), ("h1", "s4"), ("s1", "h4"))]
    with _reassembling_for_a_second([server for _, server in pairs]):
        probes = [(client, server, _probing(client, "fragment", _across(server)))
                  for client, server in pairs]
        for client, server, found in probes:
            wanted = (3, 1) if client.address4 is None else (11, 1)
            if (error := found()[:2]) != wanted:
                raise CheckFailed(f"{client.name}: {error} about a fragment to {server.name}, "
                                  f"not {wanted}")
    return "s1's and s4's 11/1 arrives as 3/1, h4's 3/1 as 11/1"


@check("icmp-parameter", "A routing header with segments left: parameter problem", 20)
def icmp_parameter(fabric):
    target = topology.synthesize(fabric.host("s1").address4)
    for client in ("h1", "e6"):
        found = _probe(fabric.host(client), "routing", target)
        if found != (4, 0, SEGMENTS_LEFT):
            raise CheckFailed(f"{client}: ICMPv6 {found}, not (4, 0, {SEGMENTS_LEFT})")
    return f"4/0 pointing at byte {SEGMENTS_LEFT}"


@check("icmp-parameter-beyond", "Hosts object to fields and protocols: parameter problems", 30)
def icmp_parameter_beyond(fabric):
    """A host of IPv6 about a length and a next header, one of IPv4 about fields and a protocol."""
    wanted = [("e6", "protocol", "s1", (4, 1, 6)),
              ("s1", "protocol", "h4", (3, 2, 0)),
              ("s1", "odd", "h4", (12, 0, 2 << 24))]
    for client, kind, server, error in wanted:
        found = _probe(fabric.host(client), kind, _across(fabric.host(server)))
        if found != error:
            raise CheckFailed(f"{client}: {found} about {kind} to {server}, not {error}")
    s4 = fabric.host("s4")
    talk = s4.talk("/usr/bin/python3", Path(objector.__file__), OBJECTED_PORT)
    for pointer, translated in POINTERS.items():
        talk.ask(str(pointer))
        found = _probe(fabric.host("h1"), str(OBJECTED_PORT), _across(s4))
        if found != (4, 0, translated):
            raise CheckFailed(f"h1: {found} about byte {pointer}, not {(4, 0, translated)}")
    return (f"h4's 4/1 arrives as 3/2 and its 4/0 as 12/0, s1's 3/2 as 4/1; s4's 12/0 at bytes "
            f"{', '.join(map(str, POINTERS))} as 4/0 at {', '.join(map(str, POINTERS.values()))}")


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


@check("traceroute64-beyond", "Traceroute from IPv6 beyond the fabric: every hop", 40)
def traceroute64_beyond(fabric):
    client, router, server = (topology.host(name) for name in ("h1", "r4", "s4"))
    leaf = topology.switch(router.attachments[0].switch)
    return _trace(fabric.host(client.name),
                  [{client.attachments[0].gateway6.ip},
                   {spine.loopback6 for spine in topology.SPINES},
                   {topology.synthesize(leaf.loopback4)},
                   {topology.synthesize(router.address4)},
                   {topology.synthesize(server.address4)}])


@check("traceroute46-beyond", "Traceroute from IPv4 beyond the fabric: every hop", 40)
def traceroute46_beyond(fabric):
    client, router = topology.host("s1"), topology.host("r6")
    leaf = topology.switch(router.attachments[0].switch)
    return _trace(fabric.host(client.name),
                  [{client.attachments[0].gateway4.ip},
                   {spine.loopback4 for spine in topology.SPINES},
                   {leaf.loopback4},
                   set(topology.ERROR_SOURCES),
                   {topology.FAR_EAM4}])
