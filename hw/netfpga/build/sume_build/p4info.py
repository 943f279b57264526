# SPDX-License-Identifier: Apache-2.0
"""What the P4Info says of tables: keys, and actions with their parameters.

Reads protobuf's text format itself: the machine with the toolchain needs nothing but Python.
"""

import re
from dataclasses import dataclass

_TOKEN = re.compile(r'\s+|#[^\n]*|(?P<string>"(?:\\.|[^"\\])*")|(?P<word>[\w.+-]+)|'
                    r'(?P<mark>[{}:<>])')


@dataclass(frozen=True)
class Field:
    """A key of a table, or a parameter of an action; `kind` is that of a key."""

    name: str
    bits: int
    kind: str = ""


@dataclass(frozen=True)
class Action:
    name: str
    params: tuple


@dataclass(frozen=True)
class Table:
    """A table with the actions that its rows may have, in the order of the program."""

    name: str
    keys: tuple
    actions: tuple
    size: int

    def action(self, name):
        for action in self.actions:
            if action.name == name:
                return action
        raise ValueError(f"table {self.name} has no action {name} for its rows")


def _tokens(text):
    position = 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        if not found:
            line = text.count("\n", 0, position) + 1
            raise ValueError(f"line {line}: {text[position:position + 20]!r} is no P4Info")
        position = found.end()
        if found.lastgroup:
            yield found.group()


def _message(tokens, nested=False):
    """Field name to the list of its values, until the closing brace of the message."""
    fields = {}
    for name in tokens:
        if name in ("}", ">"):
            if nested:
                return fields
            break
        mark = next(tokens, "")
        value = next(tokens, "") if mark == ":" else mark
        if value in ("{", "<"):
            value = _message(tokens, nested=True)
        elif mark != ":" or not value:
            raise ValueError(f"no value after {name}")
        elif value.startswith('"'):
            value = value[1:-1]
        fields.setdefault(name, []).append(value)
    else:
        if not nested:
            return fields
    raise ValueError("its braces do not match")


def _name(message):
    preamble = message["preamble"][0]
    return preamble.get("alias", preamble["name"])[0]


def parse(text):
    """Tables by name. Raises ValueError for what is no P4Info."""
    info = _message(_tokens(text))
    actions = {}
    for action in info.get("actions", []):
        params = tuple(Field(p["name"][0], int(p["bitwidth"][0])) for p in action.get("params", []))
        actions[action["preamble"][0]["id"][0]] = Action(_name(action), params)
    tables = {}
    for table in info.get("tables", []):
        keys = tuple(Field(k["name"][0], int(k["bitwidth"][0]), k["match_type"][0])
                     for k in table.get("match_fields", []))
        chosen = tuple(actions[ref["id"][0]] for ref in table.get("action_refs", [])
                       if ref.get("scope", [""])[0] != "DEFAULT_ONLY")
        tables[_name(table)] = Table(_name(table), keys, chosen, int(table["size"][0]))
    if not tables:
        raise ValueError("it has no tables")
    return tables


def load(path):
    """Tables by name, of a file; the error names it."""
    try:
        return parse(path.read_text())
    except (KeyError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error
