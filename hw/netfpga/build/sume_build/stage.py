# SPDX-License-Identifier: Apache-2.0
"""usage: python3 -m sume_build.stage PROJECT SWITCH

Copies table files, packets and metadata of a project to where SDNet's testbench looks for them.
"""

import pathlib
import shutil
import sys


def main(project, switch):
    for folder, kind in (("src", "*.tbl"), ("testdata", "*.axi"), ("testdata", "*.txt")):
        for file in sorted(pathlib.Path(project, folder).glob(kind)):
            shutil.copy(file, switch)
            print(f"{file.name}, {file.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
