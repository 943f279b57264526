// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import static org.isthmus.config.NetcfgText.example;
import static org.isthmus.config.NetcfgText.parse;
import static org.isthmus.config.NetcfgText.problems;
import static org.isthmus.config.NetcfgText.problemsAfter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.junit.jupiter.api.Test;

/** Of the part about devices, ports, links and sources. */
class FabricReaderTest {
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");
    private static final DeviceId SPINE = DeviceId.of("device:spine1");

    @Test
    void fabricOfTheDocumentedExample() throws Exception {
        Netcfg netcfg = parse(example());
        FabricConfig fabric = netcfg.fabric();
        assertEquals(2, fabric.devices.size());
        FabricConfig.Device leaf = fabric.devices.get(0);
        assertEquals(LEAF, leaf.id);
        assertEquals(MacAddress.parse("00:00:5e:00:53:01"), leaf.mac);
        assertEquals(List.of(Ipv4Address.parse("192.0.0.1")), leaf.loopbacks4);
        assertEquals(List.of(Ipv6Address.parse("2001:db8:ffff::1")), leaf.loopbacks6);
        assertTrue(leaf.translator);
        assertFalse(fabric.devices.get(1).translator);
        assertEquals(
                ManagementAddress.parse("grpcs://spine1.example.net:9559?device_id=2"),
                netcfg.management().get(SPINE));
        assertEquals("org.isthmus.bmv2", netcfg.pipeconfs().get(LEAF));
        assertEquals("org.isthmus.v1model", netcfg.pipeconfs().get(SPINE));
        FabricConfig.Interface upstream = fabric.interfaces.get(1);
        assertEquals(new FabricConfig.Port(SPINE, 3), upstream.port);
        assertEquals("upstream", upstream.name);
        assertEquals(100, upstream.vlan);
        assertEquals(1500, upstream.mtu);
        assertEquals(List.of(Ipv4Address.parse("198.51.100.1")), upstream.addresses4);
        assertEquals(List.of(Ipv4Prefix.parse("198.51.100.0/24")), upstream.networks4);
        assertEquals(List.of(Ipv6Prefix.parse("2001:db8:2::/64")), upstream.networks6);
        assertEquals(1, fabric.links.size());
        assertEquals(9000, fabric.links.get(0).mtu);
        assertEquals(new FabricConfig.Port(SPINE, 1), fabric.links.get(0).other);
        assertEquals(Ipv4Prefix.parse("0.0.0.0/0"), fabric.routes.get(0).prefix4);
        assertEquals(Ipv6Address.parse("2001:db8:2::254"), fabric.routes.get(1).via6);
    }

    @Test
    void portsAreThoseOfTheProgram() throws Exception {
        String why = ": ports are numbered 1 to 510, and 255 is the controller's: ";
        for (String none : List.of("255", "511", "999999999")) {
            assertEquals(
                    List.of("ports.device:leaf1/" + none + why + "device:leaf1/" + none),
                    problemsAfter("device:leaf1/3", "device:leaf1/" + none));
            assertEquals(
                    List.of(
                            "links.device:leaf1/"
                                    + none
                                    + "-device:spine1/1"
                                    + why
                                    + "device:leaf1/"
                                    + none),
                    problemsAfter("device:leaf1/1-", "device:leaf1/" + none + "-"));
        }
        parse(example().replace("device:leaf1/3", "device:leaf1/510"));
    }

    @Test
    void aLinkMayBeListedInBothDirections() throws Exception {
        String both =
                example()
                        .replace(
                                "{\"isthmus\": {\"mtu\": 9000}}",
                                "{\"isthmus\": {\"mtu\": 9000}},"
                                        + " \"device:spine1/1-device:leaf1/1\":"
                                        + " {\"isthmus\": {\"mtu\": 9000}}");
        assertEquals(1, parse(both).fabric().links.size());
        assertEquals(
                List.of(
                        "links.device:spine1/1-device:leaf1/1.isthmus.mtu: differs from that of"
                                + " the other direction, 9000"),
                problems(both.replaceFirst("9000\\}\\}\n", "9001}}\n")));
    }

