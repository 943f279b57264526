# SPDX-License-Identifier: Apache-2.0
"""The steps to a bitstream, in order, with each toolchain.

Those with SDNet are those of P4-NetFPGA's workflow (its wiki, "Workflow Overview", and the Makefiles of a
project), cut where a check is worth something: `make` of a project is five steps here.
"""

import pathlib
import sys
from dataclasses import dataclass

from . import checks
from .project import closure

SWITCH = "{P4_PROJECT_DIR}/nf_sume_sdnet_ip/SimpleSumeSwitch"
CORE = "{CONTRIB_IP_FOLDER}/nf_sume_sdnet_ip"
RUNS = "{NF_DESIGN_DIR}/hw/project/{NF_PROJECT_NAME}.runs"
FIRMWARE = "{NF_DESIGN_DIR}/sw/embedded/SDK_Workspace/{NF_PROJECT_NAME}/app"
BITFILE = "{NF_DESIGN_DIR}/bitfiles/{NF_PROJECT_NAME}.bit"
RTL_CORE = "{CONTRIB_IP_FOLDER}/{CORE}_v1_0_0"
TESTDATA = "{P4_PROJECT_DIR}/testdata"
SWITCH_INFO = "{P4_PROJECT_DIR}/src/.sdnet_switch_info.dat"
CARD_TEST = "{NF_DESIGN_DIR}/test/sim_switch_default/run.py"


@dataclass(frozen=True)
class Step:
    """One step. In words and patterns, {NAME} is a variable of the toolchain or the driver.

    command       words, never given to a shell
    folder        where it runs
    needs         steps that are repeated before it; when one was, so is it
    inputs        files of ours: when their checksums change, it is repeated; patterns, or
                  functions of the variables
    outputs       patterns of files that it writes anew; they are removed before
    checks        functions of the variables, which raise checks.Failed
    says          pattern of a line without which it did not end well, whatever its status
    false_errors  messages that are no errors in this step
    minutes       about how long it takes, from and to
    silence       minutes without a line in any log after which it hangs
    adopt         whether outputs that are there already, of whoever, are as good
    """

    name: str
    about: str
    command: tuple
    folder: str
    minutes: tuple
    needs: tuple = ()
    inputs: tuple = ()
    outputs: tuple = ()
    checks: tuple = ()
    says: str = ""
    false_errors: tuple = ()  # of messages.Message
    silence: int = 20
    adopt: bool = False


def _own(module, *arguments):
    # -E: the toolchain's PYTHONPATH is for its own scripts.
    return (sys.executable, "-E", "-m", f"sume_build.{module}", *arguments)


OWN_FOLDER = "{REPOSITORY}/hw/netfpga/build"


def program(env):
    """The files of the P4 program; none if one of them is missing, which the step will say."""
    try:
        return closure(pathlib.Path(env["PROGRAM"]))
    except (OSError, ValueError):
        return []


XILINX_CORES = (
    Step("tcam-core", "Fetch and package Xilinx's TCAM (XAPP1151)",
         ("make", "update", "all"), "{XILINX_IP_FOLDER}/tcam_v1_1_0", (2, 5),
         outputs=("{XILINX_IP_FOLDER}/tcam_v1_1_0/component.xml",), adopt=True),
    Step("cam-core", "Fetch and package Xilinx's CAM (XAPP1151)",
         ("make", "update", "all"), "{XILINX_IP_FOLDER}/cam_v1_1_0", (2, 5),
         outputs=("{XILINX_IP_FOLDER}/cam_v1_1_0/component.xml",), adopt=True),
)


def _to_bitfile(*needs):
    """From the project to the bitstream, as the Makefiles of all reference projects have it.

    needs are the steps that make its project and its library of cores.
    """
    return (
        Step("hardware", "Synthesize, place and route",
             ("make", "distclean", "project"), "{NF_DESIGN_DIR}/hw", (100, 300),
             needs=needs,
             outputs=("{NF_DESIGN_DIR}/hw/project/{NF_PROJECT_NAME}.xpr", RUNS + "/impl_1/top.sysdef",
                      RUNS + "/impl_1/top_timing_summary_*.rpt"),
             checks=(checks.timing(RUNS + "/impl_1/top_timing_summary_*.rpt"),), silence=120),
        Step("sdk-export", "Hand the hardware to the SDK",
             ("make", "export_to_sdk"), "{NF_DESIGN_DIR}/hw", (3, 10), needs=("hardware",),
             outputs=("{NF_DESIGN_DIR}/sw/embedded/{NF_PROJECT_NAME}.hdf",)),
        Step("firmware-project", "Make the project of the card's firmware",
             ("make", "project"), "{NF_DESIGN_DIR}/sw/embedded", (2, 5), needs=("sdk-export",),
             outputs=(FIRMWARE + "/src/*",)),
        Step("firmware", "Compile the card's firmware",
             ("make", "compile"), "{NF_DESIGN_DIR}/sw/embedded", (2, 5), needs=("firmware-project",),
             outputs=(FIRMWARE + "/Debug/app.elf",), checks=(checks.elf(FIRMWARE + "/Debug/app.elf"),)),
        Step("bitfile", "Put the firmware into the bitstream",
             ("make", "load_elf"), "{NF_DESIGN_DIR}/hw", (10, 30), needs=("firmware",),
             outputs=(BITFILE,),
             checks=(checks.bitstream(BITFILE),), silence=60),
    )


