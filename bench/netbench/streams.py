# SPDX-License-Identifier: Apache-2.0
"""Throughput and loss by number of streams: TCP and UDP, from IPv6 to IPv4 and back.

For each device under test, or for the one that two interfaces of this machine are wired to. All
streams are of one iperf3, which counts what arrives of them by the second.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass

from . import bed, devices, measures

OUT = pathlib.Path(__file__).resolve().parents[2] / "target/bench/streams.json"
DATAGRAM = 1400  # bytes of UDP payload: no packet is longer than 1500 bytes in either family
DIRECTIONS = (("IPv6 to IPv4", False), ("IPv4 to IPv6", True))
DEVICES = (devices.Embedded, devices.FastPath, devices.Kernel, devices.Tayga,
           devices.Nat64Bpf, devices.Bmv2)
OTHERS = 5  # seconds for which the machine's other work is looked at
SHORT = 0.5  # seconds; what the last interval has less of is no interval


@dataclass(frozen=True)
class Rates:
    """Payload that arrives, of all streams together, in Mbit/s over intervals of a second.

    `loss` is the share of datagrams, 0 to 1, that did not arrive; None for TCP.
    """

    minimum: float
    mean: float
    maximum: float
    loss: float | None = None


@dataclass(frozen=True)
class Case:
    protocol: str
    direction: str
    reverse: bool
    streams: int


def cases(protocols, streams):
    """What is measured of each device, in this order."""
    return [Case(protocol, direction, reverse, count) for protocol in protocols
            for direction, reverse in DIRECTIONS for count in streams]


def rates(report, case):
    """The figures of iperf3's report, as the receiver counted them.

    Raises ValueError for a report without intervals.
    """
    receiver = report if case.reverse else report["server_output_json"]
    sums = [interval["sum"] for interval in receiver["intervals"]]
    sums = [one for one in sums if not one["omitted"] and one["seconds"] >= SHORT]
    if not sums:
        raise ValueError("iperf3: its report has no intervals")
    speeds = [one["bits_per_second"] / 1e6 for one in sums]
    loss = None
    if case.protocol == "UDP":
        sent = sum(one["packets"] for one in sums)
        loss = sum(one["lost_packets"] for one in sums) / sent if sent else 1.0
    return Rates(min(speeds), statistics.fmean(speeds), max(speeds), loss)


def measure(target, case, seconds, omit, rate):
    """Runs iperf3 for a case; `rate` is what UDP offers in Mbit/s, 0 all that the host can."""
    options = ["-P", str(case.streams), *(["-R"] if case.reverse else [])]
    if case.protocol == "UDP":
        # iperf3 takes it for each stream; 0 means no limit to it as well.
        options += ["-u", "-l", str(DATAGRAM), "-b", str(round(rate * 1e6 / case.streams))]
    return rates(measures.iperf(target, *options, seconds=seconds, omit=omit), case)


def busy(before, after):
    """The share of all processors' time in use between two first lines of /proc/stat."""
    spent = [int(b) - int(a) for a, b in zip(before.split()[1:9], after.split()[1:9])]
    idle = spent[3] + spent[4]  # and waiting for a disk
    return 1 - idle / max(1, sum(spent))


def other_work():
    """What the machine does besides, while nothing is measured: of two devices that found it
    different, the figures are not comparable."""
    def line():
        with open("/proc/stat", encoding="ascii") as file:
            return file.readline()

    before = line()
    time.sleep(OTHERS)
    return round(busy(before, line()), 3)


def shown(value):
    """A cell of the table."""
    if value is None:
        return "failed"
    text = f"{value.minimum:,.0f} / {value.mean:,.0f} / {value.maximum:,.0f}"
    return text if value.loss is None else f"{text}, {100 * value.loss:.2f} %"


def table(names, found):
    """Lines of Markdown: `found` is by case, then by name of a device.

    In brackets: the mean of the first device divided by this one's.
    """
    def cell(values, name):
        first, own = values.get(names[0]), values.get(name)
        if name == names[0] or not (first and own and own.mean):
            return shown(own)
        return f"{shown(own)} ({first.mean / own.mean:.2f})"

    head = "| Mbit/s | " + " | ".join(names) + " |"
    lines = [head, "|---|" + "--:|" * len(names)]
    for case, values in found.items():
        streams = f"{case.streams} stream" + ("s" if case.streams > 1 else "")
        cells = " | ".join(cell(values, name) for name in names)
        lines.append(f"| {case.protocol}, {streams}, {case.direction} | {cells} |")
    return lines


