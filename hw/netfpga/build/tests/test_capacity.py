# SPDX-License-Identifier: Apache-2.0
import unittest

from sume_build import capacity, p4info

P4INFO = """
tables { preamble { name: "hosts" } match_fields { name: "a" bitwidth: 56 match_type: EXACT }
    action_refs { id: 1 } action_refs { id: 2 scope: DEFAULT_ONLY } size: 16384 }
tables { preamble { name: "prefixes" } match_fields { name: "a" bitwidth: 128 match_type: TERNARY }
    action_refs { id: 1 } action_refs { id: 3 } size: 64 }
actions { preamble { name: "one" id: 1 } params { name: "p" bitwidth: 144 } }
actions { preamble { name: "none" id: 2 } params { name: "p" bitwidth: 999 } }
actions { preamble { name: "other" id: 3 } params { name: "p" bitwidth: 16 } }
"""


class CapacityTest(unittest.TestCase):
    def setUp(self):
        self.tables = p4info.parse(P4INFO)

    def test_an_element_has_the_parameters_of_all_actions_of_rows(self):
        self.assertEqual(145, capacity.element(self.tables["hosts"]))
        self.assertEqual(162, capacity.element(self.tables["prefixes"]))

    def test_exact_keys_are_in_block_ram_and_ternary_ones_in_flip_flops(self):
        self.assertEqual((90, 0), capacity.cost(self.tables["hosts"]))
        self.assertEqual((1, 16384), capacity.cost(self.tables["prefixes"]))

    def test_lines_end_with_sums(self):
        self.assertEqual("| all | | | | | 91 | 16384 |", list(capacity.lines(self.tables))[-2])


if __name__ == "__main__":
    unittest.main()
