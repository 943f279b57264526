# SPDX-License-Identifier: Apache-2.0
"""Manual pages and completions against what the programs say themselves."""

import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = {"isthmus-controller.8": "controller", "isthmus-switch.8": "switch", "nat64ctl.1": "cli"}

# Completes a line in a zsh with a terminal of its own, and prints what there is then.
ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f
zpty -w shell 'PS1=; fpath=('$1' $fpath); autoload -U compinit; compinit -u -D; echo rea"dy"'
zpty -r shell output '*ready*'
zpty -n -w shell "$2"$'\t'
zpty -r shell output "*$3*" && print -r -- $output
"""


def run(*argv):
    return subprocess.run([str(a) for a in argv], text=True, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=60).stdout


class ManualTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.out = pathlib.Path(directory.name)
        done = subprocess.run([ROOT / "deploy/manual/build", "1.2.3", cls.out], text=True, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        cls.printed = done.stdout

    def page(self, page):
        text = (self.out / "man" / page).read_text()
        return re.sub(r"\\f[BR]", "", text).replace("\\-", "-")

    def test_nothing_is_said_beside_them(self):
        self.assertEqual("", self.printed)

    def test_each_page_has_all_that_help_has(self):
        for page, folder in PROGRAMS.items():
            name = page[:-2]
            text = self.page(page)
            usage = run(ROOT / folder / "bin" / name, "--help")
            options = re.findall(r"^ +(?:-\w, )?(--[\w-]+)", usage, re.M)
            self.assertGreater(len(options), 5, page)
            for option in options:
                self.assertRegex(text, rf"(?m)^(-\w, )?{option}\b", page)
            for command in re.findall(r"^  (\w[\w-]+)  ", usage.partition("Commands:")[2], re.M):
                self.assertIn(f"\n.SS {name} {command}\n", text)

    def test_commands_below_commands_have_their_options(self):
        text = self.page("nat64ctl.1")
        add = text.partition("\n.SS nat64ctl pools add\n")[2].partition("\n.SS ")[0]
        self.assertIn("\n--filtering ", add)
        self.assertNotIn("--password-file", add)

    def test_pages_are_well_formed(self):
        for page in PROGRAMS:
            self.assertIn("Isthmus 1.2.3", self.page(page))
            self.assertNotRegex(self.page(page), r'\.\\" (SYNOPSIS|OPTIONS|COMMANDS)')
            run("mandoc", "-Wwarning,stop", "-Tascii", self.out / "man" / page)

    def test_bash_completes(self):
        for words, found in (("nat64ctl po", "pools"), ("nat64ctl pools ad", "add"),
                             ("isthmus-controller --netc", "--netcfg"), ("isthmus-switch --cpu", "--cpu-port")):
            name = words.split()[0]
            script = (f"source {self.out}/bash/{name}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1));"
                      f"_complete_{name}; echo ${{COMPREPLY[@]}}")
            self.assertEqual(run("bash", "-c", script).split(), [found])

    def test_fish_completes(self):
        for line, found in (("nat64ctl po", "pools"), ("nat64ctl pools ad", "add"), ("nat64ctl pools list --outp", "--output"),
                            ("nat64ctl --output j", "json"), ("isthmus-controller --netc", "--netcfg")):
            name = line.split()[0]
            printed = run("fish", "--no-config", "-c", f"source {self.out}/fish/{name}.fish; complete -C '{line}'")
            self.assertEqual([p.split("\t")[0] for p in printed.splitlines()], [found])

    def test_zsh_completes(self):
        for line, rest in (("nat64ctl po", "ols"), ("isthmus-controller --netc", "fg")):
            printed = run("zsh", "-f", "-c", ZSH, "zsh", self.out / "zsh", line, rest)
            self.assertNotIn("not found", printed)


if __name__ == "__main__":
    unittest.main()
