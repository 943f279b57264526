# SPDX-License-Identifier: Apache-2.0
"""Faults of wires."""

import contextlib
import pathlib
import subprocess


@contextlib.contextmanager
def cut(*ends):
    """Drops all that these interfaces send, without a switch noticing.

    (Taken down, an interface of BMv2 would keep it from reading the others.)
    """
    try:
        for end in ends:
            subprocess.run(["tc", "qdisc", "replace", "dev", end, "root", "pfifo", "limit", "0"],
                           check=True)
        yield
    finally:
        for end in ends:
            subprocess.run(["tc", "qdisc", "delete", "dev", end, "root"], check=False,
                           stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def narrowed(end, mtu):
    """Has an interface, and so its cable, take smaller packets."""
    before = pathlib.Path("/sys/class/net", end, "mtu").read_text().strip()
    try:
        subprocess.run(["ip", "link", "set", end, "mtu", str(mtu)], check=True)
        yield
    finally:
        subprocess.run(["ip", "link", "set", end, "mtu", before], check=False)


@contextlib.contextmanager
def unplugged(end):
    """Takes an interface down, so that neither end of its cable has a carrier."""
    try:
        subprocess.run(["ip", "link", "set", end, "down"], check=True)
        yield
    finally:
        subprocess.run(["ip", "link", "set", end, "up"], check=False)
