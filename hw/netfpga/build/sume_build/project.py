# SPDX-License-Identifier: Apache-2.0
"""Makes a project of P4-NetFPGA: its template, with our program for the example in it.

  python3 -m sume_build.project --program FILE.p4 --template DIR --project DIR

The program is copied with all files it includes by quotes; src/NAME.p4 includes it from there. A
project that this did not make is left alone.
"""

import argparse
import os
import pathlib
import re
import shutil
import sys

MARK = ".isthmus"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def closure(program):
    """The program and all files that it includes, by absolute path."""
    found, waiting = set(), [program.resolve()]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.add(file)
        for name in INCLUDE.findall(file.read_text()):
            included = (file.parent / name).resolve()
            if not included.exists():
                raise ValueError(f"{file} includes {name}, which does not exist")
            waiting.append(included)
    return sorted(found)


def make(program, template, project):
    """Makes or renews the project."""
    if project.exists() and not (project / MARK).exists():
        raise ValueError(f"{project} is there and was not made by this; take another "
                         "P4_PROJECT_NAME or move it away")
    sources = closure(program)
    shutil.copytree(template, project, dirs_exist_ok=True, symlinks=True)
    (project / MARK).write_text("made by hw/netfpga/build of Isthmus\n")
    source = project / "src"
    for example in source.glob("*.p4"):
        example.unlink()
    shutil.rmtree(source / "p4", ignore_errors=True)
    root = pathlib.Path(os.path.commonpath([file.parent for file in sources]))
    for file in sources:
        copy = source / "p4" / file.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    inner = program.resolve().relative_to(root)
    (source / f"{project.name}.p4").write_text(f'#include "p4/{inner.as_posix()}"\n')
    print(f"{project}, with {len(sources)} files of the program")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="sume_build.project")
    for name in ("--program", "--template", "--project"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    given = parser.parse_args(arguments)
    try:
        make(given.program, given.template, given.project)
    except (OSError, ValueError) as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
