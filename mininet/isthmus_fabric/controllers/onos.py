# SPDX-License-Identifier: Apache-2.0
"""ONOS with our application in it, over ONOS's own REST API."""

import json
import os
import subprocess
import time
from urllib.parse import quote

from .. import processes
from . import runtimes
from .controller import Controller, Refused, netcfg

APP = "org.isthmus"
V1 = "/onos/v1"
INSTALL = processes.ROOT / "deploy/onos-cluster/install"
REQUIRED = [f"org.onosproject.{name}" for name in runtimes.APPS]
START_SECONDS = 240
MASTERLESS_SECONDS = 15


class Onos(Controller):
    """An ONOS and our `.oar`. Its runtime says where it comes from."""

    name = "onos"
    restart_seconds = 60

    def __init__(self, settings):
        super().__init__(settings)
        self.runtime = runtimes.KINDS[settings["runtime"]](settings)

    @classmethod
    def choose(cls, listen):
        settings = runtimes.choose(os.environ, listen)
        archive()
        return cls({"host": cls.name, **settings})

    def __str__(self):
        return f"ONOS, {self.runtime}"

    @property
    def ours(self):
        return self.runtime.ours

    @property
    def credentials(self):
        return os.environ.get("ONOS_USER", "onos"), os.environ.get("ONOS_PASSWORD", "rocks")

    @property
    def switch_address(self):
        return self.runtime.switch_address

    def ports(self):
        return self.runtime.ports()

    def start(self):
        installed = self.settings.get("installed", False)
        process = self.runtime.start()
        if process is not None:
            self.record(pid=process.pid)
        processes.wait_until(self.answers, START_SECONDS,
                             f"REST of ONOS with {', '.join(REQUIRED)}", process, 1)
        if not installed:
            self.record(installed=True)
            self._activate_required()
            self.install()
            self.call("POST", f"{V1}/network/configuration", json.dumps(netcfg()).encode())
        processes.wait_until(self.ready, START_SECONDS, "switches of ONOS", process, 1)
        processes.wait_until(self._found_links, 60, "links of ONOS", process, 1)

    def kill(self):
        self.runtime.kill()

    def remove(self):
        """Leaves an ONOS that is not ours as it was."""
        if not self.ours and self.settings.get("installed"):
            for path in self._traces():
                try:
                    self.call("DELETE", f"{V1}/{path}")
                except OSError as e:
                    print(f"mininet/demo: not removed from ONOS: {e}")
        self.runtime.remove()

    def _traces(self):
        """In an order in which ONOS can remove them: a device needs its driver for that."""
        document = netcfg()
        for subject in ("apps", "ports", "links", "devices"):
            for key in document.get(subject, {}):
                yield f"network/configuration/{subject}/{quote(key, safe='')}"
        for device in document["devices"]:
            yield f"devices/{quote(device, safe='')}"
        yield f"applications/{APP}"
        for name in reversed(self.settings.get("activated", [])):
            yield f"applications/{name}/active"

    def answers(self):
        """Whether ONOS has started so far that it has its services and the applications we need."""
        try:
            for service in ("devices", "links", "hosts", "flows", "groups"):
                self.call("GET", f"{V1}/{service}", seconds=5)
            return set(REQUIRED) <= set(self._applications())
        except (OSError, ValueError) as e:
            if isinstance(e, Refused) and e.status == 401 and not self.ours:
                raise processes.FabricError(
                    f"ONOS at {self.address} refuses user {self.credentials[0]}: set ONOS_USER "
                    "and ONOS_PASSWORD") from e
            return False

    def _applications(self):
        """State of every application that is installed, by its name."""
        return {a["name"]: a["state"]
                for a in self.call("GET", f"{V1}/applications", seconds=5)["applications"]}

    def _found_links(self):
        try:
            return len(self.links()) == 2 * len(netcfg().get("links", {}))
        except (OSError, ValueError):
            return False

    def install(self):
        """Installs and activates our application, as `onos-app HOST install!` does."""
        self.call("POST", f"{V1}/applications?activate=true", archive().read_bytes(),
                  "application/octet-stream", 120)
        processes.wait_until(self.active, 120, f"application {APP}", interval=1)

    def replace(self):
        """Replaces our application by itself, as who installs a new version does."""
        user, password = self.credentials
        done = subprocess.run(
            [INSTALL, archive(), self.address], capture_output=True, text=True, check=False,
            env={**os.environ, "ONOS_USER": user, "ONOS_PASSWORD": password})
        if done.returncode:
            raise processes.FabricError(done.stderr.strip())

    def activate(self):
        """Activates our application, which is installed."""
        self.call("POST", f"{V1}/applications/{APP}/active", seconds=120)

    def deactivate(self):
        """Deactivates our application."""
        self.call("DELETE", f"{V1}/applications/{APP}/active", seconds=120)

    def active(self):
        """Whether our application is active and serves REST."""
        try:
            found = self.call("GET", f"{V1}/applications/{APP}", seconds=5)
            self.call("GET", "/onos/nat64/devices", seconds=5)
        except (OSError, ValueError):
            return False
        return found["state"] == "ACTIVE"

    def _activate_required(self):
        """Activates what was not active among the applications ours needs."""
        states = self._applications()
        missing = [name for name in REQUIRED if states[name] != "ACTIVE"]
        self.record(activated=missing)
        for name in missing:
            self.call("POST", f"{V1}/applications/{name}/active", seconds=120)

    def flows(self):
        """The flow rules of our application."""
        return self._of_masters(f"{V1}/flows/application/{APP}")["flows"]

    def groups(self):
        """The groups of our application."""
        return [g for g in self._of_masters(f"{V1}/groups")["groups"] if g.get("appId") == APP]

    def _of_masters(self, path):
        """What ONOS answers once every switch has a master.

        Its flow rule store refuses a list while a switch is available without one, as in between
        two terms: with status 500.
        """
        deadline = time.monotonic() + MASTERLESS_SECONDS
        while True:
            try:
                return self.call("GET", path)
            except Refused as e:
                if e.status != 500 or time.monotonic() > deadline:
                    raise
            time.sleep(0.5)

    def links(self):
        """The links that ONOS found and that are active."""
        return [link for link in self.call("GET", f"{V1}/links")["links"]
                if link["state"] == "ACTIVE"]

    def hosts(self):
        """The hosts that ONOS learnt."""
        return self.call("GET", f"{V1}/hosts")["hosts"]

    def devices(self):
        """The devices of ONOS."""
        return self.call("GET", f"{V1}/devices")["devices"]


def archive():
    """The path of our `.oar`; raises MissingProgram if it was not built."""
    found = sorted((processes.ROOT / "app/target").glob("isthmus-*.oar"))
    if not found:
        raise processes.MissingProgram("app/target has no isthmus-*.oar: run `make build`")
    return found[-1]
