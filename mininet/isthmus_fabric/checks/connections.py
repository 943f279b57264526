# SPDX-License-Identifier: Apache-2.0
"""TCP that ends otherwise than by two FINs, and what is idle: by an instance with short lifetimes."""

from pathlib import Path

from .. import firewall, peer, services, topology
from ..fabric import CheckFailed
from .names import expect, literal
from .registry import check

PORT = 9020
HELD_PORT = 20200
"""From which connections come whose SYN nobody answers: none of those that Linux gives to others."""

ENDED = 20 * topology.LIFETIME
"""Seconds after which every binding must be gone. Where a target does not count, what is idle shows
after two lifetimes or three."""


def _sessions(fabric, client):
    """What the controller lists of a client in the instance `short`, by protocol and port."""
    listed = fabric.controller.call(
        "GET", f"/onos/nat64/sessions?instance=short&ipv6={client.address6}&limit=1000")
    return {(row["protocol"], row["port6"]): row for row in listed["sessions"]}


def _target(server):
    return topology.synthesize(server.address4, topology.SHORT_PREFIX)


class Connection:
    """A TCP connection by the instance `short`, with both of its ends in hand."""

    def __init__(self, client, server, port):
        self.client, self.server = (host.talk("/usr/bin/python3", Path(peer.__file__))
                                    for host in (client, server))
        self.tell(self.server, f"listen {port}", "listening")
        answer = self.client.ask(f"connect {_target(server)} {port}")
        if not answer.startswith("connected "):
            raise CheckFailed(f"{client.name} to {server.name} port {port}: {answer}")
        self.port = int(answer.split()[1])
        self.tell(self.server, "accept", "accepted")

    @staticmethod
    def tell(end, line, wanted):
        """Tells one of the ends what to do, and compares what it says."""
        expect(end.ask(line), wanted, f"answer to '{line}'")

    def passes(self, sender, receiver):
        """Whether what one end sends comes to the other."""
        self.tell(sender, "send", "sent")
        self.tell(receiver, "wait", "data")

    def works(self):
        """Whether it carries data both ways."""
        self.passes(self.client, self.server)
        self.passes(self.server, self.client)


def _gone(fabric, client, keys):
    """Waits until none of these sessions is listed any more."""
    fabric.eventually(lambda: not set(keys) & set(_sessions(fabric, client)), ENDED,
                      f"end of the bindings {keys}")


@check("tcp-reset", "A reset from either end reaches the other, and ends the binding", 60)
def tcp_reset(fabric):
    client, server = fabric.host("h1"), fabric.host("s4")
    by_client, by_server = (Connection(client, server, PORT + n) for n in (0, 1))
    for each in (by_client, by_server):
        each.works()
    by_client.tell(by_client.client, "reset", "done")
    by_client.tell(by_client.server, "wait", "reset")
    by_server.tell(by_server.server, "reset", "done")
    by_server.tell(by_server.client, "wait", "reset")
    _gone(fabric, client, [("tcp", each.port) for each in (by_client, by_server)])
    return "by h1 and by s4"


@check("tcp-half-open", "Ends that forgot their connection, and a SYN that nobody answers", 60)
def tcp_half_open(fabric):
    client, server, router = (fabric.host(name) for name in ("h1", "s4", "r4"))
    by_client, by_server = (Connection(client, server, PORT + n) for n in (0, 1))
    for each in (by_client, by_server):
        each.works()
    # What comes to the end that forgot is answered with a reset.
    by_client.tell(by_client.client, "vanish", "done")
    by_client.tell(by_client.server, "send", "sent")
    by_client.tell(by_client.server, "wait", "reset")
    by_server.tell(by_server.server, "vanish", "done")
    by_server.tell(by_server.client, "send", "sent")
    by_server.tell(by_server.client, "wait", "reset")
    silent = ("tcp", HELD_PORT)
    with firewall.dropping(router, "forward", f"tcp dport {PORT + 2}"):
        caller = client.start(
            "socat", "-u", "STDIN",
            f"TCP6:{literal(_target(server))}:{PORT + 2},sourceport={HELD_PORT}")

        def listed():
            if caller.poll() is not None:
                raise CheckFailed(f"socat ended with status {caller.returncode}")
            return _sessions(fabric, client).get(silent)

        row = fabric.eventually(listed, 10, "a binding for the SYN")
        expect(row["state"], "V6 INIT", "state of the session that only sent a SYN")
        caller.kill()
        _gone(fabric, client, [silent, *(("tcp", each.port) for each in (by_client, by_server))])
    return "h1 and s4 are told by a reset; a SYN without an answer holds a port for a lifetime"


@check("idle", "What is idle loses its binding, unless a live host answers the probe", 90)
def idle(fabric):
    live, dead, server = (fabric.host(name) for name in ("h1", "h3", "s4"))
    held, lost = Connection(live, server, PORT), Connection(dead, server, PORT + 1)
    for each in (held, lost):
        each.works()
    datagrams = live.talk("socat", "STDIO", f"UDP6:{literal(_target(server))}:{services.ECHO_PORT},"
                          f"sourceport={HELD_PORT}")
    datagrams.expect_echo("before", "UDP echo")
    before = _sessions(fabric, live)[("tcp", held.port)]
    # As a host that lost its power: it answers no probe.
    with firewall.dropping(dead, "input", f"ip6 saddr {topology.SHORT_PREFIX} tcp sport {PORT + 1}"):
        _gone(fabric, dead, [("tcp", lost.port)])
        _gone(fabric, live, [("udp", HELD_PORT)])
    after = _sessions(fabric, live).get(("tcp", held.port))
    if after is None or after["port4"] != before["port4"]:
        raise CheckFailed(f"the connection of a live host was {before}, is {after}")
    held.works()
    datagrams.expect_echo("afterwards", "UDP echo with a binding of its own")
    return (f"after {topology.LIFETIME} s and a probe: the dead host's connection is gone, the live "
            f"one's has port {after['port4']} as before; UDP got another binding")
