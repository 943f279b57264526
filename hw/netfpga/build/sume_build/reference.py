# SPDX-License-Identifier: Apache-2.0
"""Makes a project of NetFPGA's reference_switch, with our core in the place of its output port lookup.

  python3 -m sume_build.reference --reference DIR --core FILE.v --project DIR

What the core counts on is looked up in the reference first: how the lookup is connected, and where its
registers are. A project that this did not make is left alone. Names and addresses are those of
NetFPGA-SUME-live (hw/tcl/reference_switch.tcl, hw/tcl/reference_switch_defines.tcl, hw/hdl/nf_datapath.v).
"""

import argparse
import pathlib
import re
import shutil
import sys

from .project import MARK

NAME = "reference_switch"
BASE = 0x44020000  # SumeSlot in the agent has it
LEAST = 0x1000
VLNV = "-vendor isthmus.org -library netfpga"

CREATE = re.compile(r"^create_ip +-name +(\w*output_port_lookup\w*) +-vendor +\S+ +-library +\S+( +-version +\S+)?"
                    r" +-module_name +(\w+)\s*$", re.MULTILINE)
MADE = ("ip_repo", "project", "SDK_Workspace", "*.jou", "*.log", "*.bit")


def _read(file):
    if not file.exists():
        raise ValueError(f"{file} is missing: it is no {NAME} of NetFPGA-SUME-live")
    return file.read_text(errors="replace")


def needed_version(reference):
    """The version of Vivado that the block design is for; None if it says none."""
    try:
        text = (reference / "hw/tcl/control_sub.tcl").read_text(errors="replace")
    except OSError:
        return None
    found = re.search(r"^set scripts_vivado_version (\S+)", text, re.MULTILINE)
    return found and found.group(1)


def lookup(file):
    """The core that the project creates for its lookup, and what its instance is called."""
    text = _read(file)
    found = list(CREATE.finditer(text))
    if len(found) != 1:
        raise ValueError(f"{file}: it creates {len(found)} output port lookups, and one is replaced")
    module = found[0].group(3)
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(rf"\bCONFIG\.\w+.*\b{module}\b", line):
            raise ValueError(f"{file}: line {number} sets what our core has not: {line.strip()}")
    return found[0], module


def ports(core):
    """The ports of our module."""
    return set(re.findall(r"^ *(?:input|output) +(?:wire|reg) +(?:\[[^]]*\] +)?(\w+)", _read(core), re.MULTILINE))


def connected(datapath, module):
    """The ports that the reference connects of its lookup."""
    text = re.sub(r"//[^\n]*", "", _read(datapath))
    found = re.search(rf"\b{module}\s+\w+\s*\((.*?)\)\s*;", text, re.DOTALL)
    if not found:
        raise ValueError(f"{datapath}: there is no {module} in it")
    return set(re.findall(r"\.(\w+)\s*\(", found.group(1)))


def _value(name, text, file):
    """A variable of the defines, whose values are numbers or other variables."""
    found = re.search(rf"^set +{name} +(\S+)", text, re.MULTILINE)
    if not found:
        raise ValueError(f"{file}: it does not set {name}")
    value = found.group(1)
    return _value(value[1:], text, file) if value.startswith("$") else int(value, 0)


def check(reference, core, module):
    """Raises ValueError, naming what differs from what our core counts on."""
    datapath = reference / "hw/hdl/nf_datapath.v"
    there, ours = connected(datapath, module), ports(core)
    for names, what in ((there - ours, "connects of its lookup what our core has not"),
                        (ours - there, "does not connect what our core needs")):
        if names:
            raise ValueError(f"{datapath} {what}: {', '.join(sorted(names))}")
    defines = reference / f"hw/tcl/{NAME}_defines.tcl"
    text = _read(defines)
    base, size = (_value(f"OUTPUT_PORT_LOOKUP_{part}ADDR", text, defines) for part in ("BASE", "SIZE"))
    if base != BASE or size < LEAST:
        raise ValueError(f"{defines}: the lookup has {size:#x} bytes at {base:#x}, and the agent looks for "
                         f"{LEAST:#x} at {BASE:#x}")


def make(reference, core, project):
    """Makes or renews the project."""
    if project.exists() and not (project / MARK).exists():
        raise ValueError(f"{project} is there and was not made by this; take another "
                         "P4_PROJECT_NAME or move it away")
    script = pathlib.Path("hw/tcl", f"{NAME}.tcl")
    created, module = lookup(reference / script)
    check(reference, core, module)
    shutil.copytree(reference, project, dirs_exist_ok=True, symlinks=True,
                    ignore=shutil.ignore_patterns(*MADE))
    (project / MARK).write_text("made by hw/netfpga/build of Isthmus\n")
    text = (project / script).read_text(errors="surrogateescape")
    ours = f"create_ip -name {core.stem} {VLNV} -module_name {module}"
    (project / script).write_text(text.replace(created.group(0).strip(), ours), errors="surrogateescape")
    print(f"{project}: {module} is {core.stem} now, not {created.group(1)}")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="sume_build.reference")
    for name in ("--reference", "--core", "--project"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    given = parser.parse_args(arguments)
    try:
        make(given.reference, given.core, given.project)
    except (OSError, ValueError) as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
