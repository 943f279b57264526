# SPDX-License-Identifier: Apache-2.0
"""What is measured of a device: each function returns one number."""

import json
import re
import statistics
import subprocess
import sys
import time

from .bed import H4, H6, inside


def _iperf(target, *options, seconds):
    """The `end` part of iperf3's report of a run from the IPv6 to the IPv4 host."""
    server = subprocess.Popen(inside(H4, "iperf3", "-s", "-1"), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    try:
        for _ in range(50):
            listening = subprocess.run(inside(H4, "ss", "-Hltn", "sport", "=", ":5201"),
                                       stdout=subprocess.PIPE, text=True).stdout
            if listening.strip():
                break
            time.sleep(0.1)
        done = subprocess.run(
            inside(H6, "iperf3", "-J", "-c", target, "-t", str(seconds), "-O", "1", *options),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=seconds + 30)
        report = json.loads(done.stdout)
        if "error" in report:
            raise RuntimeError(f"iperf3: {report['error']}")
        return report["end"]
    finally:
        server.kill()
        server.wait()


def tcp(target, seconds, streams=1, reverse=False):
    """TCP payload that arrives, Mbit/s."""
    end = _iperf(target, "-P", str(streams), *(["-R"] if reverse else []), seconds=seconds)
    return end["sum_received"]["bits_per_second"] / 1e6


def udp_packets(target, seconds):
    """UDP packets of 64 bytes that arrive, packets/s, while as many are sent as the host can."""
    end = _iperf(target, "-u", "-b", "0", "-l", "64", seconds=seconds)["sum"]
    return (end["packets"] - end["lost_packets"]) / end["seconds"]


def rtt(target, count):
    """Median round-trip time of a ping of 64 bytes, microseconds."""
    out = subprocess.run(inside(H6, "ping", "-n", "-i", "0.005", "-c", str(count), target),
                         stdout=subprocess.PIPE, text=True, timeout=60).stdout
    times = [float(t) for t in re.findall(r"time=([\d.]+) ms", out)]
    if len(times) < count / 2:
        raise RuntimeError(f"only {len(times)} of {count} pings were answered")
    return statistics.median(times) * 1000


# Echoes UDP on the IPv4 host.
_ECHO = """
import socket
s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
s.setsockopt(socket.SOL_SOCKET, 33, 8 << 20)  # SO_RCVBUFFORCE, which Python does not name
s.bind(("::", 7))
print("ready", flush=True)
while True:
    data, peer = s.recvfrom(64)
    s.sendto(data, peer)
"""

# Opens flows from ports of its own, a window of them at a time; prints answers per second.
_FLOWS = """
import select, socket, sys, time
target, flows, window = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
poll, waiting, opened, answered = select.epoll(), {}, 0, 0
start = time.monotonic()
last = start
while answered < flows and time.monotonic() - last < 3:
    while opened < flows and len(waiting) < window:
        s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        s.setblocking(False)
        s.connect((target, 7))
        s.send(b"x")
        poll.register(s, select.EPOLLIN)
        waiting[s.fileno()] = s
        opened += 1
    for fd, _ in poll.poll(0.2):
        s = waiting.pop(fd)
        poll.unregister(fd)
        s.recv(64)
        s.close()
        answered += 1
        last = time.monotonic()
print(answered, last - start)
"""


def new_flows(target, flows, window=64):
    """UDP flows from new ports whose first packet is answered, flows/s.

    Raises when more than one in a hundred stays without an answer: a rate that loses is no rate.
    """
    echo = subprocess.Popen(inside(H4, sys.executable, "-c", _ECHO), stdout=subprocess.PIPE,
                            text=True)
    try:
        echo.stdout.readline()
        out = subprocess.run(
            inside(H6, sys.executable, "-c", _FLOWS, target, str(flows), str(window)),
            stdout=subprocess.PIPE, text=True, timeout=120, check=True).stdout.split()
    finally:
        echo.kill()
        echo.wait()
    answered, seconds = int(out[0]), float(out[1])
    if answered < flows * 0.99:
        raise RuntimeError(f"{flows - answered} of {flows} flows had no answer")
    return answered / seconds
