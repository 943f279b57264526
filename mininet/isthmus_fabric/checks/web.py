# SPDX-License-Identifier: Apache-2.0
"""HTTP with one and with many simultaneous connections; every body is compared."""

import json
import shutil
import statistics
import tempfile
from pathlib import Path

from .. import services, state, topology
from ..fabric import CheckFailed
from .names import name
from .registry import check


def download(client, url, count):
    """Fetches `url` so many times at once, each on its own connection.

    Returns the seconds each took. Raises CheckFailed if a body differs from the file served.
    """
    directory = Path(tempfile.mkdtemp(dir=state.RUN))
    try:
        out = client.ok(
            "curl", "-sS", "--fail", "--no-keepalive", "-H", "Connection: close",
            "--connect-timeout", client.fabric.patience(10), "--parallel", "--parallel-immediate",
            "--parallel-max", count, "-w", "%{json}\n", "-o", f"{directory}/#1",
            f"{url}?[1-{count}]", seconds=60)
        rows = [json.loads(line) for line in out.splitlines()]
        connections = sum(row["num_connects"] for row in rows)
        if connections != count:
            raise CheckFailed(f"{connections} connections for {count} requests")
        wanted = services.digest(state.RUN / "files" / Path(url).name)
        wrong = [n for n in range(1, count + 1)
                 if services.digest(directory / str(n)) != wanted]
        if wrong:
            raise CheckFailed(f"{len(wrong)} of {count} bodies differ from {Path(url).name}")
        return [row["time_total"] for row in rows]
    finally:
        shutil.rmtree(directory)


def _at_once(fabric, client, server, file, counts):
    said = []
    for count in counts:
        seconds = download(fabric.host(client), f"http://{name(server)}/{file}", count)
        said.append(f"{count} at once: median {statistics.median(seconds) * 1e3:.0f} ms, "
                    f"longest {max(seconds) * 1e3:.0f} ms")
    return "; ".join(said)


PATHS = {"IPv4": ("s2", "s1"), "IPv6": ("h1", "h3"), "NAT64": ("h1", "s1")}
"""Clients and servers: two leaves each."""


def _side_by_side(fabric, sizes):
    """Downloads by each path, and says how long the last took: numbers, not claims (see bench/)."""
    said = []
    for file, counts in sizes.items():
        for count in counts:
            longest = {path: max(download(fabric.host(client), f"http://{name(server)}/{file}",
                                          count))
                       for path, (client, server) in PATHS.items()}
            native = min(longest["IPv4"], longest["IPv6"])
            times = "/".join(f"{seconds * 1e3:.0f}" for seconds in longest.values())
            said.append(f"{count} of {services.size(file) // 1024} KB: {times} ms "
                        f"(x{longest['NAT64'] / native:.1f})")
    return f"{'/'.join(PATHS)}, NAT64 to the faster of the others: {'; '.join(said)}"


@check("http-small", "1 KB by IPv4, IPv6 and NAT64: 1, 10 and 100 connections at once", 60)
def http_small(fabric):
    return _side_by_side(fabric, {services.SMALL: (1, 10, 100)})


@check("http-large", "{large} by IPv4, IPv6 and NAT64, and {medium} 10 and 100 times at once", 120)
def http_large(fabric):
    return _side_by_side(fabric, {services.LARGE: (1,), services.MEDIUM: (10, 100)})


@check("http-46", "HTTP from IPv4 to the IPv6-only server, 1 KB and {large}", 60)
def http_46(fabric):
    small = _at_once(fabric, "s1", "e6", services.SMALL, (10,))
    large = _at_once(fabric, "s1", "e6", services.LARGE, (1,))
    return f"1 KB {small}; {services.size(services.LARGE) // 1024} KB {large}"


@check("http-upload", "{large} sent from IPv6 to IPv4", 40)
def http_upload(fabric):
    file = state.RUN / "files" / services.LARGE
    sink = fabric.host("s1").start(
        "sh", "-c", "socat -u TCP4-LISTEN:9000,reuseaddr STDOUT | sha256sum")
    target = topology.synthesize(fabric.host("s1").address4)
    fabric.host("h1").ok("socat", "-u", f"FILE:{file}",
                         f"TCP6:[{target}]:9000,retry=20,interval=0.1", seconds=30)
    digest = fabric.finish(sink, 10, "socat on s1").split()[0]
    if digest != services.digest(file):
        raise CheckFailed("what arrived differs from what was sent")
    return "checksum equal"
