# SPDX-License-Identifier: Apache-2.0
"""First answers of new UDP flows that are opened at several rates, and what each costs.

usage: python3 -m netbench.answers [--rates 200,500,...] [--seconds 3]

The embedded switch under the embedded controller, which has set up 80,000 flows before, and kernel
forwarding beside it. A rate is what is opened, whatever is answered; more than one flow in a
hundred without an answer end the run. CPU is that of all threads of a program, its compiler and
collector included.
"""

import argparse
import json
import pathlib
import sys

from . import bed, devices, flows, measures

OUT = pathlib.Path(__file__).resolve().parents[2] / "target/bench/answers.json"
RATES = (200, 500, 1000, 2000, 4500, 7500, 10000, 13800)
WARM = 8  # clients that open flows before
WARM_FLOWS = 10_000
MOST = (bed.CLIENTS - WARM) * flows.PER_ADDRESS  # flows of the others


def rates(text):
    """Rates of a list."""
    return [int(rate) for rate in text.split(",")]


def measure(device, all_rates, seconds):
    """What each rate had."""
    rows, first = [], 0
    with bed.Bed(), device() as dut, flows.answered():
        for number in range(WARM):
            flows.through(dut.target, bed.client(number), WARM_FLOWS, window=measures.WINDOW)
        for rate in all_rates:
            before = dut.cpu()
            made = flows.through(dut.target, bed.client(WARM), rate * seconds, rate=rate,
                                 first=first)
            made.rate()  # or it has lost some
            cost = [(now - then) * 1e6 / made.opened for now, then in zip(dut.cpu(), before)]
            first += made.opened
            rows.append({"device": device.name, "rate": rate, "p50": made.p50, "p99": made.p99,
                         "cpu": cost})
            print(line(rows[-1]), flush=True)
    return rows


def line(row):
    """A line of the table."""
    return (f"{row['device']:<18} {row['rate']:>8,} {row['p50']:>10,.0f} {row['p99']:>10,.0f}"
            + "".join(f" {cost:>12,.0f}" for cost in row["cpu"]))


def main():
    parser = argparse.ArgumentParser(prog="netbench.answers")
    parser.add_argument("--rates", type=rates, default=RATES, help="new flows a second")
    parser.add_argument("--seconds", type=int, default=3, help="of each rate")
    given = parser.parse_args()
    if sum(given.rates) * given.seconds > MOST:
        parser.error(f"these are more than {MOST} flows")
    print(f"{'':<18} {'flows/s':>8} {'median us':>10} {'99 % us':>10}"
          f" {'switch us':>12} {'controller us':>12}")
    rows = [row for device in (devices.Embedded, devices.Kernel)
            for row in measure(device, given.rates, given.seconds)]
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(rows, indent=2) + "\n")
    print(f"written to {OUT}")


if __name__ == "__main__":
    sys.exit(main())
