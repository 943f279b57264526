# SPDX-License-Identifier: Apache-2.0
"""Builds a bitstream for the NetFPGA SUME; what was done before is not done again."""

import argparse
import contextlib
import fcntl
import os
import pathlib
import shlex
import signal
import sys
import time

from . import run, steps, toolchain, vectors
from .state import State, words

FAILED, CANNOT_BEGIN = 1, 2


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="bitstream", description=__doc__,
        epilog="Variables: TOOLCHAIN, SUME_FOLDER (the folder of P4-NetFPGA or NetFPGA-SUME-live), "
               "P4_PROJECT_NAME (isthmus), PROGRAM (p4/sume/isthmus.p4, or hw/netfpga/rtl/isthmus), "
               "P4INFO (p4/compiled/netfpga/isthmus.p4info.txtpb), XILINXD_LICENSE_FILE.")
    parser.add_argument("--toolchain", choices=toolchain.TOOLCHAINS,
                        help="SDNet, or Vivado alone with our own Verilog; without it, or TOOLCHAIN, "
                             "SDNet if that is on the PATH")
    parser.add_argument("--list", action="store_true", help="name the steps, and what is done")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done and why")
    parser.add_argument("--from", dest="first", metavar="STEP",
                        help="do this step and all that follow again")
    parser.add_argument("--to", dest="last", metavar="STEP", help="stop after this step")
    parser.add_argument("--fixture", default="fullest",
                        help="rows and packets of the simulation; see README.md")
    parser.add_argument("--suites", type=pathlib.Path, default=toolchain.REPOSITORY / "p4/vectors",
                        help="where packet vectors are (%(default)s)")
    parser.add_argument("--cam-rows", type=int, default=vectors.CAM_ROWS,
                        help="most rows of an exact table in a fixture (%(default)s)")
    parser.add_argument("--tcam-rows", type=int, default=vectors.TCAM_ROWS,
                        help="most rows of a ternary table (%(default)s)")
    parser.add_argument("--work", type=pathlib.Path,
                        help="where logs, state and results go (target/netfpga, or target/netfpga-rtl)")
    given = parser.parse_args(arguments)
    named = given.toolchain or os.environ.get("TOOLCHAIN")
    if named and named not in toolchain.TOOLCHAINS:
        parser.error(f"TOOLCHAIN is {named}; there are: {', '.join(toolchain.TOOLCHAINS)}")
    given.named = bool(named)
    given.toolchain = named or toolchain.chosen(os.environ)
    if given.work is None:
        given.work = toolchain.REPOSITORY / "target" / {
            "sdnet": "netfpga", "rtl": "netfpga-rtl"}[given.toolchain]
    given.steps = steps.OF[given.toolchain]
    names = [step.name for step in given.steps]
    for name in (given.first, given.last):
        if name and name not in names:
            parser.error(f"no step {name}; there are: {', '.join(names)}")
    return given


def environment(given):
    """The variables for every step: the machine's, the toolchain's, the driver's."""
    rtl = given.toolchain == "rtl"
    env = dict(os.environ) | toolchain.variables(os.environ, given.toolchain)
    if "SUME_FOLDER" not in os.environ:
        env["SUME_FOLDER"] = ""
    repository = toolchain.REPOSITORY

    def file(variable, default):
        return str(pathlib.Path(os.environ.get(variable) or repository / default).resolve())

    program = file("PROGRAM", "hw/netfpga/rtl/isthmus" if rtl else "p4/sume/isthmus.p4")
    name = toolchain.rtl_name(pathlib.Path(program)) if rtl else ""
    return env | {
        "REPOSITORY": str(repository),
        "WORK": str(given.work.resolve()),
        "PROGRAM": program, "RTL_NAME": name, "CORE": f"{name}_output_port_lookup",
        "P4INFO": file("P4INFO", "p4/compiled/netfpga/isthmus.p4info.txtpb"),
        "SUITES": str(given.suites.resolve()), "FIXTURE": given.fixture,
        "CAM_ROWS": str(given.cam_rows), "TCAM_ROWS": str(given.tcam_rows)}


