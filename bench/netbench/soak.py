# SPDX-License-Identifier: Apache-2.0
"""New UDP flows at a constant rate for minutes: what is answered, how soon, and in how much memory.

usage: python3 -m netbench.soak [--minutes 10] [--rate 3000]

The embedded switch under the embedded controller. A binding lives for two minutes, so that after
two of them as many end as begin.
"""

import argparse
import json
import pathlib
import subprocess
import sys

from . import bed, devices, flows

OUT = pathlib.Path(__file__).resolve().parents[2] / "target/bench/soak.json"
TIMEOUT = 120  # seconds; no configuration may have less for UDP (RFC 4787 REQ-5)
PROGRAMS = ("isthmus-switch", "isthmus-controller")


class Short(devices.Embedded):
    """Its bindings end as soon as they may."""

    def netcfg(self):
        config = super().netcfg()
        config["apps"]["org.isthmus"]["nat64"]["instances"][0]["udpTimeout"] = TIMEOUT
        return config


def memory():
    """Resident memory by program, MB."""
    found = {}
    for pid in bed.run("ip", "netns", "pids", bed.DUT).split():
        try:
            command = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode()
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
        except OSError:
            continue  # it has ended
        for name in PROGRAMS:
            if f"{name}.jar" in command:
                found[name] = int(status.split("VmRSS:")[1].split()[0]) / 1024
    return found


def sources(minute, count):
    """The first address of a minute's flows. A port comes back when its binding has ended."""
    each = -(-count // flows.PER_ADDRESS)
    turns = bed.CLIENTS // each
    if turns * 60 < TIMEOUT + 120:
        raise ValueError(f"{count} flows a minute are more than {bed.CLIENTS} addresses can make")
    return bed.client(minute % turns * each)


def main():
    parser = argparse.ArgumentParser(prog="netbench.soak")
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--rate", type=int, default=3000, help="new flows a second")
    given = parser.parse_args()
    count = given.rate * 60
    try:
        sources(0, count)
    except ValueError as error:
        parser.error(str(error))
    rows = []
    print(f"{'minute':>6} {'answered':>9} {'lost':>6} {'median us':>10} {'99 % us':>10}"
          + "".join(f" {name + ', MB':>24}" for name in PROGRAMS))
    with bed.Bed(), Short() as dut, flows.answered():
        flows.through(dut.target, bed.client(0), 10_000, window=256)  # no cold start
        for minute in range(given.minutes):
            made = flows.through(dut.target, sources(minute, count), count, rate=given.rate)
            used = memory()
            rows.append({"answered": made.answered, "lost": made.opened - made.answered,
                         "p50": made.p50, "p99": made.p99, "memory": used})
            print(f"{minute + 1:>6} {made.answered:>9,} {made.opened - made.answered:>6,}"
                  f" {made.p50:>10,.0f} {made.p99:>10,.0f}"
                  + "".join(f" {used.get(name, 0):>24,.0f}" for name in PROGRAMS), flush=True)
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps({"rate": given.rate, "minutes": rows}, indent=2) + "\n")
    print(f"written to {OUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
