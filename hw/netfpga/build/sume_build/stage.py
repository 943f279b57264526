# SPDX-License-Identifier: Apache-2.0
"""usage: python3 -m sume_build.stage PROJECT SWITCH INFO

Copies table files, packets and metadata of a project to where SDNet's testbench looks for them.
Tables have the names of the program there, which INFO (.sdnet_switch_info.dat) has beside SDNet's.
"""

import json
import pathlib
import shutil
import sys


def main(project, switch, info):
    blocks = json.loads(pathlib.Path(info).read_text()).values()
    names = {f"{lookup['p4_name']}.tbl": f"{lookup['px_name']}.tbl"
             for block in blocks for lookup in block.get("px_lookups", [])}
    for folder, kind in (("src", "*.tbl"), ("testdata", "*.axi"), ("testdata", "*.txt")):
        for file in sorted(pathlib.Path(project, folder).glob(kind)):
            name = names.get(file.name, file.name)
            shutil.copyfile(file, pathlib.Path(switch, name))
            print(f"{name}, {file.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
