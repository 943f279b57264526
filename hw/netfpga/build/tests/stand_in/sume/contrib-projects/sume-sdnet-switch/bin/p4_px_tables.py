# SPDX-License-Identifier: Apache-2.0
"""Stand-in: COMMANDS INFO; a .tbl for each table, one line a row, with nothing computed."""

import json
import os
import sys

with open(sys.argv[2]) as file:
    names = [t["p4_name"] for block in json.load(file).values() for t in block["px_lookups"]]
rows = {name: [] for name in names}
with open(sys.argv[1]) as file:
    for line in file:
        words = line.split()
        if words[1] not in rows:
            sys.exit(f"ERROR: {words[1]} is not a recognized table name")
        rows[words[1]].append(f"{words[2]} AB CD EF" if "tcam" in words[0] else "AB CD")
fault = os.path.join(os.environ["STAND_IN"], "faults", "p4_px_tables")
if os.path.exists(fault):
    with open(fault) as file:
        exec(file.read())
for name in names:
    with open(name + ".tbl", "w") as out:
        out.writelines(row + "\n" for row in rows[name])
