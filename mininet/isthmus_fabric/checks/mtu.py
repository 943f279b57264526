# SPDX-License-Identifier: Apache-2.0
"""Large downloads to hosts behind a router with a smaller MTU on its far side.

The router's errors are translated on their way to the sender. Where a firewall drops them, an instance
that lowers the MSS helps, or a sender that finds the path's MTU by itself (RFC 4821).
"""

import contextlib
import re

from .. import firewall, services, state, topology
from ..fabric import CheckFailed
from .names import expect, literal
from .registry import check
from .web import download

GIVEN_UP = 3
"""Seconds after which a download that stands still is left alone."""

TIMED_OUT = 28
"""Status of curl."""

PROBED = 40
"""Seconds for a download whose sender has to suspect the MTU first, which takes Linux about three."""


def _url(address, port=80):
    return f"http://{literal(address)}:{port}/{services.LARGE}"


def _forget(*hosts):
    """Has hosts forget the MTUs of paths."""
    for host in hosts:
        host.ok("ip", "-4" if host.address6 is None else "-6", "route", "flush", "cache")


def _found(host):
    """MTUs of paths that a host has learnt."""
    out = host.ok("ip", "-4" if host.address6 is None else "-6", "route", "show", "cache")
    return {int(mtu) for mtu in re.findall(r"\bmtu (\d+)", out)}


@check("mtu-found", "{large} to hosts behind a smaller MTU, which the sender is told", 60)
def mtu_found(fabric):
    s1, e6, s4, h4 = (fabric.host(name) for name in ("s1", "e6", "s4", "h4"))
    _forget(s1, e6)
    download(h4, _url(topology.synthesize(s1.address4)), 1)
    download(s4, _url(topology.EAM_HOST), 1)
    expect(_found(s1), {topology.FAR_MTU - 20}, "MTUs that s1 knows")
    expect(_found(e6), {topology.FAR_MTU + 20}, "MTUs that e6 knows")
    _forget(s1, e6)
    return (f"r6's {topology.FAR_MTU} is {topology.FAR_MTU - 20} for s1, "
            f"r4's {topology.FAR_MTU} is {topology.FAR_MTU + 20} for e6")


@contextlib.contextmanager
def _suspecting(*hosts):
    """Has the TCP of hosts try smaller segments when large ones seem to be lost."""
    for host in hosts:
        host.ok("sysctl", "-qw", "net.ipv4.tcp_mtu_probing=1")
    try:
        yield
    finally:
        for host in hosts:
            host.ok("sysctl", "-qw", "net.ipv4.tcp_mtu_probing=0")


class Download:
    """The large file, on its way to a host."""

    def __init__(self, client, url, seconds):
        self.name = f"{client.name} from {url}"
        self.fabric = client.fabric
        self.file = state.RUN / f"mtu-{client.name}-{id(self)}"
        self.process = client.start("curl", "-gsS", "--fail", "--max-time",
                                    client.fabric.patience(seconds),
                                    "-o", self.file, url)

    def arrives(self):
        """Raises CheckFailed unless all of it comes."""
        self.fabric.finish(self.process, PROBED, self.name)
        if services.digest(self.file) != services.digest(state.RUN / "files" / services.LARGE):
            raise CheckFailed(f"{self.name}: the file differs")

    def stands_still(self):
        """Raises CheckFailed unless it stops for want of packets."""
        expect(self.process.wait(self.fabric.remaining()), TIMED_OUT, f"status of curl, {self.name}")

    def forget(self):
        self.file.unlink(missing_ok=True)


@check("mtu-silent", "The same where routers may not tell: by a lower MSS, by TCP's own probing", 60)
def mtu_silent(fabric):
    s4, h4 = fabric.host("s4"), fabric.host("h4")
    to_h4 = {name: _url(topology.synthesize(fabric.host(name).address4)) for name in ("s2", "s3")}
    clamped = _url(topology.synthesize(fabric.host("s1").address4, topology.CLAMPED_PREFIX))
    senders = [fabric.host(name) for name in ("s3", "e6")]
    _forget(*senders, fabric.host("s2"), fabric.host("h2"))
    with firewall.dropping(fabric.host("r4"), "output", "icmp type destination-unreachable"), \
            firewall.dropping(fabric.host("r6"), "output", "icmpv6 type packet-too-big"), \
            _suspecting(*senders):
        stuck = [Download(h4, to_h4["s2"], GIVEN_UP),
                 Download(s4, _url(topology.STATIC_ADDRESS, topology.STATIC_PORT), GIVEN_UP)]
        helped = [Download(h4, clamped, PROBED),
                  Download(s4, _url(topology.CLAMPED_STATIC, topology.STATIC_PORT), PROBED),
                  Download(h4, to_h4["s3"], PROBED),
                  Download(s4, _url(topology.EAM_HOST), PROBED)]
        try:
            for each in stuck:
                each.stands_still()
            for each in helped:
                each.arrives()
        finally:
            for each in (*stuck, *helped):
                each.forget()
    return ("both ways: without help nothing arrives; with mssClamp, and from senders with "
            "tcp_mtu_probing, all of it")
