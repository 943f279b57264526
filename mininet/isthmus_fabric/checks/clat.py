# SPDX-License-Identifier: Apache-2.0
"""464XLAT (RFC 6877): Tayga on r6 is the CLAT of h4, the fabric is its PLAT.

Programs that know IPv4 alone reach IPv4 servers by it, through an access network of IPv6.
"""

import contextlib
from ipaddress import ip_address

from .. import services, state, topology
from ..fabric import CheckFailed
from . import ftp
from .native import pings
from .registry import check
from .web import download

PORT = 9030


@contextlib.contextmanager
def _clat(fabric):
    """h4 has IPv4 by way of Tayga on r6."""
    router, host = fabric.host("r6"), fabric.host("h4")
    inside = topology.far_interface(router.name, host.definition.attachments[0].port)
    gateway = topology.CLAT_GATEWAY4
    own = f"{topology.CLAT_HOST4}/{gateway.network.prefixlen}"
    router.start("tayga", "--nodetach", "-c", state.RUN / "clat.conf")
    try:
        router.ok("sysctl", "-qw", "net.ipv4.ip_forward=1")
        router.ok("ip", "address", "add", gateway, "dev", inside)
        fabric.eventually(lambda: router.run("ip", "link", "set", topology.CLAT_INTERFACE, "up")
                          .status == 0, 5, "Tayga's interface", 0.05)
        router.ok("ip", "-4", "route", "add", "default", "dev", topology.CLAT_INTERFACE)
        router.ok("ip", "-6", "route", "add", topology.CLAT_NETWORK6, "dev",
                  topology.CLAT_INTERFACE)
        host.ok("ip", "address", "add", own, "dev", host.definition.interface())
        host.ok("ip", "-4", "route", "add", "default", "via", gateway.ip)
        yield host
    finally:
        # Routes go with their addresses, and with Tayga's interface.
        host.run("ip", "address", "delete", own, "dev", host.definition.interface())
        router.run("ip", "address", "delete", gateway, "dev", inside)
        router.run("sysctl", "-qw", "net.ipv4.ip_forward=0")


def _seen_as(server, client):
    """The address as which a server sees an IPv4-only program of a client."""
    listener = server.start("socat", f"TCP4-LISTEN:{PORT},reuseaddr",
                            "SYSTEM:echo $SOCAT_PEERADDR")
    out = client.ok("socat", "-T", "5", "-u",
                    f"TCP4:{server.address4}:{PORT},retry=20,interval=0.1", "STDOUT")
    client.fabric.finish(listener, 5, f"socat on {server.name}")
    return out.strip()


@check("464xlat",
       "IPv4-only programs behind a CLAT: echo, TCP, UDP, DNS, {large} by HTTP and FTP", 60)
def xlat464(fabric):
    s1 = fabric.host("s1")
    with _clat(fabric) as h4:
        pings(h4, s1.address4)
        seen = _seen_as(s1, h4)
        if ip_address(seen) not in topology.POOL:
            raise CheckFailed(f"s1 sees {seen}")
        talk = h4.talk("socat", "STDIO", f"UDP4:{s1.address4}:{services.ECHO_PORT}")
        talk.expect_echo("x" * 1199, "UDP echo from s1")
        resolver = fabric.host(topology.RESOLVER).address4
        h4.ok("dig", "+time=2", "+tries=2", f"@{resolver}", f"s1.{topology.DOMAIN}", "A")
        download(h4, f"http://{s1.address4}/{services.LARGE}", 1)
        for mode in (ftp.EPSV, ftp.PASV_AS_TOLD):
            ftp.fetch(h4, f"ftp://{s1.address4}", mode)
    return f"{topology.CLAT_HOST4} is {topology.CLAT_HOST6} is {seen}; FTP with EPSV and PASV"
