# SPDX-License-Identifier: Apache-2.0
"""Measures every device under test and writes pairs of ours and a peer's, as JSON, to a file.

usage: python3 -m netbench OUTPUT [--quick] [--host onos] [--only PART]

With --host onos only set-ups are measured, under the project's own host and under ONOS; with --only
what has PART in its name.
"""

import argparse
import json
import subprocess
import sys

from . import devices, measures
from .bed import Bed


def setups(quick):
    """What is measured of the host of the controller; see `plan`."""
    yield ("new UDP flows answered", "flows/s",
           lambda t: measures.new_flows(t, 10_000 if quick else 30_000))
    yield ("new UDP flow, first answer", "us",
           lambda t: measures.first_reply(t, 100 if quick else 300))


def plan(quick):
    """What is measured: name, unit, function of a target."""
    seconds = 3 if quick else 10
    yield "TCP, 1 stream, IPv6 to IPv4", "Mbit/s", lambda t: measures.tcp(t, seconds)
    yield "TCP, 1 stream, IPv4 to IPv6", "Mbit/s", lambda t: measures.tcp(t, seconds, reverse=True)
    yield "TCP, 10 streams, IPv6 to IPv4", "Mbit/s", lambda t: measures.tcp(t, seconds, streams=10)
    yield ("TCP, 10 streams, IPv4 to IPv6", "Mbit/s",
           lambda t: measures.tcp(t, seconds, streams=10, reverse=True))
    yield "UDP of 64 bytes, IPv6 to IPv4", "packets/s", lambda t: measures.udp_packets(t, seconds)
    yield "ping, 64 bytes, median RTT", "us", lambda t: measures.rtt(t, 200 if quick else 1000)
    yield from setups(quick)
    yield "translated ICMP errors", "errors/s", lambda t: measures.errors(t, 30_000)


def measure(device, measurements):
    """All that is planned of one device: name to value."""
    values = {}
    with Bed(), device() as dut:
        for name, unit, function in measurements:
            try:
                values[name] = (function(dut.target), unit)
                print(f"  {dut.name:18} {name:32} {values[name][0]:>12,.0f} {unit}", flush=True)
            except (RuntimeError, OSError, KeyError, ValueError,
                    subprocess.SubprocessError) as error:
                print(f"  {dut.name:18} {name:32} failed: {error}", flush=True)
    return values


def main():
    parser = argparse.ArgumentParser(prog="netbench")
    parser.add_argument("output")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--host", choices=["onos"])
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    quick, hosts = options.quick, options.host is not None
    ours, failed = {}, False
    pairs = []
    for device in (devices.Embedded, devices.Onos) if hosts else devices.ALL:
        if not device.available():
            print(f"  {device.name:18} left out: {device.remedy}")
            continue
        try:
            values = measure(device, (m for m in (setups if hosts else plan)(quick)
                                      if options.only in m[0]))
        except RuntimeError as error:
            print(f"  {device.name:18} failed: {error}", file=sys.stderr)
            failed = True
            continue
        if device is devices.Embedded:
            ours = values
            continue
        for name, (value, unit) in values.items():
            if name in ours:
                pairs.append({"name": name, "value": ours[name][0], "unit": unit,
                              "peer": device.name, "peer_value": value,
                              "ratio": ours[name][0] / value})
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(pairs, file, indent=2)
    return 1 if failed or not ours else 0


if __name__ == "__main__":
    sys.exit(main())
