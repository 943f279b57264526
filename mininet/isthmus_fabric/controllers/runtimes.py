# SPDX-License-Identifier: Apache-2.0
"""Where an ONOS comes from: a directory of it, one that runs already, or a container."""

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

from .. import processes, state
from ..topology import authority, is_loopback

IMAGE = "onosproject/onos:2.7.0"
IMAGE_HOME = "/root/onos"
IMAGE_ETC = f"{IMAGE_HOME}/apache-karaf-4.2.9/etc"
CONTAINER = "isthmus-onos"
REST_PORT, SHELL_PORT, CLUSTER_PORT, RMI_PORT, RMI_SERVER_PORT = PORTS = (
    8181, 8101, 9876, 1099, 44444)
"""Where a stock ONOS listens."""

APPS = ("drivers.bmv2", "drivers.stratum", "lldpprovider", "hostprovider")
"""What our application cannot do without, as ONOS_APPS names it."""

OPENED = """
    java.base/java.io java.base/java.lang java.base/java.lang.invoke java.base/java.lang.reflect
    java.base/java.math java.base/java.net java.base/java.nio java.base/java.nio.channels
    java.base/java.nio.charset java.base/java.security java.base/java.text java.base/java.time
    java.base/java.util java.base/java.util.concurrent java.base/java.util.concurrent.atomic
    java.base/java.util.concurrent.locks java.base/java.util.regex java.base/java.util.stream
    java.base/jdk.internal.misc java.base/jdk.internal.ref java.base/sun.net.www.protocol.http
    java.base/sun.nio.ch java.base/sun.nio.cs java.base/sun.security.action
    java.management/sun.management jdk.management/com.sun.management.internal
    java.xml/jdk.xml.internal""".split()
"""Packages that ONOS 2.7.0, which was made for Java 11, reaches into."""


def choose(environment, listen):
    """The settings of an ONOS, as ONOS_HOST, ONOS_ROOT and docker allow.

    Raises MissingProgram, which says what to set, if there is none.
    """
    if environment.get("ONOS_HOST"):
        if environment.get("ONOS_ROOT"):
            raise processes.MissingProgram("ONOS_HOST and ONOS_ROOT are both set: unset one")
        return {"runtime": Running.name,
                "listen": authority(environment["ONOS_HOST"], REST_PORT),
                "switch_address": environment.get("SWITCH_ADDRESS")}
    if environment.get("ONOS_ROOT"):
        root = Path(environment["ONOS_ROOT"]).resolve()
        if not (root / "bin/onos-service").exists() or not list(root.glob("apache-karaf-*")):
            raise processes.MissingProgram(
                f"ONOS_ROOT={root}: no ONOS is there (bin/onos-service, apache-karaf-*)")
        return {"runtime": Directory.name, "listen": listen, "onos": str(root)}
    if _docker_works():
        return {"runtime": Container.name, "listen": f"127.0.0.1:{REST_PORT}"}
    raise processes.MissingProgram(
        "no ONOS: set ONOS_ROOT to the directory of an ONOS 2.7.0 (that has bin/onos-service), or "
        "ONOS_HOST to the address of one that runs (with ONOS_USER and ONOS_PASSWORD), or start "
        "docker")


def _docker_works():
    return shutil.which("docker") is not None and subprocess.run(
        ["docker", "version"], capture_output=True, timeout=20, check=False).returncode == 0


