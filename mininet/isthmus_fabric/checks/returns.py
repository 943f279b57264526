# SPDX-License-Identifier: Apache-2.0
"""One flow, two translators: replies that enter the fabric where no request left it."""

import re

from .. import services, state, topology
from ..fabric import CheckFailed
from .registry import check

PACKETS = 100
"""So many packets are a download and no chatter."""


def _ports(host):
    """Packets (received, sent) of both interfaces of s3."""
    return [host.counters(host.definition.interface(i)) for i in (0, 1)]


def _url(fabric, port=80):
    target = topology.synthesize(fabric.host("s3").definition.attachments[0].addresses[0])
    return f"http://[{target}]:{port}/{services.LARGE}"


def _fetch(client, file, url):
    return client.start("curl", "-gsS", "--fail", "--max-time", client.fabric.patience(40),
                        "-o", file, url)


def _compare(file):
    if services.digest(file) != services.digest(state.RUN / "files" / services.LARGE):
        raise CheckFailed("the file differs")
    file.unlink()


@check("return-other-leaf", "Requests leave by leaf2, all replies enter by leaf3", 60)
def return_other_leaf(fabric):
    s3 = fabric.host("s3")
    port = topology.switch("leaf3").interface(s3.definition.attachments[1].port)
    file = state.RUN / "return"
    before = _ports(s3)
    capture = _count_on(fabric, port)
    fabric.finish(_fetch(fabric.host("h1"), file, _url(fabric)), 45, "curl on h1")
    _compare(file)
    (in_a, out_a), (in_b, out_b) = [
        (now[0] - then[0], now[1] - then[1]) for then, now in zip(before, _ports(s3))]
    captured = capture()
    if out_a >= PACKETS or out_b < PACKETS or in_a < PACKETS // 4 or in_b >= PACKETS:
        raise CheckFailed(f"s3 received {in_a} and sent {out_a} packets at leaf2, "
                          f"received {in_b} and sent {out_b} at leaf3")
    if captured < PACKETS:
        raise CheckFailed(f"tcpdump saw {captured} replies at {port}")
    return (f"requests at leaf2 {in_a}, replies at leaf3 {out_b} "
            f"(tcpdump saw {captured} of them at {port})")


def _count_on(fabric, interface):
    """Starts counting TCP packets from port 80 on a switch port; call the result to stop."""
    process = fabric.capture(interface, "tcp and src port 80", "-B", "16384")
    process.stdout.readline()  # it says when it listens

    def stop():
        process.terminate()
        return int(re.search(rb"(\d+) packets captured", process.stdout.read())[1])

    return stop


@check("return-moves", "Replies of a running download move from leaf2 to leaf3 and back", 60)
def return_moves(fabric):
    s3 = fabric.host("s3")
    first, second = s3.definition.attachments
    file = state.RUN / "return"
    route = ("ip", "-4", "route", "replace", "default", "via")
    s3.ok(*route, first.gateway4.ip)
    try:
        transfer = _fetch(fabric.host("h1"), file, _url(fabric, services.SLOW_PORT))
        sent = []
        for gateway in (None, second.gateway4.ip, first.gateway4.ip):
            if gateway is not None:
                s3.ok(*route, gateway)
            before = _ports(s3)
            fabric.sleep(1.2)
            sent.append([now[1] - then[1] for then, now in zip(before, _ports(s3))])
        fabric.finish(transfer, 45, "curl on h1")
    finally:
        s3.ok(*route, second.gateway4.ip)
    _compare(file)
    if not (sent[0][0] > 10 and sent[1][1] > 10 and sent[2][0] > 10):
        raise CheckFailed(f"packets sent to leaf2 and leaf3 in the three parts: {sent}")
    return (f"replies at leaf2, leaf3, leaf2: {sent[0][0]}, {sent[1][1]}, {sent[2][0]}; "
            "checksum equal")

