# SPDX-License-Identifier: Apache-2.0
"""When scripts/build builds, on a copy with a Maven that only says that it was called."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/build"
MAVEN = """#!/bin/sh
echo '[INFO] Building Isthmus core 0.1.0-SNAPSHOT  [2/18]'
echo '[INFO] Nothing to compile'
echo '[ERROR] wrong'
echo 'from npm'
printf '\\033[0m\\033[0m\\n'
mkdir -p core/target
date +%s.%N > core/target/isthmus-core.jar
exit "$(cat status)"
"""


class BuildTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        for name, text in (("core/A.java", "class A {}"), ("mvn", MAVEN)):
            file = self.root / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        (self.root / "mvn").chmod(0o755)
        (self.root / "status").write_text("0")
        (self.root / "scripts").mkdir()
        shutil.copy(SCRIPT, self.root / "scripts/build")

    def build(self, *arguments, status=0):
        done = subprocess.run([self.root / "scripts/build", "./mvn", *arguments], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout

    def assertBuilds(self, *arguments):
        self.assertEqual(self.build(*arguments), "building Isthmus core (2 of 18)\n[ERROR] wrong\nfrom npm\n")

    def assertDoesNothing(self):
        self.assertEqual(self.build(), "built already: nothing has changed\n")

    def test_builds_what_has_changed(self):
        self.assertBuilds()
        self.assertDoesNothing()
        (self.root / "core/A.java").touch()
        self.assertDoesNothing()
        (self.root / "core/A.java").write_text("class A { }")
        self.assertBuilds()
        self.assertDoesNothing()
        (self.root / "core/A.java").rename(self.root / "core/B.java")
        self.assertBuilds()

    def test_builds_what_has_changed_in_a_package_named_target(self):
        source = self.root / "core/src/main/java/target/B.java"
        source.parent.mkdir(parents=True)
        source.write_text("class B {}")
        self.assertBuilds()
        self.assertDoesNothing()
        source.write_text("class B { }")
        self.assertBuilds()

    def test_builds_what_is_gone_or_was_built_otherwise(self):
        self.assertBuilds()
        jar = self.root / "core/target/isthmus-core.jar"
        jar.unlink()
        self.assertBuilds()
        jar.write_text("of somebody else")
        self.assertBuilds()
        self.assertBuilds("-Pother")

    def test_a_build_that_failed_is_none(self):
        self.assertBuilds()
        (self.root / "status").write_text("1")
        self.build(status=1)
        (self.root / "status").write_text("0")
        self.assertBuilds()


if __name__ == "__main__":
    unittest.main()
