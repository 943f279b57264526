# SPDX-License-Identifier: Apache-2.0
"""What nat64ctl lists is what hosts on both sides of the translation see."""

from ipaddress import ip_address

from .. import services, topology
from ..fabric import CheckFailed
from . import parsing
from .registry import check

TCP_PORT, UDP_PORT, ICMP_ID = 40123, 40125, 4242


@check("sessions", "nat64ctl lists the flows just made, as both ends see them", 30)
def sessions(fabric):
    client, server = fabric.host("h1"), fabric.host("s2")
    target = topology.synthesize(server.address4)
    for protocol, port in (("TCP", TCP_PORT), ("UDP", UDP_PORT)):
        talk = client.talk("socat", "STDIO",
                           f"{protocol}6:[{target}]:{services.ECHO_PORT},sourceport={port}")
        talk.expect_echo("open", f"{protocol} echo from s2")
    client.ok("ping", "-n", "-c", 1, "-e", ICMP_ID, target)
    wanted = {("tcp", TCP_PORT, services.ECHO_PORT), ("udp", UDP_PORT, services.ECHO_PORT),
              ("icmp", ICMP_ID, 0)}
    found = {}
    listed = fabric.nat64ctl("sessions", "--ipv6", str(client.address6), "--limit", "10000")
    for row in listed["sessions"]:
        key = (row["protocol"], row["port6"], row["peerPort"])
        if key in wanted and ip_address(row["ipv6"]) == client.address6:
            found[key] = row
    for key in wanted - set(found):
        raise CheckFailed(f"no session {key[0]} {client.address6} port {key[1]}")
    for key, row in found.items():
        if ip_address(row["peer"]) != server.address4:
            raise CheckFailed(f"{key[0]}: peer {row['peer']}, not {server.address4}")
    row = found[("tcp", TCP_PORT, services.ECHO_PORT)]
    mapped = ip_address(row["ipv4"]), row["port4"]
    seen = [peer for local, peer in parsing.peers(server.ok("ss", "-Htn"))
            if local[1] == services.ECHO_PORT]
    if mapped not in seen:
        raise CheckFailed(f"listed as {mapped[0]}:{mapped[1]}, s2 sees {seen}")
    return f"TCP, UDP and ICMP; h1 port {TCP_PORT} is {mapped[0]}:{mapped[1]} at both ends"
