# SPDX-License-Identifier: Apache-2.0
"""The program of `netbench.flows`, from this machine to itself."""

import unittest

from netbench import flows

PORT = 50_007


class FlowsTest(unittest.TestCase):
    def test_every_flow_is_answered(self):
        with flows.answered(PORT, where=()):
            for protocol in ("udp", "tcp"):
                for first, how in ((0, {"window": 16}), (500, {"rate": 10_000})):
                    with self.subTest(protocol=protocol, **how):
                        made = flows.open_flows("::1", "::1", 500, protocol=protocol, port=PORT,
                                                first=first, **how)
                        self.assertEqual((500, 500), (made.opened, made.answered))
                        self.assertLessEqual(made.p50, made.p99)
                        self.assertLessEqual(made.p99, made.max)
                        self.assertGreater(made.rate(), 0)

    def test_what_is_refused_has_no_answer(self):
        for protocol in ("udp", "tcp"):
            with self.subTest(protocol=protocol):
                made = flows.open_flows("::1", "::1", 20, protocol=protocol, port=PORT, window=4)
                self.assertEqual(0, made.answered)
                with self.assertRaisesRegex(RuntimeError, "20 of 20 flows had no answer"):
                    made.rate()


if __name__ == "__main__":
    unittest.main()