def listing(all_steps, state, env):
    for step in all_steps:
        took = state.minutes(step)
        done = "" if state.stale(step, env) else "done" + (f", {took} min" if took else "")
        low, high = step.minutes
        about = f"{high} min" if low == high else f"{low} to {high} min"
        print(f"{step.name:17} {about:15} {done:14} {step.about}")


def lacking(given, env):
    """Prints what of the toolchain is missing; whether anything is."""
    absent = list(toolchain.missing(env, given.toolchain))
    if not given.named and given.toolchain == "rtl":
        print("TOOLCHAIN=rtl, Vivado alone with our own Verilog: SDNet is not on the PATH, and nothing "
              "names TOOLCHAIN=sdnet")
    for one in absent:
        print(f"missing: {one.what}\n    from: {one.source}")
    return bool(absent)


def plan(chosen, state, env):
    """The steps to do with the reason of each, given that those before it were done."""
    todo = {}
    for step in chosen:
        before = next((name for name in step.needs if name in todo), None)
        why = state.stale(step, env) or (before and f"{before} is done again")
        if why:
            todo[step.name] = why
    return todo


def build(chosen, state, env):
    """Does what is to do. Gives the exit status."""
    begun = time.monotonic()
    for step in chosen:
        why = state.stale(step, env)
        if not why:
            print(f"{step.name:17} done before", flush=True)
            continue
        log = pathlib.Path(env["WORK"], "logs", f"{step.name}.log")
        low, high = step.minutes
        print(f"{step.name:17} {step.about} (about {low} to {high} min; {why})\n"
              f"    {log}", flush=True)
        inputs, start = state.inputs_of(step, env), time.monotonic()
        state.forget([step.name])
        try:
            critical = run.run(step, env, log)
        except run.StepFailed as failure:
            print(f"\nbitstream: {step.name} failed after "
                  f"{(time.monotonic() - start) / 60:.1f} min: {failure.report()}\n"
                  f"  all of it: {log}\n"
                  f"  `make bitstream` goes on here; what is done stays", file=sys.stderr)
            return FAILED
        state.done(step, env, inputs, (time.monotonic() - start) / 60)
        for text, count in critical.most_common(5):
            print(f"    {count} x {text}")
        if len(critical) > 5:
            print(f"    and {len(critical) - 5} other critical warnings in {log}")
    print(f"up to {chosen[-1].name} in {(time.monotonic() - begun) / 60:.1f} min")
    return 0


@contextlib.contextmanager
def alone(work):
    """Only one build at a time has the folder; raises BlockingIOError."""
    work.mkdir(parents=True, exist_ok=True)
    with open(work / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def main(arguments=None):
    given = parse(arguments)
    env = environment(given)
    state = State(given.work / "state.json")
    names = [step.name for step in given.steps]
    chosen = given.steps[:names.index(given.last) + 1] if given.last else given.steps
    if given.list:
        listing(given.steps, state, env)
        return 0
    absent = lacking(given, env)
    if given.dry_run:
        again = names[names.index(given.first):] if given.first else []
        todo = plan(chosen, state, env)
        for step in chosen:
            why = "--from" if step.name in again else todo.get(step.name)
            print(f"{step.name:17} {'done' if not why else why}")
            if why:
                print(f"    in {step.folder.format_map(env)}\n    {shlex.join(words(step, env))}")
        return 0
    if absent:
        print("bitstream: cannot begin, see above", file=sys.stderr)
        return CANNOT_BEGIN
    # Whoever ends this ends what it runs as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with alone(given.work):
            if given.first:
                state.forget(names[names.index(given.first):])
            return build(chosen, state, env)
    except BlockingIOError:
        print(f"bitstream: another build has {given.work}", file=sys.stderr)
        return CANNOT_BEGIN
    except KeyboardInterrupt:
        print("\nbitstream: interrupted; `make bitstream` goes on here", file=sys.stderr)
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
