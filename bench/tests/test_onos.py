# SPDX-License-Identifier: Apache-2.0
"""How `netbench.onos` starts ONOS."""

import os
import unittest
from unittest import mock

from netbench import onos
from isthmus_fabric.controllers import runtimes


class OnosTest(unittest.TestCase):
    def test_its_heap_is_ours_unless_another_is_given(self):
        for given, heap in (("", "-Xmx3g"), ("-Xmx4g", "-Xmx4g")):
            with self.subTest(given), mock.patch.dict(
                    os.environ, {"ONOS_JAVA_OPTS": onos.java_options(given)}):
                heaps = [option for option in runtimes.java_options().split()
                         if option.startswith("-Xmx")]
                # The last one counts.
                self.assertEqual(heap, heaps[-1])


if __name__ == "__main__":
    unittest.main()
