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

from . import bed, devices, measures
from .bed import Bed


FLOWS = 30_000  # of 10,000 a device has now 20,000 a second and now 28,000
STEADY = 7_500  # new flows a second


def setups(quick):
    """What is measured of the host of the controller; see `plan`."""
    rates = []

    def warm(dut):
        rates.append(measures.new_flows(dut.target, FLOWS))
        return rates[-1]

    yield "new UDP flows answered, cold", "flows/s", lambda d: measures.cold_flows(d.target)
    yield "new UDP flows answered", "flows/s", warm
    # Of a device without port sets, the same once more.
    yield ("new UDP flows answered, with port sets", "flows/s",
           lambda d: measures.new_flows(d.sets_target or d.target, FLOWS, client=5))
    yield ("new TCP connections", "connections/s",
           lambda d: measures.new_connections(d.target, FLOWS))
    seconds = 3 if quick else 8
    yield ("first answer at half of the UDP flows", "us",
           lambda d: measures.first_answer(d.target, (rates or [warm(d)])[0] / 2, seconds))
    yield (f"first answer at {STEADY:,} UDP flows/s", "us",
           lambda d: measures.first_answer(d.target, STEADY, seconds, client=7))
    yield ("new UDP flows answered, in the long run", "flows/s",
           lambda d: measures.long_run(d.target))


def plan(quick):
    """What is measured: name, unit, function of a device; first what a cold start decides."""
    seconds, runs = (3, 6) if quick else (10, 12)
    yield from setups(quick)
    yield "TCP, 1 stream, IPv6 to IPv4", "Mbit/s", lambda d: measures.tcp(d.target, seconds)
    yield ("TCP, 1 stream, IPv4 to IPv6", "Mbit/s",
           lambda d: measures.tcp(d.target, seconds, reverse=True))
    yield ("TCP, 10 streams, IPv6 to IPv4", "Mbit/s",
           lambda d: measures.tcp_ten(d.target, runs))
    yield ("TCP, 10 streams, IPv4 to IPv6", "Mbit/s",
           lambda d: measures.tcp_ten(d.target, runs, reverse=True))
    yield ("UDP of 64 bytes, IPv6 to IPv4", "packets/s",
           lambda d: measures.udp_packets(d.target, seconds))
    yield ("ping, 64 bytes, median RTT", "us",
           lambda d: measures.rtt(d.target, 200 if quick else 1000))
    yield "translated ICMP errors", "errors/s", lambda d: measures.errors(d.target, 30_000)
    yield from offloaded(2 if quick else seconds, runs)


def offloaded(seconds, runs):
    """TCP between hosts that leave checksums and segmentation to their interfaces."""
    def measured(function, of, reverse):
        def one(dut):
            with bed.offloads():
                return function(dut.target, of, reverse=reverse)
        return one

    for streams, function, of in (("1 stream", measures.tcp, seconds),
                                  ("10 streams", measures.tcp_ten, runs)):
        for reverse in (False, True):
            yield (f"TCP, {streams}, {'IPv4 to IPv6' if reverse else 'IPv6 to IPv4'}, offloads on",
                   "Mbit/s", measured(function, of, reverse))


def measure(device, measurements):
    """All that is planned of one device: name to value."""
    values = {}
    with Bed(), device() as dut:
        for name, unit, function in measurements:
            try:
                value = function(dut)
                rows = value if isinstance(value, dict) else {"": value}
                for key, number in rows.items():
                    row = f"{name}, {key}" if key else name
                    values[row] = (number, unit)
                    print(f"  {dut.name:18} {row:52} {number:>12,.0f} {unit}", flush=True)
            except (RuntimeError, OSError, KeyError, ValueError,
                    subprocess.SubprocessError) as error:
                print(f"  {dut.name:18} {name:52} failed: {error}", flush=True)
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
