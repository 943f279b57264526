# SPDX-License-Identifier: Apache-2.0
"""Faults done to a small fabric of real parts, and what must hold all the while.

    isc-h6 (IPv6) --- leaf1 --- leaf2 --- isc-h4 (IPv4)
    isc-a6 (attacker) ---'  \\     /
                             spine

Three embedded switches and the controller, each a process of its own, run in the namespace isc-net.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The project's directory."""

sys.path.insert(0, str(ROOT / "mininet"))
