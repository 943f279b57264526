# SPDX-License-Identifier: Apache-2.0
"""Each rule of sume/rules.py is broken by the program of its name in tests/sume, by that alone."""

import json
import pathlib
import subprocess
import sys
import unittest

from sume import rules

P4 = pathlib.Path(__file__).resolve().parents[1]
PLACES = {
    "architecture": "package MySwitch",
    "control_port": "program",
    "digest_width": "struct digest_data_t",
    "emitted_struct": "TopDeparser, apply",
    "enum_value": "enum reason_t",
    "error": "TopParser, state start",
    "exit_in_action": "TopPipe, action leave",
    "extern_annotation": "extern count_reg_raw",
    "extern_in_action": "TopPipe, action count",
    "extern_object": "extern Counter",
    "extern_parameter": "extern payload_ip_chksum, parameter header_",
    "extern_template": "extern count_packets",
    "function": "function next",
    "header_stack": "struct headers_t, field inner",
    "header_union": "header_union link_t",
    "if_in_action": "TopPipe, action mark",
    "match_kind": "TopPipe, table forward",
    "multiplication": "TopPipe, apply",
    "packet_elsewhere": "Watch, parameter packet",
    "packet_length": "TopParser, state start",
    "packet_region": "TopPipe",
    "parser_loop": "TopParser, state start",
    "register_calls": "extern count_reg_raw",
    "register_index": "extern count_reg_raw",
    "register_latency": "extern count_reg_raw",
    "register_width": "extern count_reg_raw",
    "reject": "TopParser, state start",
    "table_after_extern": "TopPipe, table forward",
    "table_property": "TopPipe, table forward",
    "variable_advance": "TopParser, state start",
    "variable_length": "header option_t, field rest",
}


class RulesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.programs = json.loads((P4 / "compiled/tests/sume.json").read_text())

    def test_each_rule_has_a_program(self):
        self.assertEqual(sorted(PLACES), sorted(rules.RULES))
        self.assertEqual({*PLACES, "base"}, self.programs.keys())

    def test_a_program_breaks_the_rule_of_its_name_and_no_other(self):
        for name, place in PLACES.items():
            with self.subTest(name):
                self.assertEqual([(name, place)], rules.broken(self.programs[name]))

    def test_the_program_that_they_are_made_of_breaks_none(self):
        self.assertEqual([], rules.broken(self.programs["base"]))

    def test_the_place_the_rule_and_its_source_are_printed(self):
        done = subprocess.run(
            [sys.executable, P4 / "sume/rules.py", "/dev/stdin"], stderr=subprocess.PIPE, text=True,
            input=json.dumps(self.programs["exit_in_action"]))
        self.assertEqual(1, done.returncode)
        self.assertEqual("TopPipe, action leave: there is no exit in an action"
                         " (exit_in_action: UG1252 p. 8)\n", done.stderr)

    def test_the_program_for_the_card_breaks_none(self):
        done = subprocess.run([sys.executable, P4 / "sume/rules.py"],
                              stderr=subprocess.PIPE, text=True)
        self.assertEqual((0, ""), (done.returncode, done.stderr))


if __name__ == "__main__":
    unittest.main()
