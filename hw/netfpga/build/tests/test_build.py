# SPDX-License-Identifier: Apache-2.0
"""The driver on stand-ins of the toolchain that write what is documented, right and wrong."""

import fcntl
import hashlib
import json
import os
import pathlib
import unittest

from sume_build import steps

from . import toolchain

NAMES = [step.name for step in steps.SDNET]
INFO = "sume/contrib-projects/sume-sdnet-switch/projects/isthmus/src/.sdnet_switch_info.dat"

# Of each step: the tool that goes wrong, how, and what must be said. The tools end with status 0
# where the real ones do.
WRONG = {
    "tcam-core": [
        ("tcam", "echo 'ERROR: [Common 17-345] A valid license was not found'; exit 0",
         "a licence is missing"),
        ("tcam", "exit 0", "did not write {sume}/lib/hw/xilinx/cores/tcam_v1_1_0/component.xml")],
    "cam-core": [
        ("cam", "exit 0", "did not write {sume}/lib/hw/xilinx/cores/cam_v1_1_0/component.xml")],
    "register-access": [
        ("sw_sume", "echo > libsumereg.so", "libsumereg.so: it is no ELF file"),
        ("sw_sume", "echo 'rwaxi.c:3:10: fatal error: nf_sume.h: No such file'",
         "a compiler says error")],
    "library": [
        ("sume", "echo 'ERROR: [IP_Flow 19-3378] Packaging failed'", "the tool says error"),
        ("sume", "rm lib/hw/std/cores/nf_riffa_dma_v1_0_0/component.xml",
         "did not write {sume}/lib/hw/std/cores/nf_riffa_dma_v1_0_0/component.xml")],
    "project": [
        ("../p4/sume/isthmus.p4", '#include "../shared/gone.p4"\n',
         "gone.p4, which does not exist")],
    "vectors": [
        ("../p4/vectors/tiny.json", "{", "ERROR: Expecting property name"),
        ("../p4/vectors/tiny.json", '{"entries": [], "vectors": []}',
         "no vector that the simulation could run")],
    "compile": [
        ("p4c-sdnet", "echo 'isthmus.p4(12): error: table sizes'; exit 0", "a compiler says error"),
        ("p4c-sdnet", "exit 0", "did not write {project}/src/isthmus.sdnet"),
        ("p4c-sdnet", "> .sdnet_switch_info.dat; echo x > isthmus.sdnet; exit 0",
         ".sdnet_switch_info.dat: it is empty"),
        ("p4c-sdnet", "Segmentation_fault() { echo 'Segmentation fault (core dumped)'; exit 139; };"
         "Segmentation_fault", "a tool was killed")],
    "names": [
        (f"../{INFO}", "{", ".sdnet_switch_info.dat: Expecting"),
        (f"../{INFO}", '{"Pipe": {"px_lookups": []}}', "it has no tables")],
    "tables": [
        ("p4_px_tables", "sys.exit('ERROR: not enough fields provided to complete _hexify()')",
         "every row has those of all actions"),
        ("p4_px_tables", "rows['next'].pop()", "next.tbl: 0 rows, and 1 in commands.txt"),
        ("p4_px_tables", "rows['route6'] = ['0 XY']", "route6.tbl: line 1 is no row: 0 XY"),
        ("p4_px_tables", "{}['next']", "a script ended: KeyError: 'next'")],
    "testdata": [
        ("testdata", "echo 00 >> Tuple_in.txt", "Tuple_in.txt: line 3 is no tuple: 00"),
        ("testdata", "head -c 50 src.pcap > cut && mv cut src.pcap", "src.pcap: "),
        ("testdata", "head -n 1 Packet_in.axi > one && mv one Packet_in.axi",
         "as many packets everywhere"),
        ("testdata", "rm Packet_expect.axi", "did not write {project}/testdata/Packet_expect.axi")],
    "sdnet": [
        ("sdnet", "rm $out/SimpleSumeSwitch.h", "did not write {switch}/SimpleSumeSwitch.h"),
        ("sdnet", "echo > $out/SimpleSumeSwitch.v", "SimpleSumeSwitch.v: nothing in it fits"),
        ("sdnet", "echo 'if' >> $out/vivado_sim.bash", "vivado_sim.bash: "),
        ("sdnet", "exit 3", "make gave up")],
    "api": [
        ("run_scripts", "echo 'def table():' > sw/CLI/p4_tables_api.py",
         "p4_tables_api.py: line 1: expected an indented block"),
        ("run_scripts", "echo 'ERROR: could not compile libcam souce files'",
         "the tool says error"),
        ("run_scripts", "echo > sw/CLI/libcam.so", "libcam.so: it is no ELF file")],
    "sdnet-sim": [
        ("vivado_sim", "echo '[5014660] ERROR: tuple mismatch for packet 1'",
         "other metadata, than expected"),
        ("vivado_sim", "echo '[1] ERROR: packet mismatch in packet 1 cycle 0'", "another packet"),
        ("vivado_sim", "echo 'ERROR: [VRFC 10-426] cannot find port x [/no/such.v:1420]'",
         "names /no/such.v, which does not exist"),
        ("vivado_sim", "exit 0", "never said 'INFO: TEST PASSED'")],
    "config-writes": [
        ("config_writes", "", "config_writes.py: line 5: expected an indented block")],
    "install": [
        ("nf_sume_sdnet", "echo 'ERROR: [Common 17-69] Command failed'; exit 0",
         "the tool says error")],
    "sume-sim-data": [
        ("sim_data", "rm config_writes.py", "did not write")],
    "sume-sim": [
        ("nf_test", "printf '\\tFAIL (1 packets expected, 0 packets received)\\n'",
         "gave out other packets"),
        ("nf_test", "printf '\\tFAIL ( Check reg_stim.log file!!!! )\\n'", "too many rows"),
        ("nf_test", "echo '=== Error: No tests match sim_switch_default - exiting'; exit 0",
         "found no such test"),
        ("nf_test", "echo \"ERROR: [Common 17-39] 'add_wave' failed due to earlier errors.\"",
         "shows signals that the design lacks"),
        ("nf_test", "exit 0", "never said")],
    "hardware": [
        ("simple_sume_switch", "echo 'ERROR: This script was created for Vivado <2016.4> and'",
         "another version of Vivado"),
        ("simple_sume_switch", "echo 'Run output will be captured here: /no/runme.log'",
         "names /no/runme.log, which does not exist"),
        ("impl", "echo 'CRITICAL WARNING: [Vivado 12-1790] Evaluation License Warning: This' "
         ">> $impl/runme.log", "the card stops forwarding some time"),
        ("impl", "echo 'CRITICAL WARNING: [Timing 38-282] The design failed' >> $impl/runme.log",
         "misses its timing"),
        ("after-simple_sume_switch",
         "echo 'Timing constraints are not met.' > $impl/top_timing_summary_routed.rpt",
         "timing is not met"),
        ("simple_sume_switch", "exit 0", "did not write")],
    "sdk-export": [
        ("export_hardware", "echo 'Project simple_sume_switch does not exist.'; exit 0",
         "finds no project")],
    "firmware-project": [
        ("xsdk-batch", "exit 0", "did not write")],
    "firmware": [
        ("xsdk-wait", "echo 'SDK_Workspace not found'; exit 0", "finds no workspace"),
        ("xsdk-wait", "echo 'main.c:3:1: error: unknown type'; exit 0", "a compiler says error"),
        ("xsdk-wait", "mkdir -p $app/Debug; echo > $app/Debug/app.elf; exit 0",
         "app.elf: it is no ELF file")],
    "bitfile": [
        ("load_elf", "echo 'ELF File app.elf is already associated'; exit 0",
         "without a new bitstream"),
        ("load_elf", "echo > ../bitfiles/simple_sume_switch.bit; exit 0",
         "simple_sume_switch.bit: it ends too early")],
    "package": [
        ("../work/isthmus", "", "a script ended: FileExistsError")],
}


