# SPDX-License-Identifier: Apache-2.0
"""What runs the application for the fabric: the project's own host, or ONOS."""

from .. import state
from .embedded import Embedded
from .onos import Onos

KINDS = {kind.name: kind for kind in (Embedded, Onos)}
"""By the name that `--host` takes."""


def recorded():
    """The controller of the fabric that is up, or None when none is recorded."""
    settings = state.load().get("controller")
    return KINDS[settings["host"]](settings) if settings else None
