# SPDX-License-Identifier: Apache-2.0
import json
import re
import unittest

import yaml

from isthmus_fabric import processes

CLUSTER = processes.ROOT / "deploy/onos-cluster"
NODES = ("1", "2", "3")


def interpolated(text, environment):
    """A text of compose.yaml as Compose fills it in: `${NAME:-default}`, `${NAME:?why}`, `$$`."""
    def value(match):
        if match[0] == "$$":
            return "$"
        name, operator, rest = match[1], match[2], match[3]
        if name in environment:
            return environment[name]
        if operator == ":-":
            return rest
        raise KeyError(f"{name}: {rest}")
    return re.sub(r"\$(?:\$|\{(\w+)(?:(:-|:\?)([^}]*))?\})", value, text)


class ComposeTest(unittest.TestCase):
    def setUp(self):
        self.text = (CLUSTER / "compose.yaml").read_text()
        self.compose = yaml.safe_load(self.text)
        self.services = self.compose["services"]

    def test_images_are_pinned(self):
        for name, service in self.services.items():
            self.assertRegex(service["image"], r"^[a-z]+/[a-z]+:\d+\.\d+\.\d+$", name)

    def test_ports_are_published_on_the_loopback_address_alone_and_once(self):
        ports = [p for s in self.services.values() for p in s.get("ports", [])]
        self.assertEqual(len(ports), 6)
        for port in ports:
            self.assertTrue(port.startswith("127.0.0.1:"), port)
        self.assertEqual(len(ports), len({p.rpartition(":")[0] for p in ports}))

    def test_there_is_no_password_to_begin_with(self):
        for name in ("ONOS_PASSWORD", "ONOS_CLUSTER_SECRET"):
            self.assertIn(name, self.text)
            self.assertNotRegex(self.text, rf"\$\{{{name}(:-|\}})")

    def test_every_node_is_in_the_cluster_of_the_same_storage(self):
        documents = [json.loads(interpolated(self.compose["configs"][f"cluster-{n}"]["content"],
                                             {"ONOS_CLUSTER_SECRET": "secret"})) for n in NODES]
        for number, document in zip(NODES, documents):
            service = self.services[f"onos-{number}"]
            self.assertEqual(document["node"]["host"], service["hostname"])
            self.assertIn({"source": f"cluster-{number}",
                           "target": "/root/onos/config/cluster.json"}, service["configs"])
            for shared in ("name", "storage", "clusterSecret"):
                self.assertEqual(document[shared], documents[0][shared])
        hosts = {s["hostname"] for n, s in self.services.items() if n.startswith("atomix-")}
        self.assertEqual({s["host"] for s in documents[0]["storage"]}, hosts)

    def test_every_volume_is_one_nodes(self):
        used = [v.partition(":")[0] for s in self.services.values() for v in s["volumes"]
                if not v.startswith(("./", "$"))]
        self.assertEqual(sorted(used), sorted(self.compose["volumes"]))

    def test_files_that_are_mounted_exist(self):
        for service in self.services.values():
            for volume in service["volumes"]:
                if volume.startswith("./"):
                    self.assertTrue((CLUSTER / volume.partition(":")[0]).is_file(), volume)

    def test_the_users_are_those_of_the_environment(self):
        users = interpolated(self.compose["configs"]["users"]["content"],
                             {"ONOS_PASSWORD": "long enough"})
        self.assertEqual(users.splitlines()[0], "onos = long enough,_g_:admingroup")

    def test_a_dollar_is_the_shells_own_in_health_checks(self):
        for name, service in self.services.items():
            for word in service.get("healthcheck", {}).get("test", []):
                self.assertNotRegex(word, r"(?<!\$)\$(?!\$)", name)

    def test_atomix_has_one_partition_for_each_node_and_the_name_of_the_cluster(self):
        text = (CLUSTER / "atomix.conf").read_text()
        self.assertIn("clusterId: isthmus\n", text)
        self.assertEqual(text.count("members: [atomix-1, atomix-2, atomix-3]"), 2)
        self.assertEqual(text.count("{"), text.count("}"))
        for number in NODES:
            self.assertEqual(self.services[f"atomix-{number}"]["environment"],
                             {"ATOMIX_NODE": f"atomix-{number}"})


if __name__ == "__main__":
    unittest.main()