SDNET = (
    *XILINX_CORES,
    Step("register-access", "Compile the library that reads and writes the card's registers",
         ("make",), "{SUME_SDNET}/sw/sume", (1, 1),
         outputs=("{SUME_SDNET}/sw/sume/libsumereg.so", "{SUME_SDNET}/sw/sume/rwaxi"),
         checks=(checks.elf("{SUME_SDNET}/sw/sume/libsumereg.so"),), adopt=True),
    Step("library", "Package the cores of the reference projects",
         ("make", "sume"), "{SUME_FOLDER}", (10, 30),
         outputs=("{IP_FOLDER}/input_arbiter_v1_0_0/component.xml",
                  "{IP_FOLDER}/nf_10ge_interface_v1_0_0/component.xml",
                  "{IP_FOLDER}/nf_riffa_dma_v1_0_0/component.xml",
                  "{CONTRIB_IP_FOLDER}/sss_output_queues_v2_0_0/component.xml"), adopt=True),
    Step("project", "Make the project from P4-NetFPGA's template and our program",
         _own("project", "--program", "{PROGRAM}", "--template",
              "{SUME_SDNET}/templates/sss_p4_proj", "--project", "{P4_PROJECT_DIR}"),
         OWN_FOLDER, (1, 1),
         inputs=(program,),
         outputs=("{P4_PROJECT_DIR}/src/{P4_PROJECT_NAME}.p4",),
         checks=(checks.has_content("{P4_PROJECT_DIR}/Makefile"),)),
    Step("vectors", "Write rows and packets for the simulation from p4/vectors",
         _own("vectors", "--p4info", "{P4INFO}", "--out", "{WORK}/fixtures",
              "--suites", "{SUITES}",
              "--cam-rows", "{CAM_ROWS}", "--tcam-rows", "{TCAM_ROWS}",
              "--install", "{FIXTURE}", "--project", "{P4_PROJECT_DIR}"),
         OWN_FOLDER, (1, 1), needs=("project",),
         inputs=("{P4INFO}", "{SUITES}/*.json", "{REPOSITORY}/p4/include/reasons.p4",
                 OWN_FOLDER + "/project/*"),
         outputs=("{P4_PROJECT_DIR}/src/commands.txt", TESTDATA + "/packets.json",
                  TESTDATA + "/gen_testdata.py", CARD_TEST),
         checks=(checks.has_content("{P4_PROJECT_DIR}/src/commands.txt"),
                 checks.compiles_as_python(TESTDATA + "/gen_testdata.py"),
                 checks.compiles_as_python(CARD_TEST))),
    Step("compile", "Compile the P4 program for SDNet",
         ("p4c-sdnet", "-o", "{P4_PROJECT_NAME}.sdnet", "--sdnet_info", ".sdnet_switch_info.dat",
          "{P4_PROJECT_NAME}.p4"),
         "{P4_PROJECT_DIR}/src", (1, 3), needs=("project",), inputs=("{P4INFO}",),
         outputs=("{P4_PROJECT_DIR}/src/{P4_PROJECT_NAME}.sdnet", SWITCH_INFO),
         checks=(checks.has_content("{P4_PROJECT_DIR}/src/{P4_PROJECT_NAME}.sdnet"),
                 checks.has_content(SWITCH_INFO))),
    Step("names", "Name tables and actions as P4-NetFPGA's scripts look for them",
         _own("names", SWITCH_INFO), OWN_FOLDER, (1, 1), needs=("compile",),
         checks=(checks.switch_info(SWITCH_INFO),)),
    Step("tables", "Turn the rows into table files",
         ("python", "{SUME_SDNET}/bin/p4_px_tables.py", "commands.txt", ".sdnet_switch_info.dat"),
         "{P4_PROJECT_DIR}/src", (1, 1), needs=("names", "vectors"),
         outputs=("{P4_PROJECT_DIR}/src/*.tbl",),
         checks=(checks.tables("{P4_PROJECT_DIR}/src/commands.txt", "{P4_PROJECT_DIR}/src"),)),
    Step("testdata", "Write packets and metadata for the simulations",
         # Without its target clean, which removes what the step api writes there.
         ("make", "all"), TESTDATA, (1, 1), needs=("vectors",),
         outputs=(TESTDATA + "/src.pcap", TESTDATA + "/dst.pcap", TESTDATA + "/Packet_in.axi",
                  TESTDATA + "/Packet_expect.axi", TESTDATA + "/Tuple_in.txt",
                  TESTDATA + "/Tuple_expect.txt", TESTDATA + "/nf?_applied.pcap",
                  TESTDATA + "/nf?_expected.pcap", TESTDATA + "/dma0_*.pcap"),
         checks=(checks.packets(TESTDATA),)),
    Step("sdnet", "Make HDL of the compiled program",
         ("make", "compile_no_cpp_test"), "{P4_PROJECT_DIR}", (2, 10), needs=("compile",),
         outputs=(SWITCH + "/SimpleSumeSwitch.v", SWITCH + "/SimpleSumeSwitch.h",
                  SWITCH + "/vivado_sim.bash", SWITCH + "/vivado_sim_waveform.bash",
                  SWITCH + "/questa.bash", SWITCH + "/Testbench/SimpleSumeSwitch_tb.sv"),
         checks=(checks.contains(SWITCH + "/SimpleSumeSwitch.v", r"\bmodule\s+SimpleSumeSwitch\b"),
                 checks.contains(SWITCH + "/Testbench/SimpleSumeSwitch_tb.sv", r"\bendmodule\b"),
                 checks.parses_as_shell(SWITCH + "/vivado_sim*.bash"))),
    Step("api", "Generate externs, C API and command line; repair SDNet's scripts",
         ("make", "run_scripts"), "{P4_PROJECT_DIR}", (1, 3), needs=("sdnet", "names"),
         outputs=("{P4_PROJECT_DIR}/sw/CLI/P4_SWITCH_CLI.py",
                  "{P4_PROJECT_DIR}/sw/CLI/p4_tables_api.py",
                  "{P4_PROJECT_DIR}/sw/CLI/lib*.so", "{P4_PROJECT_DIR}/sw/API/*.h"),
         checks=(checks.compiles_as_python("{P4_PROJECT_DIR}/sw/CLI/*.py"),
                 checks.elf("{P4_PROJECT_DIR}/sw/CLI/lib*.so"),
                 checks.parses_as_shell(SWITCH + "/vivado_sim*.bash"),
                 # Without this the testbench does not write down how it fills the tables.
                 checks.contains(SWITCH + "/Testbench/SimpleSumeSwitch_tb.sv",
                                 r"config_writes\.txt"))),
    Step("stage", "Put tables, packets and metadata beside the HDL",
         _own("stage", "{P4_PROJECT_DIR}", SWITCH, SWITCH_INFO), OWN_FOLDER, (1, 1),
         needs=("api", "tables", "testdata"),
         outputs=(SWITCH + "/*.tbl", SWITCH + "/Packet_in.axi", SWITCH + "/Packet_expect.axi",
                  SWITCH + "/Tuple_in.txt", SWITCH + "/Tuple_expect.txt")),
    Step("sdnet-sim", "Simulate SDNet's block with our packets",
         ("bash", "vivado_sim.bash"), SWITCH, (5, 30), needs=("stage",),
         says=r"INFO: TEST PASSED",
         outputs=(SWITCH + "/config_writes.txt",),
         checks=(checks.contains(SWITCH + "/config_writes.txt",
                                 r"^<addr, data>: \([0-9a-f]+, [0-9a-f]+\)$"),)),
    Step("config-writes", "Write scripts that fill the tables as the simulation did",
         ("make", "config_writes"), "{P4_PROJECT_DIR}", (1, 1), needs=("sdnet-sim",),
         outputs=(TESTDATA + "/config_writes.py", TESTDATA + "/config_writes.sh"),
         checks=(checks.compiles_as_python(TESTDATA + "/config_writes.py"),
                 checks.contains(TESTDATA + "/config_writes.py", r"^    nftest_regwrite\("),
                 checks.parses_as_shell(TESTDATA + "/config_writes.sh"))),
    Step("install", "Package SDNet's block as a core of the library",
         ("make", "install_sdnet"), "{P4_PROJECT_DIR}", (2, 5), needs=("api",),
         outputs=(CORE + "/component.xml", CORE + "/wrapper/nf_sume_sdnet.v",
                  CORE + "/SimpleSumeSwitch/SimpleSumeSwitch.v")),
    Step("sume-sim-data", "Give the card's simulation the table writes",
         ("make",), "{NF_DESIGN_DIR}/test/sim_switch_default", (1, 1),
         needs=("config-writes",),
         outputs=("{NF_DESIGN_DIR}/test/sim_switch_default/config_writes.py",)),
    Step("sume-sim", "Simulate the whole card with our packets",
         ("{SUME_FOLDER}/tools/scripts/nf_test.py", "sim", "--major", "switch", "--minor",
          "default"), "{SUME_FOLDER}", (20, 60), needs=("install", "sume-sim-data", "library"),
         says=r"PASS \(\d+ packets expected, \d+ packets received\)", silence=40),
    *_to_bitfile("install", "library"),
    Step("package", "Collect what goes to the card, with checksums",
         _own("package", BITFILE, "{P4INFO}",
              TESTDATA + "/config_writes.sh", SWITCH_INFO, "{P4_PROJECT_DIR}/sw", "{WORK}/{P4_PROJECT_NAME}"),
         OWN_FOLDER, (1, 1), needs=("bitfile", "config-writes"),
         outputs=("{WORK}/{P4_PROJECT_NAME}/{NF_PROJECT_NAME}.bit",
                  "{WORK}/{P4_PROJECT_NAME}/SHA256SUMS")),
)

