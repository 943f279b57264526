# SPDX-License-Identifier: Apache-2.0
"""What hosts and routers drop."""

import contextlib

TABLE = "inet isthmus_fabric"


@contextlib.contextmanager
def dropping(host, hook, match):
    """Has a host drop in silence what matches, an expression of nft, at `input`, `output` or
    `forward`."""
    host.ok("nft", f"add table {TABLE}; add chain {TABLE} {hook} {{ type filter hook {hook} "
            f"priority 0; }}; add rule {TABLE} {hook} {match} counter drop")
    try:
        yield
    finally:
        host.ok("nft", f"delete table {TABLE}")
