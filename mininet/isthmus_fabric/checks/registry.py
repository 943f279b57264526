# SPDX-License-Identifier: Apache-2.0
"""The list of checks and the decorator that adds to it."""

from dataclasses import dataclass
from typing import Callable

ALL = []


@dataclass(frozen=True)
class Check:
    """A scenario: `function(fabric)` returns a line of detail or raises CheckFailed.

    `suits(controller, switch)` says whether it makes sense with the controller of the fabric and
    the kind of its switches.
    """

    name: str
    title: str
    seconds: float
    function: Callable
    suits: Callable = lambda controller, switch: True


def check(name, title, seconds, suits=lambda controller, switch: True):
    """Registers a function as a check that may take so many seconds."""
    def register(function):
        ALL.append(Check(name, title, seconds, function, suits))
        return function
    return register