    /** ONOS takes no fields of others in its own configurations. */
    @Test
    void anMtuIsNotAmongTheFieldsOfOnos() throws Exception {
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.interfaces[0].mtu: is unknown; it stands under"
                                + " ports.device:leaf1/3.isthmus.mtu"),
                problemsAfter("\"name\": \"h1\"", "\"mtu\": 1500"));
        assertEquals(
                List.of(
                        "links.device:leaf1/1-device:spine1/1.basic.mtu: is unknown; it stands"
                                + " under links.device:leaf1/1-device:spine1/1.isthmus.mtu"),
                problemsAfter("{\"isthmus\": {\"mtu\": 9000}}", "{\"basic\": {\"mtu\": 9000}}"));
    }

    @Test
    void settingsOfALinksPortAreNotIgnoredInSilence() throws Exception {
        String example = example();
        String port = "\"device:leaf1/1\": {\"isthmus\": {%s}}, \"device:leaf1/3\": {";
        String before = "\"device:leaf1/3\": {";
        Netcfg set = parse(example.replace(before, String.format(port, "\"mtu\": 9000")));
        assertEquals(
                List.of(
                        "Settings of ports have no effect where a link is, which has an MTU of its"
                                + " own: device:leaf1/1."),
                set.warnings().stream()
                        .filter(w -> w.startsWith("Settings"))
                        .collect(Collectors.toList()));
        Netcfg named = parse(example.replace(before, String.format(port, "")));
        assertEquals(parse(example).warnings(), named.warnings());
    }

    @Test
    void sourcesAreValidatedStrictlyUnlessAPortSaysOtherwise() throws Exception {
        assertEquals(
                List.of(SourceValidation.STRICT, SourceValidation.STRICT),
                validations(example().replace(", \"sourceValidation\": \"strict\"", "")));
        for (SourceValidation one : SourceValidation.values()) {
            String text = "\"" + one.name().toLowerCase(Locale.ROOT) + "\"";
            assertEquals(
                    List.of(one, SourceValidation.STRICT),
                    validations(example().replace("\"strict\"", text)));
        }
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.isthmus.sourceValidation: must be \"strict\","
                                + " \"learned\", \"loose\" or \"off\": STRICT"),
                problemsAfter("\"strict\"", "\"STRICT\""));
        JsonNode port = new ObjectMapper().readTree("{\"sourceValidation\": \"none\"}");
        assertEquals(
                List.of(
                        "sourceValidation: must be \"strict\", \"learned\", \"loose\" or \"off\":"
                                + " none"),
                Netcfg.check("ports", "isthmus", port));
        assertEquals(
                List.of("sourceValidation: is unknown; known here: mtu"),
                Netcfg.check("links", "isthmus", port));
    }

    @Test
    void learnedAddressesHaveALimitThatIsOfNoUseOtherwise() throws Exception {
        assertEquals(List.of(64, 0), limits(example().replace("\"strict\"", "\"learned\"")));
        assertEquals(
                List.of(7, 0),
                limits(example().replace("\"strict\"", "\"learned\", \"learnedAddresses\": 7")));
        assertEquals(List.of(0, 0), limits(example()));
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.isthmus.learnedAddresses: is for a sourceValidation"
                                + " of \"learned\" alone"),
                problemsAfter("\"strict\"", "\"strict\", \"learnedAddresses\": 7"));
        for (String wrong : List.of("0", "4097", "\"7\"")) {
            assertEquals(
                    List.of(
                            "ports.device:leaf1/3.isthmus.learnedAddresses: must be an integer from"
                                    + " 1 to 4096, not "
                                    + wrong),
                    problemsAfter("\"strict\"", "\"learned\", \"learnedAddresses\": " + wrong));
        }
    }

    private static List<Integer> limits(String text) throws NetcfgException {
        return parse(text).fabric().interfaces.stream()
                .map(i -> i.learnedAddresses)
                .collect(Collectors.toList());
    }

    @Test
    void routerAdvertisementsCanBeLeftOutOrTellDnsServers() throws Exception {
        String port = "ports.device:leaf1/3.isthmus.";
        assertEquals(List.of("true []", "true []"), advertisements(example()));
        assertEquals(
                List.of("false []", "true []"),
                advertisements(
                        example()
                                .replace(
                                        "\"strict\"",
                                        "\"strict\", \"routerAdvertisements\": false")));
        String dns = "\"strict\", \"dnsServers\": [\"2001:db8:1::53\", \"2001:db8::53\"]";
        assertEquals(
                List.of("true [2001:db8:1::53, 2001:db8::53]", "true []"),
                advertisements(example().replace("\"strict\"", dns)));
        assertEquals(
                List.of(port + "dnsServers: are told by routerAdvertisements alone"),
                problemsAfter("\"strict\"", dns + ", \"routerAdvertisements\": false"));
        assertEquals(
                List.of(port + "dnsServers: ff02::1 is of ff00::/8, multicast (RFC 4291)"),
                problemsAfter("\"strict\"", dns.replace("2001:db8::53", "ff02::1")));
        String many = dns.replace("[", "[" + "\"2001:db8::54\", ".repeat(7));
        assertEquals(
                List.of(port + "dnsServers: must be 8 at most"), problemsAfter("\"strict\"", many));
    }

    private static List<String> advertisements(String text) throws NetcfgException {
        return parse(text).fabric().interfaces.stream()
                .map(i -> i.routerAdvertisements)
                .map(r -> r.sent + " " + r.dnsServers)
                .collect(Collectors.toList());
    }

    private static List<SourceValidation> validations(String text) throws NetcfgException {
        return parse(text).fabric().interfaces.stream()
                .map(i -> i.sourceValidation)
                .collect(Collectors.toList());
    }
}
