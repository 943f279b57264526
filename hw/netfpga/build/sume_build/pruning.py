# SPDX-License-Identifier: Apache-2.0
"""Leaves out rows of a fixture that its packet does not hit.

An exact table that lacks rows which are not hit does the same. Two tables have more rows than the
simulation holds, and of both a packet looks up one row, which shows in what leaves:

next      has a row for each of 16 shares of the flows. The hash of the flow that leaves gives the
          share, and the row gave the frame its MAC addresses.
prefix6   gave an IPv6 packet that was translated its source.

So nothing has to be known of routes and translation. Rows of other tables stay, as do those of
prefix6 where nothing leaves.
"""

from .rows import SHARES, LeftOut, number

SHARE = "share"  # a key of next where there is no selector
# Reasons behind the lookup of a next hop that nothing leaves by.
BEHIND = {"TOO_BIG", "CPU_PORT", "NO_PORT"}


def leaves_by(row, leaving):
    """Whether the frame that leaves a 10G port, or None, has the MAC addresses of a row of next."""
    params = row["params"]
    return (leaving is not None and {"smac", "dmac"} <= params.keys()
            and number(params["smac"]) == leaving.src_mac
            and number(params["dmac"]) == leaving.dst_mac)


def _is_from(row, leaving):
    """Whether a frame is IPv6, with a source from the prefix of a row of prefix6."""
    prefix, length = row["params"]["prefix6"], row["params"]["length"]
    return leaving.ip == 6 and (number(prefix) ^ leaving.src) >> 128 - length == 0


def pruned(entries, leaving, why):
    """The rows without those that a packet does not hit.

    `leaving` is the frame that leaves by a 10G port or None, and `why` the reasons for drop and
    punt. Raises LeftOut.
    """
    if BEHIND.intersection(why):
        raise LeftOut("it ends behind the lookup of its next hop: the vector does not show which "
                      "row that hits, or what has become of the packet")
    share = None
    if leaving is not None and leaving.ip is not None:
        seed = next((row["params"]["seed"] for row in entries if row["table"] == "flow_seed"), 0)
        share = leaving.flow_hash(seed) % SHARES

    def needed(row):
        if SHARE in row["match"]:
            return row["match"][SHARE] == share and leaves_by(row, leaving)
        return row["table"] != "prefix6" or leaving is None or _is_from(row, leaving)
    return [row for row in entries if needed(row)]
