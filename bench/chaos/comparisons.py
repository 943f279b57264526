# SPDX-License-Identifier: Apache-2.0
"""What must hold, as functions of what was read: each returns findings, a line of text each."""

from ipaddress import ip_address

MAX_DESCRIPTORS = 512
"""Open files of one part: many times what it needs."""


def mapping(protocol, address6, port6, address4, port4):
    """A mapping as a value: protocol, IPv6 address, port, IPv4 address, port."""
    return protocol, str(ip_address(address6)), int(port6), str(ip_address(address4)), int(port4)


def of_rest(rows):
    """Mappings of rows of `bindings` or `static-bindings`."""
    return {mapping(r["protocol"], r["ipv6"], r["port6"], r["ipv4"], r["port4"]) for r in rows}


class Ledger:
    """What the API acknowledged: there, deleted, or in doubt as no answer came."""

    def __init__(self):
        self.there = set()
        self.deleted = set()
        self.doubtful = set()

    def added(self, item):
        self.there.add(item)
        self.deleted.discard(item)
        self.doubtful.discard(item)

    def removed(self, item):
        self.there.discard(item)
        self.deleted.add(item)
        self.doubtful.discard(item)

    def doubted(self, item):
        self.there.discard(item)
        self.deleted.discard(item)
        self.doubtful.add(item)

    def settle(self, listed):
        """What was in doubt is what the API lists of it."""
        for item in list(self.doubtful):
            (self.added if item in listed else self.removed)(item)

    def replace(self, listed):
        """Takes the API's word for all: the store was lost."""
        self.there, self.deleted, self.doubtful = set(listed), set(), set()

    def compare(self, what, where, held):
        """Findings about what a place holds: the acknowledged, nothing that was deleted."""
        return ([f"{where}: {what} {i} was acknowledged and is not there"
                 for i in sorted(self.there - held)]
                + [f"{where}: {what} {i} was deleted and is there"
                   for i in sorted(self.deleted & held)])


def bindings(where, tables, before, after):
    """Findings about the bindings of a switch that translates.

    `before` and `after` are what the API listed around the reading: what is in both must be held,
    both ways, and what is in neither must not be.
    """
    findings = []
    for side in ("outbound", "inbound"):
        held = {mapping(*row) for row in tables[side]}
        findings += [f"{where}: {side} of {m} is not there"
                     for m in sorted((before & after) - held)]
        findings += [f"{where}: {side} of {m} belongs to no binding"
                     for m in sorted(held - before - after)]
    return findings


def not_a_translator(where, tables):
    """Findings about a switch that translates nothing."""
    return [f"{where}: holds {len(tables[k])} {k}, and translates nothing"
            for k in ("outbound", "inbound", "eams") if tables[k]]


def unknown(where, tables):
    """Findings about entries that nobody can have meant."""
    return [f"{where}: {tables['unknown']} entries belong to nothing"] if tables["unknown"] else []


def eams(where, tables, ledger):
    """Findings about the EAMs of a switch that translates: those of the ledger, and none other."""
    held = {tuple(row) for row in tables["eams"]}
    return (ledger.compare("EAM", where, held)
            + [f"{where}: EAM {e} is of nobody"
               for e in sorted(held - ledger.there - ledger.deleted - ledger.doubtful)])


def one_owner(rows):
    """Findings about ports that two hosts have."""
    owners, findings = {}, []
    for protocol, address6, port6, address4, port4 in sorted(rows):
        other = owners.setdefault((protocol, address4, port4), (address6, port6))
        if other != (address6, port6):
            findings.append(f"{protocol} {address4} {port4} belongs to {other} "
                            f"and to {(address6, port6)}")
    return findings


def blocks(subscribers):
    """Findings about blocks of ports that two subscribers have, from rows of `subscribers`."""
    taken, findings = [], []
    for row in subscribers:
        for block in row["blocks"]:
            taken.append((block["protocol"], block["ipv4"], block["firstPort"], block["lastPort"],
                          row["ipv6"]))
    taken.sort()
    for one, other in zip(taken, taken[1:]):
        if one[:2] == other[:2] and other[2] <= one[3]:
            findings.append(f"blocks overlap: {one} and {other}")
    return findings


def flows(states, host, listed=None):
    """Findings about flows: an error of theirs, or a mapping that is not the API's."""
    findings = [f"{s['protocol']} flow from port {s['port']} was cut: {s['error']}"
                for s in states if s["error"]]
    if listed is not None:
        findings += [f"{s['protocol']} flow from port {s['port']} is {s['mapped']} to its peer, "
                     f"and no such binding is listed"
                     for s in states if s["mapped"] and not s["error"]
                     and mapping(s["protocol"], host, s["port"], *s["mapped"]) not in listed]
    return findings


def silent(states, since):
    """The flows that had no answer since a time."""
    return [f"{s['protocol']} {s['port']}" for s in states if s["last"] <= since]


def sizes(name, size):
    """Findings about the size of a part, from `Part.size`."""
    if size is None:
        return []
    resident, most, descriptors = size
    findings = []
    if resident > most:
        findings.append(f"{name} takes {resident >> 20} MB, and may take {most >> 20}")
    if descriptors > MAX_DESCRIPTORS:
        findings.append(f"{name} has {descriptors} files open, and may have {MAX_DESCRIPTORS}")
    return findings
