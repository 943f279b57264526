# SPDX-License-Identifier: Apache-2.0
"""Every decision falls before the first write to a header, so that a punted packet is the packet as
received, on targets too that give the controller what the pipeline made of it.

Seen in the compiled program: its ingress is walked from step to step with the verdict that is known
there, by which conditions on the verdict go one way only.
"""

import json
import pathlib
import re
import unittest

P4 = pathlib.Path(__file__).resolve().parents[1]
METADATA = ("scalars", "scalars_0", "standard_metadata")
# The compiler puts a structure's name before them, and a number behind.
VERDICT = re.compile(r"\w+\.(_meta_)?verdict\d*")
PUNT_REASON = re.compile(r"\w+\.(_meta_)?punt_reason\d*")
EMPTY = 0x00 # what verdict_t and punt_reason_t start from


class Ingress:
    def __init__(self, program):
        self.actions = {action["id"]: action for action in program["actions"]}
        ingress = next(p for p in program["pipelines"] if p["name"] == "ingress")
        self.start = ingress["init_table"]
        self.nodes = {node["name"]: node for node in ingress["tables"] + ingress["conditionals"]}

    def decides(self):
        """Whether anything here sets a verdict, and anything punts."""
        effects = [effect(action, EMPTY) for action in self.actions.values()]
        return (any(after != EMPTY for after, _, _ in effects)
                and any(punts for _, punts, _ in effects))

    def late_decisions(self):
        """Names of actions that punt, or copy for the controller, after a write to a header."""
        late = set()
        todo = [(self.start, EMPTY, False)]
        seen = set()
        while todo:
            state = todo.pop()
            if state in seen:
                continue
            seen.add(state)
            name, verdict, written = state
            if name is None:
                continue
            node = self.nodes[name]
            if "expression" in node:
                holds = outcome(node["expression"]["value"], verdict)
                if holds is not False:
                    todo.append((node["true_next"], verdict, written))
                if holds is not True:
                    todo.append((node["false_next"], verdict, written))
                continue
            for id, action in zip(node["action_ids"], node["actions"]):
                after, punts, writes = effect(self.actions[id], verdict)
                if punts and (written or writes):
                    late.add(action)
                following = node["next_tables"].get(action)
                if following is None:
                    following = node["base_default_next"]
                todo.append((following, after, written or writes))
            # Hit and miss come in place of actions.
            for key, following in node["next_tables"].items():
                if key in ("__HIT__", "__MISS__"):
                    for id in node["action_ids"]:
                        after, _, writes = effect(self.actions[id], verdict)
                        todo.append((following, after, written or writes))
        return late


def outcome(expression, verdict):
    """Whether a condition on a known verdict holds; None if it is about anything else."""
    left, right = expression.get("left") or {}, expression.get("right") or {}
    if expression.get("op") == "and":
        both = {outcome(left["value"], verdict), outcome(right["value"], verdict)}
        return False if False in both else True if both == {True} else None
    if expression.get("op") in ("==", "!=") and left.get("type") == "field" \
            and VERDICT.fullmatch(left["value"][1]) \
            and right.get("type") == "hexstr" and verdict is not None:
        return (int(right["value"], 16) == verdict) == (expression["op"] == "==")
    return None


def effect(action, verdict):
    """The verdict after an action, whether it is for the controller, and whether it writes headers."""
    punts = writes = False
    for primitive in action["primitives"]:
        target = primitive["parameters"][0] if primitive["parameters"] else {}
        if primitive["op"] in ("add_header", "remove_header", "push", "pop", "assign_header"):
            writes = True
        elif primitive["op"] == "assign" and target["type"] == "field":
            if VERDICT.fullmatch(target["value"][1]):
                source = primitive["parameters"][1]
                verdict = int(source["value"], 16) if source["type"] == "hexstr" else None
            elif PUNT_REASON.fullmatch(target["value"][1]):
                punts = True
            elif target["value"][0] not in METADATA:
                writes = True
    return verdict, punts, writes


class OrderTest(unittest.TestCase):
    def test_nothing_is_decided_after_the_first_write_to_a_header(self):
        for name in ("compiled/isthmus.json", "compiled/minimal/isthmus.json",
                     "compiled/netfpga/isthmus.json"):
            with self.subTest(name):
                program = json.loads((P4 / name).read_text())
                ingress = Ingress(program)
                self.assertTrue(ingress.decides())
                self.assertEqual(set(), ingress.late_decisions())


if __name__ == "__main__":
    unittest.main()
