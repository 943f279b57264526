# SPDX-License-Identifier: Apache-2.0
"""UDP from IPv6 to IPv4 by packet size and by number of flows, as charts.

All devices translate the sources without state, by a prefix, since Tayga and plain forwarding
know of no bindings; one more line is of the embedded switch with a binding for each flow.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

from . import bed, chart, devices, flows, measures, packets
from .streams import other_work

OUT = pathlib.Path(__file__).resolve().parents[2] / "target/bench"
SIZES = [packets.SMALLEST, 128, 256, 512, 1024, 1500]
FLOWS = [10 ** n for n in range(7)]
SINGLE = 1
DEVICES = (devices.Embedded, devices.FastPath, devices.Kernel, devices.Tayga,
           devices.Nat64Bpf, devices.Bmv2)
BOUND = "embedded, bindings"
"""The line of the embedded switch with a binding for each flow."""

ENTRIES, ENTRIES_A_SECOND = 262_143, 1500
"""Of the fast path: how many it has, and how many it makes of what it sees, docs/fast-path.md."""

MAPPED = bed.MAPPED6.split("/")[0]
JSON, BY_SIZE, BITS_BY_SIZE, BY_FLOWS = (
    "charts.json", "packets-by-size.svg", "bits-by-size.svg", "packets-by-flows.svg")


def bind(target, have, want):
    """Sets up bindings until there are `want`; `have` are there, of the first clients' flows."""
    while have < want:
        address, first = divmod(have, flows.PER_ADDRESS)
        count = min(want - have, flows.PER_ADDRESS - first)
        made = flows.through(target, bed.client(address), count, window=measures.WINDOW,
                             first=first)
        made.rate()  # raises if many are missing
        have += count


def bound(target, given, note):
    """Packets/s by number of flows, each with a binding."""
    have = 0
    for count in given.flows:
        with flows.answered():
            bind(target, have, count)
        have = max(have, count)
        note(count, packets.rate(target, bed.client(0), count, packets.SMALLEST, given.seconds,
                                 given.before))


def filling(device, have, want):
    """Seconds until a device that knows `have` flows knows so many, or all that it can."""
    if device is not devices.FastPath:
        return 0
    return max(0, min(want, ENTRIES) - have) / ENTRIES_A_SECOND


def run(device, given, found):
    """Measures a device; `found` has lines by chart, then by name of the device, as it gets them."""
    def note(what, name):
        def one(key, value):
            found[what].setdefault(name, {})[key] = value
            print(f"  {name:20} {what} {key:>9,} {value:>12,.0f} packets/s", flush=True)
        return one

    with bed.Bed(), device() as dut:
        def rate(count, size, have=0):
            return packets.rate(dut.target, MAPPED, count, size, given.seconds,
                                given.before + filling(device, have, count))

        if given.sizes:
            # Programs in Java are slow until they are compiled.
            rate(SINGLE, packets.SMALLEST)
        for size in given.sizes:
            note("bytes", dut.name)(size, rate(SINGLE, size))
        for have, count in zip([0, *given.flows], given.flows):
            note("flows", dut.name)(count, rate(count, packets.SMALLEST, have))
        if device is devices.Embedded:
            bound(dut.target, given, note("flows", BOUND))


def lines(found, keys):
    """Lines of a chart, in one order, so that a device has one colour in all charts."""
    order = [device.name for device in DEVICES] + [BOUND]
    return {name: [found[name].get(key) for key in keys] for name in order if name in found}


def pictures(report):
    """Files by name, drawn from what is in charts.json."""
    by_size, by_flows = ({name: {int(key): value for key, value in values.items()}
                          for name, values in report[what].items()} for what in ("bytes", "flows"))
    sizes, counts = (sorted({key for values in found.values() for key in values})
                     for found in (by_size, by_flows))
    of_size = lines(by_size, sizes)
    bits = {name: [None if rate is None else rate * 8 * size / 1e6
                   for rate, size in zip(rates, sizes)] for name, rates in of_size.items()}
    labels, across = [f"{size:,}" for size in sizes], "bytes of an IPv6 packet"
    files = {}
    if sizes:
        files[BY_SIZE] = chart.draw(chart.Chart(
            "UDP packets by size, IPv6 to IPv4, one flow", across, labels, "packets/s", of_size))
        files[BITS_BY_SIZE] = chart.draw(chart.Chart(
            "UDP throughput by size, IPv6 to IPv4, one flow", across, labels, "Mbit/s", bits))
    if counts:
        files[BY_FLOWS] = chart.draw(chart.Chart(
            f"UDP packets of {packets.SMALLEST} bytes by number of flows, IPv6 to IPv4", "flows",
            [f"{count:,}" for count in counts], "packets/s", lines(by_flows, counts)))
    return files


def write(into, files):
    """Writes files by name."""
    into.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (into / name).write_text(text, encoding="utf-8")
        print(f"written to {into / name}")


def parse(arguments):
    def numbers(text):
        return sorted({int(word) for word in text.split(",") if word})

    names = [device.name for device in DEVICES]
    parser = argparse.ArgumentParser(prog="netbench.charts", description=__doc__)
    parser.add_argument("--into", type=pathlib.Path, default=OUT,
                        help="where the pictures get, %(default)s")
    parser.add_argument("--draw", type=pathlib.Path, metavar="JSON",
                        help="measure nothing, draw what an earlier run has written")
    parser.add_argument("--devices", type=lambda text: text.split(","), default=names)
    parser.add_argument("--sizes", type=numbers, default=SIZES,
                        help="bytes of an IPv6 packet, %(default)s; '' for none")
    parser.add_argument("--flows", type=numbers, default=FLOWS, help="%(default)s; '' for none")
    parser.add_argument("--seconds", type=float, default=3, help="of each measurement")
    parser.add_argument("--before", type=float, default=2, help="seconds of the same before it")
    given = parser.parse_args(arguments)
    if set(given.devices) - set(names):
        parser.error(f"devices are {', '.join(names)}")
    if any(not 48 <= size <= 1500 for size in given.sizes):
        parser.error("an IPv6 packet has 48 to 1500 bytes here")
    if any(not 1 <= count <= FLOWS[-1] for count in given.flows):
        parser.error(f"there can be 1 to {FLOWS[-1]:,} flows")
    if given.seconds <= 0 or given.before < 0:
        parser.error("--seconds is more than 0, --before 0 or more")
    return given


def main(arguments=None):
    given = parse(arguments)
    if given.draw:
        write(given.into, pictures(json.loads(given.draw.read_text(encoding="utf-8"))))
        return 0
    if os.geteuid() != 0:
        print("bench: makes network namespaces, so it must run as root", file=sys.stderr)
        return 2
    report = {"started": time.strftime("%Y-%m-%d %H:%M"), "others": {}, "bytes": {}, "flows": {}}
    well = True
    for device in DEVICES:
        if device.name not in given.devices:
            continue
        if not device.available():
            print(f"  {device.name:20} left out: {device.remedy}")
            continue
        report["others"][device.name] = other_work()
        try:
            run(device, given, report)
        except (RuntimeError, OSError, subprocess.SubprocessError) as error:
            print(f"  {device.name:20} failed: {error}", file=sys.stderr)
            well = False
    write(OUT, {JSON: json.dumps(report, indent=2) + "\n"})
    write(given.into, pictures(report))
    print("other work on the machine before: " + ", ".join(
        f"{name} {100 * share:.0f} %" for name, share in report["others"].items()))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
