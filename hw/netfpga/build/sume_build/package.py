# SPDX-License-Identifier: Apache-2.0
"""usage: python3 -m sume_build.package FILE_OR_FOLDER ... TARGET

Copies what a card needs into one folder and writes its checksums to SHA256SUMS there.
"""

import pathlib
import shutil
import sys

from .state import checksum


def main(*arguments):
    *parts, target = map(pathlib.Path, arguments)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for part in parts:
        if part.is_dir():
            shutil.copytree(part, target / part.name)
        else:
            shutil.copy(part, target)
    files = sorted(file for file in target.rglob("*") if file.is_file())
    (target / "SHA256SUMS").write_text("".join(
        f"{checksum(file)}  {file.relative_to(target)}\n" for file in files))
    print(f"{len(files)} files in {target}")


if __name__ == "__main__":
    main(*sys.argv[1:])
