// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import static org.isthmus.config.NetcfgText.example;
import static org.isthmus.config.NetcfgText.parse;
import static org.isthmus.config.NetcfgText.problemsAfter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class AddressingTest {
    @Test
    void addressesOfTheNetworkAreThoseOfRoutersAndHosts() throws Exception {
        assertEquals(
                List.of(
                        "devices.device:leaf1.isthmus.loopbacks: 127.0.0.1 is of 127.0.0.0/8,"
                                + " loopback (RFC 1122)"),
                problemsAfter("192.0.0.1", "127.0.0.1"));
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.interfaces[0].ips: ::ffff:c000:201 is of"
                                + " ::ffff:0:0/96, IPv4-mapped (RFC 4291)"),
                problemsAfter("2001:db8:1::1/64", "::ffff:192.0.2.1/120"));
        assertEquals(
                List.of(
                        "apps.org.isthmus.routes[1].prefix: ff00::/8 is of ff00::/8, multicast"
                                + " (RFC 4291)"),
                problemsAfter("\"::/0\"", "\"ff00::/8\""));
        assertEquals(
                List.of(
                        "apps.org.isthmus.routes[0].via: 198.51.100.1 is the address of the switch"
                                + " at device:spine1/3"),
                problemsAfter("198.51.100.254", "198.51.100.1"));
    }

    /** RFC 1122 section 3.2.1.3. */
    @Test
    void noSwitchOrRouterHasTheAddressOfANetworkOrOfBroadcast() throws Exception {
        String why = " is no host's in 198.51.100.0/24 (RFC 1122 section 3.2.1.3)";
        String ips = "ports.device:spine1/3.interfaces[0].ips: ";
        for (String none : List.of("198.51.100.0", "198.51.100.255")) {
            assertEquals(
                    List.of(ips + none + " of device:spine1/3" + why),
                    problemsAfter("\"198.51.100.1/24\"", "\"" + none + "/24\""));
            assertEquals(
                    List.of(ips + none + " of device:leaf1" + why),
                    problemsAfter("192.0.0.1", none));
            assertEquals(
                    List.of("apps.org.isthmus.routes[0].via: " + none + why),
                    problemsAfter("198.51.100.254", none));
        }
        for (String both : List.of("198.51.100.254/31", "198.51.100.255/31")) {
            parse(
                    example()
                            .replace("\"via\": \"198.51.100.254\"", "\"via\": \"192.0.2.254\"")
                            .replace(
                                    "\"198.51.100.1/24\"", "\"192.0.2.253/30\", \"" + both + "\""));
        }
    }

    @Test
    void onlyWhereAddressesAreLearnedAreNetworksShared() throws Exception {
        String one =
                "{'isthmus': {'sourceValidation': 'learned'},"
                        + " 'interfaces': [{'ips': ['192.0.2.1/24']}]}";
        String two = one.replace("192.0.2.1/24", "192.0.2.2/24");
        assertEquals(2, parse(shared(one, two)).fabric().interfaces.size());
        for (String wrong :
                List.of(
                        two.replace("learned", "strict"),
                        two.replace("192.0.2.2/24", "192.0.2.2/25"),
                        two.replace("192.0.2.2/24", "192.0.2.2/23"))) {
            NetcfgException e =
                    assertThrows(NetcfgException.class, () -> parse(shared(one, wrong)), wrong);
            assertEquals(1, e.problems().size(), wrong);
            assertTrue(e.problems().get(0).contains("overlaps a network of device:a/1"), wrong);
        }
    }

    private static String shared(String one, String two) {
        return ("{'devices': {'device:a': {'basic': {'managementAddress':"
                        + " 'grpc://127.0.0.1:9559?device_id=1', 'pipeconf': 'org.isthmus.v1model'},"
                        + " 'isthmus': {'mac': '02:00:00:00:00:01'}}},"
                        + " 'ports': {'device:a/1': "
                        + one
                        + ", 'device:a/2': "
                        + two
                        + "}}")
                .replace('\'', '"');
    }
}
