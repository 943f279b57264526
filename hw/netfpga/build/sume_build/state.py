# SPDX-License-Identifier: Apache-2.0
"""Which steps are done, and with what: a file from which the build goes on where it stopped."""

import glob
import hashlib
import json
import os
import pathlib


def checksum(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def _checksums(patterns, env):
    names = set()
    for pattern in patterns:
        if callable(pattern):
            names.update(map(str, pattern(env)))
        else:
            names.update(filter(os.path.isfile, glob.glob(pattern.format_map(env))))
    return {name: checksum(name) for name in sorted(names)}


def words(step, env):
    """The command of a step, with its variables filled in."""
    return [word.format_map(env) for word in step.command]


class State:
    """The file `path`. Each done step has a number; it rises with every run of a step."""

    def __init__(self, path):
        self._path = pathlib.Path(path)
        try:
            kept = json.loads(self._path.read_text())
            self._done, self._begun = kept["steps"], set(kept["begun"])
        except (OSError, ValueError, KeyError):
            # What cannot be read is as good as never done.
            self._done, self._begun = {}, set()

    def stale(self, step, env):
        """Why a step must run, or None if it is done."""
        gone = [pattern.format_map(env) for pattern in step.outputs
                if not glob.glob(pattern.format_map(env))]
        record = self._done.get(step.name)
        if record is None:
            others = step.adopt and step.name not in self._begun and not gone
            return None if others else "it is not done"
        if record["command"] != words(step, env):
            return "its command is another"
        for name in step.needs:
            if self._run(name) != record["needs"].get(name):
                return f"{name} was done again"
        present = _checksums(step.inputs, env)
        changed = sorted(name for name in present.keys() | record["inputs"].keys()
                         if present.get(name) != record["inputs"].get(name))
        if changed:
            return f"{changed[0]} changed"
        return f"{gone[0]} is gone" if gone else None

    def _run(self, name):
        """The number of a step's last run; 0 for one that was done by others."""
        return self._done.get(name, {}).get("run", 0)

    def forget(self, names):
        """These steps, from now on, are not done; what there is of their outputs is ours."""
        for name in names:
            self._done.pop(name, None)
            self._begun.add(name)
        self._write()

    def done(self, step, env, inputs, minutes):
        """A step is done; `inputs` are what `inputs_of` gave before it ran."""
        run = 1 + max(map(self._run, self._done), default=0)
        self._done[step.name] = {
            "run": run, "command": words(step, env), "inputs": inputs,
            "needs": {name: self._run(name) for name in step.needs},
            "minutes": round(minutes, 1)}
        self._begun.discard(step.name)
        self._write()

    def minutes(self, step):
        """How long a done step took, or None."""
        return self._done.get(step.name, {}).get("minutes")

    @staticmethod
    def inputs_of(step, env):
        """Checksums of its inputs: what they are when it begins, for they may change meanwhile."""
        return _checksums(step.inputs, env)

    def _write(self):
        self._path.parent.mkdir(parents=True, exist_ok=True)
        new = self._path.with_suffix(".new")
        kept = {"steps": self._done, "begun": sorted(self._begun)}
        new.write_text(json.dumps(kept, indent=1) + "\n")
        os.replace(new, self._path)
