# SPDX-License-Identifier: Apache-2.0
import json
import unittest
from ipaddress import ip_address, ip_interface, ip_network

from isthmus_fabric import netcfg, topology


class NetcfgTest(unittest.TestCase):
    def setUp(self):
        self.netcfg = json.loads(json.dumps(netcfg.build()))
        self.nat64 = self.netcfg["apps"]["org.isthmus"]["nat64"]

    def test_every_switch_is_a_device_with_its_own_addresses(self):
        devices = self.netcfg["devices"]
        self.assertEqual(set(devices), {s.device for s in topology.SWITCHES})
        for field in ("mac", "loopbacks"):
            values = [str(d["isthmus"][field]) for d in devices.values()]
            self.assertEqual(len(values), len(set(values)), field)
        addresses = [d["basic"]["managementAddress"] for d in devices.values()]
        self.assertEqual(len(addresses), len(set(addresses)))
        self.assertEqual(devices["device:leaf1"]["basic"]["managementAddress"],
                         "grpc://127.0.0.1:9560?device_id=1")

    def test_bmv2_gets_the_program_with_smaller_tables(self):
        for kind, pipeconf in (("embedded", "org.isthmus.v1model"), ("bmv2", "org.isthmus.bmv2")):
            for device in netcfg.build(kind)["devices"].values():
                self.assertEqual(device["basic"]["pipeconf"], pipeconf)

    def test_mtu_is_no_field_of_what_onos_itself_reads(self):
        for port in self.netcfg["ports"].values():
            self.assertEqual(set(port["interfaces"][0]), {"name", "ips"})
            self.assertEqual(port["isthmus"]["mtu"], topology.HOST_MTU)
        for link in self.netcfg["links"].values():
            self.assertEqual(link, {"isthmus": {"mtu": topology.FABRIC_MTU}})

    def test_only_the_host_with_two_attachments_may_use_either_address_at_both(self):
        loose = {name for name, port in self.netcfg["ports"].items()
                 if port["isthmus"].get("sourceValidation") == "loose"}
        self.assertEqual(loose, {"device:leaf2/5", "device:leaf3/5"})

    def test_all_but_one_leaf_translate(self):
        for name, device in self.netcfg["devices"].items():
            self.assertEqual(device["isthmus"]["translator"], name != "device:leaf1", name)

    def test_of_cards_the_spines_are_and_translate(self):
        for kind in netcfg.CARDS:
            document = netcfg.build(kind)
            for name, device in document["devices"].items():
                card = "spine" in name
                self.assertEqual(device["isthmus"]["translator"], card, name)
                self.assertEqual(device["basic"]["pipeconf"],
                                 "org.isthmus.netfpga" if card else "org.isthmus.v1model", name)
            for link in document["links"].values():
                self.assertEqual(link, {"isthmus": {"mtu": topology.HOST_MTU}})

    def test_what_is_simulated_is_asked_for_less_and_has_more_time(self):
        for kind in netcfg.KINDS:
            self.assertEqual(netcfg.pace(kind) > 1, kind == "rtl")
            self.assertEqual(netcfg.share(kind) > 1, kind == "rtl")

    def test_a_card_has_a_port_for_each_link(self):
        for spine in topology.SPINES:
            ports = [link.other_port for link in topology.LINKS if link.other == spine.name]
            self.assertLessEqual(set(ports), {1, 2, 3, 4})

    def test_each_leaf_has_a_link_to_each_spine(self):
        ends = {frozenset(end.rpartition("/")[0] for end in name.split("-device:"))
                for name in self.netcfg["links"]}
        self.assertEqual(len(ends), len(topology.LEAVES) * len(topology.SPINES))

    def test_no_port_is_used_twice(self):
        ports = list(self.netcfg["ports"])
        for link in topology.LINKS:
            ports.append(f"device:{link.one}/{link.one_port}")
            ports.append(f"device:{link.other}/{link.other_port}")
        self.assertEqual(len(ports), len(set(ports)))
        self.assertEqual(
            len(ports),
            sum(len(h.attachments) for h in topology.HOSTS) + 2 * len(topology.LINKS))

    def test_networks_do_not_overlap_each_other_or_what_nat64_uses(self):
        networks = [ip_interface(i).network for p in self.netcfg["ports"].values()
                    for i in p["interfaces"][0]["ips"]]
        networks += [ip_network(i["prefix"]) for i in self.nat64["instances"]]
        networks += [ip_network(p) for pool in self.nat64["pools"] for p in pool["prefixes"]]
        networks += [ip_network(e["ipv4"]) for e in self.nat64["eamt"]]
        for index, one in enumerate(networks):
            for other in networks[:index]:
                if one.version == other.version:
                    self.assertFalse(one.overlaps(other), f"{one} and {other}")

    def test_hosts_are_in_the_networks_of_their_gateways(self):
        for host in topology.ALL_HOSTS:
            for attachment in host.attachments:
                for address in attachment.addresses:
                    gateway = (attachment.gateway4 if address.version == 4
                               else attachment.gateway6)
                    self.assertIn(address, gateway.network, host.name)
                    self.assertNotEqual(address, gateway.ip, host.name)

    def test_what_is_behind_routers_is_routed_to_them(self):
        routes = self.netcfg["apps"]["org.isthmus"]["routes"]
        for host in topology.BEYOND:
            for attachment in host.attachments:
                router = topology.host(attachment.switch)
                for gateway in attachment.gateways:
                    via = [r["via"] for r in routes
                           if ip_network(r["prefix"]).version == gateway.version
                           and gateway.network.subnet_of(ip_network(r["prefix"]))]
                    self.assertEqual(
                        via, [str(router.address4 if gateway.version == 4 else router.address6)])

    def test_static_binding_is_inside_a_pool_of_its_instance(self):
        for binding in self.nat64["static"]:
            prefixes = [ip_network(p) for pool in self.nat64["pools"]
                        if pool["instance"] == binding["instance"]
                        for p in pool["prefixes"]]
            self.assertTrue(any(ip_address(binding["ipv4"]) in p for p in prefixes))

    def test_tiny_pool_is_one_block(self):
        tiny = next(i for i in self.nat64["instances"] if i["name"] == "tiny")
        pool = next(p for p in self.nat64["pools"] if p["name"] == "tiny")
        first, last = map(int, pool["ports"]["tcp"].split("-"))
        self.assertEqual(last - first + 1, tiny["blockSize"])
        self.assertEqual(first % tiny["blockSize"], 0)