# The cores of NetFPGA that reference_switch is made of, as `make sume` there packages them; with them its own lookups,
# which need Xilinx's CAMs.
RTL = (
    *XILINX_CORES,
    Step("register-access", "Compile the library that reads and writes the card's registers",
         ("make",), "{HWTESTLIB_FOLDER}", (1, 1), outputs=("{HWTESTLIB_FOLDER}/libsume.so",),
         checks=(checks.elf("{HWTESTLIB_FOLDER}/libsume.so"),), adopt=True),
    Step("library", "Package the cores of the reference projects",
         ("make", "sume"), "{SUME_FOLDER}", (10, 30),
         outputs=("{IP_FOLDER}/input_arbiter_v1_0_0/component.xml",
                  "{IP_FOLDER}/output_queues_v1_0_0/component.xml",
                  "{IP_FOLDER}/nf_10ge_interface_v1_0_0/component.xml",
                  "{IP_FOLDER}/nf_riffa_dma_v1_0_0/component.xml"), adopt=True),
    Step("project", "Make the project of reference_switch, with our core for its lookup",
         _own("reference", "--reference", "{PROJECTS}/reference_switch", "--core",
              "{PROGRAM}/{CORE}.v", "--project", "{NF_DESIGN_DIR}"),
         OWN_FOLDER, (1, 1), inputs=("{PROGRAM}/{CORE}.v",),
         outputs=("{NF_DESIGN_DIR}/hw/tcl/{NF_PROJECT_NAME}.tcl",),
         checks=(checks.contains("{NF_DESIGN_DIR}/hw/tcl/{NF_PROJECT_NAME}.tcl",
                                 r"^create_ip -name {CORE} "),)),
    Step("core", "Package our Verilog as a core of the library",
         ("vivado", "-mode", "batch", "-nojournal", "-nolog", "-source",
          OWN_FOLDER + "/vivado/package.tcl", "-tclargs", "{RTL_NAME}", "{PROGRAM}",
          "{REPOSITORY}/hw/netfpga/rtl/lib", RTL_CORE),
         "{CONTRIB_IP_FOLDER}", (2, 5),
         inputs=("{PROGRAM}/{RTL_NAME}_*.v*", "{REPOSITORY}/hw/netfpga/rtl/lib/*.v*",
                 OWN_FOLDER + "/vivado/*"),
         outputs=(RTL_CORE + "/component.xml",),
         checks=(checks.contains(RTL_CORE + "/component.xml", r"\b{CORE}\b"),)),
    *_to_bitfile("core", "library", "project"),
    Step("package", "Collect what goes to the card, with checksums",
         _own("package", BITFILE, "{P4INFO}", "{PROGRAM}/{RTL_NAME}.rtl.json",
              "{WORK}/{P4_PROJECT_NAME}"),
         OWN_FOLDER, (1, 1), needs=("bitfile",), inputs=("{P4INFO}", "{PROGRAM}/{RTL_NAME}.rtl.json"),
         outputs=("{WORK}/{P4_PROJECT_NAME}/{NF_PROJECT_NAME}.bit",
                  "{WORK}/{P4_PROJECT_NAME}/SHA256SUMS")),
)

OF = {"sdnet": SDNET, "rtl": RTL}
"""By toolchain."""
