# SPDX-License-Identifier: Apache-2.0
"""The test of the card's simulation, on a stand-in of P4-NetFPGA's library NFTest."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from sume_build import vectors

NFTEST = '''
import json, os
calls = []

def record(name):
    def call(*given, **named):
        calls.append([name, *(one if isinstance(one, (str, int)) else
                              [[round(float(p.time) * 1e9), bytes(p).hex()] for p in one]
                              for one in given)])
        if name == "nftest_finish":
            with open(os.environ["CALLS"], "w") as out:
                json.dump(calls, out)
    return call

for name in ("barrier", "expect_dma", "expect_phy", "finish", "init", "regwrite", "send_dma",
             "send_phy", "start"):
    globals()["nftest_" + name] = record("nftest_" + name)
'''
CONFIG_WRITES = '''
from NFTest import nftest_regwrite
NUM_WRITES = 100
def config_tables():
    nftest_regwrite(0x44020050, 1)
'''
PACKETS = [
    {"in": {"port": "nf1", "packet": "aa" * 60},
     "out": {"ports": ["nf3"], "packet": "bb" * 60, "drop": 0, "digest": "00" * 31 + "02",
             "send_digest": 1}},
    {"in": {"port": "dma0", "packet": "ac" * 60},
     "out": {"ports": ["dma0"], "packet": "bc" * 60, "drop": 0, "digest": "00" * 32,
             "send_digest": 0}},
    {"in": {"port": "nf1", "packet": "ad" * 60},
     "out": {"ports": ["dma1"], "packet": "bd" * 60, "drop": 0, "digest": "00" * 32,
             "send_digest": 0}}]


class CardTest(unittest.TestCase):
    def test_frames_go_in_and_are_expected_once_the_tables_are_full(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "NFTest.py").write_text(NFTEST)
            (folder / "config_writes.py").write_text(CONFIG_WRITES)
            testdata = folder / "testdata"
            testdata.mkdir()
            (testdata / "packets.json").write_text(json.dumps({"packets": PACKETS}))
            generator = (vectors.OURS / "gen_testdata.py").read_text()
            (testdata / "gen_testdata.py").write_text(generator)
            env = dict(os.environ, P4_PROJECT_DIR=name, PYTHONPATH=name, CALLS=f"{name}/calls")
            for script in (testdata / "gen_testdata.py", vectors.OURS / "run.py"):
                subprocess.run([sys.executable, script], env=env, check=True, cwd=name,
                               stdout=subprocess.DEVNULL)
            calls = json.loads((folder / "calls").read_text())

        first, apart = 10_000 + 232 * 100, 1000  # ns
        frames = {call[0] + " " + call[1]: call[2] for call in calls if len(call) == 3
                  and isinstance(call[2], list)}
        self.assertEqual([[first, "aa" * 60], [first + 2 * apart, "ad" * 60]],
                         frames["nftest_send_phy nf1"])
        self.assertEqual([[first, "bb" * 60]], frames["nftest_expect_phy nf3"])
        self.assertEqual([[first + apart, "ac" * 60]], frames["nftest_send_dma nf0"])
        # A digest with its last byte first; and frames of all interfaces.
        self.assertEqual([[first, "02" + "00" * 31], [first + apart, "bc" * 60],
                          [first + 2 * apart, "bd" * 60]], frames["nftest_expect_dma nf0"])
        self.assertEqual([], frames["nftest_send_phy nf0"])
        names = [call[0] for call in calls]
        self.assertLess(calls.index(["nftest_regwrite", 0x44020050, 1]),
                        names.index("nftest_send_phy"))
        self.assertEqual(["nftest_barrier", "nftest_finish"], names[-2:])


if __name__ == "__main__":
    unittest.main()
