# SPDX-License-Identifier: Apache-2.0
"""What `netbench.soak` says of a run."""

import subprocess
import unittest
from unittest import mock

from netbench import bed, soak


def minutes(count, **changes):
    """A flat run but for what each change makes of a minute's number."""
    rows = []
    for number in range(1, count + 1):
        row = {"opened": 60_000, "lost": 0, "rate": 1000, "p50": 900, "p99": 9000}
        row.update({what: change(number) for what, change in changes.items() if what in row})
        memory = {what: changes[what](number) if what in changes else 100
                  for what in ("heap", "resident", "beside")}
        rows.append(row | {"memory": {name: memory for name in soak.PROGRAMS}})
    return rows


class SoakTest(unittest.TestCase):
    def test_a_run_that_stays_as_it_is_is_flat(self):
        self.assertEqual([], soak.findings(minutes(10)))

    def test_what_grows_before_bindings_end_does_not_count(self):
        self.assertEqual([], soak.findings(minutes(10, heap=lambda n: min(n, 5) * 100)))

    def test_nothing_is_said_of_a_short_run(self):
        self.assertIsNone(soak.findings(minutes(6)))
        self.assertEqual([], soak.findings(minutes(7)))

    def test_what_grows_is_named(self):
        for what, name, most in (("p50", "median", 1.5), ("p99", "99th percentile", 3),
                                 ("heap", "heap", 1.05), ("resident", "resident memory", 1.25),
                                 ("beside", "memory beside the heap", 1.1)):
            with self.subTest(what):
                def late(n, factor):
                    return 1000 * (factor if n > 8 else 1)
                under = minutes(10, **{what: lambda n: late(n, most * 0.99)})
                over = minutes(10, **{what: lambda n: late(n, most * 1.01)})
                self.assertEqual([], soak.findings(under))
                found = soak.findings(over)
                self.assertEqual(1 if what in ("p50", "p99") else 2, len(found))
                self.assertIn(f"{name} grew by {most * 1.01:.2f}, from 1,000", found[0])

    def test_one_odd_minute_is_no_growth(self):
        self.assertEqual([], soak.findings(minutes(13, p99=lambda n: 90_000 if n == 12 else 900)))

    def test_lost_flows_count_in_every_minute(self):
        found = soak.findings(minutes(2, lost=lambda n: 61 if n == 2 else 60))
        self.assertEqual(["minute 2: 61 of 60,000 flows were lost"], found)

    def test_the_heap_is_the_total_of_a_histogram(self):
        histogram = (" num     #instances         #bytes  class name (module)\n"
                     "-------------------------------------------------------\n"
                     "   1:         12345        1048576  [B (java.base@17.0.1)\n"
                     "Total         23456        3145728\n")
        self.assertEqual(3, soak.live_heap(histogram))
        with self.assertRaisesRegex(ValueError, "no class histogram: 4711"):
            soak.live_heap("4711\n")

    def test_what_is_resident_is_read_before_the_collection(self):
        """After it, a collector would still be giving memory back."""
        programs = {}
        for name in soak.PROGRAMS:
            process = subprocess.Popen([f"{name}.jar", "60"], executable="/bin/sleep")
            self.addCleanup(process.kill)
            programs[str(process.pid)] = process

        def run(*command):
            if command[0] == "ip":
                return "\n".join(programs)
            if command[2] == "GC.heap_info":
                return " garbage-first heap   total 1024K, used 512K [0x01, 0x02)\n"
            programs[command[1]].kill()
            programs[command[1]].wait()
            return "Total 1 1048576\n"

        with mock.patch.object(soak.bed, "run", run), mock.patch.object(soak, "jcmd"):
            found = soak.memory()
        for name in soak.PROGRAMS:
            self.assertEqual(1, found[name]["heap"])
            self.assertGreater(found[name]["resident"], 0)
            self.assertEqual(found[name]["resident"] - 1, found[name]["beside"])

    def test_a_heap_is_all_of_its_generations(self):
        parallel = (" PSYoungGen      total 18944K, used 655K [0x01, 0x02, 0x03)\n"
                    "  eden space 16384K, 4% used [0x01,0x02,0x03)\n"
                    " ParOldGen       total 44032K, used 0K [0x01, 0x02, 0x03)\n"
                    " Metaspace       used 142K, committed 192K, reserved 1056768K\n")
        self.assertEqual((18944 + 44032) / 1024, soak.heap_size(parallel))
        with self.assertRaisesRegex(ValueError, "no heap: 4711"):
            soak.heap_size("4711:\n")

    def test_more_flows_than_there_are_addresses_are_refused(self):
        soak.sources(0, 240_000)
        with self.assertRaisesRegex(ValueError, f"300000 flows a minute are more than {bed.CLIENTS} "):
            soak.sources(0, 300_000)


if __name__ == "__main__":
    unittest.main()
