# SPDX-License-Identifier: Apache-2.0
"""The toolchain: its variables, and what of it is missing and where that comes from."""

import os
import pathlib
import re
import shutil
import subprocess
from dataclasses import dataclass

REPOSITORY = pathlib.Path(__file__).resolve().parents[4]
VERSION = "2018.2"

SDNET_SOURCE = (f"SDNet {VERSION}; Xilinx no longer offers it for download "
                "(P4-NetFPGA-public #64): ask AMD's university programme or whoever has it")
VIVADO_SOURCE = (f"Vivado {VERSION} with SDK, from AMD's archive of Vivado downloads; "
                 "source its settings64.sh")
SUME_SOURCE = ("the repository P4-NetFPGA-live, to whose readers NetFPGA adds you when you "
               "register (wiki of NetFPGA/P4-NetFPGA-public)")

MAC = "ten_gig_eth_mac"  # the feature by which Vivado asks for it (#71)
LICENCES = ("AMD: of Vivado for the Virtex-7 690T, of SDNet, and of the 10G MAC (a full one: under "
            "an evaluation licence the card stops after some time)")


@dataclass(frozen=True)
class Missing:
    """Something that is not there, and where it comes from."""

    what: str
    source: str


def variables(given):
    """The variables that P4-NetFPGA's tools/settings.sh sets, of this project.

    All of them follow from SUME_FOLDER, P4_PROJECT_NAME (isthmus) and NF_WORK_DIR.
    """
    sume = pathlib.Path(given.get("SUME_FOLDER", "/SUME_FOLDER"))
    name = given.get("P4_PROJECT_NAME", "isthmus")
    sdnet = sume / "contrib-projects/sume-sdnet-switch"
    project = sdnet / "projects" / name
    design = project / "simple_sume_switch"
    driver = "sume_riffa_v1_0_0"
    values = {
        "SUME_FOLDER": sume,
        "P4_PROJECT_NAME": name,
        "NF_PROJECT_NAME": "simple_sume_switch",
        "SUME_SDNET": sdnet,
        "P4_PROJECT_DIR": project,
        "NF_DESIGN_DIR": design,
        "NF_WORK_DIR": given.get("NF_WORK_DIR", f"/tmp/{given.get('USER', 'root')}"),
        "USER": given.get("USER", "root"),
        "PROJECTS": sume / "projects",
        "DEV_PROJECTS": sume / "contrib-projects",
        "IP_FOLDER": sume / "lib/hw/std/cores",
        "CONTRIB_IP_FOLDER": sume / "lib/hw/contrib/cores",
        "CONSTRAINTS": sume / "lib/hw/std/constraints",
        "XILINX_IP_FOLDER": sume / "lib/hw/xilinx/cores",
        "DRIVER_NAME": driver,
        "DRIVER_FOLDER": sume / "lib/sw/std/driver" / driver,
        "APPS_FOLDER": sume / "lib/sw/std/apps" / driver,
        "HWTESTLIB_FOLDER": sume / "lib/sw/std/hwtestlib",
        "PYTHONPATH": ":".join(map(str, (".", sdnet / "bin", sume / "tools/scripts",
                                         design / "lib/Python", sume / "tools/scripts/NFTest"))),
        "LD_LIBRARY_PATH": f"{sdnet}/sw/sume:{given.get('LD_LIBRARY_PATH', '')}",
    }
    return {key: str(value) for key, value in values.items()}


def _answer(*command, env):
    """What a program prints, or nothing if it does not run."""
    try:
        done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _sdnet(found):
    """What is wrong with the SDNet that is on the PATH."""
    root = pathlib.Path(found).resolve().parents[1]
    versions = [part for part in root.parts if part[:2] == "20" and "." in part]
    if versions and VERSION not in versions:
        yield Missing(f"SDNet {VERSION}: {root} is another", SDNET_SOURCE)
    if not (root / "data/p4include/sume_switch.p4").exists():
        yield Missing(f"{root}/data/p4include/sume_switch.p4, the architecture", SDNET_SOURCE)