def run(device, target, planned, given, found):
    """Measures what is planned of one device; whether all of it went well."""
    well = True
    if given.warm_up:
        measures.warm_up(target, given.warm_up)
    for case in planned:
        what = f"{case.protocol}, {case.streams}, {case.direction}"
        try:
            value = measure(target, case, given.seconds, given.omit, given.rate)
        except (RuntimeError, OSError, KeyError, ValueError,
                subprocess.SubprocessError) as error:
            print(f"  {device:18} {what:24} failed: {error}", flush=True)
            well = False
            continue
        found[case][device] = value
        print(f"  {device:18} {what:24} {shown(value)}", flush=True)
    return well


def parse(arguments):
    def numbers(text):
        return [int(word) for word in text.split(",")]

    parser = argparse.ArgumentParser(
        prog="netbench.streams", description=__doc__,
        epilog=f"With --interfaces the hosts are {bed.HOST6} and {bed.HOST4}, and the device is "
               f"expected to be their gateway as {bed.GATEWAY6} and {bed.GATEWAY4} and to "
               f"translate behind {bed.NAT64_PREFIX}/{bed.NAT64_LENGTH}; docs/netfpga.md has a "
               "configuration.")
    parser.add_argument("--interfaces", nargs=2, metavar=("IPV6", "IPV4"),
                        help="the interfaces that a device outside is wired to")
    parser.add_argument("--name", default="outside", help="what that device is called in the table")
    parser.add_argument("--target", default=devices.Device.target,
                        help="the IPv4 host's address behind it (%(default)s)")
    parser.add_argument("--devices", type=lambda text: text.split(","),
                        default=[device.name for device in DEVICES],
                        help="without --interfaces: those to measure, by name")
    parser.add_argument("--streams", type=numbers, default=[1, 10, 20, 50])
    parser.add_argument("--protocols", type=lambda text: text.upper().split(","),
                        default=["TCP", "UDP"])
    parser.add_argument("--seconds", type=int, default=20, help="of each measurement")
    parser.add_argument("--omit", type=int, default=10, help="seconds before that, left out")
    parser.add_argument("--warm-up", type=int, default=20,
                        help="seconds of TCP each way before a device is measured")
    parser.add_argument("--rate", type=float, default=0,
                        help="what UDP offers, Mbit/s; 0, the default, all that the host can")
    given = parser.parse_args(arguments)
    unknown = set(given.devices) - {device.name for device in DEVICES}
    if unknown or set(given.protocols) - {"TCP", "UDP"}:
        parser.error(f"devices are {', '.join(d.name for d in DEVICES)}; protocols TCP, UDP")
    if min(given.streams, default=0) < 1 or max(given.streams) > 128:
        parser.error("iperf3 has 1 to 128 streams")
    if given.seconds < 1 or not 0 <= given.omit <= 60 or min(given.rate, given.warm_up) < 0:
        parser.error("at least a second; iperf3 leaves out 0 to 60")
    return given


def main(arguments=None):
    given = parse(arguments)
    if os.geteuid() != 0:
        print("bench: makes network namespaces, so it must run as root", file=sys.stderr)
        return 2
    planned = cases(given.protocols, given.streams)
    found = {case: {} for case in planned}
    names, well = [], True
    others = {}
    started = time.strftime("%Y-%m-%d %H:%M")
    if given.interfaces:
        names = [given.name]
        others[given.name] = other_work()
        try:
            with bed.Outside(*given.interfaces):
                well = run(given.name, given.target, planned, given, found)
        except (RuntimeError, ValueError) as error:
            print(f"bench: {error}", file=sys.stderr)
            return 2
    else:
        for device in DEVICES:
            if device.name not in given.devices:
                continue
            if not device.available():
                print(f"  {device.name:18} left out: {device.remedy}")
                continue
            names.append(device.name)
            others[device.name] = other_work()
            try:
                with bed.Bed(), device() as dut:
                    well &= run(dut.name, dut.target, planned, given, found)
            except RuntimeError as error:
                print(f"  {device.name:18} failed: {error}", file=sys.stderr)
                well = False
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps({
        "started": started, "others": others, "seconds": given.seconds, "omitted": given.omit,
        "rate": given.rate,
        "cases": [asdict(case) | {"devices": {name: asdict(value)
                                              for name, value in values.items()}}
                  for case, values in found.items()]}, indent=2) + "\n")
    print("\n" + "\n".join(table(names, found)))
    print("\nother work on the machine before: " + ", ".join(
        f"{name} {100 * share:.0f} %" for name, share in others.items()))
    print("minimum / mean / maximum of intervals of a second, all streams together, loss of UDP;"
          "\nin brackets the first device's mean divided by this one's"
          f"\nwritten to {OUT}")
    return 0 if well and names else 1


if __name__ == "__main__":
    sys.exit(main())
