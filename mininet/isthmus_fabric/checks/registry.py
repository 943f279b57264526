# SPDX-License-Identifier: Apache-2.0
"""The list of checks and the decorator that adds to it."""

from dataclasses import dataclass
from typing import Callable

ALL = []


@dataclass(frozen=True)
class Check:
    """A scenario: `function(fabric)` returns a line of detail or raises CheckFailed.

    `unless(controller, switch)` says why it makes no sense with the controller of the fabric or the
    kind of its switches; None: it does.
    """

    name: str
    title: str
    seconds: float
    function: Callable
    unless: Callable = lambda controller, switch: None


def check(name, title, seconds, unless=lambda controller, switch: None):
    """Registers a function as a check that may take so many seconds."""
    def register(function):
        ALL.append(Check(name, title, seconds, function, unless))
        return function
    return register
