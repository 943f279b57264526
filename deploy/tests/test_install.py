# SPDX-License-Identifier: Apache-2.0
"""The script that installs the application in a cluster, against answers like those of ONOS."""

import http.server
import json
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "onos-cluster/install"


class Onos(http.server.BaseHTTPRequestHandler):
    """Applications of an ONOS that takes a while to forget one that is uninstalled."""

    installed = False
    busy = 0  # posts that are still refused
    refusal = 409
    takes = False  # what it refuses
    state = "ACTIVE"
    gone_after = 0  # readings that still find one that is uninstalled
    mute = 0  # times that the application does not answer yet
    purge = "true"  # None: of a release that lacks the property
    replaced_by = "true"
    starts = 0  # readings of properties that are refused while the application starts
    unready = 0  # of them are left
    asked = []

    def answer(self, status, text="{}", note=""):
        """Sends an answer, and notes what was asked."""
        type(self).asked.append(f"{self.command} {status}{note}")
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        if self.path == "/onos/nat64/ready":
            type(self).mute -= 1
            self.answer(404 if self.mute >= 0 else 503, note=" ready")
        elif self.is_property() and self.unready:
            type(self).unready -= 1
            self.answer(404)
        elif self.is_property():
            purge = f',"purgeOnDeactivation":"{self.purge}"' if self.purge else ""
            self.answer(200, f'{{"org.isthmus.app.Nat64Manager":{{"termSeconds":"10"{purge}}}}}')
        else:
            if not self.installed and self.gone_after:
                type(self).gone_after -= 1
                self.answer(200)
            else:
                self.answer(200 if self.installed else 404, f'{{"name":"org.isthmus","state":"{self.state}"}}')

    def do_DELETE(self):
        if self.is_property():
            self.change("true")
        else:
            type(self).installed = False
            self.answer(204)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.is_property():
            self.change(json.loads(body)["purgeOnDeactivation"])
        elif self.path.endswith("/active"):
            type(self).state = "ACTIVE"
            self.answer(200, note=" active")
        elif self.busy:
            type(self).busy -= 1
            type(self).installed = self.takes
            self.answer(self.refusal)
        else:
            type(self).installed = True
            type(self).unready = self.starts
            type(self).purge = self.purge and self.replaced_by
            self.answer(200)

    def is_property(self):
        """Whether properties are asked for, or changed."""
        return self.path == "/onos/v1/configuration/org.isthmus.app.Nat64Manager"

    def change(self, purge):
        """Sets the property."""
        type(self).purge = purge
        self.answer(204, note=f" purge {purge}")

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
        """Runs the script."""
        return subprocess.run(
            ["bash", SCRIPT, self.directory / "some.oar", f"127.0.0.1:{self.server.server_port}"],
            env={**os.environ, "ONOS_USER": "u", "ONOS_PASSWORD": "p", "no_proxy": "*",
                 "PATH": f"{self.directory}:{os.environ['PATH']}"},
            capture_output=True, text=True, check=False)

    def test_the_first_time(self):
        run = self.install()
        self.assertEqual((run.returncode, run.stdout), (0, "org.isthmus is active\n"), run.stderr)
        self.assertEqual(self.onos.asked, ["GET 404", "POST 200", "GET 200", "GET 503 ready"])

    def test_it_is_waited_for_until_it_answers(self):
        self.onos.mute = 2
        run = self.install()
        self.assertEqual((run.returncode, run.stdout), (0, "org.isthmus is active\n"), run.stderr)
        self.assertEqual(self.onos.asked[-5:-1], ["GET 404 ready", "GET 200", "GET 404 ready", "GET 200"])

    def test_an_onos_that_starts_is_asked_again(self):
        for status in 400, 404, 500:
            with self.subTest(status=status):
                self.onos.busy, self.onos.refusal, self.onos.installed = 2, status, False
                self.onos.asked.clear()
                run = self.install()
                self.assertEqual((run.returncode, run.stdout), (0, "org.isthmus is active\n"), run.stderr)
                refused = [f"POST {status}", *(["GET 404"] if status == 500 else [])]
                self.assertEqual(self.onos.asked, ["GET 404", *refused, *refused, "POST 200", "GET 200",
                                                   "GET 503 ready"])

    def test_what_was_taken_in_spite_of_an_error_is_activated(self):
        self.onos.busy, self.onos.refusal, self.onos.takes, self.onos.state = 100, 500, True, "INSTALLED"
        run = self.install()
        self.assertEqual((run.returncode, run.stdout), (0, "org.isthmus is active\n"), run.stderr)
        self.assertEqual(self.onos.asked, ["GET 404", "POST 500", "GET 200", "POST 200 active", "GET 200",
                                           "GET 503 ready"])

    def test_another_is_taken_once_the_old_one_is_gone(self):
        self.onos.installed = True
        self.onos.busy = 2
        self.onos.starts = 1
        self.onos.gone_after = 1
        run = self.install()
        self.assertEqual((run.returncode, run.stdout), (0, "org.isthmus is active\n"), run.stderr)
        self.assertEqual(self.onos.asked, [
            "GET 200", "GET 200", "POST 204 purge false", "DELETE 204", "GET 200", "GET 404",
            "POST 409", "POST 409", "POST 200", "GET 200", "GET 503 ready", "GET 404",
            "GET 200", "GET 503 ready", "GET 200", "DELETE 204 purge true"])

    def test_what_an_operator_or_an_earlier_release_says_is_left(self):
        for purge in "false", None:
            with self.subTest(purge=purge):
                self.onos.installed, self.onos.purge, self.onos.replaced_by = True, purge, purge
                self.onos.asked.clear()
                run = self.install()
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual(self.onos.asked, ["GET 200", "GET 200", "DELETE 204", "GET 404", "POST 200",
                                                   "GET 200", "GET 503 ready"])

    def test_an_earlier_release_has_no_property_to_set_back(self):
        self.onos.installed = True
        self.onos.replaced_by = None
        run = self.install()
        self.assertEqual((run.returncode, run.stdout), (0, "org.isthmus is active\n"), run.stderr)
        self.assertEqual(self.onos.asked[-4:], ["POST 200", "GET 200", "GET 503 ready", "GET 200"])

    def test_what_is_refused_is_an_error(self):
        for installed, status, posts in (False, 401, 1), (False, 403, 1), (False, 409, 1), (False, 400, 60), (True, 409, 60):
            with self.subTest(installed=installed, status=status):
                self.onos.installed, self.onos.busy, self.onos.refusal = installed, 100, status
                self.onos.asked.clear()
                run = self.install()
                self.assertEqual(run.returncode, 1)
                self.assertIn(str(status), run.stderr)
                self.assertEqual(self.onos.asked.count(f"POST {status}"), posts)
                self.assertEqual("purgeOnDeactivation" in run.stderr, installed)


if __name__ == "__main__":
    unittest.main()
