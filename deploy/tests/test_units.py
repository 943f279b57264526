# SPDX-License-Identifier: Apache-2.0
"""The units of the Debian packages."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

UNIT = (
    pathlib.Path(__file__).resolve().parents[1]
    / "debian/isthmus-controller/lib/systemd/system/isthmus-controller.service"
)


class ControllerUnitTest(unittest.TestCase):
    def test_the_check_of_a_reload_takes_no_options_that_may_open_a_port(self):
        check = re.search(r"(?m)^ExecReload=(.* --check)$", UNIT.read_text())[1]
        with tempfile.TemporaryDirectory() as directory:
            program = pathlib.Path(directory) / "isthmus-controller"
            program.write_text('#!/bin/sh\necho "$ISTHMUS_JAVA_OPTS|$ISTHMUS_HEAP|$*"\n')
            program.chmod(0o755)
            line = check.replace("/usr/bin/isthmus-controller", str(program)).split()
            conf = {"ISTHMUS_JAVA_OPTS": "-Dcom.sun.management.jmxremote.port=9", "ISTHMUS_HEAP": "2g"}
            said = subprocess.run(line, env={**os.environ, **conf}, capture_output=True, check=True, text=True)
        self.assertEqual("|2g|--netcfg /etc/isthmus/netcfg.json --check\n", said.stdout)

    def test_a_compiler_of_its_jvm_may_go_behind_all_others(self):
        filters = re.findall(r"(?m)^SystemCallFilter=(.*)$", UNIT.read_text())
        # What is removed from the first comes back by the last.
        self.assertEqual(["@system-service", "~@privileged @resources", "setpriority"], filters)


if __name__ == "__main__":
    unittest.main()
