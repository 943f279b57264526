# SPDX-License-Identifier: Apache-2.0
import io
import json
import tempfile
import unittest
from pathlib import Path

from isthmus_fabric import checks
from isthmus_fabric.fabric import CheckFailed
from isthmus_fabric.report import Outcome, Report


class FakeFabric:
    """Stands in for a running fabric where only its bookkeeping matters."""

    def __init__(self):
        self.deadline = None
        self.ended = 0

    def stop_started(self):
        self.ended += 1


def _check(name, function):
    return checks.Check(name, name, 10, function)


def _fail(_):
    raise CheckFailed("two\nlines")


class ReportTest(unittest.TestCase):
    def test_no_checks_are_not_a_success(self):
        self.assertFalse(Report("embedded", io.StringIO()).ok)

    def test_document(self):
        report = Report("embedded", io.StringIO())
        report.add(Outcome("a", True, 1.234, "fine"))
        report.add(Outcome("b", False, 0.0, "broken"))
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "below" / "report.json"
            report.write(path)
            self.assertEqual(json.loads(path.read_text()), {
                "switch": "embedded",
                "checks": [
                    {"name": "a", "ok": True, "seconds": 1.2, "detail": "fine"},
                    {"name": "b", "ok": False, "seconds": 0.0, "detail": "broken"}],
                "ok": False})

    def test_a_failed_check_does_not_stop_the_next(self):
        out = io.StringIO()
        report = Report("embedded", out)
        fabric = FakeFabric()
        checks.run([_check("first", _fail), _check("second", lambda f: "seen")], fabric, report)
        self.assertEqual([(o.name, o.ok, o.detail) for o in report.outcomes],
                         [("first", False, "two lines"), ("second", True, "seen")])
        self.assertEqual(fabric.ended, 2)
        self.assertIn("FAILED", out.getvalue())
        self.assertFalse(report.ok)

    def test_programs_of_a_check_end_with_it_when_it_is_interrupted(self):
        def interrupted(_):
            raise KeyboardInterrupt
        fabric = FakeFabric()
        with self.assertRaises(KeyboardInterrupt):
            checks.run([_check("c", interrupted)], fabric, Report("bmv2", io.StringIO()))
        self.assertEqual(fabric.ended, 1)


class SelectionTest(unittest.TestCase):
    def test_names_are_unique_and_select_by_their_beginning(self):
        names = [c.name for c in checks.ALL]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual([c.name for c in checks.select(["ping64"])], ["ping64", "ping64-all"])
        self.assertEqual(checks.select([]), checks.ALL)

    def test_unknown_name(self):
        with self.assertRaisesRegex(checks.UnknownCheck, "'nothing'"):
            checks.select(["ping64", "nothing"])


if __name__ == "__main__":
    unittest.main()
