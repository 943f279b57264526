# SPDX-License-Identifier: Apache-2.0
"""A copy of the stand-in toolchain with a program, for one test."""

import contextlib
import io
import json
import os
import pathlib
import shutil
import struct
import tempfile
import unittest
from unittest import mock

from sume_build import __main__ as driver
from sume_build import run

STAND_IN = pathlib.Path(__file__).parent / "stand_in"

P4INFO = """
pkg_info { name: "tiny" }
tables {
  preamble { id: 1 name: "pipe.next" alias: "next" }
  match_fields { id: 1 name: "next_id" bitwidth: 16 match_type: EXACT }
  action_refs { id: 11 }
  action_refs { id: 12 }
  action_refs { id: 13 annotations: "@defaultonly" scope: DEFAULT_ONLY }
  size: 64
}
tables {
  preamble { id: 2 name: "pipe.route6" alias: "route6" }
  match_fields { id: 1 name: "dst_addr" bitwidth: 128 match_type: TERNARY }
  action_refs { id: 14 }
  size: 64
}
actions {
  preamble { id: 11 name: "pipe.forward" alias: "forward" }
  params { id: 1 name: "port" bitwidth: 8 }
  params { id: 2 name: "dmac" bitwidth: 48 }
}
actions { preamble { id: 12 alias: "discard" name: "pipe.discard" }
          params { id: 1 name: "reason" bitwidth: 8 } }
actions { preamble { id: 13 alias: "NoAction" name: "NoAction" } }
actions { preamble { id: 14 alias: "set_next" name: "pipe.set_next" }
          params { id: 1 name: "next_id" bitwidth: 16 } }
"""


def lookup(name, kind, keys, *actions):
    """A table of .sdnet_switch_info.dat, in its documented shape."""
    def bits(field, size):
        return {"px_name": field, "type": "bits", "size": size}

    return {"p4_name": name, "px_name": name, "match_type": kind,
            "action_ids": {f"Pipe.{action}": n for n, (action, _) in enumerate(actions)},
            "request_fields": [{"type": "struct", "px_name": "request",
                                "fields": [bits(field, size) for field, size in keys]}],
            "response_fields": [bits("hit", 1), bits("action_run", 3)] + [
                {"type": "struct", "px_name": f"{action}_0", "p4_action": action,
                 "fields": [bits(field, size) for field, size in params]}
                for action, params in actions]}


def switch_info():
    """What SDNet says of the tables of P4INFO."""
    return {"Pipe": {"px_lookups": [
        lookup("next", "EM", [("next_id", 16)],
               ("forward", [("port", 8), ("dmac", 48)]), ("discard", [("reason", 8)])),
        lookup("route6", "TCAM", [("dst_addr", 128)], ("set_next", [("next_id", 16)]))]}}


SUITE = {
    "about": "two packets that are forwarded",
    "entries": [
        {"table": "next", "match": {"next_id": 3}, "action": "forward",
         "params": {"port": 3, "dmac": "02:00:00:00:02:03"}},
        {"table": "route6", "match": {"dst_addr": "2001:db8::/32"}, "action": "set_next",
         "params": {"next_id": 3}}],
    "vectors": [
        {"name": name, "about": name, "send": [{"port": 1, "packet": sent}],
         "expect": [{"port": 3, "packet": got}], "drops": {}, "packet_ins": []}
        for name, sent, got in (("one", "aa" * 60, "bb" * 60), ("other", "ac" * 70, "bc" * 70))]}


def bit_file(part="7vx690tffg1761", data=b"\xff" * 64):
    """A .bit file with the documented header."""
    fields = b""
    for key, text in zip(b"abcd", ("top;UserID=0XFFFFFFFF", part, "2026/01/02", "03:04:05")):
        value = text.encode() + b"\0"
        fields += bytes([key]) + struct.pack(">H", len(value)) + value
    magic = bytes.fromhex("0ff00ff00ff00ff000")
    return (struct.pack(">H", len(magic)) + magic + struct.pack(">H", 1) + fields
            + b"e" + struct.pack(">I", len(data)) + data)


class Toolchain(unittest.TestCase):
    """Each test has a folder `root` with stand-ins, a program and its P4Info."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(STAND_IN, self.root, dirs_exist_ok=True)
        (self.root / "faults").mkdir()
        self.program = self.root / "p4/sume/isthmus.p4"
        self.program.parent.mkdir(parents=True)
        self.program.write_text('#include "../shared/forward.p4"\n#include <sume_switch.p4>\n')
        (self.root / "p4/shared").mkdir()
        (self.root / "p4/shared/forward.p4").write_text("// forwards\n")
        (self.root / "p4/vectors").mkdir()
        self.write_suite(SUITE)
        self.p4info = self.root / "tiny.p4info.txtpb"
        self.p4info.write_text(P4INFO)
        self.info(switch_info())
        (self.root / "top.bit").write_bytes(bit_file())
        self.env = {
            "PATH": f"{self.root}/bin:{self.root}/SDNet/2018.2/bin:{os.environ['PATH']}",
            "HOME": str(self.root), "USER": "nobody", "STAND_IN": str(self.root),
            "SUME_FOLDER": str(self.root / "sume"), "XILINXD_LICENSE_FILE": "2100@licences",
            "PROGRAM": str(self.program), "P4INFO": str(self.p4info)}
        self.work = self.root / "work"
        self.project = (self.root / "sume/contrib-projects/sume-sdnet-switch/projects/isthmus")

    def write_suite(self, suite):
        (self.root / "p4/vectors/tiny.json").write_text(json.dumps(suite))

    def info(self, described):
        (self.root / "switch_info.json").write_text(json.dumps(described))

    def fault(self, tool, script):
        """From now on this tool runs the script first; None ends that."""
        file = self.root / "faults" / tool
        if script is None:
            file.unlink()
        else:
            file.write_text(script)

    def build(self, *arguments):
        """Runs the driver: its status, and what it printed."""
        out = io.StringIO()
        # Vectors and steps are the copy's; a step of ours still finds its module.
        with mock.patch.dict(os.environ, self.env, clear=True), \
                mock.patch.object(run, "POLL", 0.01), mock.patch.object(run, "LINGER", 0.05), \
                mock.patch.object(driver.signal, "signal"), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = driver.main([*arguments, "--work", str(self.work),
                                  "--suites", str(self.root / "p4/vectors")])
        return status, out.getvalue()

    def built(self, *arguments):
        """What it printed, after it went well."""
        status, text = self.build(*arguments)
        self.assertEqual(0, status, text)
        return text

    def failed(self, *arguments):
        """What it printed, after it failed."""
        status, text = self.build(*arguments)
        self.assertEqual(1, status, text)
        return text
