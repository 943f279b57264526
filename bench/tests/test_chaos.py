# SPDX-License-Identifier: Apache-2.0
"""Each comparison of `chaos` finds the fault that it is for, planted here, and nothing where all is
well."""

import random
import unittest
from itertools import islice

from chaos import attacks, bed, comparisons, faults
from chaos.__main__ import order
from chaos.comparisons import Ledger, mapping

ONE = mapping("tcp", "2001:db8:6::2", 40000, "203.0.113.1", 1024)
OTHER = mapping("udp", "2001:db8:6::3", 53, "203.0.113.1", 1025)
EAM = ("198.18.0.1/32", "2001:db8:6::2:1/128", "ipv6")


def tables(*mappings, eams=(), unknown=0):
    """Tables of a switch that holds these."""
    rows = [list(m) for m in mappings]
    return {"outbound": rows, "inbound": list(rows), "eams": [list(e) for e in eams],
            "unknown": unknown}


def flow(**changed):
    """The state of a flow that is well."""
    return {"protocol": "tcp", "port": 40000, "answered": 3, "last": 10.0,
            "mapped": ["203.0.113.1", 1024], "error": None} | changed


class ComparisonsTest(unittest.TestCase):
    def test_a_binding_that_a_switch_lost(self):
        held = tables(ONE)
        held["inbound"] = []
        self.assertEqual(comparisons.bindings("s", tables(ONE), {ONE}, {ONE}), [])
        self.assertEqual(len(comparisons.bindings("s", held, {ONE}, {ONE})), 1)
        self.assertEqual(len(comparisons.bindings("s", tables(), {ONE}, {ONE})), 2)

    def test_a_binding_that_nobody_has(self):
        self.assertEqual(len(comparisons.bindings("s", tables(ONE, OTHER), {ONE}, {ONE})), 2)

    def test_a_binding_that_comes_or_goes_meanwhile_is_no_finding(self):
        self.assertEqual(comparisons.bindings("s", tables(ONE), {ONE}, {ONE, OTHER}), [])
        self.assertEqual(comparisons.bindings("s", tables(ONE, OTHER), {ONE, OTHER}, {ONE}), [])

    def test_what_was_acknowledged_and_is_lost(self):
        ledger = Ledger()
        ledger.added(EAM)
        self.assertEqual(comparisons.eams("s", tables(eams=[EAM]), ledger), [])
        self.assertEqual(len(comparisons.eams("s", tables(), ledger)), 1)

    def test_what_was_deleted_and_came_back(self):
        ledger = Ledger()
        ledger.added(ONE)
        ledger.removed(ONE)
        self.assertEqual(ledger.compare("binding", "s", set()), [])
        self.assertIn("was deleted", ledger.compare("binding", "s", {ONE})[0])

    def test_an_eam_of_nobody(self):
        self.assertEqual(len(comparisons.eams("s", tables(eams=[EAM]), Ledger())), 1)

    def test_what_is_in_doubt_is_what_the_api_says(self):
        ledger = Ledger()
        ledger.doubted(ONE)
        ledger.doubted(OTHER)
        self.assertEqual(ledger.compare("binding", "s", {ONE}), [])
        ledger.settle({ONE})
        self.assertEqual((ledger.there, ledger.deleted), ({ONE}, {OTHER}))

    def test_entries_that_belong_to_nothing(self):
        self.assertEqual(comparisons.unknown("s", tables()), [])
        self.assertEqual(len(comparisons.unknown("s", tables(unknown=2))), 1)

    def test_a_switch_that_should_hold_none(self):
        self.assertEqual(comparisons.not_a_translator("s", tables()), [])
        self.assertEqual(len(comparisons.not_a_translator("s", tables(ONE))), 2)

    def test_a_port_of_two_hosts(self):
        twice = mapping("tcp", "2001:db8:6::3", 40000, "203.0.113.1", 1024)
        self.assertEqual(comparisons.one_owner({ONE, OTHER}), [])
        self.assertEqual(len(comparisons.one_owner({ONE, twice})), 1)

    def test_a_block_of_two_subscribers(self):
        def subscriber(address, first, last):
            return {"ipv6": address, "blocks": [{"protocol": "tcp", "ipv4": "203.0.113.1",
                                                 "firstPort": first, "lastPort": last}]}

        one, next_to = subscriber("a::/64", 1024, 1087), subscriber("b::/64", 1088, 1151)
        self.assertEqual(comparisons.blocks([one, next_to]), [])
        self.assertEqual(len(comparisons.blocks([one, subscriber("c::/64", 1087, 1150)])), 1)

    def test_a_flow_that_was_cut(self):
        self.assertEqual(comparisons.flows([flow()], "2001:db8:6::2", {ONE}), [])
        self.assertEqual(len(comparisons.flows([flow(error="reset")], "2001:db8:6::2")), 1)

    def test_a_flow_whose_mapping_is_not_listed(self):
        self.assertEqual(
            len(comparisons.flows([flow(mapped=["203.0.113.1", 1030])], "2001:db8:6::2", {ONE})),
            1)

    def test_a_flow_that_is_silent(self):
        self.assertEqual(comparisons.silent([flow()], 9.0), [])
        self.assertEqual(comparisons.silent([flow()], 10.0), ["tcp 40000"])

    def test_a_part_that_grows(self):
        self.assertEqual(comparisons.sizes("c", (100, 200, 30)), [])
        self.assertEqual(len(comparisons.sizes("c", (300 << 20, 200 << 20, 30))), 1)
        self.assertEqual(
            len(comparisons.sizes("c", (100, 200, comparisons.MAX_DESCRIPTORS + 1))), 1)


class SeedTest(unittest.TestCase):
    def test_a_seed_gives_the_same_faults_in_the_same_order(self):
        def first(seed):
            return [(name, rng.random())
                    for name, _, rng in islice(order(seed, faults.ALL), 2 * len(faults.ALL))]

        self.assertEqual(first(7), first(7))
        self.assertNotEqual(first(7), first(8))
        self.assertEqual({name for name, _ in first(7)[:len(faults.ALL)]},
                         {name for name, _ in faults.ALL})

    def test_a_seed_gives_the_same_frames(self):
        def some(kind):
            return list(islice(attacks.frames(kind, bed.LEAF1.mac, bytes(16), bytes(16),
                                              random.Random(7)), 50))

        for kind in ("flows", "spoofed", "fragments", "mutated"):
            self.assertEqual(some(kind), some(kind))

    def test_the_checksum_of_a_datagram_is_right(self):
        source, target = bytes(range(16)), bytes(range(16, 32))
        packet = attacks.datagram(source, target, 1024)
        pseudo = source + target + len(packet[40:]).to_bytes(4, "big") + b"\0\0\0\x11"
        self.assertEqual(attacks.checksum(pseudo + packet[40:]), 0)


if __name__ == "__main__":
    unittest.main()
