# SPDX-License-Identifier: Apache-2.0
"""What make bench measures between two hosts."""

import contextlib
import io
import json
import pathlib
import tempfile
import types
import unittest
from unittest import mock

from netbench import __main__ as netbench
from netbench import bed, devices


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
            rows = [(name, function) for name, _, function in netbench.throughput(True)
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
        self.assertEqual(made, 2 * [(1, False), (1, True), (10, False), (10, True)])

    def test_they_are_off_again_after_a_failure(self):
        done = []
        with mock.patch.object(bed, "run", lambda *command: done.append(command)):
            with self.assertRaises(RuntimeError), bed.offloads():
                raise RuntimeError
        self.assertEqual([command[-1] for command in done], 2 * ["on"] + 2 * ["pfifo"] + 2 * ["off"] + 2 * ["root"])


class TurnsTest(unittest.TestCase):
    class One(devices.Device):
        name = "one"

        def start(self):
            pass

    class Other(One):
        name = "other"

    class Absent(One):
        name = "absent"

        @classmethod
        def available(cls):
            return False

    class Broken(One):
        name = "broken"

        def start(self):
            raise RuntimeError("it does not come up")

    def measured(self, *names, arguments=(), lacking=""):
        """The pairs of devices whose throughput grows from one to the next; how it ended.

        One of that name has no TCP.
        """
        self.turns = []

        def rate(dut):
            self.turns.append(dut.name)
            if dut.name == lacking:
                raise RuntimeError("no TCP")
            return len(self.turns) ** 2

        rows = {"setups": [], "once": [("flows", "flows/s", lambda dut: 5)],
                "throughput": [("TCP", "Mbit/s", rate), ("UDP", "packets/s", lambda dut: 1)]}
        devices_of = {cls.name: cls for cls in (self.One, self.Other, self.Absent, self.Broken)}
        there = tuple(devices_of[name] for name in names)
        with contextlib.ExitStack() as stack, tempfile.TemporaryDirectory() as directory:
            for name, plan in rows.items():
                stack.enter_context(mock.patch.object(netbench, name, lambda quick, p=plan: p))
            stack.enter_context(mock.patch.object(netbench, "Bed", contextlib.nullcontext))
            stack.enter_context(mock.patch.object(devices, "ALL", there))
            stack.enter_context(mock.patch.object(devices, "Embedded", there[0]))
            stack.enter_context(mock.patch.object(devices, "FastPath", there[-1]))
            output = pathlib.Path(directory) / "net.json"
            stack.enter_context(mock.patch.object(
                netbench.sys, "argv", ["netbench", str(output), *arguments]))
            stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
            stack.enter_context(contextlib.redirect_stderr(io.StringIO()))
            status = netbench.main()
            return json.loads(output.read_text()), status

    def test_devices_take_turns_and_a_row_is_the_median_of_its_rounds(self):
        pairs, status = self.measured("one", "absent", "other", arguments=["--quick"])
        self.assertEqual(0, status)
        self.assertEqual(3 * ["one", "other"], self.turns)
        self.assertEqual(
            [{"name": "flows", "value": 5, "unit": "flows/s", "peer": "other", "peer_value": 5,
              "ratio": 1},
             {"name": "TCP", "value": 9, "unit": "Mbit/s", "peer": "other", "peer_value": 16,
              "ratio": 9 / 16},
             {"name": "UDP", "value": 1, "unit": "packets/s", "peer": "other", "peer_value": 1,
              "ratio": 1}], pairs)

    def test_the_fast_path_stands_beside_its_peers_too(self):
        found = {self.One: {"TCP": (1, "Mbit/s")}, self.Other: {"TCP": (2, "Mbit/s")},
                 self.Absent: {"TCP": (4, "Mbit/s")}}
        with mock.patch.object(devices, "Embedded", self.One), \
                mock.patch.object(devices, "FastPath", self.Other):
            made = [(pair["name"], pair["peer"], pair["ratio"]) for pair in netbench.pairs(found)]
        self.assertEqual([("TCP", "other", 0.5), ("TCP", "absent", 0.25),
                          ("TCP, other", "absent", 0.5)], made)

    def test_only_what_is_asked_for(self):
        pairs, _ = self.measured("one", "other", arguments=["--only", "TCP"])
        self.assertEqual(["TCP"], [pair["name"] for pair in pairs])
        self.assertEqual(5 * ["one", "other"], self.turns)

    def test_what_a_device_cannot_do_is_tried_once(self):
        pairs, status = self.measured("one", "other", arguments=["--quick"], lacking="other")
        self.assertEqual(0, status)
        self.assertEqual(["one", "other", "one", "one"], self.turns)
        self.assertEqual(["flows", "UDP"], [pair["name"] for pair in pairs])

    def test_one_that_does_not_come_up_fails_the_run_and_not_the_others(self):
        pairs, status = self.measured("one", "broken", "other", arguments=["--quick"])
        self.assertEqual(1, status)
        self.assertEqual({"other"}, {pair["peer"] for pair in pairs})
        self.assertEqual(3 * ["one", "other"], self.turns)


if __name__ == "__main__":
    unittest.main()
