# SPDX-License-Identifier: Apache-2.0
import unittest
from types import SimpleNamespace

from isthmus_fabric.checks import onos
from isthmus_fabric.fabric import CheckFailed


class Rows:
    """An ONOS whose groups are read in one state after the other; the last stays."""

    def __init__(self, *states, rules=2):
        self.states = list(states)
        self.rules = rules

    def flows(self):
        return [{"state": "ADDED"}] * self.rules

    def groups(self):
        return [{"state": self.states.pop(0) if len(self.states) > 1 else self.states[0]}]


def fabric(controller):
    def eventually(condition, _seconds, _what, _interval):
        while True:
            value = condition()
            if value:
                return value
    return SimpleNamespace(controller=controller, eventually=eventually)


class AllAdded(unittest.TestCase):
    def test_waits_for_groups(self):
        self.assertEqual(onos._all_added(fabric(Rows("PENDING_ADD", "ADDED"))), (2, 1))

    def test_counts_what_it_saw_in_that_state(self):
        self.assertEqual(onos._all_added(fabric(Rows("ADDED", "PENDING_ADD"))), (2, 1))

    def test_no_flow_rule_is_a_failure(self):
        with self.assertRaisesRegex(CheckFailed, "flow rules"):
            onos._all_added(fabric(Rows("ADDED", rules=0)))
