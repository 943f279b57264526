# SPDX-License-Identifier: Apache-2.0
"""The list of checks and the decorator that adds to it."""

from dataclasses import dataclass
from typing import Callable

ALL = []


@dataclass(frozen=True)
class Check:
    """A scenario: `function(fabric)` returns a line of detail or raises CheckFailed."""

    name: str
    title: str
    seconds: float
    function: Callable


def check(name, title, seconds):
    """Registers a function as a check that may take so many seconds."""
    def register(function):
        ALL.append(Check(name, title, seconds, function))
        return function
    return register
