# SPDX-License-Identifier: Apache-2.0
"""A host that sends from addresses that are not its own."""

from .. import topology
from ..fabric import CheckFailed
from .registry import check

FOREIGN = ("2001:db8:6666::1", "2001:db8:2:1::99")
"""Of nobody, and of the network of h3."""

PACKETS = 20


def _counted(fabric):
    """Packets that leaf1 dropped for their source, and subscribers that have ports."""
    devices = fabric.nat64ctl("devices")["devices"]
    leaf = next(d for d in devices if d["id"] == topology.switch("leaf1").device)
    drops = (leaf["statistics"] or {}).get("drops", {}).get("SOURCE_UNVERIFIED", 0)
    return drops, {s["ipv6"] for s in fabric.nat64ctl("subscribers")["subscribers"]}


@check("spoofed-source", "Packets from another's address are dropped, counted, take no ports", 30)
def spoofed_source(fabric):
    host = fabric.host("h1")
    interface = host.definition.interface()
    target = topology.synthesize(fabric.host("s1").address4)
    before, subscribers = _counted(fabric)
    for address in FOREIGN:
        host.ok("ip", "address", "add", f"{address}/128", "dev", interface)
    try:
        for address in FOREIGN:
            # Its status says that no answer came.
            host.run("ping", "-n", "-c", PACKETS, "-i", "0.02", "-W", "0.2", "-I", address, target)
    finally:
        for address in FOREIGN:
            host.ok("ip", "address", "delete", f"{address}/128", "dev", interface)
    fabric.eventually(lambda: _counted(fabric)[0] >= before + PACKETS * len(FOREIGN), 15,
                      "dropped packets counted as SOURCE_UNVERIFIED")
    after, now = _counted(fabric)
    more = now - subscribers
    if any(prefix.startswith(("2001:db8:6666:", "2001:db8:2:1:")) for prefix in more):
        raise CheckFailed(f"subscribers besides {subscribers}: {more}")
    return f"{after - before} packets of {len(FOREIGN)} foreign addresses dropped at leaf1"
