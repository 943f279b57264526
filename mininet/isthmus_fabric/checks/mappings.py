# SPDX-License-Identifier: Apache-2.0
"""Static bindings, explicit address mappings and hairpinning."""

from .. import services, topology
from ..fabric import CheckFailed
from .names import literal, name
from .native import pings
from .registry import check
from .web import download


@check("static", "The static binding of h2, reached from both IPv4-only servers", 20)
def static(fabric):
    target = f"{topology.STATIC_ADDRESS}:{topology.STATIC_PORT}"
    for client in ("s1", "s2"):
        download(fabric.host(client), f"http://{target}/{services.SMALL}", 3)
    download(fabric.host("s1"), f"http://{name('h2-bound')}:{topology.STATIC_PORT}"
             f"/{services.SMALL}", 1)
    return f"h2 port 80 as {target}"


@check("hairpin", "The static binding of h2, reached from IPv6 by its IPv4 address", 20)
def hairpin(fabric):
    target = literal(topology.synthesize(topology.STATIC_ADDRESS))
    for client in ("h1", "h3"):
        body = fabric.host(client).ok("curl", "-sS", "--fail", "-g",
                                      "--max-time", fabric.patience(10),
                                      f"http://{target}:{topology.STATIC_PORT}/{services.SMALL}",
                                      "-o", "/dev/null", "-w", "%{size_download}")
        if int(body) != services.FILES[services.SMALL]:
            raise CheckFailed(f"{client}: {body} bytes")
    return f"h1 and h3 by {target}"


@check("eam", "The EAM pair e6 from both sides, which sees its own IPv4 address", 30)
def eam(fabric):
    e6, s1 = fabric.host("e6"), fabric.host("s1")
    pings(s1, topology.EAM_HOST)
    download(s1, f"http://{topology.EAM_HOST}/{services.SMALL}", 1)
    pings(e6, topology.synthesize(s1.address4))
    seen = _seen_by(fabric, e6, e6.address6)
    if seen != str(topology.EAM_HOST):
        raise CheckFailed(f"e6 appears as {seen} in IPv4, not {topology.EAM_HOST}")
    return f"e6 is {topology.EAM_HOST} both ways"


@check("eam-prefix", "An address of an EAM prefix from both sides", 30)
def eam_prefix(fabric):
    e6, s2 = fabric.host("e6"), fabric.host("s2")
    pings(s2, topology.EAM_PREFIX_HOST4)
    download(s2, f"http://{topology.EAM_PREFIX_HOST4}/{services.SMALL}", 1)
    seen = _seen_by(fabric, e6, topology.EAM_PREFIX_HOST6)
    if seen != str(topology.EAM_PREFIX_HOST4):
        raise CheckFailed(f"e6 appears as {seen} in IPv4, not {topology.EAM_PREFIX_HOST4}")
    return f"{topology.EAM_PREFIX_HOST6} is {topology.EAM_PREFIX_HOST4} both ways"


def _seen_by(fabric, client, source):
    """The address as which s1 sees a connection of `client` from `source`."""
    server = fabric.host("s1")
    listener = server.start("socat", "TCP4-LISTEN:9001,reuseaddr",
                            "SYSTEM:echo $SOCAT_PEERADDR")
    target = topology.synthesize(server.address4)
    out = client.ok("socat", "-T", "5", "-u",
                    f"TCP6:[{target}]:9001,bind=[{source}],retry=20,interval=0.1", "STDOUT")
    client.fabric.finish(listener, 5, "socat on s1")
    return out.strip()
