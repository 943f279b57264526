# SPDX-License-Identifier: Apache-2.0
"""`netbench.answers`: what it refuses, and what a line says."""

import contextlib
import io
import os
import types
import unittest
from unittest import mock

from netbench import answers, devices


class AnswersTest(unittest.TestCase):
    def test_more_flows_than_there_are_addresses_are_refused(self):
        said = io.StringIO()
        with mock.patch("sys.argv", ["answers", "--rates", "1000,200000"]), \
                contextlib.redirect_stderr(said), self.assertRaises(SystemExit):
            answers.main()
        self.assertIn(f"these are more than {answers.MOST} flows", said.getvalue())

    def test_a_line_has_the_cost_by_program(self):
        line = answers.line({"device": "embedded", "rate": 7500, "p50": 1127.4, "p99": 11521,
                             "cpu": [73.2, 97]})
        self.assertEqual(["embedded", "7,500", "1,127", "11,521", "73", "97"], line.split())

    def test_cpu_time_is_that_of_each_program(self):
        device = devices.Kernel()
        device._processes = [types.SimpleNamespace(pid=os.getpid())] * 2
        sum(range(10**7))
        first, second = device.cpu()
        self.assertGreater(first, 0)
        self.assertLess(abs(second - first), 1)
        device._processes = []
        device.__exit__()


if __name__ == "__main__":
    unittest.main()
