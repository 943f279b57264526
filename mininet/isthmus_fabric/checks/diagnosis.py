# SPDX-License-Identifier: Apache-2.0
"""Why a host has no connection."""

from .. import topology
from ..fabric import CheckFailed
from .registry import check


@check("diagnosis", "nat64ctl finds nothing wrong with h1 and s2, and no route to another", 20)
def diagnosis(fabric):
    client, server = fabric.host("h1"), fabric.host("s2")
    client.ok("ping", "-n", "-c", 1, topology.synthesize(server.address4))
    well = _findings(fabric, client, server.address4)
    bad = [f for check, result, f in well if result == "problem"]
    if bad:
        raise CheckFailed(f"h1 and s2: {bad[0]}")
    found = {check for check, result, f in well if result == "ok"}
    missing = {"host", "source", "destination", "devices", "ports", "peer"} - found
    if missing:
        raise CheckFailed(f"h1 and s2: not well: {', '.join(sorted(missing))}")
    ill = [(check, f) for check, result, f in _findings(fabric, client, topology.NOWHERE4)
           if result == "problem"]
    if [check for check, f in ill] != ["peer"]:
        raise CheckFailed(f"h1 and {topology.NOWHERE4}: {ill}")
    return f"{len(well)} findings; {ill[0][1]}"


def _findings(fabric, client, peer):
    answer = fabric.nat64ctl("diagnose", str(client.address6), str(topology.synthesize(peer)),
                             statuses=(0, 1))
    return [(f["check"], f["result"], f["message"]) for f in answer["findings"]]
