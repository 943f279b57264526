# SPDX-License-Identifier: Apache-2.0
"""A translator dies under open flows, which go on through another one."""

import json
import time
from ipaddress import ip_address
from pathlib import Path

from .. import flow, services, switch_processes, topology
from ..fabric import CheckFailed
from .registry import check

TRIED = 32
"""Flows of which one goes the way of the first; of each it is one of two."""

GOES_ON = 100
"""Records, two seconds of a flow: more than were under way."""

NOTICED = 60
"""Seconds after which every flow must have another path."""

READY = 90
"""Seconds after which a translator that is there again must be ready."""


class Flow:
    """A flow of h1 to the echo server of s1."""

    def __init__(self, fabric, kind):
        self.fabric = fabric
        self.kind = kind
        self.longest = 0.0
        self.talk = fabric.host("h1").talk(
            "/usr/bin/python3", Path(flow.__file__), kind,
            topology.synthesize(fabric.host("s1").address4), services.ECHO_PORT)
        self.port = self.report()["port"]

    def __str__(self):
        return f"{self.kind} flow"

    def report(self, line="report"):
        """Asks how it stands; the longest time that it stood still is kept."""
        answer = self.talk.ask(line)
        if not answer.startswith("{"):
            raise CheckFailed(f"{self}: {answer}")
        said = json.loads(answer)
        self.longest = max(self.longest, said["longest"])
        return said

    def goes_on(self, when):
        """Returns once enough has come back that was not under way before."""
        enough = self.report()["received"] + GOES_ON
        self.fabric.eventually(lambda: self.report()["received"] >= enough, NOTICED,
                               f"{self} {when}")

    def translator(self):
        """The one through which what it sends goes."""
        captures = {
            spine.name: self.fabric.capture(
                _towards_h1(spine), f"{self.kind} and src port {self.port}", "-c", "3")
            for spine in topology.SPINES}
        found = self.fabric.eventually(
            lambda: [name for name, capture in captures.items() if capture.poll() is not None],
            10, f"{self} at a spine")
        for capture in captures.values():
            capture.terminate()
        return found[0]

    def end(self):
        """Stops it, and returns how much was lost."""
        said = self.report("end")
        return said["sent"] - said["received"]


def _towards_h1(spine):
    """The interface of a spine behind which h1's leaf is."""
    leaf = topology.host("h1").attachments[0].switch
    link = next(each for each in topology.LINKS if {each.one, each.other} == {leaf, spine.name})
    return spine.interface(link.one_port if link.one == spine.name else link.other_port)


def _bindings(fabric, flows):
    """Address and port that each flow has in IPv4, as the controller says."""
    listed = fabric.nat64ctl(
        "sessions", "--ipv6", str(fabric.host("h1").address6), "--limit", "10000")
    rows = {(row["protocol"], row["port6"]): (ip_address(row["ipv4"]), row["port4"])
            for row in listed["sessions"]}
    return {str(each): rows.get((each.kind, each.port)) for each in flows}


def _state(fabric, name):
    devices = fabric.nat64ctl("devices")["devices"]
    return next(d["state"] for d in devices if d["id"] == topology.switch(name).device)


def _udp_through(fabric, translator):
    """A UDP flow that goes through this translator."""
    for _ in range(TRIED):
        udp = Flow(fabric, "udp")
        if udp.translator() == translator:
            return udp
        udp.end()
    raise CheckFailed(f"none of {TRIED} UDP flows goes through {translator}")


@check("translator-killed", "A translator is killed under open flows, which go on by another", 300)
def translator_killed(fabric):
    tcp = Flow(fabric, "tcp")
    victim = tcp.translator()
    udp = _udp_through(fabric, victim)
    flows = (tcp, udp)
    for each in flows:
        each.goes_on("at first")
    before = _bindings(fabric, flows)
    if None in before.values():
        raise CheckFailed(f"flows without a binding: {before}")

    def unchanged(when):
        now = _bindings(fabric, flows)
        if now != before:
            raise CheckFailed(f"{when} the bindings are {now}, and were {before}")

    process = switch_processes.of(victim)
    tcp.longest = udp.longest = 0.0
    process.kill()
    for each in flows:
        each.goes_on(f"without {victim}")
    stood = [each.longest for each in flows]
    unchanged(f"without {victim}")

    begun = time.monotonic()
    process.start()
    process.wait()
    fabric.eventually(lambda: _state(fabric, victim) == "ready", READY, f"{victim} ready again")
    back = time.monotonic() - begun
    for each in flows:
        each.goes_on(f"with {victim} again")
    unchanged(f"with {victim} again")
    if tcp.end():
        raise CheckFailed(f"{tcp}: not all of it came back")
    lost = udp.end()
    return (f"{victim} killed: TCP stood still for {stood[0]:.1f} s, UDP for {stood[1]:.1f} s "
            f"({lost} datagrams lost), bindings unchanged; {victim} is back after {back:.1f} s")
