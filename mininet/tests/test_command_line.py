# SPDX-License-Identifier: Apache-2.0
"""What mininet/demo says of a wrong command line, before it makes anything."""

import pathlib
import subprocess
import unittest

DEMO = pathlib.Path(__file__).resolve().parents[1] / "demo"


class CommandLineTest(unittest.TestCase):
    def assert_refused(self, why, *arguments):
        ended = subprocess.run([DEMO, *arguments], capture_output=True, check=False, text=True)
        self.assertEqual(2, ended.returncode, ended.stderr)
        self.assertTrue(ended.stderr.endswith(f": {why}\n"), ended.stderr)

    def test_an_address_without_a_port_is_refused(self):
        for wrong in ("x", ":8181", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536"):
            self.assert_refused(f"argument --listen: '{wrong}' is not ADDRESS:PORT", "run", "--listen", wrong)

    def test_an_empty_name_of_a_check_is_refused(self):
        for wrong in ("", ",", "ping64,"):
            self.assert_refused("argument --only: a name is empty", "check", "--only", wrong)

    def test_output_that_cannot_be_written_is_one_line(self):
        for arguments in (["list"], ["netcfg"], ["--help"], ["check", "--help"]):
            with open("/dev/full", "wb") as full:
                ended = subprocess.run([DEMO, *arguments], stdout=full, stderr=subprocess.PIPE,
                                       check=False, text=True)
            self.assertEqual(2, ended.returncode, arguments)
            self.assertEqual("mininet/demo: the output cannot be written: No space left on device\n",
                             ended.stderr)


if __name__ == "__main__":
    unittest.main()
