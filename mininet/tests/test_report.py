# SPDX-License-Identifier: Apache-2.0
import io
import json
import tempfile
import time
import unittest
from pathlib import Path

from isthmus_fabric import checks
from isthmus_fabric.fabric import CheckFailed, Fabric
from isthmus_fabric.report import Outcome, Report


class FakeFabric:
    """Stands in for a running fabric where only its bookkeeping matters."""

    def __init__(self):
        self.deadline = None
        self.pace = 1
        self.ended = 0

    def stop_started(self):
        self.ended += 1


def _check(name, function):
    return checks.Check(name, name, 10, function)


def _fail(_):
    raise CheckFailed("two\nlines")


class ReportTest(unittest.TestCase):
    def test_no_checks_are_not_a_success(self):
        self.assertFalse(Report("embedded", "embedded", io.StringIO()).ok)

    def test_document(self):
        out = io.StringIO()
        report = Report("embedded", "onos", out)
        report.leave_out({"it cannot be": ["c", "d"]})
        self.assertEqual("left out, as it cannot be: c, d\n", out.getvalue())
        report.add(Outcome("a", True, 1.234, "fine"))
        report.add(Outcome("b", False, 0.0, "broken"))
        report.add(Outcome("c", False, 0.0, "broken, too"))
        self.assertEqual("FAILED b: broken\nFAILED c: broken, too", report.failures())
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "below" / "report.json"
            report.write(path)
            self.assertEqual(json.loads(path.read_text()), {
                "switch": "embedded",
                "host": "onos",
                "checks": [
                    {"name": "a", "ok": True, "seconds": 1.2, "detail": "fine"},
                    {"name": "b", "ok": False, "seconds": 0.0, "detail": "broken"},
                    {"name": "c", "ok": False, "seconds": 0.0, "detail": "broken, too"}],
                "ok": False,
                "leftOut": {"it cannot be": ["c", "d"]}})

    def test_what_was_scaled_down_is_said(self):
        out = io.StringIO()
        report = Report("rtl", "embedded", out)
        report.scale_down(8, 6)
        said = "files beyond 1 KB have 1/8 of their bytes, checks 6 times their seconds"
        self.assertEqual(
            f"scaled down, as rtl switches are simulated: {said}\n", out.getvalue())
        self.assertEqual(report.as_dict()["scaled"], said)
        usual = Report("embedded", "embedded", out)
        usual.scale_down(1, 1)
        self.assertNotIn("scaled", usual.as_dict())

    def test_titles_have_the_sizes_of_files(self):
        titles = {each.name: each for each in checks.ALL}
        http = titles["http-large"]
        self.assertEqual("5 MB by IPv4, IPv6 and NAT64, and 256 KB 10 and 100 times at once", http.titled(1))
        self.assertEqual("640 KB by IPv4, IPv6 and NAT64, and 32 KB 10 and 100 times at once", http.titled(8))
        for each in checks.ALL:
            self.assertNotIn("5 MB", each.titled(8))

    def test_programs_wait_longer_in_a_slow_fabric(self):
        fabric = Fabric.__new__(Fabric)
        for pace, seconds in ((1, 2), (6, 12), (1.3, 3)):
            fabric.pace = pace
            self.assertEqual(seconds, fabric.patience(2))

    def test_a_check_has_more_time_in_a_slow_fabric(self):
        fabric = FakeFabric()
        fabric.pace = 6
        left = []
        begun = time.monotonic()
        checks.run([_check("c", lambda f: left.append(f.deadline))], fabric,
                   Report("rtl", "embedded", io.StringIO()))
        self.assertGreaterEqual(left[0] - begun, 60)

    def test_a_failed_check_does_not_stop_the_next(self):
        out = io.StringIO()
        report = Report("embedded", "embedded", out)
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
            checks.run([_check("c", interrupted)], fabric, Report("bmv2", "embedded", io.StringIO()))
        self.assertEqual(fabric.ended, 1)


class FakeController:
    """A controller with a name and an owner only."""

    def __init__(self, name, ours=True):
        self.name = name
        self.ours = ours

    def __str__(self):
        return self.name


class SelectionTest(unittest.TestCase):
    EMBEDDED = FakeController("embedded")

    def test_names_are_unique_and_select_by_their_beginning(self):
        names = [c.name for c in checks.ALL]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual([c.name for c in checks.select(["ping64"], self.EMBEDDED, "bmv2")],
                         ["ping64", "ping64-all", "ping64-switch"])

    def test_each_controller_has_the_checks_that_suit_it(self):
        embedded = {c.name for c in checks.select([], self.EMBEDDED, "bmv2")}
        onos = {c.name for c in checks.select([], FakeController("onos"), "bmv2")}
        running = {c.name for c in checks.select([], FakeController("onos", ours=False), "bmv2")}
        self.assertTrue(embedded < onos)
        self.assertTrue(all(name.startswith("onos-") for name in onos - embedded))
        self.assertEqual(onos - running, {"controller-restart"})

    def test_each_kind_of_switch_has_the_checks_that_suit_it(self):
        ours = {c.name for c in checks.select([], self.EMBEDDED, "embedded")}
        bmv2 = {c.name for c in checks.select([], self.EMBEDDED, "bmv2")}
        self.assertEqual(ours - bmv2, {"offload64", "unplugged"})
        self.assertEqual(ours, {c.name for c in checks.select([], self.EMBEDDED, "fast-path")})

    def test_what_is_not_made_is_left_out_for_a_reason(self):
        for kind in ("embedded", "fast-path", "bmv2", "netfpga", "rtl"):
            for controller in (self.EMBEDDED, FakeController("onos", ours=False)):
                made = {c.name for c in checks.select([], controller, kind)}
                reasons = checks.left_out(controller, kind)
                self.assertEqual({c.name for c in checks.ALL} - made,
                                 {name for names in reasons.values() for name in names})
                self.assertTrue(all(reasons))

    def test_what_deactivates_the_application_comes_last(self):
        self.assertEqual(checks.ALL[-1].name, "onos-deactivate")

    def test_unknown_name(self):
        with self.assertRaisesRegex(checks.UnknownCheck, "'nothing'"):
            checks.select(["ping64", "nothing"], self.EMBEDDED, "bmv2")
        with self.assertRaisesRegex(checks.UnknownCheck, "'onos-flows'; with embedded"):
            checks.select(["onos-flows"], self.EMBEDDED, "bmv2")


if __name__ == "__main__":
    unittest.main()
