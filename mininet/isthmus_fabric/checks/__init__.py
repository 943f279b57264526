# SPDX-License-Identifier: Apache-2.0
"""The checks, in the order they run, and what runs them."""

import time

from ..fabric import CheckFailed
from ..processes import FabricError
from ..report import Outcome
from .registry import ALL, Check, check
from . import (  # noqa: F401  (each registers its checks)
    native,
    ping,
    names,
    web,
    mappings,
    icmp,
    mtu,
    ftp,
    programs,
    clat,
    sessions,
    diagnosis,
    connections,
    filtering,
    returns,
    limits,
    sources,
    throughput,
    links,
    translators,
    restart,
    onos,
)

__all__ = ["ALL", "Check", "CheckFailed", "UnknownCheck", "check", "left_out", "run", "select"]


class UnknownCheck(Exception):
    """A name on the command line that no check begins with."""


def select(prefixes, controller, switch):
    """The checks that suit a controller and a kind of switch and whose names begin with one of
    these, all of them if there are none."""
    suitable = [c for c in ALL if not c.unless(controller, switch)]
    for prefix in prefixes:
        if not any(c.name.startswith(prefix) for c in suitable):
            names = ", ".join(c.name for c in suitable)
            raise UnknownCheck(
                f"no check begins with '{prefix}'; with {controller} and {switch} switches there are "
                f"{names}")
    return [c for c in suitable if not prefixes or c.name.startswith(tuple(prefixes))]


def left_out(controller, switch):
    """The names of the checks that make no sense, by the reason."""
    reasons = {}
    for each in ALL:
        reason = each.unless(controller, switch)
        if reason:
            reasons.setdefault(reason, []).append(each.name)
    return reasons


def run(chosen, fabric, report):
    """Runs each of these checks within its time; one that fails does not stop the others."""
    report.begin([c.name for c in chosen])
    for each in chosen:
        report.running(each.name)
        begun = time.monotonic()
        fabric.deadline = begun + each.seconds * fabric.pace
        try:
            detail, ok = each.function(fabric) or "", True
        except (CheckFailed, FabricError, OSError, KeyError, ValueError, IndexError) as e:
            message = " ".join(str(e).split())
            detail = message if isinstance(e, CheckFailed) else f"{type(e).__name__}: {message}"
            ok = False
        finally:
            fabric.deadline = None
            fabric.stop_started()
        report.add(Outcome(each.name, ok, time.monotonic() - begun, detail))
