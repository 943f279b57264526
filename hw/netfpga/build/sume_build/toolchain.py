# SPDX-License-Identifier: Apache-2.0
"""The toolchain: its variables, and what of it is missing and where that comes from."""

import os
import pathlib
import re
import shutil
import subprocess
from dataclasses import dataclass

from . import reference

REPOSITORY = pathlib.Path(__file__).resolve().parents[4]
VERSION = "2018.2"
TOOLCHAINS = ("sdnet", "rtl")

SDNET_SOURCE = (f"SDNet {VERSION}; Xilinx no longer offers it for download "
                "(P4-NetFPGA-public #64): ask AMD's university programme or whoever has it")
VIVADO_SOURCE = (f"Vivado {VERSION} with SDK, from AMD's archive of Vivado downloads; "
                 "source its settings64.sh")
REFERENCE_SOURCE = ("NetFPGA-SUME-live or P4-NetFPGA-live, to whose readers NetFPGA adds you when you "
                    "register (wiki of NetFPGA/NetFPGA-SUME-public); name its folder in SUME_FOLDER")
SUME_SOURCE = ("the repository P4-NetFPGA-live, to whose readers NetFPGA adds you when you "
               "register (wiki of NetFPGA/P4-NetFPGA-public)")

MAC = "ten_gig_eth_mac"  # the feature by which Vivado asks for it (#71)
LICENCES = ("AMD: of Vivado for the Virtex-7 690T, of the 10G MAC (a full one: under an evaluation "
            "licence the card stops after some time), and of SDNet where that is used")


@dataclass(frozen=True)
class Missing:
    """Something that is not there, and where it comes from."""

    what: str
    source: str


def chosen(given):
    """The toolchain where none is named, by what is on the PATH: SDNet if there is any."""
    path = given.get("PATH", "")
    return "sdnet" if any(shutil.which(tool, path=path) for tool in ("p4c-sdnet", "sdnet")) else "rtl"


def variables(given, kind="sdnet"):
    """The variables that NetFPGA's tools/settings.sh sets, of this project.

    All of them follow from SUME_FOLDER, P4_PROJECT_NAME (isthmus), NF_WORK_DIR, and where Vivado is.
    """
    sume = pathlib.Path(given.get("SUME_FOLDER", "/SUME_FOLDER"))
    name = given.get("P4_PROJECT_NAME", "isthmus")
    driver = "sume_riffa_v1_0_0"
    values = {
        "SUME_FOLDER": sume,
        "P4_PROJECT_NAME": name,
        "NF_WORK_DIR": given.get("NF_WORK_DIR", f"/tmp/{given.get('USER', 'root')}"),
        "USER": given.get("USER", "root"),
        "PROJECTS": sume / "projects",
        "IP_FOLDER": sume / "lib/hw/std/cores",
        "CONTRIB_IP_FOLDER": sume / "lib/hw/contrib/cores",
        "CONSTRAINTS": sume / "lib/hw/std/constraints",
        "XILINX_IP_FOLDER": sume / "lib/hw/xilinx/cores",
        "DRIVER_NAME": driver,
        "DRIVER_FOLDER": sume / "lib/sw/std/driver" / driver,
        "APPS_FOLDER": sume / "lib/sw/std/apps" / driver,
        "HWTESTLIB_FOLDER": sume / "lib/sw/std/hwtestlib",
    } | (_of_rtl if kind == "rtl" else _of_sdnet)(given, sume, name)
    scripts = (sume / "tools/scripts", values["NF_DESIGN_DIR"] / "lib/Python",
               sume / "tools/scripts/NFTest")
    values["PYTHONPATH"] = ":".join(map(str, (".", *values.pop("SCRIPTS"), *scripts)))
    return {key: str(value) for key, value in values.items()}


def _of_sdnet(given, sume, name):
    """A project of P4-NetFPGA."""
    sdnet = sume / "contrib-projects/sume-sdnet-switch"
    project = sdnet / "projects" / name
    return {
        "NF_PROJECT_NAME": "simple_sume_switch",
        "SUME_SDNET": sdnet,
        "P4_PROJECT_DIR": project,
        "NF_DESIGN_DIR": project / "simple_sume_switch",
        "DEV_PROJECTS": sume / "contrib-projects",
        "LD_LIBRARY_PATH": f"{sdnet}/sw/sume:{given.get('LD_LIBRARY_PATH', '')}",
        "SCRIPTS": (sdnet / "bin",),
    }


def _of_rtl(given, sume, name):
    """A project like reference_switch, whose Makefiles and scripts have its name in them."""
    found = shutil.which("vivado", path=given.get("PATH", ""))
    root = pathlib.Path(found).resolve().parents[1] if found else "/XILINX_PATH"
    return {
        "NF_PROJECT_NAME": reference.NAME,
        "NF_DESIGN_DIR": sume / "projects" / name,
        "CONTRIB_PROJECTS": sume / "contrib-projects",
        # Releases for Vivado 2016.4 have these for the tools.
        "XILINX_PATH": root,
        "XILINX_VIVADO": given.get("XILINX_VIVADO", root),
        "vivado": found or "vivado",
        "xsdk": shutil.which("xsdk", path=given.get("PATH", "")) or "xsdk",
        "SCRIPTS": (),
    }


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


