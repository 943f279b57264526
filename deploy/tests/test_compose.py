# SPDX-License-Identifier: Apache-2.0
"""The compose file against the Debian packages' unit and example."""

import http.server
import pathlib
import re
import subprocess
import threading
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEBIAN = ROOT / "deploy/debian"


class ComposeTest(unittest.TestCase):
    def setUp(self):
        self.text = (ROOT / "deploy/compose/compose.yaml").read_text()
        self.services = yaml.safe_load(self.text)["services"]

    def test_only_the_switch_has_capabilities_and_those_of_its_unit(self):
        unit = (DEBIAN / "isthmus-switch/lib/systemd/system/isthmus-switch@.service").read_text()
        bounding = re.search(r"(?m)^CapabilityBoundingSet=(.*)$", unit)[1].split()
        self.assertEqual(["CAP_" + c for c in self.services["switch"]["cap_add"]], bounding)
        self.assertNotIn("cap_add", self.services["controller"])
        for service in self.services.values():
            self.assertEqual(service["cap_drop"], ["ALL"])
            self.assertTrue(service["read_only"])

    def test_switch_has_the_options_of_the_example(self):
        conf = (DEBIAN / "isthmus-switch/usr/share/doc/isthmus-switch/examples/box.conf").read_text()
        example = re.search(r'(?m)^OPTIONS="(.*)"$', conf)[1].split()
        command = re.sub(r"\$\{ISTHMUS_(\w+):\?[^}]*\}", lambda m: {"INSIDE": "eth1", "OUTSIDE": "eth2"}[m[1]],
                         self.services["switch"]["command"])
        self.assertEqual(command.split(), example)

    def test_the_fast_path_is_what_the_unit_has_for_it(self):
        switch = yaml.safe_load((ROOT / "deploy/compose/fast-path.yaml").read_text())["services"]["switch"]
        unit = (DEBIAN / "isthmus-switch/usr/share/isthmus-switch/fast-path.conf").read_text()
        bounding = re.search(r"(?m)^CapabilityBoundingSet=(.*)$", unit)[1].split()
        option = re.search(r"(?m)^Environment=FAST_PATH=(.*)$", unit)[1]
        self.assertEqual(["CAP_" + c for c in switch["cap_add"]], bounding)
        self.assertEqual(switch["command"], self.services["switch"]["command"] + " " + option)

    def test_no_two_files_are_one_project(self):
        names = [yaml.safe_load(path.read_text()).get("name") for path in (ROOT / "deploy").glob("*/compose.yaml")]
        self.assertEqual(len(names), 2)
        self.assertEqual(len(set(names)), 2)

    def test_controller_has_the_options_of_the_service(self):
        conf = (DEBIAN / "isthmus-controller/etc/isthmus/controller.conf").read_text()
        self.assertEqual(self.services["controller"]["command"], re.search(r'(?m)^OPTIONS="(.*)"$', conf)[1].split())

    def test_controller_is_healthy_when_it_says_that_it_is_ready(self):
        kind, *command = self.services["controller"]["healthcheck"]["test"]
        self.assertEqual(kind, "CMD")
        for status, healthy in (200, True), (503, False):
            class Ready(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(status if self.path == "/onos/nat64/ready" else 404)
                    self.end_headers()

                def log_message(self, *_):
                    pass

            with http.server.HTTPServer(("127.0.0.1", 0), Ready) as server:
                threading.Thread(target=server.handle_request).start()
                here = [word.replace("/8181", f"/{server.server_port}") for word in command]
                self.assertEqual(subprocess.run(here, timeout=10).returncode == 0, healthy, status)
        self.assertNotEqual(subprocess.run(here, timeout=10, stderr=subprocess.DEVNULL).returncode, 0, "no controller")

    def test_images_have_the_version_of_the_build(self):
        version = re.search(r"<version>(.*)</version>", (ROOT / "pom.xml").read_text())[1]
        self.assertEqual(set(re.findall(r"ISTHMUS_VERSION:-([^}]*)\}", self.text)), {version})


if __name__ == "__main__":
    unittest.main()
