# SPDX-License-Identifier: Apache-2.0
"""What lines of logs are taken for, and how logs are read while they grow."""

import itertools
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

from sume_build import messages, run
from sume_build.follow import Log
from sume_build.steps import Step

ERRORS = {
    "[5014660] ERROR: tuple mismatch for packet 1": "other metadata",
    "ERROR: [VRFC 10-2063] Module <x> not found while processing module instance": "the tool says",
    "make[1]: *** [all] Error 1": "make gave up",
    "WARNING: [Common 17-348] Failed to get the license for feature 'Synthesis'": "licence",
    "IP core 'bd_xmac_0' was generated using a hardware_evaluation license.": "stops forwarding",
    "CRITICAL WARNING: [Timing 38-282] The design failed to meet the timing requirements.": "timing",
    "ERROR: packet_process uses an unsupported match type": "exact, ternary and lpm",
    "ERROR: route is not a recognized table name": "what the program does not have",
    "cp: cannot stat 'src/*.tbl': No such file or directory": "a program needs a table",
    "\tFAIL (1 packets expected, 0 packets received)": "other packets",
    "/bin/sh: 1: xsdk: not found": "a program is missing",
    "bash: line 3: xelab: command not found": "a program is missing",
    "src/isthmus.p4(20): error: lpm: match kind": "a compiler says error",
    "Killed": "a tool was killed",
}

NO_ERRORS = (
    '##    puts "ERROR: This script was created for Vivado <$scripts_vivado_version>"',
    "INFO: [Common 17-206] last ERROR: none",
    "WARNING: [HDL 9-2994] overwriting previous definition of module small_fifo [/x/small_fifo.v:44]",
    "make: [clean] Error 1 (ignored)",
    "0 Infos, 1 Warnings, 0 Critical Warnings and 0 Errors encountered.",
    "\tPASS ( WARNING! Check reg_stim.log file!!!! )",
    "[4566506]  INFO: finished packet stimulus file",
    "nf_interface_1_log.axi: 4: #1: warning: meta length (64) disagrees with actual length (72)",
    "cc -Werror -c error_decode.c",
)


class MessagesTest(unittest.TestCase):
    def test_errors(self):
        for line, reason in ERRORS.items():
            with self.subTest(line):
                found = messages.judge(line)
                self.assertIsNotNone(found)
                self.assertIn(reason, found.reason)

    def test_what_only_looks_like_one(self):
        for line in NO_ERRORS:
            with self.subTest(line):
                self.assertIsNone(messages.judge(line))

    def test_a_false_error_of_one_step(self):
        own = (messages.Message("rmmod: ERROR", "the driver is not loaded before the first time"),)
        line = "rmmod: ERROR: Module sume_riffa is not currently loaded"
        self.assertIsNotNone(messages.judge(line))
        self.assertIsNone(messages.judge(line, own))


class LogTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "log")
        self.log = Log(self.path)

    def write(self, text, mode="a"):
        with open(self.path, mode, encoding="utf-8") as file:
            file.write(text)

    def test_a_log_that_is_not_there_yet(self):
        self.assertEqual([], self.log.lines())
        self.write("one\n")
        self.assertEqual([(1, "one")], self.log.lines())

    def test_a_line_comes_when_it_is_whole(self):
        self.write("one\ntw")
        self.assertEqual([(1, "one")], self.log.lines())
        self.write("o\n")
        self.assertEqual([(2, "two")], self.log.lines())
        self.write("the end")
        self.assertEqual([], self.log.lines())
        self.assertEqual([(3, "the end")], self.log.lines(all_of_it=True))

    def test_a_log_that_was_begun_anew(self):
        self.write("one\ntwo\n")
        self.log.lines()
        self.write("new\n", "w")
        self.assertEqual([(1, "new")], self.log.lines())


class RunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_step(self, program, clock=lambda: 0, **more):
        step = Step("step", "about", (sys.executable, "-c", program), str(self.folder), (1, 1),
                    **more)
        with mock.patch.object(run, "POLL", 0.01):
            return run.run(step, {}, self.folder / "log", clock)

    def test_a_tool_that_hangs(self):
        clock = itertools.count(step=30)  # half a minute from one look to the next
        with self.assertRaisesRegex(run.StepFailed, "said nothing for 5 minutes"):
            self.run_step("import signal; print('so far', flush=True); signal.pause()",
                          clock=lambda: next(clock), silence=5)

    def test_a_traceback_is_told_by_its_last_line(self):
        program = "import sys; open('/no/such/file')"
        with self.assertRaises(run.StepFailed) as failure:
            self.run_step(program)
        self.assertIn("a script ended: FileNotFoundError", str(failure.exception))
        self.assertIn(str(self.folder / "log"), failure.exception.report())

    def test_a_status(self):
        with self.assertRaisesRegex(run.StepFailed, "status 3"):
            self.run_step("raise SystemExit(3)")

    def test_what_was_written_before_does_not_count(self):
        (self.folder / "out").write_text("of the last time")
        with self.assertRaisesRegex(run.StepFailed, "did not write"):
            self.run_step("pass", outputs=(str(self.folder / "out"),))

    def test_the_lines_around_an_error(self):
        program = r"print(*['before %d' % n for n in range(9)], 'ERROR: it', 'after', sep='\n')"
        with self.assertRaises(run.StepFailed) as failure:
            self.run_step(program)
        report = failure.exception.report()
        self.assertIn("line 10", report)
        self.assertIn(">     10 ERROR: it", report)
        self.assertIn("after", report)
        self.assertIn("before 6", report)
        self.assertNotIn("before 5", report)


if __name__ == "__main__":
    unittest.main()
