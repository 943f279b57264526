# SPDX-License-Identifier: Apache-2.0
"""New UDP flows at a constant rate for minutes: what is answered, how soon, and in how much memory.

usage: python3 -m netbench.soak [--minutes 10] [--rate 3000]

The embedded switch under the embedded controller. A binding lives for two minutes and its port is
held for two more, so that after four minutes as many end as begin, and nothing grows any more. From
then on the run is flat, or it fails: at most one flow in a thousand is lost in any minute, and
between the first and the last third of these minutes, by their medians, nothing grows by more than
`MOST`. Memory is what is resident at the end of a minute, what of that is not the heap, and what is
live after a full collection then, before the next one begins. A collector lets the heap grow and
takes it back, so what is resident goes up and down; what leaks is in one of the other two.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

from . import bed, devices, flows, measures

OUT = pathlib.Path(__file__).resolve().parents[2] / "target/bench/soak.json"
TIMEOUT = 120  # seconds; no configuration may have less for UDP (RFC 4787 REQ-5)
HOLD = 120  # seconds until a port is another's (RFC 6888 REQ-8), the default
STEADY = (TIMEOUT + HOLD) // 60  # minutes until as many bindings and holds end as begin
LEAST = 3  # steady minutes without which nothing is said
LOST = 0.001  # of the flows of a minute, at most
PROGRAMS = ("isthmus-switch", "isthmus-controller")

# By how much the last steady minutes may exceed the first.
MOST = {"p50": 1.5, "p99": 3.0, "heap": 1.05, "resident": 1.25, "beside": 1.1}
NAMES = {"p50": "median", "p99": "99th percentile", "heap": "heap", "resident": "resident memory",
         "beside": "memory beside the heap"}


class Short(devices.Embedded):
    """Its bindings end as soon as they may."""

    def netcfg(self):
        config = super().netcfg()
        nat64 = config["apps"]["org.isthmus"]["nat64"]
        nat64["instances"][0].update(udpTimeout=TIMEOUT, portHold=HOLD)
        return config


def live_heap(histogram):
    """MB of live objects, by the last line of a class histogram."""
    total = histogram.strip().splitlines()[-1].split()
    if len(total) != 3 or total[0] != "Total":
        raise ValueError(f"no class histogram: {histogram.strip().splitlines()[-1]}")
    return int(total[2]) / 2**20


def jcmd():
    """The program of the JDK that programs run with."""
    home = os.environ.get("JAVA_HOME")
    found = str(pathlib.Path(home) / "bin/jcmd") if home else shutil.which("jcmd")
    if not found or not os.access(found, os.X_OK):
        raise RuntimeError("there is no jcmd: install a JDK, or set JAVA_HOME to one")
    return found


def heap_size(info):
    """MB that a heap has, used or not, by `GC.heap_info`: of all its generations."""
    sizes = re.findall(r"\btotal (\d+)K", info)
    if not sizes:
        raise ValueError(f"no heap: {info.strip()}")
    return sum(map(int, sizes)) / 1024


def memory():
    """By program, MB: what is resident, and beside the heap; what a full collection, this, leaves.

    In this order: a collector may give memory back beside the program, for a second or so after
    the collection.
    """
    found = {}
    for pid in bed.run("ip", "netns", "pids", bed.DUT).split():
        try:
            command = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode()
        except OSError:
            continue  # it has ended
        for name in PROGRAMS:
            if f"{name}.jar" in command:
                status = pathlib.Path(f"/proc/{pid}/status").read_text()
                resident = int(status.split("VmRSS:")[1].split()[0]) / 1024
                beside = resident - heap_size(bed.run(jcmd(), pid, "GC.heap_info"))
                heap = live_heap(bed.run(jcmd(), pid, "GC.class_histogram"))
                found[name] = {"heap": heap, "resident": resident, "beside": beside}
    for name in PROGRAMS:
        if name not in found:
            raise RuntimeError(f"{name} does not run any more")
    return found


def sources(minute, count):
    """The first address of a minute's flows: a port comes back when its binding is forgotten."""
    each = -(-count // flows.PER_ADDRESS)
    turns = bed.CLIENTS // each
    if turns * 60 < TIMEOUT + HOLD:
        raise ValueError(f"{count} flows a minute are more than {bed.CLIENTS} addresses can make")
    return bed.client(minute % turns * each)


def growth(values):
    """The last third to the first, by their medians."""
    third = max(1, len(values) // 3)
    return statistics.median(values[-third:]) / statistics.median(values[:third])


def findings(minutes):
    """What is not flat, a line each; None: there were too few minutes to say."""
    found = [f"minute {number}: {minute['lost']:,} of {minute['opened']:,} flows were lost"
             for number, minute in enumerate(minutes, 1)
             if minute["lost"] > minute["opened"] * LOST]
    steady = minutes[STEADY:]
    if len(steady) < LEAST:
        return found or None
    series = {("", what): [minute[what] for minute in steady] for what in ("p50", "p99")}
    series.update({(f"{name}: ", what): [minute["memory"][name][what] for minute in steady]
                   for name in PROGRAMS for what in ("heap", "resident", "beside")})
    for (whose, what), values in series.items():
        if growth(values) > MOST[what]:
            found.append(f"{whose}{NAMES[what]} grew by {growth(values):.2f}, from "
                         f"{values[0]:,.0f} to {values[-1]:,.0f}; {MOST[what]} is the most")
    return found


def line(number, minute):
    """A line of the table."""
    return (f"{number:>6} {minute['rate']:>8,.0f} {minute['lost']:>6,} {minute['p50']:>10,.0f}"
            f" {minute['p99']:>10,.0f}"
            + "".join(f" {minute['memory'][name]['heap']:>9,.1f}"
                      f" {minute['memory'][name]['resident']:>12,.0f}" for name in PROGRAMS))


def run(minutes, rate):
    """What each minute had."""
    count = rate * 60
    rows = []
    with bed.Bed(), Short() as dut, flows.answered():
        flows.through(dut.target, bed.HOST6, 10_000, window=measures.WINDOW)  # no cold start
        for minute in range(minutes):
            made = flows.through(dut.target, sources(minute, count), count, rate=rate)
            rows.append({"opened": made.opened, "lost": made.opened - made.answered,
                         "rate": made.answered / made.seconds,
                         "p50": made.p50, "p99": made.p99, "memory": memory()})
            print(line(minute + 1, rows[-1]), flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(prog="netbench.soak")
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--rate", type=int, default=3000, help="new flows a second")
    given = parser.parse_args()
    try:
        sources(0, given.rate * 60)
    except ValueError as error:
        parser.error(str(error))
    print(f"{'':43}" + "".join(f" {name + ', MB':>22}" for name in PROGRAMS))
    print(f"{'minute':>6} {'flows/s':>8} {'lost':>6} {'median us':>10} {'99 % us':>10}"
          + f" {'live heap':>9} {'resident':>12}" * len(PROGRAMS))
    rows = run(given.minutes, given.rate)
    found = findings(rows)
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps({"rate": given.rate, "minutes": rows, "findings": found},
                              indent=2) + "\n")
    print(f"written to {OUT}")
    if found is None:
        print(f"not judged: it takes {STEADY + LEAST} minutes, as nothing is steady in the first "
              f"{STEADY}")
    elif not found:
        print(f"flat: minutes {STEADY + 1} to {len(rows)}")
    for finding in found or []:
        print(f"not flat: {finding}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
