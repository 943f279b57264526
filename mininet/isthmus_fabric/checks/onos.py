# SPDX-License-Identifier: Apache-2.0
"""What ONOS itself says of the fabric and of our application in it."""

import collections
import time
import urllib.error
import urllib.request
from ipaddress import ip_address

from .. import netcfg, services, topology
from ..fabric import CheckFailed
from ..wires import cut
from .names import echo, expect, literal
from .native import pings
from .registry import check
from .translators import Flow

STILL = 2.0
"""Seconds that a flow may stand still where nothing is written that it needs: the machine is busy."""


def _without_onos(controller, _):
    return None if controller.name == "onos" else "it asks ONOS"


def _endpoint(point):
    return f"{point.get('device', point.get('elementId'))}/{point['port']}"


def _wanted_links():
    """Each link of the fabric, in both directions."""
    ends = [(f"device:{link.one}/{link.one_port}", f"device:{link.other}/{link.other_port}")
            for link in topology.LINKS]
    return {*ends, *((b, a) for a, b in ends)}


def _found_links(fabric):
    return {(_endpoint(link["src"]), _endpoint(link["dst"]))
            for link in fabric.controller.links()}


@check("onos-devices", "Every switch is available, with our driver and pipeconf", 20, _without_onos)
def onos_devices(fabric):
    devices = {d["id"]: d for d in fabric.controller.devices()}
    kind = fabric.state["switch"]
    for switch in topology.SWITCHES:
        device = devices.get(switch.device)
        if device is None or not device["available"]:
            raise CheckFailed(f"{switch.device}: {'not available' if device else 'not there'}")
        # A device with a pipeconf has a driver made for the two: DRIVER:PIPECONF.
        own = netcfg.kind_of(switch, kind)
        expect(device["driver"], f"{netcfg.DRIVERS[own]}:{netcfg.PIPECONFS[own]}",
               f"driver of {switch.device}")
    return f"{len(topology.SWITCHES)} available, {netcfg.PIPECONFS[kind]}"


@check("onos-links", "Link discovery found every link, both ways, and no other", 40, _without_onos)
def onos_links(fabric):
    fabric.eventually(lambda: _found_links(fabric) == _wanted_links(), 30,
                      "the links of the fabric", 1)
    return f"{len(_wanted_links())} links"


@check("onos-hosts", "Every host was learnt where it is attached", 40, _without_onos)
def onos_hosts(fabric):
    wanted = {(host.mac(index), f"device:{a.switch}/{a.port}", address)
              for host in topology.HOSTS for index, a in enumerate(host.attachments)
              for address in a.addresses[:1]}

    def missing():
        found = {(h["mac"].lower(), _endpoint(where), ip_address(address))
                 for h in fabric.controller.hosts() for where in h["locations"]
                 for address in h["ipAddresses"]}
        return wanted - found

    for host in topology.HOSTS:
        for attachment in host.attachments:
            for gateway in attachment.gateways:
                pings(fabric.host(host.name), gateway.ip, count=1)
    fabric.eventually(lambda: not missing(), 20, "every host", 1)
    return f"{len(wanted)} attachments"


def _states(rows, what):
    """How many are in which state; raises CheckFailed unless there are some, all ADDED."""
    count = collections.Counter(row["state"] for row in rows)
    if set(count) != {"ADDED"}:
        raise CheckFailed(f"{what}: {dict(count)}")
    return count["ADDED"]


def _all_added(fabric):
    """Waits until all that our application wrote is ADDED; counts of flow rules and groups.

    ONOS looks for groups every 30 s, and of a cluster's may ask twice more.
    """
    deadline = 120

    def settled():
        # One reading for both: ONOS may ask for a group again right after it was ADDED.
        rules = fabric.controller.flows()
        groups = fabric.controller.groups()
        return (rules, groups) if all(r["state"] == "ADDED" for r in rules + groups) else None

    rules, groups = fabric.eventually(settled, deadline, "flow rules and groups in state ADDED", 1)
    return _states(rules, "flow rules"), _states(groups, "groups")


@check("onos-flows", "Every flow rule and group of the application is ADDED", 135, _without_onos)
def onos_flows(fabric):
    flows, groups = _all_added(fabric)
    devices = {flow["deviceId"] for flow in fabric.controller.flows()}
    expect(devices, {s.device for s in topology.SWITCHES}, "devices with flow rules")
    return f"{flows} flow rules, {groups} groups, on {len(devices)} devices"


