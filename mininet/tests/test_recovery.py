# SPDX-License-Identifier: Apache-2.0
import unittest
import xml.etree.ElementTree as ET

from isthmus_fabric.recovery import Outage, Recording, picture, rates

SVG = "{http://www.w3.org/2000/svg}"


class RecoveryTest(unittest.TestCase):
    def test_answers_are_counted_a_second_in_each_step(self):
        self.assertEqual(rates([0.0, 0.4, 0.5, 1.9], 2.0), [4, 2, 0, 2])

    def test_what_comes_in_the_last_broken_step_is_left_out(self):
        self.assertEqual(rates([0.1, 1.1], 1.2), [2, 0])

    def test_outages_and_bars_stand_at_their_times(self):
        svg = ET.fromstring(picture(Recording(
            20.0, [0.1, 5.1], [0.2], [Outage("a & b", 5.0, 10.0)])))
        away = [r for r in svg.iter(f"{SVG}rect") if r.get("class") == "away"]
        self.assertEqual([(r.get("x"), r.get("width")) for r in away], [("235.0", "215.0")])
        self.assertIn("without a & b", [t.text for t in svg.iter(f"{SVG}text")])
        bars = {kind: [r.get("x") for r in svg.iter(f"{SVG}rect")
                       if r.get("class") == kind and float(r.get("height")) > 0]
                for kind in ("open", "new")}
        self.assertEqual(bars, {"open": ["20.0", "235.0"], "new": ["20.0"]})


if __name__ == "__main__":
    unittest.main()
