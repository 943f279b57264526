# SPDX-License-Identifier: Apache-2.0
"""The driver with our own Verilog: its Tcl on commands of Vivado that keep what they are told."""

import fnmatch
import hashlib
import os
import pathlib
import re
import shutil
import unittest

from sume_build import reference, steps

from . import toolchain

NAMES = [step.name for step in steps.RTL]
PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "rtl/isthmus"
CORE = "isthmus_output_port_lookup"

# Of each step: the tool that goes wrong, or a file, how, and what must be said.
WRONG = {
    "register-access": [
        ("hwtestlib", "echo > libsume.so", "libsume.so: it is no ELF file"),
        ("hwtestlib", "echo 'sume_reg.c:52:10: fatal error: nf_sume.h: No such file'", "a compiler says error")],
    "library": [
        ("sume", "rm lib/hw/std/cores/output_queues_v1_0_0/component.xml",
         "did not write {sume}/lib/hw/std/cores/output_queues_v1_0_0/component.xml")],
    "project": [
        ("../sume/projects/reference_switch/hw/hdl/nf_datapath.v",
         "output_port_lookup_ip one (.axis_aclk(c), .core_clk(c));", "connects of its lookup what our core has not: core_clk"),
        ("../sume/projects/reference_switch/hw/hdl/nf_datapath.v", "output_port_lookup_ip one (.axis_aclk(c));",
         "does not connect what our core needs: S_AXI_ACLK, S_AXI_ARADDR"),
        ("../sume/projects/reference_switch/hw/hdl/nf_datapath.v", "module nf_datapath; endmodule",
         "there is no output_port_lookup_ip in it"),
        ("../sume/projects/reference_switch/hw/tcl/reference_switch_defines.tcl",
         "set OUTPUT_PORT_LOOKUP_BASEADDR 0x44010000\nset OUTPUT_PORT_LOOKUP_SIZEADDR 0x1000\n",
         "the lookup has 0x1000 bytes at 0x44010000, and the agent looks for 0x1000 at 0x44020000"),
        ("../sume/projects/reference_switch/hw/tcl/reference_switch_defines.tcl", "",
         "it does not set OUTPUT_PORT_LOOKUP_BASEADDR"),
        ("../sume/projects/reference_switch/hw/tcl/reference_switch.tcl", "create_project x\n",
         "it creates 0 output port lookups, and one is replaced"),
        ("../sume/projects/reference_switch/hw/tcl/reference_switch.tcl",
         "create_ip -name switch_output_port_lookup -vendor NetFPGA -library NetFPGA -module_name opl_ip\n"
         "set_property CONFIG.DEPTH 4 [get_ips opl_ip]\n", "line 2 sets what our core has not")],
    "core": [
        ("package", "exit 0", "did not write {core}/component.xml"),
        ("package", "echo 'ERROR: [Common 17-345] A valid license was not found'", "a licence is missing")],
    "hardware": [
        ("after-reference_switch",
         "echo 'Timing constraints are not met.' > project/reference_switch.runs/impl_1/top_timing_summary_routed.rpt",
         "timing is not met"),
        ("reference_switch", "rm -r {core}", "No IP matching VLNV 'isthmus.org:netfpga:isthmus_output_port_lookup:*'")],
    "bitfile": [
        ("load_elf", "mkdir -p ../bitfiles; echo > ../bitfiles/reference_switch.bit; exit 0",
         "reference_switch.bit: it ends too early")],
}


class RtlBuild(toolchain.Toolchain):
    def setUp(self):
        super().setUp()
        shutil.rmtree(self.root / "SDNet")
        shutil.rmtree(self.root / "sume/contrib-projects")
        self.program = self.root / "program"
        shutil.copytree(PROGRAM, self.program)
        self.env |= {"PATH": f"{self.root}/bin:{os.environ['PATH']}", "PROGRAM": str(self.program),
                     "TOOLCHAIN": "rtl"}
        self.project = self.root / "sume/projects/isthmus"
        self.core = self.root / f"sume/lib/hw/contrib/cores/{CORE}_v1_0_0"


