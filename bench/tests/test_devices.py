# SPDX-License-Identifier: Apache-2.0
"""Which devices under test this machine has."""

import os
import unittest
from unittest import mock

from netbench import chart, charts, devices


class DevicesTest(unittest.TestCase):
    def test_nat64_bpf_is_measured_where_it_was_built(self):
        for value, there in (("", False), ("/nowhere/nat64", False), ("/bin/true", True)):
            with mock.patch.dict(os.environ, {"NAT64_BPF": value}):
                self.assertEqual(there, devices.Nat64Bpf.available(), value)
        with mock.patch.dict(os.environ):
            os.environ.pop("NAT64_BPF", None)
            self.assertFalse(devices.Nat64Bpf.available())

    def test_charts_have_a_colour_for_each(self):
        names = [device.name for device in charts.DEVICES] + [charts.BOUND]
        self.assertEqual(len(names), len(set(names)))
        chart.draw(chart.Chart("", "", ["1"], "", {name: [1] for name in names}))


if __name__ == "__main__":
    unittest.main()
