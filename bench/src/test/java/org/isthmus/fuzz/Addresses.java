// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The network of the packet vectors (p4/vectors/suites/net.py), as a configuration, and who is in
 * it. IPv6 hosts are at ports 1 and 2, IPv4 hosts at port 3, both at port 4, whose addresses are
 * learned.
 */
final class Addresses {
    static final long ROUTER = 0x02_00_00_00_00_01L;

    /**
     * Stands for 64:ff9b::/96, to which the addresses of the vectors are denied. A checksum is the
     * same with both.
     */
    static final String PREFIX = "2001:db8:64:d1e2::";

    static final String WELL_KNOWN = "64:ff9b::";

    /** Of NAT64 prefixes of all lengths of RFC 6052, and of 198.51.100.9 in them. */
    static final String[] EMBEDDED = {
        "3fff:32:c633:6409::",
        "3fff:40:40c6:3364:9::",
        "3fff:48:48:c633:64:900::",
        "3fff:56:56:56c6:33:6409::",
        "3fff:64:64:64:c6:3364:900:0",
        "3fff:96:96:96:0:96:c633:6409"
    };

    /** IPv6 hosts with bindings, static or not. */
    static final String[] CLIENTS = {
        "2001:db8:1::1", "2001:db8:1::2", "2001:db8:1::3", "2001:db8:2::1:9", "2001:db8:6::9"
    };

    /** IPv6 hosts with EAMs. */
    static final String[] MAPPED = {"2001:db8:ee::4", "2001:db8:e6::", "2001:db8:e6::0400:0:0:0"};

    /** Their addresses in IPv4. */
    static final String[] MAPPED4 = {"192.0.2.4", "192.0.2.64", "192.0.2.65"};

    /** Nobody at 198.51.100.240/28 answers to ARP. */
    static final int SILENT = 0xc63364f0;

    /** IPv4 hosts; nobody answers for the last one. */
    static final String[] SERVERS = {
        "198.51.100.9", "198.51.100.77", "198.51.101.4", "198.51.103.7", "8.8.8.8", "198.51.100.241"
    };

    /** An IPv4 host with an EAM: 198.51.100.33. */
    static final String SERVER_IN_6 = "2001:db8:4444::1";

    /** Addresses of the switch. */
    static final String[] OWN4 = {"192.0.0.1", "198.51.100.1"};

    static final String[] OWN6 = {"2001:db8:ff::1", "2001:db8:1::ff", "fe80::ff:fe00:1"};

    /** Statically bound to {@link #PORTS4} of {@link #POOL}, from {@link #PORTS6}. */
    static final String[] POOL = {"203.0.113.7", "203.0.113.8", "203.0.113.9"};

    static final int[] PORTS4 = {1042, 2042, 77};
    static final int[] PORTS6 = {4242, 5353, 77};

    /** With %s for the management address and the pipeconf, and ' for ". */
    static final String NETCFG = netcfg();

    private Addresses() {}

    private static String netcfg() {
        StringBuilder statics = new StringBuilder();
        String[] protocols = {"tcp", "udp", "icmp"};
        for (int i = 0; i < 2; i++) {
            for (String protocol : protocols) {
                statics.append(
                        String.format(
                                "{'protocol': '%s', 'ipv6': '%s', 'port6': %d, 'ipv4': '%s',"
                                        + " 'port4': %d, 'instance': 'main'},",
                                protocol, CLIENTS[i], PORTS6[i], POOL[i], PORTS4[i]));
            }
        }
        StringBuilder instances = new StringBuilder();
        StringBuilder pools = new StringBuilder();
        int[] lengths = {32, 40, 48, 56, 64, 96};
        String[] prefixes = {
            "3fff:32::",
            "3fff:40:4000::",
            "3fff:48:48::",
            "3fff:56:56:5600::",
            "3fff:64:64:64::",
            "3fff:96:96:96:0:96::"
        };
        for (int i = 0; i < lengths.length; i++) {
            int n = lengths[i];
            instances.append(
                    String.format(
                            ", {'name': 'm%d', 'id': %d, 'prefix': '%s/%d'}",
                            n, 10 + i, prefixes[i], n));
            pools.append(
                    String.format(
                            ", {'name': 'p%d', 'instance': 'm%d', 'prefixes':"
                                    + " ['203.0.113.%d/32']}",
                            n, n, n));
            for (int p = 0; p < protocols.length; p++) {
                statics.append(
                        String.format(
                                "{'protocol': '%s', 'ipv6': '%s', 'port6': 4242, 'ipv4':"
                                        + " '203.0.113.%d', 'port4': 1042, 'instance': 'm%d'}%s",
                                protocols[p], CLIENTS[0], n, n, n == 96 && p == 2 ? "" : ","));
            }
        }
        return "{'devices': {'device:fuzz': {'basic': {'managementAddress': '%s', 'pipeconf':"
                + " '%s'}, 'isthmus': {'mac': '02:00:00:00:00:01', 'loopbacks': ['192.0.0.1',"
                + " '2001:db8:ff::1']}}}, 'ports': {"
                + "'device:fuzz/1': {'interfaces': [{'ips': ['2001:db8:1::ff/64']}]},"
                + "'device:fuzz/2': {'isthmus': {'mtu': 9000, 'sourceValidation': 'off'},"
                + " 'interfaces': [{'ips': ['2001:db8:2::1/64']}]},"
                + "'device:fuzz/3': {'isthmus': {'sourceValidation': 'off'}, 'interfaces':"
                + " [{'ips': ['198.51.100.1/24']}]},"
                + "'device:fuzz/4': {'isthmus': {'mtu': 1280, 'sourceValidation': 'learned'},"
                + " 'interfaces': [{'ips': ['2001:db8:6::1/64', '198.51.103.1/24']}, {'vlan': 7,"
                + " 'ips': ['2001:db8:7::1/64', '198.51.104.1/24']}]}},"
                + " 'apps': {'org.isthmus': {'routes': [{'prefix': '2001:db8:e6::/48', 'via':"
                + " '2001:db8:2::2'}, {'prefix': '2001:db8:ee::/48', 'via': '2001:db8:2::2'},"
                + " {'prefix': '198.51.101.0/24', 'via': '198.51.100.129'}, {'prefix':"
                + " '8.0.0.0/8', 'via': '198.51.103.254'}], 'nat64': {'instances': [{'name':"
                + " 'main', 'id': 1, 'prefix': '"
                + PREFIX
                + "/96', 'mssClamp': '1300'}"
                + instances
                + "], 'pools': [{'name': 'p', 'instance': 'main', 'prefixes':"
                + " ['203.0.113.0-203.0.113.31']}"
                + pools
                + "], 'eamt': [{'ipv4': '192.0.2.4/32', 'ipv6': '2001:db8:ee::4/128', 'instance':"
                + " 'main'}, {'ipv4': '192.0.2.64/26', 'ipv6': '2001:db8:e6::/64', 'instance':"
                + " 'main'}, {'ipv4': '198.51.100.32/28', 'ipv6': '2001:db8:4444::/124', 'host':"
                + " 'ipv4', 'instance': 'main'}], 'static': ["
                + statics
                + "], 'options': {'errorRate': 100000, 'errorRatePerSender': 100000,"
                + " 'subscriberPuntRate': 5000, 'errorSources': ['198.18.255.0/28']}}}}}";
    }

    static byte[] bytes(String address) {
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address, e);
        }
    }
}
