# SPDX-License-Identifier: Apache-2.0
import os
import signal
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from isthmus_fabric import (
    commands, flow, netcfg, peer, processes, services, state, switch_processes, topology)
from isthmus_fabric.fabric import CheckFailed, Talk
from isthmus_fabric.switch_processes import SwitchProcess


class ServicesTest(unittest.TestCase):
    def test_ipv4_only_servers_have_no_aaaa_record(self):
        records = [line.split() for line in services.zone().splitlines()[3:]]
        kinds = {}
        for owner, kind, _ in records:
            kinds.setdefault(owner, set()).add(kind)
        self.assertEqual(kinds["s1"], {"A"})
        self.assertEqual(kinds["h1"], {"AAAA"})
        self.assertEqual(kinds["dns"], {"A", "AAAA"})
        self.assertEqual(kinds["e6"], {"A", "AAAA"})

    def test_resolver_makes_addresses_of_the_default_prefix(self):
        self.assertIn(f"dns64-prefix: {topology.PREFIX}\n", services.unbound_conf("/d"))

    def test_no_two_services_of_a_host_have_the_same_log(self):
        names = [(s.host, s.name) for s in services.services(Path("/d"))]
        self.assertEqual(len(names), len(set(names)))

    def test_files_have_their_sizes(self):
        with tempfile.TemporaryDirectory() as directory:
            services.write(Path(directory))
            for name, size in services.FILES.items():
                self.assertEqual((Path(directory) / "files" / name).stat().st_size, size)
            services.write(Path(directory), 8)
            sizes = {f.name: f.stat().st_size for f in (Path(directory) / "files").iterdir()}
            self.assertEqual(sizes, {services.SMALL: 1024, services.MEDIUM: 32 * 1024,
                                     services.LARGE: 640 * 1024})

    def test_a_slow_download_lasts_as_long_with_a_smaller_file(self):
        with tempfile.TemporaryDirectory() as directory:
            for share, rate in ((1, 1000), (8, 125)):
                services.write(Path(directory), share)
                for version in (4, 6):
                    self.assertIn(f"kbytes-per-second = {rate}\n",
                                  (Path(directory) / f"lighttpd{version}.conf").read_text())

    def test_clat_has_the_prefix_of_the_fabric_and_addresses_that_lead_to_it(self):
        text = services.clat_conf()
        self.assertIn(f"prefix {topology.PREFIX}\n", text)
        for address in (topology.CLAT6, topology.CLAT_HOST6):
            self.assertIn(f" {address}\n", text)
            self.assertIn(address, topology.CLAT_NETWORK6)
        self.assertTrue(topology.CLAT_NETWORK6.subnet_of(topology.BEHIND_R6))

    def test_ports_for_data_of_ftp_are_those_that_are_bound(self):
        bound = {b["port6"]: b["port4"] for b in netcfg.build()["apps"]["org.isthmus"]["nat64"]["static"]
                 if b["ipv4"] == str(topology.STATIC_ADDRESS)}
        text = services.vsftpd_conf("/d", 6)
        self.assertIn("listen_ipv6=YES\n", text)
        for port in services.FTP_PORTS:
            self.assertEqual(bound[port], port)
        self.assertIn(f"pasv_min_port={services.FTP_PORTS[0]}\n", text)
        self.assertIn(f"pasv_max_port={services.FTP_PORTS[-1]}\n", text)


class PeerTest(unittest.TestCase):
    def setUp(self):
        self.one, self.other = peer.Peer(), peer.Peer()
        self.assertEqual(self.one.listen("0"), "listening")
        port = self.one.socket.getsockname()[1]
        self.assertRegex(self.other.connect("127.0.0.1", port), r"^connected \d+$")
        self.assertEqual(self.one.accept(), "accepted")
        for each in (self.one, self.other):
            self.addCleanup(lambda e=each: e.socket.close())

    def test_data(self):
        self.assertEqual(self.one.send(), "sent")
        self.assertEqual(self.other.wait(), "data")

    def test_a_reset_is_told_from_an_end(self):
        self.assertEqual(self.one.reset(), "done")
        self.assertEqual(self.other.wait(), "reset")

    def test_end(self):
        self.one.socket.close()
        self.assertEqual(self.other.wait(), "end")


class TalkTest(unittest.TestCase):
    class Endless:
        """A fabric whose check has time."""

        def limit(self, seconds):
            return min(seconds, 10)

    def setUp(self):
        process = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.talk = Talk(self.Endless(), process, "cat")
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.stdin.close)

    def test_lines(self):
        self.assertEqual(self.talk.ask("one"), "one")

    def test_text_within_a_line(self):
        self.talk.say("who are you? ...")
        self.assertEqual(self.talk.until("are"), "who ")
        self.assertEqual(self.talk.until("?"), " you")

    def test_what_does_not_come(self):
        self.talk.say("nothing else")
        with self.assertRaisesRegex(CheckFailed, "no answer within 0.1 s"):
            self.talk.until("more", 0.1)


