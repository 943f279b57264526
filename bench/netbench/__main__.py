# SPDX-License-Identifier: Apache-2.0
"""Measures every device under test and writes pairs of ours and a peer's, as JSON, to a file.

Set-ups are measured of one device after the other, as a start decides them. Throughput is measured
of all in turn, some rounds, each of devices that have just come up, and a row is the median of its
rounds: what a machine has left for it differs by a tenth and more from one minute to the next.

usage: python3 -m netbench OUTPUT [--quick] [--host onos] [--only PART]

With --host onos only set-ups are measured, under the project's own host and under ONOS; with --only
what has PART in its name.
"""

import argparse
import collections
import json
import statistics
import subprocess
import sys

from . import bed, devices, measures, packets
from .bed import Bed


FLOWS = 30_000  # of 10,000 a device has now 20,000 a second and now 28,000
STEADY = 7_500  # new flows a second


def setups(quick):
    """What is measured of the host of the controller: name, unit, function of a device."""
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


def once(quick):
    """What is measured of one device after the other; first what a cold start decides."""
    yield from setups(quick)
    yield ("ping, 64 bytes, median RTT", "us",
           lambda d: measures.rtt(d.target, 200 if quick else 1000))
    yield "translated ICMP errors", "errors/s", lambda d: measures.errors(d.target, 30_000)


def rounds(quick):
    """How many there are of `throughput`."""
    return 3 if quick else 5


def throughput(quick):
    """What is measured of all devices in turn, as `setups` has it."""
    seconds = 2 if quick else 4
    for where, hosts in (("", plain), (", offloads on", offloaded)):
        for name, streams in (("1 stream", 1), ("10 streams", measures.TEN)):
            for reverse in (False, True):
                way = "IPv4 to IPv6" if reverse else "IPv6 to IPv4"
                yield f"TCP, {name}, {way}{where}", "Mbit/s", hosts(seconds, streams, reverse)
    yield (f"UDP of {packets.SMALLEST} bytes, IPv6 to IPv4", "packets/s",
           lambda d: packets.rate(d.target, bed.HOST6, 1, packets.SMALLEST, seconds, before=1))


def plain(seconds, streams, reverse):
    """TCP between hosts whose frames are ones that a wire could carry."""
    return lambda dut: measures.tcp(dut.target, seconds, streams, reverse)


def offloaded(seconds, streams, reverse):
    """TCP between hosts that leave checksums and segmentation to their interfaces."""
    def one(dut):
        with bed.offloads():
            return measures.tcp(dut.target, seconds, streams, reverse)
    return one


def warm_up(dut):
    """Before throughput is measured of a switch."""
    if isinstance(dut, devices.Switch):
        measures.warm_up(dut.target, 2)


def measure(device, measurements, before=lambda dut: None):
    """All that is planned of one device: name to value and unit.

    `before` has the device first.
    """
    values = {}
    with Bed(), device() as dut:
        before(dut)
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


def medians(of_rounds):
    """One value for each row, of those of all rounds."""
    rows = collections.defaultdict(list)
    for values in of_rounds:
        for name, (number, unit) in values.items():
            rows[name, unit].append(number)
    return {name: (statistics.median(numbers), unit) for (name, unit), numbers in rows.items()}


def pairs(found):
    """Ours beside each peer's: of the switch, and of its fast path."""
    made = []
    for ours in (devices.Embedded, devices.FastPath):
        for peer, values in found.items():
            if peer in (devices.Embedded, ours) or ours not in found:
                continue
            for name, (value, unit) in values.items():
                if name in found[ours]:
                    own = found[ours][name][0]
                    made.append({
                        "name": name if ours is devices.Embedded else f"{name}, {ours.name}",
                        "value": own, "unit": unit, "peer": peer.name, "peer_value": value,
                        "ratio": own / value})
    return made


def main():
    parser = argparse.ArgumentParser(prog="netbench")
    parser.add_argument("output")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--host", choices=["onos"])
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    quick, hosts = options.quick, options.host is not None
    there, failed = [], False
    for device in (devices.Embedded, devices.Onos) if hosts else devices.ALL:
        if device.available():
            there.append(device)
        else:
            print(f"  {device.name:18} left out: {device.remedy}")

    def of(device, plan, before=lambda dut: None):
        nonlocal failed
        measurements = [m for m in plan if options.only in m[0]]
        try:
            return measure(device, measurements, before) if measurements else {}
        except RuntimeError as error:
            print(f"  {device.name:18} failed: {error}", file=sys.stderr)
            failed = True
            return {}

    found = {device: of(device, (setups if hosts else once)(quick)) for device in there}
    if not hosts:
        in_turn = collections.defaultdict(list)
        rows = {device: list(throughput(quick)) for device in there}
        for _ in range(rounds(quick)):
            for device in there:
                values = of(device, rows[device], warm_up)
                in_turn[device].append(values)
                # What a device cannot do takes a minute each time.
                rows[device] = [row for row in rows[device] if not values or row[0] in values]
        for device, values in in_turn.items():
            found[device].update(medians(values))
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(pairs(found), file, indent=2)
    return 1 if failed or not found.get(devices.Embedded) else 0


if __name__ == "__main__":
    sys.exit(main())
