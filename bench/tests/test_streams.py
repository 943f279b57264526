# SPDX-License-Identifier: Apache-2.0
"""What `netbench.streams` makes of iperf3's reports, and of its arguments."""

import contextlib
import io
import unittest

from netbench import bed, streams
from netbench.streams import Case, Rates


def interval(megabits, seconds=1.0, omitted=False, **more):
    return {"streams": [], "sum": {"bits_per_second": megabits * 1e6, "seconds": seconds,
                                   "omitted": omitted, **more}}


def report(sent, received):
    """A report of the IPv6 host with that of the IPv4 host in it."""
    return {"intervals": sent, "end": {}, "server_output_json": {"intervals": received}}


FORTH = Case("TCP", "IPv6 to IPv4", False, 10)
BACK = Case("TCP", "IPv4 to IPv6", True, 10)
UDP = Case("UDP", "IPv6 to IPv4", False, 1)


class RatesTest(unittest.TestCase):
    def test_the_receiver_counts(self):
        both = report([interval(900)], [interval(400), interval(600), interval(800)])
        self.assertEqual(Rates(400, 600, 800), streams.rates(both, FORTH))
        self.assertEqual(Rates(900, 900, 900), streams.rates(both, BACK))

    def test_the_first_seconds_are_left_out(self):
        got = [interval(1, omitted=True), interval(5), interval(7), interval(0, seconds=0.01)]
        self.assertEqual(Rates(5, 6, 7), streams.rates(report([], got), FORTH))

    def test_loss_is_of_all_datagrams(self):
        got = [interval(9, omitted=True, packets=100, lost_packets=100),
               interval(2, packets=10, lost_packets=5), interval(4, packets=30, lost_packets=5)]
        self.assertEqual(Rates(2, 3, 4, 0.25), streams.rates(report([], got), UDP))

    def test_nothing_arrives(self):
        got = [interval(0, packets=0, lost_packets=0)]
        self.assertEqual(Rates(0, 0, 0, 1.0), streams.rates(report([], got), UDP))

    def test_a_report_without_intervals(self):
        with self.assertRaisesRegex(ValueError, "no intervals"):
            streams.rates(report([], [interval(1, omitted=True)]), FORTH)


class OtherWorkTest(unittest.TestCase):
    def test_the_share_in_use(self):
        # user, nice, system, idle, iowait, irq, softirq, steal; guest is in user already
        before = "cpu 100 0 100 1000 0 0 0 0 50 0"
        self.assertEqual(0.25, streams.busy(before, "cpu 110 0 110 1060 0 0 0 0 60 0"))
        self.assertEqual(0.5, streams.busy(before, "cpu 130 5 110 1010 40 0 0 5 70 0"))


class TableTest(unittest.TestCase):
    def test_cells(self):
        found = {FORTH: {"a": Rates(1000.4, 2000, 3000), "b": Rates(1, 2, 3)},
                 UDP: {"a": Rates(1, 2, 3, 0.1234)}}
        self.assertEqual(
            ["| Mbit/s | a | b |", "|---|--:|--:|",
             "| TCP, 10 streams, IPv6 to IPv4 | 1,000 / 2,000 / 3,000 | 1 / 2 / 3 (1000.00) |",
             "| UDP, 1 stream, IPv6 to IPv4 | 1 / 2 / 3, 12.34 % | failed |"],
            streams.table(["a", "b"], found))


class ArgumentsTest(unittest.TestCase):
    def refused(self, *arguments):
        said = io.StringIO()
        with contextlib.redirect_stderr(said), self.assertRaises(SystemExit):
            streams.parse(arguments)
        return said.getvalue()

    def test_the_plan(self):
        given = streams.parse([])
        planned = streams.cases(given.protocols, given.streams)
        self.assertEqual(16, len(planned))
        self.assertEqual({1, 10, 20, 50}, {case.streams for case in planned})
        self.assertEqual(["TCP", "UDP"], list(dict.fromkeys(case.protocol for case in planned)))

    def test_what_iperf3_would_refuse(self):
        self.assertIn("1 to 128", self.refused("--streams", "1,129"))
        self.assertIn("1 to 128", self.refused("--streams", "0"))
        self.assertIn("0 to 60", self.refused("--omit", "61"))
        self.assertIn("protocols TCP, UDP", self.refused("--protocols", "sctp"))
        self.assertIn("devices are", self.refused("--devices", "jool"))

    def test_one_interface_for_both_hosts(self):
        with self.assertRaisesRegex(ValueError, "both hosts"):
            bed.Outside("eth1", "eth1")


if __name__ == "__main__":
    unittest.main()