class BuildTest(RtlBuild):
    def test_a_build_that_goes_well(self):
        text = self.built()
        for name in NAMES:
            self.assertIn(f"\n{name} ", "\n" + text)
        package = self.work / "isthmus"
        sums = dict(reversed(line.split()) for line in (package / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(hashlib.sha256(toolchain.bit_file()).hexdigest(), sums["reference_switch.bit"])
        self.assertEqual({"reference_switch.bit", "isthmus.rtl.json", "tiny.p4info.txtpb"}, set(sums))
        self.assertEqual(len(NAMES), self.built().count("done before"))

    def test_the_core_has_all_files_and_the_clocks_of_its_buses(self):
        self.built("--to", "core")
        text = (self.core / "component.xml").read_text()
        self.assertIn(f"<core>isthmus.org:netfpga:{CORE}:1.0</core>", text)
        self.assertIn(f'<property name="top">{CORE}</property>', text)
        for bus, clock in (("s_axis", "axis_aclk"), ("m_axis", "axis_aclk"), ("S_AXI", "S_AXI_ACLK")):
            self.assertIn(f'<property name="bus:{bus}">{clock}</property>', text)
        lib = PROGRAM.parent / "lib"
        for file in [*self.program.glob("isthmus_*.v*"), *lib.glob("*.v*")]:
            self.assertIn(f">hdl/{file.name}</file>", text)
            self.assertEqual(file.read_bytes(), (self.core / "hdl" / file.name).read_bytes())
        self.assertIn('<file set="sources_1" file_type {Verilog Header}>hdl/registers.vh</file>', text)
        self.assertIn(f'<file set="constrs_1" processing_order LATE>constraints/{CORE}.xdc</file>', text)
        self.assertFalse((self.core / "project").exists())

    def test_the_reference_is_left_as_it_is_but_for_its_lookup(self):
        self.built("--to", "project")
        before = self.root / "sume/projects/reference_switch"
        for file in (file.relative_to(before) for file in before.rglob("*") if file.is_file()):
            was, now = (before / file).read_text(), (self.project / file).read_text()
            if file.name == "reference_switch.tcl":
                self.assertIn("create_ip -name switch_output_port_lookup", was)
                was = was.replace(
                    "create_ip -name switch_output_port_lookup -vendor NetFPGA -library NetFPGA -module_name "
                    "output_port_lookup_ip", f"create_ip -name {CORE} -vendor isthmus.org -library netfpga "
                    "-module_name output_port_lookup_ip")
            self.assertEqual(was, now, file)

    def test_each_step_that_goes_wrong_stops_the_build(self):
        for name in NAMES:
            for tool, script, said in WRONG.get(name, ()):
                with self.subTest(step=name, tool=tool, script=script):
                    there = self.root / "faults" / tool
                    before = there.read_text() if there.exists() else None
                    self.fault(tool, script.replace("{core}", f"ip_repo/contrib/cores/{CORE}_v1_0_0")
                               if tool != "reference_switch" else f"rm -r {self.core}")
                    text = self.failed("--from", name, "--to", name)
                    self.assertIn(f"bitstream: {name} failed", text)
                    self.assertIn(said.format(sume=self.root / "sume", core=self.core), text)
                    self.fault(tool, before)
            self.built("--to", name)
            if name == "hardware":
                self.assertTrue(self.core.exists())

    def test_changed_verilog_is_synthesized_anew(self):
        self.built()
        (self.program / "isthmus_pipe.v").write_text("module isthmus_pipe; endmodule\n")
        done = [line.split()[0] for line in self.built().splitlines()
                if line.split()[0] in NAMES and "done before" not in line]
        self.assertEqual(NAMES[NAMES.index("core"):], done)

    def test_a_file_that_includes_what_is_not_there_is_no_core(self):
        (self.program / "isthmus_hashes.vh").unlink()
        self.assertIn("cannot open include file 'isthmus_hashes.vh'", self.failed("--to", "core"))

    def test_a_project_of_somebody_else_is_left_alone(self):
        self.project.mkdir(parents=True)
        self.assertIn("was not made by this", self.failed())
        self.assertEqual([], list(self.project.iterdir()))


class PortsTest(unittest.TestCase):
    def test_the_module_has_the_ports_of_the_reference(self):
        datapath = toolchain.STAND_IN / "sume/projects/reference_switch/hw/hdl/nf_datapath.v"
        self.assertEqual(reference.connected(datapath, "output_port_lookup_ip"),
                         reference.ports(PROGRAM / f"{CORE}.v"))
        self.assertEqual(33, len(reference.ports(PROGRAM / f"{CORE}.v")))


class ConstraintsTest(unittest.TestCase):
    """What slot.xdc names is in the Verilog: Vivado only warns of a name that it does not find."""

    def setUp(self):
        folder = pathlib.Path(steps.__file__).parents[1] / "vivado"
        self.slot, self.alone = ((folder / name).read_text() for name in ("slot.xdc", "slot_ooc.xdc"))
        crossing = (PROGRAM.parent / "lib/axi_lite_crossing.v").read_text()
        self.registers = {name for found in re.findall(r"^    (?:\(\*.*?\*\) )?reg +(?:\[[^]]*\] *)?([^;]*);", crossing, re.MULTILINE)
                          for name in re.findall(r"(?:^|, )(\w+)", found)}

    def named(self):
        return [pattern.removesuffix("/D").removesuffix("*").removesuffix("_reg")
                for pattern in re.findall(r"\*crossing/(\S+?)(?=[ }])", self.slot)]

    def test_all_registers_are_there(self):
        self.assertEqual(["request_meta", "done_meta", "held_*", "answer_*"], self.named())
        for pattern in self.named():
            self.assertTrue(fnmatch.filter(self.registers, pattern), f"{pattern} in {self.registers}")

    def test_what_is_looked_at_twice_is_what_crosses(self):
        self.assertEqual({"request_meta", "done_meta"}, {name for name in self.registers if name.endswith("_meta")})

    def test_the_clocks_are_ports_of_the_slot(self):
        for text in (self.slot, self.alone):
            clocks = set(re.findall(r"get_ports (\w+)", text))
            self.assertEqual({"axis_aclk", "S_AXI_ACLK"}, clocks)
            self.assertLess(clocks, reference.ports(PROGRAM / f"{CORE}.v"))

    def test_the_instance_is_called_so(self):
        self.assertIn("axi_lite_crossing crossing (", (PROGRAM / f"{CORE}.v").read_text())


class MissingTest(RtlBuild):
    def lacks(self, *said):
        status, text = self.build()
        self.assertEqual(2, status, text)
        for one in said:
            self.assertIn(one, text)
        return text

    def test_no_vivado_and_no_reference(self):
        (self.root / "bin/vivado").unlink()
        del self.env["SUME_FOLDER"]
        self.lacks("missing: SUME_FOLDER: no such variable; it names the folder of NetFPGA-SUME-live",
                   "missing: vivado on the PATH\n    from: Vivado 2018.2 with SDK")

    def test_another_repository(self):
        shutil.rmtree(self.root / "sume/projects")
        self.lacks("sume/projects/reference_switch/hw/tcl/reference_switch.tcl, the reference project",
                   "from: NetFPGA-SUME-live or P4-NetFPGA-live")

    def test_the_version_of_vivado_is_that_of_the_block_design(self):
        (self.root / "sume/projects/reference_switch/hw/tcl/control_sub.tcl").write_text(
            "set scripts_vivado_version 2016.4\n")
        self.lacks("Vivado 2016.4: ", "bin/vivado is another", "from: Vivado 2016.4 with SDK")

    def test_a_folder_without_a_program(self):
        (self.program / "isthmus.rtl.json").unlink()
        self.lacks(f"{self.program}, of PROGRAM: a folder with one NAME.rtl.json")

    def test_scapy_is_not_needed(self):
        (self.root / "bin/python2").unlink()
        self.built("--to", "cam-core")

    def test_sdnet_is_not_asked_for(self):
        self.assertNotIn("sdnet", self.lacks_licence())

    def lacks_licence(self):
        del self.env["XILINXD_LICENSE_FILE"]
        return self.lacks("licences, in XILINXD_LICENSE_FILE")


class ChosenTest(RtlBuild):
    def test_without_sdnet_it_is_ours_and_says_so(self):
        del self.env["TOOLCHAIN"]
        text = self.built("--to", "cam-core")
        self.assertTrue(text.startswith("TOOLCHAIN=rtl, Vivado alone with our own Verilog: SDNet is not on the PATH"), text)
        self.assertNotIn("TOOLCHAIN=rtl, ", self.built("--to", "cam-core", "--toolchain", "rtl"))

    def test_with_sdnet_it_is_sdnet(self):
        del self.env["TOOLCHAIN"]
        shutil.copytree(toolchain.STAND_IN / "SDNet", self.root / "SDNet")
        self.env["PATH"] = f"{self.root}/SDNet/2018.2/bin:{self.env['PATH']}"
        self.assertIn("sdnet-sim", self.build("--list")[1])
        self.env["TOOLCHAIN"] = "rtl"
        self.assertNotIn("sdnet-sim", self.build("--list")[1])

    def test_there_is_no_other(self):
        self.env["TOOLCHAIN"] = "quartus"
        with self.assertRaises(SystemExit):
            self.build()


if __name__ == "__main__":
    unittest.main()
