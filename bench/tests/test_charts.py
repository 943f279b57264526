# SPDX-License-Identifier: Apache-2.0
"""What `netbench.charts` draws, and the packets that it sends."""

import contextlib
import io
import ipaddress
import json
import pathlib
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ET

from netbench import chart, charts, devices, flows, programs

SVG = "{http://www.w3.org/2000/svg}"


def words(data):
    return sum(int.from_bytes(data[i:i + 2], "big") for i in range(0, len(data), 2))


class PacketsTest(unittest.TestCase):
    def shown(self, count, first, of, size):
        out = subprocess.run([programs.program("packets"), "show", str(count), "2001:db8::9", "9",
                              f"2001:db8::1:0/{first}", str(of), str(size)],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                             check=True).stdout
        return [bytes.fromhex(line) for line in out.split()]

    def test_flows_take_turns(self):
        last = flows.PER_ADDRESS - 1
        sources = [(str(ipaddress.IPv6Address(p[8:24])), int.from_bytes(p[40:42], "big"))
                   for p in self.shown(5, last, 3, 64)]
        turn = [("2001:db8::1:0", 2000 + last * 7919 % flows.PER_ADDRESS),
                ("2001:db8::1:1", 2000), ("2001:db8::1:1", 2000 + 7919)]
        self.assertEqual(turn + turn[:2], sources)

    def test_each_port_of_an_address_has_one_flow(self):
        count = flows.PER_ADDRESS
        ports = {(packet[8:24], packet[40:42]) for packet in self.shown(count, count, count, 48)}
        self.assertEqual(count, len(ports))

    def test_packets_are_right(self):
        for size in (48, 64, 1500):
            for packet in self.shown(300, 0, 300, size):
                self.assertEqual((size, 6, size - 40, 17), (
                    len(packet), packet[0] >> 4, int.from_bytes(packet[4:6], "big"), packet[6]))
                self.assertEqual((9, size - 40), (int.from_bytes(packet[42:44], "big"),
                                                  int.from_bytes(packet[44:46], "big")))
                # The pseudo-header of RFC 8200 section 8.1, and all behind the IPv6 header.
                total = words(packet[8:]) + size - 40 + 17
                self.assertEqual(0, total % 0xffff)

    def test_a_checksum_is_never_zero(self):
        sums = {packet[46:48] for packet in self.shown(60_000, 0, 60_000, 48)}
        self.assertIn(b"\xff\xff", sums)
        self.assertNotIn(b"\0\0", sums)

    def test_what_cannot_be_a_packet_is_refused(self):
        with self.assertRaises(subprocess.CalledProcessError):
            self.shown(1, 0, 1, 47)


class ChartTest(unittest.TestCase):
    def test_the_grid_has_round_numbers(self):
        self.assertEqual([1, 2, 5, 10, 100_000, 200_000],
                         [chart.step(most) for most in (5, 6, 21, 50, 480_000, 501_000)])

    def test_points_stand_where_their_values_are(self):
        svg = ET.fromstring(chart.draw(chart.Chart(
            "a & b", "size", ["1", "2"], "packets/s",
            {"one": [0, 1000], "two": [None, 500]})))
        one, two = (line.get("points").split() for line in svg.iter(f"{SVG}polyline"))
        self.assertEqual((2, 1), (len(one), len(two)))
        (x1, y1), (x2, y2) = (map(float, point.split(",")) for point in one)
        x3, y3 = map(float, two[0].split(","))
        self.assertEqual(chart.HEIGHT - chart.BOTTOM, y1)
        self.assertEqual(chart.TOP, y2)
        self.assertEqual((x2, (y1 + y2) / 2), (x3, y3))
        self.assertLess(x1, x2)
        texts = [t.text for t in svg.iter(f"{SVG}text")]
        self.assertIn("a & b", texts)
        self.assertIn("1,000", texts)
        self.assertEqual("one: 1 0, 2 1,000. two: 2 500", svg.find(f"{SVG}desc").text)

    def test_each_line_has_a_colour(self):
        with self.assertRaises(ValueError):
            chart.draw(chart.Chart("", "", ["1"], "", {str(i): [1] for i in range(8)}))


class ChartsTest(unittest.TestCase):
    REPORT = {"bytes": {"tayga": {"64": 10, "1500": 5}, "embedded": {"64": 20}},
              "flows": {charts.BOUND: {"1": 7}, "embedded": {"1": 8, "1000": 6}}}

    def test_pictures_are_drawn_from_json(self):
        drawn = charts.pictures(self.REPORT)
        self.assertEqual({charts.BY_SIZE, charts.BITS_BY_SIZE, charts.BY_FLOWS}, set(drawn))
        self.assertIn("embedded: 64 20. tayga: 64 10, 1,500 5<", drawn[charts.BY_SIZE])
        self.assertIn("embedded: 1 8, 1,000 6. embedded, bindings: 1 7<", drawn[charts.BY_FLOWS])

    def test_bits_are_those_of_the_packets(self):
        report = {"bytes": {"tayga": {"1500": 1_000_000}}, "flows": {}}
        self.assertEqual([charts.BY_SIZE, charts.BITS_BY_SIZE], list(charts.pictures(report)))
        self.assertIn("tayga: 1,500 12,000<", charts.pictures(report)[charts.BITS_BY_SIZE])

    def test_what_was_measured_is_drawn_again(self):
        with tempfile.TemporaryDirectory() as directory:
            into = pathlib.Path(directory) / "pictures"
            measured = pathlib.Path(directory) / "charts.json"
            measured.write_text(json.dumps(self.REPORT))
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(0, charts.main(["--draw", str(measured), "--into", str(into)]))
            drawn = charts.pictures(self.REPORT)
            self.assertEqual(drawn, {p.name: p.read_text() for p in into.iterdir()})

    def test_the_fast_path_has_time_for_its_entries(self):
        seconds = [charts.filling(devices.FastPath, *flows)
                   for flows in ((0, 3000), (1500, 3000), (260_000, 300_000), (300_000, 1_000_000))]
        self.assertEqual([2, 1, 2143 / 1500, 0], seconds)
        self.assertEqual(0, charts.filling(devices.Embedded, 0, 1_000_000))

    def test_arguments(self):
        given = charts.parse(["--sizes", "1500,64", "--flows", ""])
        self.assertEqual(([64, 1500], []), (given.sizes, given.flows))
        for wrong in (["--sizes", "47"], ["--sizes", "1501"], ["--flows", "1000001"],
                      ["--flows", "0"], ["--devices", "abacus"], ["--seconds", "0"]):
            with self.subTest(wrong), contextlib.redirect_stderr(io.StringIO()), \
                    self.assertRaises(SystemExit):
                charts.parse(wrong)

    def test_bindings_are_set_up_once(self):
        made = []

        class Made:
            def rate(self):
                return 1

        def through(target, source, count, *, window, first):
            made.append((source, first, count))
            return Made()

        real, flows.through = flows.through, through
        try:
            charts.bind("t", 10, 60_010)
            charts.bind("t", 60_010, 60_010)
        finally:
            flows.through = real
        self.assertEqual([("2001:db8:6::1:0", 10, 59_990), ("2001:db8:6::1:1", 0, 10)], made)


if __name__ == "__main__":
    unittest.main()