@check("onos-rest", "The API asks for a user and password", 20, _without_onos)
def onos_rest(fabric):
    try:
        urllib.request.urlopen(f"{fabric.controller.rest}/pools", timeout=10).close()
    except urllib.error.HTTPError as e:
        expect(e.code, 401, "status without a password")
        return "401 without"
    raise CheckFailed("it answers without")


@check("onos-link-lost", "A link that fails alone is noticed, traffic moves, it comes back", 120,
       _without_onos)
def onos_link_lost(fabric):
    h1 = fabric.host("h1")
    target = topology.synthesize(fabric.host("s1").address4)
    talk = h1.talk("socat", "STDIO",
                   f"TCP6:{literal(target)}:{services.ECHO_PORT}")
    talk.expect_echo("before", "flow before")
    links = [link for link in topology.LINKS if link.one == "leaf1"]
    for link in links:
        # One after the other, so that one of them is the one the flow uses.
        interface = topology.switch("leaf1").interface(link.one_port)
        gone = {(a, b) for a, b in _wanted_links()
                if f"device:leaf1/{link.one_port}" in (a, b)}
        with cut(*topology.interfaces(link)):
            fabric.eventually(lambda g=gone: not g & _found_links(fabric), 40,
                              f"{interface} missing among the links", 0.5)
            fabric.eventually(lambda: _reaches(h1, target), 10, "traffic by the other link", 0.2)
            talk.expect_echo(f"without {interface}", f"flow without {interface}")
        fabric.eventually(lambda: _found_links(fabric) == _wanted_links(), 30,
                          f"{interface} among the links again", 0.5)
    return f"{len(links)} links one after the other, the flow lives"


def _reaches(host, target):
    return all(host.run("ping", "-n", "-c1", "-W1", target).status == 0 for _ in range(3))


@check("onos-replace", "The application is replaced, and open flows go on", 320, _without_onos)
def onos_replace(fabric):
    controller = fabric.controller
    flows = [Flow(fabric, "tcp"), Flow(fabric, "udp")]
    for each in flows:
        each.goes_on("at first")
    for each in flows:
        each.longest = 0.0
    begun = time.monotonic()
    controller.replace()
    fabric.eventually(lambda: controller.active() and controller.ready(), 120,
                      "the application, in its place", 1)
    took = time.monotonic() - begun
    for each in flows:
        each.goes_on("afterwards")
    stood = max(each.longest for each in flows)
    if stood > STILL:
        raise CheckFailed(f"a flow stood still for {stood:.1f} s")
    if flows[0].end():
        raise CheckFailed(f"{flows[0]}: not all of it came back")
    lost = flows[1].end()
    echo(fabric.host("h1"), "TCP", literal(topology.synthesize(fabric.host("s1").address4)))
    rules, groups = _all_added(fabric)
    return (f"within {took:.0f} s, in which no flow stood still for more than {stood:.1f} s "
            f"({lost} datagrams lost); {rules} flow rules, {groups} groups")


@check("onos-deactivate", "Deactivated, it leaves no flow rule and no group; bindings come back",
       320, _without_onos)
def onos_deactivate(fabric):
    controller = fabric.controller
    client = fabric.host("h1")
    target = topology.synthesize(fabric.host("s1").address4)
    talk = client.talk("socat", "STDIO", f"TCP6:{literal(target)}:{services.ECHO_PORT}")
    talk.expect_echo("before", "flow before")
    controller.deactivate()
    try:
        fabric.eventually(lambda: not controller.flows() and not controller.groups(), 60,
                          "end of all flow rules and groups", 0.5)
        if client.run("ping", "-n", "-c1", "-W1", target).status == 0:
            raise CheckFailed("packets are translated all the same")
    finally:
        controller.activate()
        fabric.eventually(lambda: controller.active() and controller.ready(), 120,
                          "the application, activated again", 1)
    talk.expect_echo("afterwards", "the same flow")
    echo(client, "TCP", literal(target))
    flows, groups = _all_added(fabric)
    return f"none left; activated again: {flows} flow rules, {groups} groups, the flow lives"
