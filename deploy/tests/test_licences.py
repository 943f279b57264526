# SPDX-License-Identifier: Apache-2.0
"""Programs with their libraries in one jar have the licences and notices of all of these."""

import pathlib
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
APACHE = "Apache License"
OF_ALL = {"META-INF/LICENSE": [APACHE], "META-INF/NOTICE": ["# Jackson JSON processor"]}
OF_GRPC = {"META-INF/LICENSE.txt": [APACHE], "META-INF/NOTICE.txt": ["The Netty Project"],
           "META-INF/license/LICENSE.boringssl.txt": ["Apache License"]}
OF_JERSEY = {"META-INF/LICENSE.md": ["Eclipse Public License"], "META-INF/NOTICE.md": ["Notice for Jersey", "Jakarta RESTful Web Services"],
             "META-INF/NOTICE.markdown": ["Notice for Jersey"]}
JARS = {"controller/target/isthmus-controller.jar": {**OF_ALL, **OF_GRPC, **OF_JERSEY},
        "switch/target/isthmus-switch.jar": {**OF_ALL, **OF_GRPC},
        "hw/netfpga/agent/target/isthmus-agent.jar": {**OF_ALL, **OF_GRPC},
        "cli/target/nat64ctl.jar": OF_ALL}


class LicencesTest(unittest.TestCase):
    def test_jars_have_licences_and_notices_of_their_libraries(self):
        for name, files in JARS.items():
            with zipfile.ZipFile(ROOT / name) as jar:
                for file, texts in files.items():
                    found = jar.read(file).decode()
                    for text in texts:
                        self.assertIn(text, found, f"{file} of {name}")


if __name__ == "__main__":
    unittest.main()
