# SPDX-License-Identifier: Apache-2.0
"""Names through DNS64, and TCP and UDP by name and by literal."""

import time
from ipaddress import ip_address

from .. import services, topology
from ..fabric import CheckFailed
from .registry import check


DATAGRAM = 8000
"""Bytes, the end of the line included."""


def expect(actual, expected, what):
    """Raises CheckFailed unless the two are equal."""
    if actual != expected:
        raise CheckFailed(f"{what}: {actual!r} instead of {expected!r}")


def name(host):
    """The host's name in the DNS."""
    return f"{host}.{topology.DOMAIN}"


def literal(address):
    """An address as URLs and socat write it."""
    return f"[{address}]" if address.version == 6 else str(address)


def _lookup(client, server, owner, kind):
    out = client.ok("dig", "+short", "+time=2", "+tries=2", f"@{server}", owner, kind)
    return {ip_address(line) for line in out.split()}


@check("dns64", "AAAA records made from A, and the prefix found by RFC 7050", 20)
def dns64(fabric):
    h1 = fabric.host("h1")
    resolver = fabric.host(topology.RESOLVER)
    for server in ("s1", "s2", "s3"):
        expect(_lookup(h1, resolver.address6, name(server), "AAAA"),
               {topology.synthesize(fabric.host(server).address4)}, f"AAAA of {server}")
    expect(_lookup(h1, resolver.address6, name("h3"), "AAAA"),
           {fabric.host("h3").address6}, "AAAA of h3")
    expect(_lookup(h1, resolver.address6, "ipv4only.arpa", "AAAA"),
           {topology.synthesize(a) for a in ("192.0.0.170", "192.0.0.171")},
           "AAAA of ipv4only.arpa")
    return "3 synthesized, 1 native, ipv4only.arpa"


@check("dns-over-nat64", "UDP and TCP queries to the resolver's IPv4 address", 20)
def dns_over_nat64(fabric):
    h3 = fabric.host("h3")
    server = topology.synthesize(fabric.host(topology.RESOLVER).address4)
    for option in ("+notcp", "+tcp"):
        out = h3.ok("dig", "+short", "+time=2", "+tries=2", option, f"@{server}",
                    name("s2"), "A")
        expect(out.split(), [str(fabric.host("s2").address4)], f"answer with {option}")
    return f"@{server} by UDP and TCP"


def echo(client, protocol, target):
    """A line to the echo service of `target`, which must come back."""
    family = 4 if client.address6 is None else 6
    # socat takes the end of its input for the end of the talk, so the input stays open.
    talk = client.talk("socat", "STDIO", f"{protocol}{family}:{target}:{services.ECHO_PORT}")
    talk.expect_echo(f"{client.name} {time.time_ns()}", f"{protocol} echo from {target}")


@check("tcp-udp", "TCP and UDP echo by name and by literal, IPv6 to IPv4", 40)
def tcp_udp(fabric):
    talks = 0
    for client in ("h1", "h3"):
        for server in ("s1", "s2"):
            address = topology.synthesize(fabric.host(server).address4)
            for protocol in ("TCP", "UDP"):
                for target in (name(server), literal(address)):
                    echo(fabric.host(client), protocol, target)
                    talks += 1
    return f"{talks} conversations"


@check("tcp-udp-46", "TCP and UDP echo, IPv4 to IPv6 by EAM", 20)
def tcp_udp_46(fabric):
    for protocol in ("TCP", "UDP"):
        for target in (name("e6"), str(topology.EAM_HOST), str(topology.EAM_PREFIX_HOST4)):
            echo(fabric.host("s2"), protocol, target)
    return "6 conversations"


@check("udp-fragments", "UDP datagrams of 8000 bytes, in fragments both ways", 30)
def udp_fragments(fabric):
    pairs = (("h1", name("s1")), ("h3", name("s2")), ("h1", name("s4")), ("h4", name("s1")),
             ("s1", topology.EAM_HOST), ("s1", topology.FAR_EAM4), ("s4", topology.EAM_HOST))
    for client, target in pairs:
        family = 4 if fabric.host(client).address6 is None else 6
        talk = fabric.host(client).talk("socat", "-b", DATAGRAM, "STDIO",
                                        f"UDP{family}:{target}:{services.ECHO_PORT}")
        talk.expect_echo("x" * (DATAGRAM - 1), f"{client}: {DATAGRAM} bytes from {target}")
    return f"{len(pairs)} conversations, five of them by way of links of {topology.FAR_MTU} bytes"