class BuildTest(toolchain.Toolchain):
    def test_a_build_that_goes_well(self):
        text = self.built()
        for name in NAMES:
            self.assertIn(f"\n{name} ", "\n" + text)
        package = self.work / "isthmus"
        sums = dict(reversed(line.split()) for line in
                    (package / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(hashlib.sha256(toolchain.bit_file()).hexdigest(),
                         sums["simple_sume_switch.bit"])
        self.assertIn("sw/CLI/libcam.so", sums)
        self.assertIn("tiny.p4info.txtpb", sums)

    def test_critical_warnings_that_are_no_errors_are_told(self):
        self.assertIn("1 x CRITICAL WARNING: [BD 41-1356]", self.built())

    def test_each_step_that_goes_wrong_stops_the_build(self):
        paths = {"sume": self.root / "sume", "project": self.project,
                 "switch": self.project / "nf_sume_sdnet_ip/SimpleSumeSwitch"}
        for name in NAMES:
            for tool, script, said in WRONG.get(name, ()):
                with self.subTest(step=name, tool=tool, script=script):
                    there = self.root / "faults" / tool
                    before = there.read_text() if there.exists() else None
                    self.fault(tool, script)
                    text = self.failed("--from", name, "--to", name)
                    self.assertIn(f"bitstream: {name} failed", text)
                    self.assertIn(said.format(**paths), text)
                    self.fault(tool, before)
            self.built("--to", name)

    def test_files_that_cannot_be_put_beside_the_hdl(self):
        self.built("--to", "api")
        (self.project / "nf_sume_sdnet_ip/SimpleSumeSwitch/Tuple_in.txt").mkdir()
        self.assertIn("bitstream: stage failed", self.failed())

    def test_names_that_sdnet_has_of_its_own(self):
        described = toolchain.switch_info()
        for lookup, own in zip(described["Pipe"]["px_lookups"], ("next_1", "Routing_route6")):
            lookup.update(px_name=own, p4_name=f"Pipe.Routing.{lookup['p4_name']}", action_ids={
                f".{name[5:]}": number for name, number in lookup["action_ids"].items()})
        self.info(described)
        self.built("--to", "stage")
        switch = self.project / "nf_sume_sdnet_ip/SimpleSumeSwitch"
        self.assertEqual(["Routing_route6.tbl", "next_1.tbl"],
                         sorted(file.name for file in switch.glob("*.tbl")))

    def test_every_step_is_seen_to_go_wrong(self):
        self.assertEqual({"stage"}, set(NAMES) - WRONG.keys())  # stage has a test of its own

    def test_what_was_done_is_not_done_again(self):
        self.fault("nf_test", "exit 1")
        self.failed()
        self.fault("nf_test", None)
        text = self.built()
        position = NAMES.index("sume-sim")
        for name in NAMES[4:position]:
            self.assertRegex(text, rf"(?m)^{name} +done before$")
        for name in NAMES[position:]:
            self.assertNotRegex(text, rf"(?m)^{name} +done before$")
        self.assertEqual(len(NAMES), self.built().count("done before"))

    def did(self, text):
        """The steps that were done, of what the driver printed."""
        return [line.split()[0] for line in text.splitlines()
                if line.split()[0] in NAMES and "done before" not in line]

    def test_a_changed_program_is_built_anew(self):
        self.built()
        (self.root / "p4/shared/forward.p4").write_text("// forwards otherwise\n")
        self.assertEqual(NAMES[4:], self.did(self.built()))

    def test_other_vectors_are_simulated_and_not_synthesized(self):
        self.built()
        suite = json.loads(json.dumps(toolchain.SUITE))
        suite["vectors"].pop()
        self.write_suite(suite)
        self.assertEqual(["vectors", "tables", "testdata", "stage", "sdnet-sim", "config-writes",
                          "sume-sim-data", "sume-sim", "package"], self.did(self.built()))

    def test_what_was_removed_is_made_again(self):
        self.built()
        (self.project / "simple_sume_switch/bitfiles/simple_sume_switch.bit").unlink()
        self.assertEqual(["bitfile", "package"], self.did(self.built()))

    def test_from_a_step(self):
        self.built()
        self.assertEqual(NAMES[NAMES.index("firmware"):],
                         self.did(self.built("--from", "firmware")))

    def test_a_library_that_is_there_is_taken(self):
        for core in ("std/cores/input_arbiter_v1_0_0", "std/cores/nf_10ge_interface_v1_0_0",
                     "std/cores/nf_riffa_dma_v1_0_0", "contrib/cores/sss_output_queues_v2_0_0"):
            folder = self.root / "sume/lib/hw" / core
            folder.mkdir(parents=True)
            (folder / "component.xml").write_text("<component/>")
        self.assertRegex(self.built("--to", "library"), r"(?m)^library +done before$")

    def test_a_dry_run_does_nothing_and_says_why(self):
        self.built("--to", "compile")
        (self.root / "p4/shared/forward.p4").write_text("// forwards otherwise\n")
        text = self.built("--dry-run", "--to", "tables")
        self.assertIn(f"{self.root}/p4/shared/forward.p4 changed", text)
        self.assertRegex(text, r"(?m)^compile +project is done again$")
        self.assertIn("p4c-sdnet -o isthmus.sdnet", text)
        self.assertRegex(text, r"(?m)^library +done$")
        self.assertFalse((self.project / "src/next.tbl").exists())

    def test_the_list_has_every_step_and_what_is_done(self):
        self.built("--to", "tcam-core")
        text = self.built("--list")
        self.assertEqual(NAMES, [line.split()[0] for line in text.splitlines()])
        self.assertIn("done", text.splitlines()[0])
        self.assertNotIn("done", text.splitlines()[-1])

    def test_a_folder_of_somebody_else_is_left_alone(self):
        self.project.mkdir(parents=True)
        self.assertIn("was not made by this", self.failed())
        self.assertEqual([], list(self.project.iterdir()))

    def test_a_state_that_cannot_be_read_is_none(self):
        self.work.mkdir()
        (self.work / "state.json").write_text('{"steps": ')
        self.built("--to", "tcam-core")

    def test_the_first_error_ends_the_tool_and_all_it_started(self):
        # It would go on for a minute, in a session of its own, and write a file in the end.
        self.fault("simple_sume_switch", f"""
            setsid sh -c 'echo $$ > {self.root}/child; exec sleep 60' &
            while [ ! -s {self.root}/child ]; do :; done
            echo $$ > {self.root}/vivado
            echo 'ERROR: [Synth 8-439] module not found'
            echo 'as the next line says'
            sleep 60
            touch {self.root}/went-on""")
        text = self.failed()
        self.assertIn("> ", text)
        self.assertIn("ERROR: [Synth 8-439] module not found", text)
        self.assertFalse((self.root / "went-on").exists())
        for name in ("child", "vivado"):
            pid = (self.root / name).read_text().strip()
            try:
                state = pathlib.Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0]
            except FileNotFoundError:
                continue
            # A process that its new parent has not buried yet.
            self.assertEqual("Z", state)

    def test_two_builds_do_not_share_a_folder(self):
        self.work.mkdir()
        with open(self.work / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            status, text = self.build()
        self.assertEqual(2, status)
        self.assertIn("another build", text)


class MissingTest(toolchain.Toolchain):
    def lacks(self, *said):
        status, text = self.build()
        self.assertEqual(2, status, text)
        for one in said:
            self.assertIn(one, text)
        self.assertFalse((self.work / "state.json").exists())
        return text

    def test_nothing_is_missing(self):
        self.assertNotIn("missing", self.built("--to", "tcam-core"))

    def test_no_variable(self):
        del self.env["SUME_FOLDER"]
        self.lacks("SUME_FOLDER", "P4-NetFPGA-live")

    def test_no_reference_projects(self):
        os.rename(self.root / "sume/lib/hw/std", self.root / "elsewhere")
        self.lacks("lib/hw/std/cores, the reference cores")

    def test_no_sdnet(self):
        (self.root / "SDNet/2018.2/bin/sdnet").unlink()
        self.lacks("missing: sdnet on the PATH", "no longer offers it", "#64")

    def test_another_sdnet(self):
        os.rename(self.root / "SDNet/2018.2", self.root / "SDNet/2018.1")
        self.env["PATH"] = self.env["PATH"].replace("2018.2", "2018.1")
        self.lacks("SDNet 2018.2:", "is another")

    def test_another_vivado(self):
        (self.root / "bin/vivado").write_text("#!/bin/sh\necho 'Vivado v2019.2 (64-bit)'\n")
        self.lacks("Vivado 2018.2:", "is another")

    def test_no_architecture(self):
        (self.root / "SDNet/2018.2/data/p4include/sume_switch.p4").unlink()
        self.lacks("sume_switch.p4, the architecture")

    def test_no_licence(self):
        del self.env["XILINXD_LICENSE_FILE"]
        self.lacks("licences, in XILINXD_LICENSE_FILE", "evaluation licence")

    def licence(self, text):
        """A licence file at home."""
        del self.env["XILINXD_LICENSE_FILE"]
        (self.root / ".Xilinx").mkdir()
        (self.root / ".Xilinx/Xilinx.lic").write_text(text)

    def test_a_licence_at_home(self):
        self.licence("INCREMENT ten_gig_eth_mac xilinxd 2018.06 permanent uncounted \\\n"
                     "    VENDOR_STRING=License_Type:Bought HOSTID=0\n")
        self.built("--to", "tcam-core")

    def test_a_licence_for_evaluation_is_found_hours_before_vivado_says_so(self):
        self.licence("INCREMENT ten_gig_eth_mac xilinxd 2018.06 permanent uncounted \\\n"
                     "    VENDOR_STRING=License_Type:Hardware_Evaluation HOSTID=0\n")
        self.lacks("a full licence of the 10G MAC")

    def test_no_licence_of_the_mac(self):
        self.licence("INCREMENT Synthesis xilinxd 2018.06 permanent uncounted HOSTID=0\n")
        self.lacks("a licence of the 10G MAC, ten_gig_eth_mac, in")

    def test_a_licence_file_that_is_not_there(self):
        self.env["XILINXD_LICENSE_FILE"] = "/no/such.lic"
        self.lacks("/no/such.lic: No such file")

    def test_python_3_by_the_name_of_python(self):
        (self.root / "bin/python").write_text("#!/bin/sh\necho 3\n")
        self.lacks("Python 2.7 with Scapy, by the name python\n")

    def test_no_python2(self):
        (self.root / "bin/python2").write_text("#!/bin/sh\nexit 127\n")
        self.assertNotIn("by the name python\n",
                         self.lacks("Python 2.7 with Scapy, by the name python2\n"))

    def test_no_program(self):
        self.program.unlink()
        self.lacks(f"{self.program}, of PROGRAM")

    def test_a_name_that_a_makefile_cannot_bear(self):
        self.env["P4_PROJECT_NAME"] = "x; reboot"
        self.lacks("P4_PROJECT_NAME that P4-NetFPGA's Makefiles can bear")


if __name__ == "__main__":
    unittest.main()
