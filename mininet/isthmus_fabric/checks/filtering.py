# SPDX-License-Identifier: Apache-2.0
"""Filtering by peers (RFC 4787 section 5), by an instance of its own."""

from ipaddress import ip_address
from pathlib import Path

from .. import datagrams, netcfg, topology
from ..fabric import CheckFailed
from .names import expect
from .registry import check

CLIENT_PORT, PEER_PORT = 40131, 40132
PACKETS = 5


def _unless(_controller, switch):
    return None if netcfg.filters(switch) else "cards have no table of sessions"


def _port(host, version, port):
    return host.talk("/usr/bin/python3", Path(datagrams.__file__), version, port)


def _filtered(fabric):
    """Packets that translators dropped because nobody had spoken to their sender."""
    return sum((device["statistics"] or {}).get("drops", {}).get("FILTERED", 0)
               for device in fabric.nat64ctl("devices")["devices"])


def _mapped(fabric, client):
    """Where IPv4 finds the client's port."""
    listed = fabric.nat64ctl("bindings", "--ipv6", str(client.address6), "--instance", "filtered")
    for row in listed["bindings"]:
        if row["protocol"] == "udp" and row["port6"] == CLIENT_PORT:
            return ip_address(row["ipv4"]), row["port4"]
    raise CheckFailed(f"no UDP binding of {client.address6} port {CLIENT_PORT}")


@check("filtering", "A filtered binding hears no peer before it has spoken to it", 40, _unless)
def filtering(fabric):
    client, known, other = (fabric.host(name) for name in ("h1", "s1", "s2"))
    own = _port(client, 6, CLIENT_PORT)
    ports = {host: _port(host, 4, PEER_PORT) for host in (known, other)}
    addresses = {host: topology.synthesize(host.address4, topology.FILTERED_PREFIX)
                 for host in ports}

    def meets(host):
        """Both ends hear each other, the client first speaking."""
        def heard():
            expect(own.ask(f"to {addresses[host]} {PEER_PORT}"), "sent", "the client's datagram")
            answer = ports[host].ask("heard")
            return None if answer == "nothing" else answer

        # The first datagram of a flow may be lost on its way to the controller.
        source = fabric.eventually(heard, 10, f"{host.name} hears the client")
        address4, port4 = _mapped(fabric, client)
        expect(source, str(address4), f"{host.name} hears")
        expect(ports[host].ask(f"to {address4} {port4}"), "sent", f"the datagram of {host.name}")
        expect(own.ask("heard"), str(addresses[host]), "the client hears")
        return address4, port4

    address4, port4 = meets(known)
    before = _filtered(fabric)
    for _ in range(PACKETS):
        expect(ports[other].ask(f"to {address4} {port4}"), "sent", f"a datagram of {other.name}")
    fabric.eventually(lambda: _filtered(fabric) >= before + PACKETS, 15,
                      "packets of another peer counted as FILTERED")
    expect(own.ask("heard"), "nothing", "the client hears")
    meets(other)
    return f"{PACKETS} packets of another peer dropped at {address4}:{port4}, heard once spoken to"