def _licences(env):
    """What is wrong with the licences, as far as files tell; servers do not."""
    named = [part for variable in ("XILINXD_LICENSE_FILE", "LM_LICENSE_FILE")
             for part in env.get(variable, "").split(":") if part]
    found = list(pathlib.Path(env.get("HOME", "/")).glob(".Xilinx/*.lic"))
    if not named and not found:
        yield Missing("licences, in XILINXD_LICENSE_FILE or ~/.Xilinx", LICENCES)
    if any("@" in part for part in named):
        return
    for part in map(pathlib.Path, named):
        found += sorted(part.glob("*.lic")) if part.is_dir() else [part]
    lines = []
    for file in found:
        try:
            # FlexNet: a line goes on behind a backslash at its end.
            lines += re.sub(r"\\\s*\n", " ", file.read_text(errors="replace")).splitlines()
        except OSError as error:
            yield Missing(f"{file}: {error.strerror}", LICENCES)
            return
    own = [line for line in lines if re.search(rf"\b{MAC}\b", line)]
    if found and not own:
        yield Missing(f"a licence of the 10G MAC, {MAC}, in {found[0]}", LICENCES)
    elif own and all(re.search(r"(?i)evaluation|design_linking", line) for line in own):
        yield Missing(f"a full licence of the 10G MAC, {MAC}; that of {found[0]} is for evaluation",
                      LICENCES)


def missing(env, program, p4info):
    """All that is missing, as `Missing`; `program` and `p4info` are paths of ours."""
    path = env.get("PATH", "")

    def which(tool):
        return shutil.which(tool, path=path)

    # P4-NetFPGA's Makefiles give both to a shell, without quotes.
    for variable, shape in (("SUME_FOLDER", r"[\w./+-]*"), ("P4_PROJECT_NAME", r"\w+")):
        if not re.fullmatch(shape, env.get(variable, "")):
            yield Missing(f"{variable} that P4-NetFPGA's Makefiles can bear, not {env[variable]!r}",
                          "you: letters, digits and _" + ("" if "NAME" in variable else "./+-"))
    if not env.get("SUME_FOLDER"):
        yield Missing("SUME_FOLDER: no such variable; it names the folder of P4-NetFPGA",
                      SUME_SOURCE)
    else:
        for part, what in (("contrib-projects/sume-sdnet-switch/templates/sss_p4_proj",
                            "the template of a project"),
                           ("contrib-projects/sume-sdnet-switch/bin/p4_px_tables.py",
                            "the script for tables"),
                           ("lib/hw/std/cores", "the reference cores"),
                           ("tools/scripts/nf_test.py", "the simulation of the card"),
                           ("lib/sw/std/driver/sume_riffa_v1_0_0", "the driver of the card")):
            if not os.path.exists(os.path.join(env["SUME_FOLDER"], part)):
                yield Missing(f"{env['SUME_FOLDER']}/{part}, {what}", SUME_SOURCE)
    for tool in ("p4c-sdnet", "sdnet"):
        found = which(tool)
        if found:
            yield from _sdnet(found)
        else:
            yield Missing(f"{tool} on the PATH", SDNET_SOURCE)
    if not which("vivado"):
        yield Missing("vivado on the PATH", VIVADO_SOURCE)
    elif f"v{VERSION}" not in _answer("vivado", "-version", env=env):
        yield Missing(f"Vivado {VERSION}: {which('vivado')} is another", VIVADO_SOURCE)
    if not which("xsdk"):
        yield Missing("xsdk on the PATH", VIVADO_SOURCE)
    yield from _licences(env)
    for name in ("python", "python2"):  # first lines of P4-NetFPGA's scripts have either
        if not _answer(name, "-c", "import sys, scapy.all; print(sys.version_info[0])",
                       env=env).endswith("2\n"):
            yield Missing(f"Python 2.7 with Scapy, by the name {name}",
                          "your distribution; P4-NetFPGA's scripts are in Python 2")
    for tool, package in (("make", "make"), ("cc", "gcc"), ("bash", "bash"), ("patch", "patch"),
                          ("wget", "wget"), ("unzip", "unzip")):
        if not which(tool):
            yield Missing(f"{tool} on the PATH", f"the package {package} of your distribution")
    for variable, path in (("PROGRAM", program), ("P4INFO", p4info)):
        if not path.exists():
            yield Missing(f"{path}, of {variable}",
                          "this repository: the P4 program for SimpleSumeSwitch and its P4Info; "
                          f"name another in {variable}")
