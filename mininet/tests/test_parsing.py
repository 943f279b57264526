# SPDX-License-Identifier: Apache-2.0
import unittest
from ipaddress import ip_address

from isthmus_fabric import objector, probe
from isthmus_fabric.checks import icmp, parsing
from isthmus_fabric.fabric import CheckFailed

PING = """\
PING 2001:db8:64::c000:20a(2001:db8:64::c000:20a) 64 data bytes
72 bytes from 2001:db8:64::c000:20a: icmp_seq=1 ttl=60 time=0.411 ms
72 bytes from 2001:db8:64::c000:20a: icmp_seq=2 ttl=60 time=0.100 ms

--- 2001:db8:64::c000:20a ping statistics ---
2 packets transmitted, 2 received, 0% packet loss, time 203ms
rtt min/avg/max/mdev = 0.100/0.180/0.411/0.120 ms
"""

PING_LOST = """\
PING 192.0.2.9 (192.0.2.9) 56(84) bytes of data.
From 192.0.2.1 icmp_seq=1 Destination Host Unreachable

--- 192.0.2.9 ping statistics ---
2 packets transmitted, 0 received, +1 errors, 100% packet loss, time 1001ms

"""

TRACEROUTE = """\
traceroute to 2001:db8:64::c000:20a (2001:db8:64::c000:20a), 10 hops max, 80 byte packets
 1  2001:db8:1:1::1  0.045 ms  0.011 ms
 2  * *
 3  2001:db8:64::c633:6404  0.033 ms 2001:db8:64::c633:6405  0.020 ms
 4  2001:db8:64::c000:20a  0.061 ms !X *
"""

SS = """\
ESTAB 0 0 192.0.2.42:7 203.0.113.3:40123
ESTAB 0 0 [2001:db8::1]:7 [2001:db8::2]:50000
"""


class ParsingTest(unittest.TestCase):
    def test_ping(self):
        self.assertEqual(parsing.ping(PING), {1: 0.411, 2: 0.1})

    def test_ping_without_answers_has_no_times(self):
        self.assertEqual(parsing.ping(PING_LOST), {})

    def test_ping_without_summary_fails(self):
        with self.assertRaisesRegex(CheckFailed, "Network is unreachable"):
            parsing.ping("ping: connect: Network is unreachable\n")

    def test_traceroute(self):
        self.assertEqual(
            parsing.traceroute(TRACEROUTE),
            [[ip_address("2001:db8:1:1::1")], [],
             [ip_address("2001:db8:64::c633:6404"), ip_address("2001:db8:64::c633:6405")],
             [ip_address("2001:db8:64::c000:20a")]])

    def test_iperf_takes_what_the_receiver_got(self):
        text = '{"end": {"sum_sent": {"bits_per_second": 9e9},' \
               ' "sum_received": {"bits_per_second": 125e6}}}'
        self.assertEqual(parsing.iperf(text), 125.0)

    def test_iperf_says_why_it_failed(self):
        with self.assertRaisesRegex(CheckFailed, "unable to connect"):
            parsing.iperf('{"end": {}, "error": "unable to connect"}')

    def test_peers(self):
        self.assertEqual(
            parsing.peers(SS),
            [((ip_address("192.0.2.42"), 7), (ip_address("203.0.113.3"), 40123)),
             ((ip_address("2001:db8::1"), 7), (ip_address("2001:db8::2"), 50000))])


class ProbeTest(unittest.TestCase):
    SOURCE = ip_address("2001:db8:3:1::6")
    TARGET = ip_address("2001:db8:64::c000:20a")
    SOURCE4 = ip_address("192.0.2.10")
    TARGET4 = ip_address("203.0.113.80")

    def test_length_fields_fit(self):
        for kind, follows in (("fragment", 44), ("routing", 43), ("protocol", 253), ("7", 17)):
            packet = probe.packet6(kind, self.SOURCE, self.TARGET)
            self.assertEqual(int.from_bytes(packet[4:6], "big"), len(packet) - 40)
            self.assertEqual(packet[6], follows)

    def test_segments_left_is_where_the_check_expects_it(self):
        packet = probe.packet6("routing", self.SOURCE, self.TARGET)
        self.assertEqual(packet[icmp.SEGMENTS_LEFT], 1)

    def test_fragments_of_ipv4(self):
        for kind, protocol, more, length in (("fragment", 17, 0x20, 44), ("odd", 17, 0x20, 45),
                                             ("protocol", 253, 0, 44), ("7", 17, 0, 44)):
            packet = probe.packet4(kind, self.SOURCE4, self.TARGET4)
            self.assertEqual((packet[9], packet[6], len(packet)), (protocol, more, length), kind)

    def test_port_of_a_datagram(self):
        for packet, header in ((probe.packet6("4711", self.SOURCE, self.TARGET), 40),
                               (probe.packet4("4711", self.SOURCE4, self.TARGET4), 20)):
            self.assertEqual(int.from_bytes(packet[header + 2:header + 4], "big"), 4711)

    def test_only_errors_about_the_packet_count(self):
        packet = probe.packet6("fragment", self.SOURCE, self.TARGET)
        error = bytes([3, 1]) + bytes(6) + packet
        self.assertEqual(probe.error6(error, self.SOURCE, self.TARGET), error)
        self.assertIsNone(probe.error6(error, self.TARGET, self.SOURCE))
        self.assertIsNone(probe.error6(bytes([129]) + error[1:], self.SOURCE, self.TARGET))
        self.assertIsNone(probe.error6(bytes([3, 1, 0]), self.SOURCE, self.TARGET))

    def test_only_errors_about_the_packet_of_ipv4_count(self):
        packet = probe.packet4("fragment", self.SOURCE4, self.TARGET4)
        outer = bytes([0x46]) + bytes(23)
        error = bytes([11, 1]) + bytes(6) + packet
        self.assertEqual(probe.error4(outer + error, self.SOURCE4, self.TARGET4), error)
        self.assertIsNone(probe.error4(outer + error, self.TARGET4, self.SOURCE4))
        self.assertIsNone(probe.error4(outer + bytes([8]) + error[1:], self.SOURCE4, self.TARGET4))


class ObjectorTest(unittest.TestCase):
    def test_objection(self):
        packet = bytes(range(64))
        message = objector.objection(packet, 8)
        self.assertEqual(message[:2] + message[4:8], bytes([12, 0, 8, 0, 0, 0]))
        self.assertEqual(message[8:], packet[:28])
        self.assertEqual(objector.checksum(message), 0)


if __name__ == "__main__":
    unittest.main()
