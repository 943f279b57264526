# SPDX-License-Identifier: Apache-2.0
"""usage: python3 -m sume_build.names FILE

Gives the tables and actions of .sdnet_switch_info.dat the names that P4-NetFPGA's scripts look for.

Those make the name of an action of the block it is in and the word in a row, as SDNet has it where a
block has tables of its own (UG1252, "forwardIPv4", "Forward.forwardPacket"). What SDNet says of a
table in a control inside a block, or of a name that is given by @name, is not documented: NoAction,
which has one, is ".NoAction". The last part is the name in the program in any case.
"""

import json
import pathlib
import sys

NO_ACTION = ".NoAction"


def last(name):
    return name.rpartition(".")[2]


def renamed(described):
    """Renames tables and actions in place. Raises ValueError if two get the same name."""
    tables = set()
    for block_name, block in described.items():
        for lookup in block.get("px_lookups", []) if isinstance(block, dict) else []:
            name = last(lookup["p4_name"])
            if name in tables:
                raise ValueError(f"two tables are called {name}")
            tables.add(name)

            def action(given, block_name=block_name):
                return given if given == NO_ACTION else f"{block_name}.{last(given)}"

            ids = {action(given): number for given, number in lookup["action_ids"].items()}
            if len(ids) != len(lookup["action_ids"]):
                raise ValueError(f"two actions of table {name} have the same name")
            lookup.update(p4_name=name, action_ids=ids)
            for field in lookup["response_fields"]:
                if "p4_action" in field:
                    field["p4_action"] = action(field["p4_action"])
    return described


def main(file):
    path = pathlib.Path(file)
    try:
        described = renamed(json.loads(path.read_text()))
    except (OSError, ValueError) as error:
        print(f"ERROR: {path}: {error}", file=sys.stderr)
        return 1
    path.write_text(json.dumps(described, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
