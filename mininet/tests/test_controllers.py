# SPDX-License-Identifier: Apache-2.0
import base64
import json
import os
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest import mock

from isthmus_fabric import controllers, netcfg, processes, state, topology
from isthmus_fabric.controllers import runtimes
from isthmus_fabric.controllers.controller import Refused
from isthmus_fabric.controllers.onos import APP, REQUIRED, Onos


class FakeOnos(ThreadingHTTPServer):
    """The part of ONOS's REST API that the demo uses; `asked` records the requests."""

    daemon_threads = True

    def __init__(self, active):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = []
        self.states = {name: "ACTIVE" if name in active else "INSTALLED" for name in REQUIRED}
        self.configuration = None
        self.archive = b""
        self.masterless = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def listen(self):
        return f"127.0.0.1:{self.server_port}"

    def answer(self, method, path, body):
        """Status and document of an answer."""
        self.asked.append(f"{method} {path}")
        parts = path.split("?")[0].split("/")[3:]
        if parts[0] in ("flows", "groups") and self.masterless:
            self.masterless -= 1
            return 500, {"code": 500, "message": "There is no master for available device"}
        if path == "/onos/nat64/devices":
            return 200, {"devices": [{"state": "ready"} for _ in topology.SWITCHES]}
        if method == "POST" and path == "/onos/v1/applications?activate=true":
            self.archive = body
            self.states[APP] = "ACTIVE"
        elif method == "POST" and parts[-1] == "active":
            self.states[parts[1]] = "ACTIVE"
        elif method == "POST" and parts == ["network", "configuration"]:
            self.configuration = json.loads(body)
        elif method == "GET" and parts == ["applications"]:
            return 200, {"applications": [
                {"name": name, "state": s} for name, s in self.states.items()]}
        elif method == "GET" and parts == ["applications", APP]:
            return 200, {"state": self.states[APP]}
        elif method == "GET" and parts == ["links"]:
            return 200, {"links": 2 * len(topology.LINKS) * [{"state": "ACTIVE"}]}
        elif method == "GET" and (len(parts) == 1 or parts[:2] == ["flows", "application"]):
            return 200, {parts[0]: []}
        elif method != "DELETE":
            return 404, {"code": 404, "message": "nothing here"}
        return 200, None


class Handler(BaseHTTPRequestHandler):
    TOKEN = base64.b64encode(b"onos:rocks").decode()

    def _serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.headers.get("Authorization") != f"Basic {self.TOKEN}":
            status, document = 401, None
        else:
            status, document = self.server.answer(self.command, self.path, body)
        text = b"" if document is None else json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_DELETE = _serve

    def log_message(self, *_):
        pass