class Running:
    """An ONOS that was there before the demo and stays."""

    name = "running"
    ours = False
    log = None

    def __init__(self, settings):
        self.host = settings["listen"].rpartition(":")[0].strip("[]")
        self._switch_address = settings.get("switch_address")

    def __str__(self):
        return f"the one on {self.host}"

    @property
    def switch_address(self):
        """The address of this machine that ONOS can reach, given or found by the route to it."""
        if self._switch_address:
            return self._switch_address
        if is_loopback(self.host):
            return "127.0.0.1"
        family, _, _, _, target = socket.getaddrinfo(self.host, 9, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(target)
            return probe.getsockname()[0]

    def ports(self):
        return []

    def start(self):
        """It runs; there is no process to watch."""

    def remove(self):
        """It stays."""


class Directory:
    """A copy of an ONOS directory, in a directory of the demo's.

    It listens on the address of its REST API alone; with another port than the stock one there,
    every port is as far from its stock one.
    """

    name = "directory"
    ours = True
    switch_address = "127.0.0.1"
    log = "onos"

    def __init__(self, settings):
        self._source = Path(settings["onos"])
        self._address, _, port = settings["listen"].rpartition(":")
        self._ports = [stock + int(port) - REST_PORT for stock in PORTS]
        self._group = settings.get("pid")
        self.home = processes.WORK / "onos"

    def __str__(self):
        return f"a copy of {self._source}"

    def ports(self):
        return self._ports

    def start(self):
        """Starts it, the first time as if it were just installed; returns its process."""
        fresh = self._group is None
        if fresh:
            self.install()
        process = processes.start(
            "onos", [self.home / "bin/onos-service", *(["apps-clean"] if fresh else [])],
            JAVA_OPTS=java_options(), ONOS_HOME=str(self.home), ONOS_APPS=",".join(APPS))
        self._group = process.pid
        return process

    def kill(self):
        os.killpg(self._group, signal.SIGKILL)
        processes.wait_until(lambda: state.start_time(self._group) is None, 10,
                             "end of the killed ONOS", interval=0.02)

    def remove(self):
        if self._group in state.marked():
            self.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    def install(self):
        """Makes the copy, configured for this machine and for a cluster of one."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self._source, self.home, symlinks=True, ignore=_what_it_made)
        karaf = next(self.home.glob("apache-karaf-*"))
        _listen(karaf / "etc", self.home / "config", self._address.strip("[]"), self._ports)


class Container:
    """ONOS's own image in the network of this machine, where it listens on loopback alone."""

    name = "container"
    ours = True
    switch_address = "127.0.0.1"
    log = "onos"

    def __init__(self, settings):
        self._made = "pid" in settings

    def __str__(self):
        return f"a container of {IMAGE}"

    def ports(self):
        return list(PORTS)

    def start(self):
        if not self._made:
            self._create()
        _docker("start", CONTAINER)
        self._made = True
        return processes.start(self.log, ["docker", "logs", "--follow", "--since", "1s", CONTAINER])

    def _create(self):
        """Makes it: of the image as it is, anybody could log in with ONOS's own password."""
        _docker("create", "--name", CONTAINER, "--network", "host",
                "--env", f"ONOS_APPS={','.join(APPS)}", IMAGE)
        with tempfile.TemporaryDirectory() as directory:
            etc, config = Path(directory, "etc"), Path(directory, "config")
            _docker("cp", f"{CONTAINER}:{IMAGE_ETC}", etc)
            _listen(etc, config, "127.0.0.1", PORTS)
            _docker("cp", f"{etc}/.", f"{CONTAINER}:{IMAGE_ETC}")
            _docker("cp", config, f"{CONTAINER}:{IMAGE_HOME}")

    def kill(self):
        _docker("kill", CONTAINER)

    def remove(self):
        subprocess.run(["docker", "rm", "--force", CONTAINER], capture_output=True, check=False)


KINDS = {kind.name: kind for kind in (Running, Directory, Container)}


def _listen(etc, config, address, ports):
    """Configures an ONOS, in Karaf's etc and in its own directory, to listen at an address, as a cluster of one."""
    rest, shell, cluster, registry, server = ports
    configure(etc / "org.ops4j.pax.web.cfg", {
        "org.osgi.service.http.port": rest,
        "org.ops4j.pax.web.listening.addresses": address})
    configure(etc / "org.apache.karaf.shell.cfg", {
        "sshPort": shell, "sshHost": address})
    configure(etc / "org.apache.karaf.management.cfg", {
        "rmiRegistryPort": registry, "rmiServerPort": server})
    config.mkdir(exist_ok=True)
    (config / "cluster.json").write_text(json.dumps({
        "name": "isthmus",
        "node": {"id": "127.0.0.1", "ip": "127.0.0.1", "port": cluster},
        "clusterSecret": secrets.token_hex(16)}))


def _docker(*arguments):
    done = subprocess.run(["docker", *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise processes.FabricError(f"docker {arguments[0]}: {done.stderr.strip()[-300:]}")


def _what_it_made(directory, names):
    """What an ONOS that ran in a directory has left there."""
    if Path(directory).name.startswith("apache-karaf-"):
        return {"data", "instances"} & set(names)
    return {"active"} & set(names)


def configure(path, values):
    """Sets values in a file of properties, where they stand or at its end."""
    text = path.read_text()
    for key, value in values.items():
        line = re.compile(rf"^\s*{re.escape(key)}\s*=.*$", re.MULTILINE)
        text, count = line.subn(lambda _, k=key, v=value: f"{k} = {v}", text)
        if not count:
            text = f"{text.rstrip()}\n{key} = {value}\n"
    path.write_text(text)


def java_options():
    """Options of the JVM that ONOS runs in, one string; ONOS_JAVA_OPTS adds to them."""
    opened = " ".join(f"--add-opens={package}=ALL-UNNAMED" for package in OPENED)
    return (f"-Xmx1g -XX:+UseG1GC -Dkaraf.log.console=INFO -Dds.lock.timeout.milliseconds=10000 "
            f"-Dio.netty.tryReflectionSetAccessible=true --add-modules=jdk.unsupported {opened} "
            f"{os.environ.get('ONOS_JAVA_OPTS', '')}").strip()
