# SPDX-License-Identifier: Apache-2.0
"""What the tables of a program take of the card: a line each, in Markdown.

  python3 -m sume_build.capacity [--p4info FILE]

An estimate from below, for a Virtex-7 690T. Of an exact table, block RAM for key and element of each row
(UG1252 table 1: the element is the action and the parameters of all actions, side by side); of a
ternary one two flip-flops for each bit of key, value and mask, and its elements in block RAM.
What SDNet adds to that, only its report tells.
"""

import argparse
import pathlib

from . import p4info

BLOCK_RAM_BITS = 36 << 10
BLOCK_RAMS = 1470
FLIP_FLOPS = 866400
HERE = pathlib.Path(__file__).resolve()


def element(table):
    """Bits of the action and the parameters of all actions; an action more is none."""
    return (len(table.actions)).bit_length() + sum(
        param.bits for action in table.actions for param in action.params)


def cost(table):
    """(block RAMs, flip-flops) of a table."""
    key = sum(field.bits for field in table.keys)
    ternary = any(field.kind != "EXACT" for field in table.keys)
    bits = table.size * (element(table) + (0 if ternary else key))
    return -(-bits // BLOCK_RAM_BITS), 2 * key * table.size if ternary else 0


def lines(tables):
    yield "| Table | Rows | Key | Element | Match | Block RAMs | Flip-flops |"
    yield "|---|--:|--:|--:|---|--:|--:|"
    rams = flops = 0
    for name in sorted(tables):
        table = tables[name]
        ram, flop = cost(table)
        rams, flops = rams + ram, flops + flop
        kinds = ", ".join(sorted({field.kind.lower() for field in table.keys}))
        key = sum(field.bits for field in table.keys)
        yield (f"| `{name}` | {table.size} | {key} | {element(table)} | {kinds} | {ram} | "
               f"{flop or ''} |")
    yield f"| all | | | | | {rams} | {flops} |"
    yield (f"| of the card | | | | | {100 * rams / BLOCK_RAMS:.0f} % | "
           f"{100 * flops / FLIP_FLOPS:.0f} % |")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="sume_build.capacity")
    parser.add_argument("--p4info", type=pathlib.Path,
                        default=HERE.parents[4] / "p4/compiled/netfpga/isthmus.p4info.txtpb")
    print("\n".join(lines(p4info.load(parser.parse_args(arguments).p4info))))


if __name__ == "__main__":
    main()
