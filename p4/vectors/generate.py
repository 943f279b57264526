#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the test vectors (*.json here) from suites/. Needs Scapy.

  generate.py            writes them
  generate.py --check    fails if what is here is not what it would write
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from suites import SUITES  # noqa: E402


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    texts = {}
    for suite in (make() for make in SUITES):
        names = [vector["name"] for vector in suite.body["vectors"]]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            sys.exit(f"{suite.name}: more than one vector is called {sorted(twice)}")
        texts[suite.name + ".json"] = suite.text()
    present = {path.name: path.read_text() for path in HERE.glob("*.json")}
    if check:
        stale = sorted(name for name in texts.keys() | present.keys()
                       if texts.get(name) != present.get(name))
        if stale:
            sys.exit("stale: " + ", ".join(stale) + "; run p4/vectors/generate.py")
        return
    for name in present.keys() - texts.keys():
        (HERE / name).unlink()
    for name, text in texts.items():
        (HERE / name).write_text(text)


if __name__ == "__main__":
    main()
