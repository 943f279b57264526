# SPDX-License-Identifier: Apache-2.0
"""What is measured of a device: each function returns a number, or some by name."""

import contextlib
import json
import re
import statistics
import subprocess
import sys
import time

from . import bed, flows
from .bed import H4, H6, inside

IPERF_PORT = 5201  # and those that follow


def iperf(target, *options, seconds, omit=1):
    """iperf3's report of a run from the IPv6 to the IPv4 host; the first `omit` seconds are extra.

    Its `server_output_json` is that of the IPv4 host.
    """
    return iperfs(target, 1, *options, seconds=seconds, omit=omit)[0]


def iperfs(target, runs, *options, seconds, omit=1):
    """The reports of so many runs at a time, each a process of its own on both hosts."""
    ports = [IPERF_PORT + i for i in range(runs)]
    servers = [subprocess.Popen(inside(H4, "iperf3", "-s", "-1", "-J", "-p", str(port)),
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
               for port in ports]
    clients = []
    try:
        _wait_for_iperf(ports)
        for port in ports:
            clients.append(subprocess.Popen(
                inside(H6, "iperf3", "-J", "--get-server-output", "-c", target, "-p", str(port),
                       "-t", str(seconds), "-O", str(omit), *options),
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True))
        reports = [json.loads(client.communicate(timeout=omit + seconds + 60)[0])
                   for client in clients]
        for report in reports:
            if "error" in report:
                raise RuntimeError(f"iperf3: {report['error']}")
        return reports
    finally:
        for process in clients + servers:
            process.kill()
            process.wait()


def _wait_for_iperf(ports):
    for _ in range(50):
        sockets = subprocess.run(inside(H4, "ss", "-Hltn"), stdout=subprocess.PIPE, text=True)
        if all(re.search(rf":{port}\s", sockets.stdout) for port in ports):
            return
        time.sleep(0.1)
    raise RuntimeError("iperf3 does not listen")


def tcp(target, seconds, streams=1, reverse=False):
    """TCP payload that arrives by so many connections, Mbit/s.

    Each has processes of its own. iperf3 before 3.16 has one thread for all that it is asked for;
    that carries half as much, at one of two rates, whatever the device (docs/performance.md).
    """
    reports = iperfs(target, streams, *(["-R"] if reverse else []), seconds=seconds)
    return sum(report["end"]["sum_received"]["bits_per_second"] for report in reports) / 1e6


TEN = 10  # streams


def warm_up(target, seconds):
    """TCP each way for so long: programs in Java are slow until they are compiled.

    What fails here fails again in what is measured next, which says so.
    """
    for reverse in (False, True):
        with contextlib.suppress(RuntimeError, OSError, ValueError, subprocess.SubprocessError):
            tcp(target, seconds, streams=TEN, reverse=reverse)


def rtt(target, count):
    """Median round-trip time of a ping of 64 bytes, microseconds."""
    out = subprocess.run(inside(H6, "ping", "-n", "-i", "0.005", "-c", str(count), target),
                         stdout=subprocess.PIPE, text=True, timeout=60).stdout
    times = [float(t) for t in re.findall(r"time=([\d.]+) ms", out)]
    if len(times) < count / 2:
        raise RuntimeError(f"only {len(times)} of {count} pings were answered")
    return statistics.median(times) * 1000


def _on_h6(program, *arguments):
    """What a program in Python prints on the IPv6 host."""
    return subprocess.run(inside(H6, sys.executable, "-c", program, *map(str, arguments)),
                          stdout=subprocess.PIPE, text=True, timeout=120, check=True).stdout


WINDOW = 256  # flows that wait for an answer at a time


def cold_flows(target):
    """UDP flows whose first packet is answered, flows/s: the first 10,000 of a device."""
    with flows.answered():
        return flows.through(target, bed.client(0), 10_000, window=WINDOW).rate()


def new_flows(target, count, client=1):
    """The same of a device that has set up 60,000 before, of another client."""
    with flows.answered():
        flows.through(target, bed.client(client), flows.PER_ADDRESS, window=WINDOW)
        return flows.through(target, bed.client(client + 1), count, window=WINDOW).rate()


LONG_RUN_SECONDS = 20  # of the flows before, and of those that are measured


def long_run(target):
    """New UDP flows answered, flows/s: of the 180,000 that come 360,000 later.

    By then programs in Java are compiled, and a store has taken in what was written. Of a device
    that takes long for so many, fewer.
    """
    def opened(clients):
        count = seconds = 0
        for client in clients:
            for first in range(0, flows.PER_ADDRESS, 10_000):
                if seconds < LONG_RUN_SECONDS:
                    made = flows.through(target, bed.client(client), 10_000, window=WINDOW,
                                         first=first)
                    made.rate()  # or it has lost some
                    count += made.answered
                    seconds += made.seconds
        return count / seconds

    with flows.answered():
        opened(range(8, 14))
        return opened(range(14, bed.CLIENTS))


def new_connections(target, count):
    """TCP connections that are made and closed, connections/s; as many go before."""
    with flows.answered():
        for first in (0, count):
            made = flows.through(target, bed.client(3), count, window=WINDOW, first=first,
                                 protocol="tcp")
    return made.rate()


def first_answer(target, rate, seconds, client=4):
    """Time from the first packet of a new UDP flow to its answer, us, at so many flows a second."""
    with flows.answered():
        opened = flows.through(target, bed.client(client), int(rate * seconds), rate=rate)
    opened.rate()
    return {"median": opened.p50, "99th percentile": opened.p99}


# Sends datagrams to a port that is closed, from one port, a window of them at a time; prints how
# many ICMPv6 errors about them came, and in how many seconds.
_REFUSED = """
import socket, struct, sys, time
target, port, count, window = sys.argv[1], *map(int, sys.argv[2:])
udp = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
udp.bind(("::", port))
icmp = socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)
icmp.setsockopt(socket.SOL_SOCKET, 33, 8 << 20)  # SO_RCVBUFFORCE, which Python does not name
everything = 0xffffffff
unreachable = struct.pack("8I", everything ^ 1 << 1, *[everything] * 7)
icmp.setsockopt(socket.IPPROTO_ICMPV6, 1, unreachable)  # ICMPV6_FILTER: what is not to come
icmp.settimeout(1)
sent, came, lost = 0, 0, 0
start = last = time.monotonic()
while came + lost < count:
    while sent < count and sent - came - lost < window:
        udp.sendto(b"x", (target, 9))
        sent += 1
    try:
        icmp.recv(64)
        came += 1
        last = time.monotonic()
    except TimeoutError:
        lost = sent - came
print(came, last - start)
"""


def errors(target, count, window=64):
    """ICMP errors of the IPv4 host that arrive at the IPv6 host, about its datagrams, errors/s.

    Twice as many go before, because programs in Java are slow at first. Raises when more than one
    in a hundred is missing.
    """
    # The host answers each datagram: what is measured is the way back.
    subprocess.run(inside(H4, "sysctl", "-qw", "net.ipv4.icmp_ratemask=0",
                          "net.ipv6.icmp.ratemask="), check=True)
    for _ in range(3):
        out = _on_h6(_REFUSED, target, 1999, count, window).split()
    came, seconds = int(out[0]), float(out[1])
    if came < count * 0.99:
        raise RuntimeError(f"{count - came} of {count} errors did not come")
    return came / seconds
