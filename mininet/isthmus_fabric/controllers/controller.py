# SPDX-License-Identifier: Apache-2.0
"""What the fabric asks of the program that controls it, whichever host it runs in."""

import base64
import json
import urllib.error
import urllib.request

from .. import processes, state


class Refused(OSError):
    """A REST API answered, with a status that is no success."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Controller:
    """A controller, known by its settings: a dict that is recorded in the fabric's state."""

    name = ""
    """As `--host` has it."""

    restart_seconds = 10
    """About how long it is away when it was killed and is started at once."""

    def __init__(self, settings):
        self.settings = settings

    @classmethod
    def choose(cls, listen):
        """A controller that this machine has, with its REST API on `listen` if that is free to
        choose; raises MissingProgram if there is none."""
        raise NotImplementedError

    def __str__(self):
        return self.name

    @property
    def ours(self):
        """Whether it is started, and may be killed, by the demo."""
        return True

    @property
    def address(self):
        """Where the REST APIs are, `HOST:PORT`."""
        return self.settings["listen"]

    @property
    def rest(self):
        """Base address of the NAT64's REST API."""
        return f"http://{self.address}/onos/nat64"

    @property
    def credentials(self):
        """User and password of the REST API, or None if it asks for none."""
        return None

    @property
    def switch_address(self):
        """The address where it finds the P4Runtime servers of the switches."""
        return "127.0.0.1"

    def ports(self):
        """The TCP ports of this machine that it will listen on."""
        return [int(self.address.rpartition(":")[2])] if self.ours else []

    def start(self):
        """Starts it and waits until every switch is ready."""
        raise NotImplementedError

    def kill(self):
        """Kills it as a power cut would."""
        raise NotImplementedError

    def remove(self):
        """Removes what it left outside the fabric's own processes and files."""

    def record(self, **settings):
        """Adds to the settings that the next program of the fabric will find."""
        self.settings.update(settings)
        state.save({**state.load(), "controller": self.settings})

    def call(self, method, path, body=None, media="application/json", seconds=30):
        """What the REST API answers below `path`, decoded; None if it is nothing.

        Raises Refused when it refuses, another OSError when it cannot be reached.
        """
        request = urllib.request.Request(
            f"http://{self.address}{path}", data=body, method=method,
            headers={"Accept": "application/json"} | ({"Content-Type": media} if body else {}))
        if self.credentials is not None:
            token = base64.b64encode(":".join(self.credentials).encode()).decode()
            request.add_header("Authorization", f"Basic {token}")
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                text = answer.read()
        except urllib.error.HTTPError as e:
            said = " ".join(e.read(2000).decode(errors="replace").split())
            raise Refused(e.code, f"{method} {path}: {e.code} {said[:300]}") from e
        except urllib.error.URLError as e:
            raise OSError(f"{method} {path}: {e.reason}") from e
        return json.loads(text) if text else None

    def ready(self):
        """Whether every switch is connected and reconciled."""
        try:
            devices = self.call("GET", "/onos/nat64/devices", seconds=5)["devices"]
        except (OSError, ValueError):
            return False
        return (len(devices) == len(netcfg()["devices"])
                and all(device["state"] == "ready" for device in devices))


def netcfg():
    """The configuration the controller is given."""
    return json.loads(processes.NETCFG.read_text())
