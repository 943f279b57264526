# SPDX-License-Identifier: Apache-2.0
"""UDP packets of many flows from the IPv6 to the IPv4 host, by the program of packets.c."""

import contextlib
import json
import subprocess
import time

from . import bed
from .bed import H4, H6, inside
from .programs import listening, program

PORT = 9
SMALLEST = 64  # bytes of an IPv6 packet that is measured
RECEIVED = "/sys/class/net/eth0/statistics/rx_packets"


def dropped(port=PORT):
    """What arrives at the IPv4 host is dropped there in here, without an answer."""
    return listening(port, *inside(H4, program("packets"), "drop", str(port)))


def gateway():
    """The device's link-layer address, as the IPv6 host knows it."""
    found = bed.run(*inside(H6, "ip", "-j", "neigh", "show", bed.GATEWAY6))
    return json.loads(found)[0]["lladdr"]


@contextlib.contextmanager
def sent(target, source, flows, size, seconds):
    """Packets of so many flows are sent as fast as possible, for some seconds or until this ends.

    `size` is of the IPv6 packet, bytes; `source` is the address of the first flow.
    """
    sender = subprocess.Popen(
        inside(H6, program("packets"), "send", "eth0", gateway(), str(seconds), target, str(PORT),
               f"{source}/0", str(flows), str(size)), stdout=subprocess.DEVNULL)
    try:
        yield
        if sender.poll() not in (None, 0):
            raise RuntimeError(f"the sender of packets ended with {sender.returncode}")
    finally:
        sender.kill()
        sender.wait()


def rate(target, source, flows, size, seconds, before):
    """Packets that arrive, packets/s, counted after some seconds of the same."""
    with dropped(), sent(target, source, flows, size, before + seconds + 5):
        time.sleep(before)
        start, first = time.monotonic(), _received()
        time.sleep(seconds)
        last, end = _received(), time.monotonic()
    if last == first:
        raise RuntimeError("no packet arrived")
    return (last - first) / (end - start)


def _received():
    return int(bed.run(*inside(H4, "cat", RECEIVED)))
