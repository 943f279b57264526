# SPDX-License-Identifier: Apache-2.0
"""Does faults to real parts for some minutes and says what it found.

usage: python3 -m chaos [--minutes N] [--seed N] [--only FAULT[,FAULT...]] [--list]

The exit status is 0 if nothing was found, 1 if something was, 2 if it could not begin. A seed
stands for the order of faults and what is chosen in each, not for the moments at which parts are
hit.
"""

import argparse
import fcntl
import os
import random
import signal
import sys
import time

from . import ROOT, faults
from .bed import Bed
from .fabric import Fabric
from .parts import WORK

LOCK = "/run/lock/isthmus-chaos"


def parse():
    """The command line."""
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", type=lambda t: t.split(","), default=None, metavar="FAULT,...")
    parser.add_argument("--list", action="store_true", help="list the faults")
    arguments = parser.parse_args()
    names = [name for name, _ in faults.ALL]
    for name in arguments.only or ():
        if name not in names:
            parser.error(f"no fault {name}; there are {', '.join(names)}")
    return arguments


def order(seed, chosen):
    """Endless faults, each with a source of chance: all of them, in another order each time."""
    rng = random.Random(seed)
    while True:
        for name, function in rng.sample(chosen, len(chosen)):
            yield name, function, random.Random(rng.getrandbits(64))


def main():
    """Runs rounds until time is up."""
    arguments = parse()
    if arguments.list:
        for name, function in faults.ALL:
            print(f"{name:<22} {function.__doc__}")
        return 0
    if os.geteuid() != 0:
        print("chaos: makes network namespaces, so it must run as root", file=sys.stderr)
        return 2
    if not (ROOT / "bench/target/isthmus-bench.jar").exists():
        print("chaos: bench/target/isthmus-bench.jar is not there: run `make build`",
              file=sys.stderr)
        return 2
    lock = open(LOCK, "w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("chaos: it runs already on this machine", file=sys.stderr)
        return 2
    for number in (signal.SIGINT, signal.SIGTERM):  # in the background as well
        signal.signal(number, signal.default_int_handler)
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().getrandbits(31)
    chosen = [f for f in faults.ALL if not arguments.only or f[0] in arguments.only]
    begun = time.monotonic()

    def say(text):
        minutes, seconds = divmod(int(time.monotonic() - begun), 60)
        print(f"{minutes:3}:{seconds:02}  {text}", flush=True)

    say(f"seed {seed}")
    try:
        return run(arguments, seed, chosen, begun, say)
    except KeyboardInterrupt:
        say("interrupted")
        return 130


def run(arguments, seed, chosen, begun, say):
    """Rounds until time is up; returns the exit status."""
    with Bed(), Fabric(random.Random(seed), say) as fabric:
        say("all is up")
        rounds = 0
        for name, function, rng in order(seed, chosen):
            if rounds and time.monotonic() - begun > arguments.minutes * 60:
                break
            rounds += 1
            fabric.rng = rng
            say(name)
            said = function(fabric)
            fabric.settle(name)
            fabric.in_force()
            say(f"{name}: over{f' ({said})' if said else ''}")
        fabric.settle("the end")
        for line in fabric.report():
            say(line)
        say(f"{rounds} rounds with seed {seed}: {len(fabric.findings)} findings; logs: {WORK}")
        return 1 if fabric.findings else 0


if __name__ == "__main__":
    sys.exit(main())
