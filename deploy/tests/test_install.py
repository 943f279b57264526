# SPDX-License-Identifier: Apache-2.0
"""The script that installs the application in a cluster, against answers like those of ONOS."""

import http.server
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "onos-cluster/install"
PATH = "/onos/v1/applications"


class Onos(http.server.BaseHTTPRequestHandler):
    """Applications of an ONOS that takes a while to forget one that is uninstalled."""

    installed = False
    busy = 0  # posts that are still refused
    asked = []

    def answer(self, status, text="{}"):
        """Sends an answer, and notes what was asked."""
        type(self).asked.append(f"{self.command} {status}")
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        self.answer(200 if self.installed else 404, '{"name":"org.isthmus","state":"ACTIVE"}')

    def do_DELETE(self):
        type(self).installed = False
        self.answer(204)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.busy:
            type(self).busy -= 1
            self.answer(409)
        else:
            type(self).installed = True
            self.answer(200)

    def log_message(self, *_):
        pass


class InstallTest(unittest.TestCase):
    def setUp(self):
        class Fresh(Onos):
            asked = []
        self.onos = Fresh
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Fresh)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        (self.directory / "some.oar").write_bytes(b"oar")
        # Time does not pass here.
        (self.directory / "sleep").write_text("#!/bin/sh\n")
        (self.directory / "sleep").chmod(0o755)

    def install(self):
        """Runs the script against the server's port in place of 8181."""
        script = self.directory / "install"
        script.write_text(SCRIPT.read_text().replace(":8181", f":{self.server.server_port}"))
        return subprocess.run(
            ["bash", script, self.directory / "some.oar", "127.0.0.1"],
            env={**os.environ, "ONOS_USER": "u", "ONOS_PASSWORD": "p", "no_proxy": "*",
                 "PATH": f"{self.directory}:{os.environ['PATH']}"},
            capture_output=True, text=True, check=False)

    def test_the_first_time(self):
        run = self.install()
        self.assertEqual((run.returncode, run.stdout), (0, "org.isthmus is active\n"), run.stderr)
        self.assertEqual(self.onos.asked, ["GET 404", "POST 200", "GET 200"])

    def test_another_is_taken_once_the_old_one_is_gone(self):
        self.onos.installed = True
        self.onos.busy = 2
        run = self.install()
        self.assertEqual((run.returncode, run.stdout), (0, "org.isthmus is active\n"), run.stderr)
        self.assertEqual(self.onos.asked, ["GET 200", "DELETE 204", "POST 409", "POST 409",
                                           "POST 200", "GET 200"])

    def test_what_is_refused_is_an_error(self):
        for installed, posts in (False, 1), (True, 60):
            with self.subTest(installed=installed):
                self.onos.installed, self.onos.busy = installed, 100
                self.onos.asked.clear()
                run = self.install()
                self.assertEqual(run.returncode, 1)
                self.assertIn("409", run.stderr)
                self.assertEqual(self.onos.asked.count("POST 409"), posts)


if __name__ == "__main__":
    unittest.main()
