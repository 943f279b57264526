# SPDX-License-Identifier: Apache-2.0
"""What make bench measures between two hosts."""

import types
import unittest
from unittest import mock

from netbench import __main__ as netbench
from netbench import bed


class OffloadsTest(unittest.TestCase):
    def test_hosts_keep_theirs_in_rows_that_say_so_and_only_there(self):
        calls, state = [], {}

        def run(*command):
            namespace, program = command[3:5]
            if program == "tc":
                _, what, _, link = command[5:9]
                state[namespace, link] = "off" if what == "del" else command[-1]
            else:
                state[namespace, command[6]] = command[-1]

        def tcp(target, seconds, streams=1, reverse=False):
            calls.append((streams, reverse, dict(state)))
            return 1

        dut = types.SimpleNamespace(target="2001:db8::1")
        with mock.patch.object(bed, "run", run), \
                mock.patch.object(netbench.measures, "tcp", tcp):
            rows = [(name, function) for name, _, function in netbench.plan(True)
                    if name.startswith("TCP")]
            self.assertEqual(len({name for name, _ in rows}), len(rows))
            for name, function in rows:
                function(dut)
                on = {(bed.H6, "eth0"): "on", (bed.H4, "eth0"): "on",
                      (bed.DUT, bed.PORT6): "pfifo", (bed.DUT, bed.PORT4): "pfifo"}
                self.assertEqual(on if name.endswith("offloads on") else {}, calls[-1][2], name)
                self.assertLessEqual(set(state.values()), {"off"})
                state.clear()
        made = [(streams, reverse) for streams, reverse, _ in calls]
        runs = 6 * [(10, False)] + 6 * [(10, True)]
        self.assertEqual(made, 2 * [(1, False), (1, True), *runs])

    def test_they_are_off_again_after_a_failure(self):
        done = []
        with mock.patch.object(bed, "run", lambda *command: done.append(command)):
            with self.assertRaises(RuntimeError), bed.offloads():
                raise RuntimeError
        self.assertEqual([command[-1] for command in done], 2 * ["on"] + 2 * ["pfifo"] + 2 * ["off"] + 2 * ["root"])


if __name__ == "__main__":
    unittest.main()