class TopologyTest(unittest.TestCase):
    def test_interface_names_fit_the_kernel(self):
        names = [h.interface(i) for h in topology.ALL_HOSTS for i in range(len(h.attachments))]
        names += [topology.far_interface(a.switch, a.port)
                  for h in topology.BEYOND for a in h.attachments]
        names += [topology.switch(a.switch).interface(a.port)
                  for h in topology.HOSTS for a in h.attachments]
        names += [topology.switch(link.one).interface(link.one_port) for link in topology.LINKS]
        for name in names:
            self.assertLessEqual(len(name), 15)
            self.assertTrue(name.startswith("isth-"))
        self.assertEqual(len(names), len(set(names)))

    def test_ipv6_only_hosts_have_no_ipv4_address(self):
        for name in ("h1", "h2", "h3", "h4", "e6", "r6"):
            self.assertIsNone(topology.host(name).address4)
        for name in ("s1", "s2", "s3", "s4", "r4"):
            self.assertIsNone(topology.host(name).address6)

    def test_synthesized_address(self):
        self.assertEqual(str(topology.synthesize("192.0.2.33")), "2001:db8:64::c000:221")

    def test_eam_prefix_maps_the_suffix(self):
        prefix4 = ip_network(topology.EAM_PREFIX4)
        prefix6 = ip_network(topology.EAM_PREFIX6)
        self.assertEqual(
            int(topology.EAM_PREFIX_HOST4) - int(prefix4.network_address),
            int(topology.EAM_PREFIX_HOST6) - int(prefix6.network_address))


if __name__ == "__main__":
    unittest.main()