SUME_PARTS = {
    "sdnet": (("contrib-projects/sume-sdnet-switch/templates/sss_p4_proj", "the template of a project"),
              ("contrib-projects/sume-sdnet-switch/bin/p4_px_tables.py", "the script for tables"),
              ("lib/hw/std/cores", "the reference cores"),
              ("tools/scripts/nf_test.py", "the simulation of the card"),
              ("lib/sw/std/driver/sume_riffa_v1_0_0", "the driver of the card")),
    "rtl": ((f"projects/{reference.NAME}/hw/tcl/{reference.NAME}.tcl", "the reference project"),
            ("lib/hw/std/cores", "the reference cores"),
            ("lib/hw/contrib/cores", "the folder for other cores"),
            ("lib/sw/std/hwtestlib", "the library for registers"),
            ("lib/sw/std/driver/sume_riffa_v1_0_0", "the driver of the card")),
}


def _sume(env, kind):
    """What is wrong with NetFPGA's repository."""
    # Its Makefiles give both to a shell, without quotes.
    for variable, shape in (("SUME_FOLDER", r"[\w./+-]*"), ("P4_PROJECT_NAME", r"\w+")):
        if not re.fullmatch(shape, env.get(variable, "")):
            yield Missing(f"{variable} that P4-NetFPGA's Makefiles can bear, not {env[variable]!r}",
                          "you: letters, digits and _" + ("" if "NAME" in variable else "./+-"))
    source = REFERENCE_SOURCE if kind == "rtl" else SUME_SOURCE
    if not env.get("SUME_FOLDER"):
        yield Missing("SUME_FOLDER: no such variable; it names the folder of "
                      + ("NetFPGA-SUME-live" if kind == "rtl" else "P4-NetFPGA"), source)
        return
    for part, what in SUME_PARTS[kind]:
        if not os.path.exists(os.path.join(env["SUME_FOLDER"], part)):
            yield Missing(f"{env['SUME_FOLDER']}/{part}, {what}", source)


def _vivado(env, kind):
    """What is wrong with Vivado, whose version is the one that the block design is for."""
    path = env.get("PATH", "")
    wanted = VERSION
    if kind == "rtl":
        wanted = reference.needed_version(pathlib.Path(env["PROJECTS"], reference.NAME)) or VERSION
    source = VIVADO_SOURCE.replace(VERSION, wanted)
    found = shutil.which("vivado", path=path)
    if not found:
        yield Missing("vivado on the PATH", source)
    elif f"v{wanted}" not in _answer("vivado", "-version", env=env):
        yield Missing(f"Vivado {wanted}: {found} is another", source)
    if not shutil.which("xsdk", path=path):
        yield Missing("xsdk on the PATH", source)


def _python(env, kind):
    """What is wrong with Python 2.7, which first lines of P4-NetFPGA's scripts call by either name."""
    names, modules = (("python",), "sys") if kind == "rtl" else (("python", "python2"), "sys, scapy.all")
    for name in names:
        if not _answer(name, "-c", f"import {modules}; print(sys.version_info[0])", env=env).endswith("2\n"):
            yield Missing(f"Python 2.7{' with Scapy' if 'scapy' in modules else ''}, by the name {name}",
                          "your distribution; NetFPGA's scripts are in Python 2")


def missing(env, kind="sdnet"):
    """All that is missing, as `Missing`; PROGRAM and P4INFO are ours."""
    yield from _sume(env, kind)
    if kind == "sdnet":
        for tool in ("p4c-sdnet", "sdnet"):
            found = shutil.which(tool, path=env.get("PATH", ""))
            if found:
                yield from _sdnet(found)
            else:
                yield Missing(f"{tool} on the PATH", SDNET_SOURCE)
    yield from _vivado(env, kind)
    yield from _licences(env)
    yield from _python(env, kind)
    for tool, package in (("make", "make"), ("cc", "gcc"), ("bash", "bash"), ("patch", "patch"),
                          ("wget", "wget"), ("unzip", "unzip")):
        if not shutil.which(tool, path=env.get("PATH", "")):
            yield Missing(f"{tool} on the PATH", f"the package {package} of your distribution")
    program = pathlib.Path(env["PROGRAM"])
    if kind == "rtl" and not rtl_name(program):
        yield Missing(f"{program}, of PROGRAM: a folder with one NAME.rtl.json",
                      "this repository: what hw/netfpga/rtl/compiler makes of a P4 program")
    elif not program.exists():
        yield Missing(f"{program}, of PROGRAM",
                      "this repository: the P4 program for SimpleSumeSwitch; name another in PROGRAM")
    if not pathlib.Path(env["P4INFO"]).exists():
        yield Missing(f"{env['P4INFO']}, of P4INFO",
                      "this repository: the P4Info of the program; name another in P4INFO")


def rtl_name(folder):
    """The name of the program in a folder of the compiler; empty if there is not one."""
    names = [file.name[:-len(".rtl.json")] for file in folder.glob("*.rtl.json")]
    return names[0] if len(names) == 1 else ""
