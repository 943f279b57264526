# SPDX-License-Identifier: Apache-2.0
"""Names of tables and actions in SDNet's description."""

import unittest

from sume_build import names


def described(table, *actions):
    return {"Pipe": {"px_lookups": [
        {"px_name": "own", "p4_name": table, "action_ids": dict(zip(actions, (1, 2, 3))),
         "response_fields": [{"px_name": "hit", "type": "bits"}]
         + [{"px_name": f"a{n}", "p4_action": action} for n, action in enumerate(actions)]}]},
        "name": "no block"}


class NamesTest(unittest.TestCase):
    def test_names_get_the_block_before_them(self):
        due = described("next", "Pipe.forward", ".NoAction")
        for table, action in (("next", "Pipe.forward"), (".next", ".forward"),
                              ("Pipe.Routing.next", "Routing.forward"), ("next", "forward")):
            with self.subTest(table=table, action=action):
                self.assertEqual(due, names.renamed(described(table, action, ".NoAction")))

    def test_two_of_one_name(self):
        with self.assertRaisesRegex(ValueError, "two actions of table next"):
            names.renamed(described("next", "A.forward", "B.forward"))
        twice = described("A.next", "Pipe.forward")
        twice["Other"] = described("B.next", "Pipe.forward")["Pipe"]
        with self.assertRaisesRegex(ValueError, "two tables are called next"):
            names.renamed(twice)


if __name__ == "__main__":
    unittest.main()