class CommandsTest(unittest.TestCase):
    PORTS = ["1@isth-leaf2-1", "3@isth-leaf2-3"]

    def test_simple_switch(self):
        self.assertEqual(
            " ".join(commands.simple_switch(topology.switch("leaf2"), self.PORTS, "127.0.0.1")),
            "--no-p4 --device-id 2 -i 1@isth-leaf2-1 -i 3@isth-leaf2-3"
            " -- --grpc-server-addr 127.0.0.1:9561 --cpu-port 255")

    def test_embedded_switch_is_told_to_listen_beyond_this_machine(self):
        def argv(address):
            return commands.embedded_switch(topology.switch("leaf2"), self.PORTS, address)

        self.assertEqual(
            argv("127.0.0.1"),
            commands.simple_switch(topology.switch("leaf2"), self.PORTS, "127.0.0.1"))
        self.assertEqual(argv("2001:db8::9")[-5:], [
            "--grpc-server-addr", "[2001:db8::9]:9561", "--cpu-port", "255", "--insecure-grpc"])

    def test_agent_of_an_emulated_card(self):
        self.assertEqual(
            " ".join(commands.card(
                "--emulated", topology.switch("spine1"), ["1@isth-spine1-1"], "127.0.0.1", "/p",
                "/i")),
            "--emulated /p --image /i --device-id 4 --grpc-server-addr 127.0.0.1:9563"
            " -i 1@isth-spine1-1")

    def test_stratum_ports_keep_their_numbers(self):
        text = commands.chassis_config(topology.switch("leaf2"), self.PORTS)
        self.assertEqual(text.count("singleton_ports"), 2)
        self.assertIn('id: 3\n  name: "isth-leaf2-3"', text)
        self.assertEqual(text.count("{"), text.count("}"))


class ListeningTest(unittest.TestCase):
    def test_a_connection_to_itself_is_no_server(self):
        with socket.socket() as itself:
            itself.bind(("127.0.0.1", 0))
            itself.connect(itself.getsockname())
            with mock.patch("socket.create_connection", return_value=itself):
                self.assertFalse(processes.listening(itself.getsockname()[1]))

    def test_p4runtime_ports_are_not_given_to_clients(self):
        clients = Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii")
        for switch in topology.SWITCHES:
            self.assertLess(switch.grpc_port, int(clients.split()[0]), switch.name)


class StateTest(unittest.TestCase):
    def test_marked_processes_are_found_and_ended(self):
        marked = subprocess.Popen(["sleep", "60"], env={**os.environ, state.MARK: "test"})
        other = subprocess.Popen(["sleep", "60"])
        try:
            self.assertIn(marked.pid, state.marked())
            self.assertNotIn(other.pid, state.marked())
            self.assertNotIn(os.getpid(), state.marked())
            self.assertEqual(state.end([marked.pid]), [])
            self.assertIsNone(state.start_time(marked.pid))
            self.assertIsNotNone(state.start_time(other.pid))
        finally:
            other.send_signal(signal.SIGKILL)
            other.wait()
            marked.poll()


class SwitchProcessTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        for module, name, path in ((state, "RUN", "run"), (state, "STATE", "run/state.json"),
                                   (processes, "LOGS", "logs")):
            patch = mock.patch.object(module, name, Path(scratch.name, path))
            patch.start()
            self.addCleanup(patch.stop)

    def test_one_is_found_by_its_switch_killed_and_started_again(self):
        started = SwitchProcess("switch-spine1", ["spine1"], ["sleep", "60"], "127.0.0.1")
        self.addCleanup(lambda: started.process.wait())
        started.start()
        found = switch_processes.of("spine1")
        self.assertEqual((started.pid, ["sleep", "60"]), (found.pid, found.argv))
        found.kill()
        self.assertIsNone(state.start_time(started.pid))
        self.addCleanup(lambda: found.process.wait())
        found.start()
        self.addCleanup(lambda: again.kill())
        again = switch_processes.of("spine1")
        self.assertNotEqual(started.pid, again.pid)
        self.assertIsNotNone(state.start_time(again.pid))

    def test_a_switch_that_is_not_there(self):
        state.save({switch_processes.RECORDED: {}})
        with self.assertRaises(KeyError):
            switch_processes.of("spine2")


class FlowTest(unittest.TestCase):
    def test_records_are_all_different_and_tell_their_number(self):
        records = [flow.record(number) for number in range(1000)]
        self.assertEqual(len(records), len(set(records)))
        self.assertEqual({flow.SIZE}, {len(each) for each in records})
        self.assertEqual(list(range(1000)), [int(each[:flow.DIGITS]) for each in records])


if __name__ == "__main__":
    unittest.main()
