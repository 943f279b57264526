# SPDX-License-Identifier: Apache-2.0
"""The list of checks and the decorator that adds to it."""

from dataclasses import dataclass
from typing import Callable

from .. import services

ALL = []


@dataclass(frozen=True)
class Check:
    """A scenario: `function(fabric)` returns a line of detail or raises CheckFailed.

    `unless(controller, switch)` says why it makes no sense with the controller of the fabric or the
    kind of its switches; None: it does.
    """

    name: str
    title: str
    """With `{large}` and `{medium}` in the place of the sizes of those files."""

    seconds: float
    function: Callable
    unless: Callable = lambda controller, switch: None

    def titled(self, share):
        """Its title where the bytes of the larger files are divided by `share`."""
        return self.title.format(**services.sizes(share))


def check(name, title, seconds, unless=lambda controller, switch: None):
    """Registers a function as a check that may take so many seconds."""
    def register(function):
        ALL.append(Check(name, title, seconds, function, unless))
        return function
    return register