class RunningOnosTest(unittest.TestCase):
    """An ONOS that is not ours."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        path = Path(directory.name)
        oar = path / "app/target/isthmus-1.oar"
        oar.parent.mkdir(parents=True)
        oar.write_bytes(b"application")
        for place, name, value in (
                (state, "RUN", path / "run"), (state, "STATE", path / "run/state.json"),
                (processes, "ROOT", path), (processes, "NETCFG", path / "netcfg.json")):
            patch = mock.patch.object(place, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        patch = mock.patch.dict(os.environ, {"ONOS_USER": "onos", "ONOS_PASSWORD": "rocks"})
        patch.start()
        self.addCleanup(patch.stop)
        processes.NETCFG.write_text(json.dumps(netcfg.build()))
        self.server = FakeOnos(active=REQUIRED[:-1])
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.onos = Onos({"host": "onos", "runtime": "running", "listen": self.server.listen})

    def test_start_installs_the_archive_and_posts_netcfg(self):
        self.onos.start()
        self.assertEqual(self.server.archive, b"application")
        self.assertEqual(self.server.configuration, json.loads(processes.NETCFG.read_text()))
        self.assertLess(
            self.server.asked.index(f"POST /onos/v1/applications/{REQUIRED[-1]}/active"),
            self.server.asked.index("POST /onos/v1/applications?activate=true"))

    def test_other_programs_of_the_demo_find_it(self):
        self.onos.start()
        found = controllers.recorded()
        self.assertEqual((found.name, found.rest, found.ours),
                         ("onos", f"http://{self.server.listen}/onos/nat64", False))
        self.assertEqual(found.ports(), [])

    @mock.patch("isthmus_fabric.controllers.onos.time.sleep")
    def test_a_switch_between_two_masters_is_waited_for(self, _):
        self.onos.start()
        self.server.masterless = 2
        self.assertEqual(self.onos.flows(), [])
        self.server.masterless = 2
        self.assertEqual(self.onos.groups(), [])
        self.server.masterless = 1000
        with mock.patch("isthmus_fabric.controllers.onos.MASTERLESS_SECONDS", -1):
            self.assertRaises(Refused, self.onos.flows)

    def test_it_is_left_as_it_was(self):
        self.onos.start()
        self.server.asked.clear()
        controllers.recorded().remove()
        # ONOS cannot remove a device whose driver went with the application.
        self.assertLess(
            max(i for i, asked in enumerate(self.server.asked)
                if asked.startswith("DELETE /onos/v1/devices/")),
            self.server.asked.index(f"DELETE /onos/v1/applications/{APP}"))
        self.assertEqual(self.server.asked[-1],
                         f"DELETE /onos/v1/applications/{REQUIRED[-1]}/active")
        for switch in topology.SWITCHES:
            self.assertIn(f"DELETE /onos/v1/devices/device%3A{switch.name}", self.server.asked)
        subjects = sum(len(netcfg.build()[kind]) for kind in ("devices", "ports", "links", "apps"))
        self.assertEqual(sum("/network/configuration/" in a for a in self.server.asked), subjects)

    def test_nothing_is_removed_from_one_that_was_never_touched(self):
        self.onos.remove()
        self.assertEqual(self.server.asked, [])

    def test_a_wrong_password_is_said(self):
        with mock.patch.dict(os.environ, {"ONOS_PASSWORD": "wrong"}):
            with self.assertRaisesRegex(processes.FabricError, "ONOS_PASSWORD"):
                self.onos.start()
            with self.assertRaisesRegex(OSError, "GET /onos/v1/links: 401"):
                self.onos.links()


class ChoiceTest(unittest.TestCase):
    def _choose(self, environment, docker=False):
        with mock.patch.object(runtimes, "_docker_works", lambda: docker):
            return runtimes.choose(environment, "127.0.0.1:8181")

    def test_without_any_it_says_what_to_set(self):
        with self.assertRaisesRegex(processes.MissingProgram, "ONOS_ROOT.*ONOS_HOST.*docker"):
            self._choose({})

    def test_docker_is_the_last_choice(self):
        self.assertEqual(self._choose({}, docker=True)["runtime"], "container")
        self.assertEqual(self._choose({"ONOS_HOST": "192.0.2.1"}, docker=True),
                         {"runtime": "running", "listen": "192.0.2.1:8181",
                          "switch_address": None})

    def test_both_are_one_too_many(self):
        with self.assertRaisesRegex(processes.MissingProgram, "both"):
            self._choose({"ONOS_HOST": "192.0.2.1", "ONOS_ROOT": "/opt/onos"})

    def test_a_directory_without_an_onos(self):
        with tempfile.TemporaryDirectory() as directory:
            with self.assertRaisesRegex(processes.MissingProgram, "no ONOS is there"):
                self._choose({"ONOS_ROOT": directory})

    def test_switches_listen_where_onos_reaches_them(self):
        def address(host):
            return runtimes.Running({"listen": f"{host}:8181"}).switch_address
        self.assertEqual(address("127.0.0.1"), "127.0.0.1")
        self.assertEqual(address("[::1]"), "127.0.0.1")
        self.assertEqual(address("localhost"), "127.0.0.1")
        settings = self._choose({"ONOS_HOST": "127.0.0.1", "SWITCH_ADDRESS": "192.0.2.9"})
        self.assertEqual(runtimes.Running(settings).switch_address, "192.0.2.9")


def stock_configuration(root):
    """What an ONOS has in Karaf's etc until somebody changes it, as far as the demo does."""
    etc = root / "apache-karaf-4.2.9/etc"
    etc.mkdir(parents=True)
    (etc / "org.ops4j.pax.web.cfg").write_text(
        "# port\norg.osgi.service.http.port=8181\norg.osgi.service.http.port.secure=8443")
    (etc / "org.apache.karaf.shell.cfg").write_text("sshPort = 8101\nsshHost = 0.0.0.0\n")
    (etc / "org.apache.karaf.management.cfg").write_text(
        "rmiRegistryPort = 1099\nrmiServerPort = 44444\n")
    return etc


class DirectoryTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = Path(directory.name)
        self.root = self.path / "stock"
        stock_configuration(self.root)
        (self.root / "apache-karaf-4.2.9/data/cache").mkdir(parents=True)
        (self.root / "apps/org.onosproject.fwd").mkdir(parents=True)
        (self.root / "apps/org.onosproject.fwd/active").touch()
        (self.root / "apps/org.onosproject.fwd/app.xml").touch()

    def test_the_copy_is_fresh_and_on_the_loopback_address(self):
        with mock.patch.object(processes, "WORK", self.path / "work"):
            runtime = runtimes.Directory({"onos": str(self.root), "listen": "127.0.0.1:8281"})
        runtime.install()
        karaf = runtime.home / "apache-karaf-4.2.9"
        self.assertFalse((karaf / "data").exists())
        self.assertTrue((runtime.home / "apps/org.onosproject.fwd/app.xml").exists())
        self.assertFalse((runtime.home / "apps/org.onosproject.fwd/active").exists())
        self.assertEqual(
            (karaf / "etc/org.ops4j.pax.web.cfg").read_text().splitlines(),
            ["# port", "org.osgi.service.http.port = 8281",
             "org.osgi.service.http.port.secure=8443",
             "org.ops4j.pax.web.listening.addresses = 127.0.0.1"])
        self.assertEqual((karaf / "etc/org.apache.karaf.shell.cfg").read_text(),
                         "sshPort = 8201\nsshHost = 127.0.0.1\n")
        cluster = json.loads((runtime.home / "config/cluster.json").read_text())
        self.assertEqual(cluster["node"]["port"], 9976)
        self.assertEqual(runtime.ports(), [8281, 8201, 9976, 1199, 44544])

    def test_a_value_that_looks_like_a_reference_is_kept(self):
        path = self.path / "x.cfg"
        path.write_text("a = 1\n")
        runtimes.configure(path, {"a": r"\1", "b.c": "2"})
        self.assertEqual(path.read_text(), "a = \\1\nb.c = 2\n")


class ContainerTest(unittest.TestCase):
    """Against a program that stands in for docker: its container is a directory."""

    DOCKER = """#!/bin/sh
echo "$1" >> {path}/asked
[ "$1" = cp ] || exit 0
inside() {{ echo "$1" | sed "s#^isthmus-onos:/root/onos#{path}/onos#"; }}
exec cp -r "$(inside "$2")" "$(inside "$3")"
"""

    def test_it_listens_on_loopback_alone_before_it_starts(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        path = Path(directory.name)
        etc = stock_configuration(path / "onos")
        (path / "docker").write_text(self.DOCKER.format(path=path))
        (path / "docker").chmod(0o755)
        with mock.patch.dict(os.environ, {"PATH": f"{path}:{os.environ['PATH']}"}), \
                mock.patch.object(processes, "start"):
            runtime = runtimes.Container({})
            runtime.start()
            runtime.start()
        self.assertEqual((path / "asked").read_text().split(),
                         ["create", "cp", "cp", "cp", "start", "start"])
        self.assertIn("listening.addresses = 127.0.0.1", (etc / "org.ops4j.pax.web.cfg").read_text())
        self.assertIn("sshHost = 127.0.0.1", (etc / "org.apache.karaf.shell.cfg").read_text())
        self.assertIn("clusterSecret", json.loads((path / "onos/config/cluster.json").read_text()))


if __name__ == "__main__":
    unittest.main()
