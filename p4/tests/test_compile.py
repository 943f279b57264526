# SPDX-License-Identifier: Apache-2.0
"""p4/compile on a copy of p4/, with a compiler that gives back what is checked in."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

P4 = pathlib.Path(__file__).resolve().parents[1]
EXAMPLES = "hw/netfpga/rtl/examples"
REHEARSAL = "switch/src/main/resources/org/isthmus/target/process"
COMPILER = """#!/bin/sh
if [ "$1" = --version ]; then
    echo "p4c-bm2-ss" >&2
    echo "Version 9.8.7 (SHA: 0123456 BUILD: Release)" >&2
    exit
fi
for program; do :; done
case "$1" in
    --list*) echo FrontEndDump >&2; exit ;;
esac
case "$*" in *-DWITHOUT_FEATURES*) SAVED="$SAVED/minimal" ;; esac
case "$program" in */rtl.p4) SAVED="$SAVED/rtl" ;; esac
config=isthmus
case "$program" in
    */*) ;;
    rehearsal.p4) config=rehearsal; SAVED="$SAVED/../../switch/src/main/resources/org/isthmus/target/process" ;;
    *) config=$(basename "$program" .p4); SAVED="$SAVED/../../hw/netfpga/rtl/examples/$config" ;;
esac
while [ $# -gt 1 ]; do
    case "$1" in
        --p4runtime-files)
            case "$program" in
                */shell.p4 | */rtl.p4) cp "$SAVED/isthmus.p4info.txtpb" "$2" ;;
                *) cp "$SAVED/$(basename "$program" .p4).p4info.txtpb" "$2" ;;
            esac ;;
        --toJSON)
            case "$program" in
                sume/*) cp "$SAVED/sume/constructs.json" "$2" ;;
                *) "$PYTHON" -SE -c 'import json, sys
print(json.dumps(json.load(sys.stdin)[sys.argv[1]]))' "$(basename "$program" .p4)" \\
                    < "$SAVED/tests/sume.json" > "$2" ;;
            esac
            exit 1 ;;
        -o) sed '1s|{|{"source_info": {"filename": "/home/me/isthmus.p4", "line": 7},|' \\
                "$SAVED/$config.json" > "$2" ;;
    esac
    shift
done
"""


class CompileTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.p4 = pathlib.Path(scratch.name, "p4")
        shutil.copytree(P4, self.p4, ignore=shutil.ignore_patterns("vectors", "test_*.py"))
        for folder in (EXAMPLES, REHEARSAL):
            shutil.copytree(P4.parent / folder, self.p4.parent / folder)
        self.compiler = pathlib.Path(scratch.name, "p4c-bm2-ss")
        self.compiler.write_text(COMPILER)
        self.compiler.chmod(0o755)

    def compile(self, *arguments):
        """Its exit code and what it complains of."""
        environment = {**os.environ, "P4C": str(self.compiler), "SAVED": str(P4 / "compiled"),
                       "PYTHON": sys.executable}
        done = subprocess.run([sys.executable, self.p4 / "compile", *arguments],
                              env=environment, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stderr

    def edit(self, name, old, new):
        file = self.p4 / name
        text = file.read_text()
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1))

    def reduce_nothing(self):
        """What the compiler gives back is reduced already."""
        self.edit("sume/constructs.py", "return Program(ir).constructs()", "return ir")

    def check_finds(self, name):
        code, complaint = self.compile("--check")
        self.assertEqual(1, code)
        self.assertIn(f"written with: {name};", complaint)

    def test_what_is_checked_in_is_up_to_date(self):
        self.assertEqual((0, ""), self.compile("--check"))

    def test_an_edited_configuration_is_found(self):
        self.edit("compiled/isthmus.json", '"max_size": 4194304', '"max_size": 4194305')
        self.check_finds("compiled/isthmus.json")

    def test_an_edited_program_without_features_is_found(self):
        self.edit("compiled/minimal/isthmus.p4info.txtpb", "size: 65536", "size: 65537")
        self.check_finds("compiled/minimal/isthmus.p4info.txtpb")

    def test_an_edited_example_is_found(self):
        self.edit(f"../{EXAMPLES}/router/router.json", '"max_size": 1024', '"max_size": 1025')
        self.check_finds(f"../{EXAMPLES}/router/router.json")

    def test_an_edited_rehearsal_is_found(self):
        self.edit(f"../{REHEARSAL}/rehearsal.p4", "size = 16384", "size = 1")
        self.check_finds(f"../{REHEARSAL}/rehearsal.p4")

    def test_an_edited_p4info_is_found(self):
        self.edit("compiled/isthmus.p4info.txtpb", "size: 4194304", "size: 65536")
        self.check_finds("compiled/isthmus.p4info.txtpb")

    def test_a_missing_artifact_is_found(self):
        (self.p4 / "compiled/isthmus.json").unlink()
        self.check_finds("compiled/isthmus.json")

    def test_a_changed_source_is_found(self):
        self.edit("shared/inbound.p4", "BIB_SIZE", "EAM_SIZE")
        self.check_finds("shared/inbound.p4")

    def test_a_changed_source_of_the_tests_is_found(self):
        self.edit("tests/new_table.p4", "mark(bit<8> tos)", "mark(bit<8> dscp)")
        self.check_finds("tests/new_table.p4")

    def test_an_edited_p4info_of_the_tests_is_found(self):
        self.edit("compiled/new_table.p4info.txtpb", "size: 64", "size: 65")
        self.check_finds("compiled/new_table.p4info.txtpb")

    def test_a_new_source_is_found(self):
        (self.p4 / "shared/new.p4").write_text("")
        self.check_finds("shared/new.p4")

    def test_changed_options_are_found(self):
        self.edit("compile", '"--std", "p4-16"', '"--std", "p4-16", "--ndebug"')
        self.check_finds("compile")

    def test_a_changed_normalisation_is_found(self):
        self.edit("compile", 'if key != "source_info"', 'if key != "pragmas"')
        self.check_finds("compile")

    def test_an_edited_list_of_constructs_is_found(self):
        self.edit("compiled/sume/constructs.json", "SimpleSumeSwitch", "XilinxSwitch")
        self.check_finds("compiled/sume/constructs.json")

    def test_an_edited_program_that_breaks_a_rule_is_found(self):
        self.edit("tests/sume/exit_in_action.p4", "exit;", "")
        self.check_finds("tests/sume/exit_in_action.p4")

    def test_an_edited_stub_is_found(self):
        self.edit("tests/stubs/sume_switch.p4", "drop;", "discard;")
        self.check_finds("tests/stubs/sume_switch.p4")

    def test_constructs_reduced_otherwise_are_found(self):
        self.edit("sume/constructs.py", '"Mul": "*", ', "")
        self.check_finds("sume/constructs.py")

    def test_compiling_writes_the_same_artifacts_and_records_the_compiler(self):
        self.reduce_nothing()
        self.edit("shared/inbound.p4", "BIB_SIZE", "BIB_SIZE ")
        self.edit("compiled/sume/constructs.json", "\n", "\n\n")
        self.edit("compiled/isthmus.json", "\n", "\n\n")
        self.edit("compiled/new_table.p4info.txtpb", "\n", "\n\n")
        self.assertEqual((0, ""), self.compile())
        self.assertEqual((0, ""), self.compile("--check"))
        for name in ("isthmus.json", "isthmus.p4info.txtpb", "minimal/isthmus.json",
                     "minimal/isthmus.p4info.txtpb", "rtl/isthmus.json", "new_table.p4info.txtpb"):
            self.assertEqual((P4 / "compiled" / name).read_bytes(),
                             (self.p4 / "compiled" / name).read_bytes())
        self.assertTrue((self.p4 / "compiled/SHA256SUMS").read_text()
                        .startswith("# p4c-bm2-ss 9.8.7\n"))

    def test_metadata_that_the_parser_does_not_set_is_an_error(self):
        self.compiler.write_text(COMPILER.replace("\nfor program", '''
case "$*" in *shell.p4) echo "warning: out parameter 'meta' may be uninitialized" >&2 ;; esac
for program''', 1))
        code, complaint = self.compile()
        self.assertEqual(1, code)
        self.assertIn("'meta' may be uninitialized", complaint)

    def test_sha256sum_reads_the_checksums(self):
        done = subprocess.run(["sha256sum", "--check", "--quiet", "compiled/SHA256SUMS"],
                              cwd=self.p4, stderr=subprocess.PIPE, text=True)
        self.assertEqual((0, ""), (done.returncode, done.stderr))


if __name__ == "__main__":
    unittest.main()
