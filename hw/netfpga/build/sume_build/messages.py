# SPDX-License-Identifier: Apache-2.0
"""What lines in the logs of the toolchain mean: errors, and what only looks like one.

The tools end with status 0 after most of these. Sources in brackets are issues of
NetFPGA/P4-NetFPGA-public, Xilinx's message numbers, or the files of P4-NetFPGA that say it.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """A kind of line; `reason` says what it means, `remedy` what to do.

    `detail`, if given, is a pattern of the line after it that says more.
    """

    pattern: str
    reason: str
    remedy: str = ""
    detail: str = ""

    def matches(self, line):
        return re.search(self.pattern, line) is not None


LICENCE = ("get it from Xilinx (AMD), name it in XILINXD_LICENSE_FILE, and let the build begin "
           "again at the step that packages the core")

# First the ones that look like an error and are none.
FALSE = (
    Message(r"^\s*#",
            "Vivado echoes the Tcl it runs; a puts \"ERROR: ...\" in it was not run (#19)"),
    Message(r"^(\[\d+\]\s+)?(INFO|WARNING)\b(?!.*\b17-348\b)",
            "by its own word it is no error, whatever text it quotes"),
    Message(r"Error \d+ \(ignored\)$", "make goes on after it, because the Makefile says so"),
    Message(r"\b0 Critical Warnings and 0 Errors\b", "Vivado's count of none"),
    Message(r"PASS \( WARNING! Check reg_stim\.log",
            "nf_sim_registers_axi_logs.py says PASS (tools/scripts)"),
)

# Then what is an error, the telling ones first.
TRUE = (
    Message(r"Evaluation License Warning|hardware_evaluation license",
            "a core of the design has an evaluation licence: the card stops forwarding some time "
            "after it was programmed ([Vivado 12-1790], #71)",
            "the 10G MAC needs a full licence; " + LICENCE),
    Message(r"\[Common 17-34[58]\]|[Ff]ailed to get the license|license was not found",
            "a licence is missing ([Common 17-345], [Common 17-348])", LICENCE),
    Message(r"\[Timing 38-282\]|^Timing constraints are not met",
            "the design misses its timing: the bitstream would work now and then",
            "look for the failing paths in top_timing_summary_*.rpt; make tables or keys smaller"),
    Message(r"This script was created for Vivado <",
            "the block design is for another version of Vivado (#19, #37)",
            "put Vivado 2018.2 first on the PATH"),
    Message(r"not enough fields provided to complete _hexify",
            "a row in commands.txt lacks keys or parameters: every row has those of all actions",
            "the P4Info of P4INFO is not that of the program; compile both anew"),
    Message(r"uses an unsupported match type",
            "p4_px_tables.py knows exact, ternary and lpm tables alone (#33)"),
    Message(r"is not a recognized (action|table)",
            "commands.txt names what the program does not have",
            "the P4Info of P4INFO is not that of the program; compile both anew"),
    Message(r"cannot stat '(src/)?\*?.*\.tbl'|cannot find \S+\.tbl",
            "a table file is missing: a program needs a table, and a table a row (#18, #72)"),
    Message(r"ERROR: (tuple|packet) mismatch",
            "the simulated block gives out another packet, or other metadata, than expected "
            "(#39, #55)"),
    Message(r"ERROR: (some expected data not received|TEST FAILED)",
            "the simulated block gave out less than expected"),
    Message(r"FAIL \(\d+ packets expected, \d+ packets received\)",
            "the simulated card gave out other packets than expected",
            "with many rows in the tables packets come before the tables are written (#50): "
            "take a fixture with fewer"),
    Message(r"FAIL \( Check reg_stim\.log",
            "registers of the simulated card are not what was written (#42: too many rows)",
            "take a fixture with fewer rows"),
    Message(r"FAIL \( Did not get any results", "the simulated card answered no register access"),
    Message(r"=== Error: No tests match", "nf_test.py found no such test, and ends with status 0"),
    Message(r"\[Wavedata 42-471\]|'add_wave' failed",
            "the simulation's script shows signals that the design lacks, and ends there, before "
            "it has run (#65)",
            "it is the script of another project (switch_calc): make the project anew"),
    Message(r"^Project already exists", "hw/Makefile leaves a project that is there as it is"),
    Message(r"^Project \S+ does not exist", "hw/Makefile finds no project, and ends with status 0"),
    Message(r"SDK_Workspace not found",
            "sw/embedded/Makefile finds no workspace, and ends with status 0"),
    Message(r"ELF File .* is already associated",
            "load_elf.tcl ends without a new bitstream: it was run on this project before",
            "hw/netfpga/build/bitstream --from hardware"),
    Message(r"CRITICAL WARNING: \[(Synth 8-3352|Route 35-|DRC |Place 30-)",
            "a critical warning after which the design does not do what it says"),
    Message(r"Traceback \(most recent call last\)", "a script ended",
            detail=r"^\w*(Error|Exception|Interrupt)\b.*"),
    Message(r"(^|\] +)(ERROR|Error)\b *:", "the tool says error"),
    Message(r"(?i): (fatal )?error:", "a compiler says error"),
    Message(r"command not found$|: not found$", "a program is missing"),
    Message(r"^Killed$|Segmentation fault|Abnormal program termination|[Oo]ut of memory",
            "a tool was killed", "Vivado wants some 16 GB of memory for this part"),
    Message(r"^make(\[\d+\])?: \*\*\* ", "make gave up"),
)

CRITICAL = re.compile(r"^CRITICAL WARNING\b")
ELSEWHERE = re.compile(r"Run output will be captured here: (\S+)")
"""What Vivado says of a run: its messages are in that file, not in the log of the one who waits."""


def judge(line, own_false=()):
    """The error that a line is, or None."""
    if any(message.matches(line) for message in (*own_false, *FALSE)):
        return None
    return next((message for message in TRUE if message.matches(line)), None)
