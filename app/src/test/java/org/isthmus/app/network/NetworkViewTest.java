// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isthmus.app.onos.FakeDevices;
import org.isthmus.app.onos.FakeLinks;
import org.isthmus.app.onos.FakeNetworkConfigs;
import org.isthmus.app.onos.TestScheduler;
import org.isthmus.config.Netcfg;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig.Port;
import org.junit.jupiter.api.Test;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.store.service.StorageException;

class NetworkViewTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");
    private static final DeviceId SPINE = DeviceId.of("device:spine1");
    private static final org.onosproject.net.DeviceId LEAF_ID =
            org.onosproject.net.DeviceId.deviceId("device:leaf1");
    private static final org.onosproject.net.DeviceId SPINE_ID =
            org.onosproject.net.DeviceId.deviceId("device:spine1");

    private final ApplicationId app = new DefaultApplicationId(7, "org.isthmus");
    private final FakeNetworkConfigs configs = new FakeNetworkConfigs(app);
    private final FakeDevices devices = new FakeDevices();
    private final FakeLinks links = new FakeLinks();
    private final TestScheduler scheduler = new TestScheduler();
    private final List<Netcfg> networks = new ArrayList<>();
    private final List<List<String>> problems = new ArrayList<>();
    private final List<String> states = new ArrayList<>();
    private RuntimeException failure;

    private JsonNode last;

    /** What the view reads of the configuration before. */
    private Supplier<byte[]> accepted = () -> null;

    private final NetworkView view =
            new NetworkView(
                    app,
                    configs,
                    devices,
                    links,
                    scheduler,
                    scheduler::millis,
                    () -> accepted.get(),
                    new NetworkView.Listener() {
                        @Override
                        public void network(Netcfg netcfg, JsonNode json) {
                            last = json;
                            if (failure != null) {
                                throw failure;
                            }
                            networks.add(netcfg);
                        }

                        @Override
                        public void problems(List<String> lines) {
                            problems.add(lines);
                        }

                        @Override
                        public void portState(DeviceId device, int port, boolean up) {
                            states.add(device + "/" + port + (up ? " up" : " down"));
                        }
                    });

    /** The example of the documentation. */
    private static ObjectNode example() throws Exception {
        String page = Files.readString(Path.of("../docs/netcfg.md"));
        int from = page.indexOf("```json\n") + "```json\n".length();
        return (ObjectNode) MAPPER.readTree(page.substring(from, page.indexOf("```", from)));
    }

    private void started(JsonNode document) {
        view.start();
        assertEquals(List.of(), configs.post(document));
        scheduler.advance(NetworkView.QUIET_MILLIS);
    }

    /** Leaf 1 is there, and a port of it is up that no test cares for. */
    private void leaf() {
        devices.add(LEAF_ID);
        devices.port(LEAF_ID, 12, true);
        devices.available(LEAF_ID, true);
    }

    private void spine() {
        devices.add(SPINE_ID);
        devices.available(SPINE_ID, true);
    }

    private Netcfg network() {
        return networks.get(networks.size() - 1);
    }

    /** ONOS takes every field that the documentation names, and what comes out is the same. */
    @Test
    void theDocumentedExampleGoesThroughOnos() throws Exception {
        started(example());
        assertEquals(List.of(), problems);
        assertEquals(1, networks.size());
        Netcfg direct = Netcfg.of(example());
        assertEquals(direct.fabric().devices.size(), network().fabric().devices.size());
        assertEquals(direct.management(), network().management());
        assertEquals(direct.fabric().interfaces.size(), network().fabric().interfaces.size());
        assertEquals(9000, network().fabric().links.get(0).mtu);
        assertEquals(direct.nat64().eamt.toString(), network().nat64().eamt.toString());
        assertEquals(direct.fabric().routes.size(), network().fabric().routes.size());
    }

    @Test
    void aConfigurationIsReadOnceItsEventsCameToAnEnd() throws Exception {
        view.start();
        ObjectNode example = example();
        configs.post(MAPPER.createObjectNode().set("ports", example.get("ports")));
        scheduler.advance(NetworkView.QUIET_MILLIS - 1);
        example.remove("ports");
        configs.post(example);
        scheduler.advance(NetworkView.QUIET_MILLIS - 1);
        assertEquals(0, networks.size() + problems.size());
        scheduler.advance(1);
        assertEquals(1, networks.size());
        assertEquals(List.of(), problems);

        // Something that says nothing new is no new configuration.
        configs.post(MAPPER.createObjectNode().set("devices", example.get("devices")));
        scheduler.advance(NetworkView.PATIENCE_MILLIS);
        assertEquals(1, networks.size());

        // Without an end it is read nevertheless.
        long until = scheduler.millis() + 2 * NetworkView.PATIENCE_MILLIS;
        int mtu = 2000;
        while (scheduler.millis() < until) {
            configs.post(
                    MAPPER.readTree(
                            "{\"ports\": {\"device:leaf1/3\": {\"isthmus\": {\"mtu\": "
                                    + mtu++
                                    + "}}}}"));
            scheduler.advance(NetworkView.QUIET_MILLIS / 2);
        }
        assertEquals(3, networks.size(), "at the patience, and at twice the patience");
    }

    /** Whoever hears of it may go on with a configuration of before. */
    @Test
    void portsAreToldAlsoWhereNoConfigurationIsWithoutFaults() throws Exception {
        leaf();
        devices.port(LEAF_ID, 3, false);
        view.start();
        configs.post(example());
        configs.removeConfig(LEAF_ID, BasicDeviceConfig.class);
        configs.removeConfig(LEAF_ID, NetworkConfigs.DeviceConfig.class);
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(0, networks.size());
        assertEquals(1, problems.size());
        assertEquals(List.of("device:leaf1/3 down"), states);
    }

    @Test
    void whatIsWrongByItselfIsRefusedWhereItWasSent() throws Exception {
        ObjectNode example = example();
        ((ObjectNode) example.at("/devices/device:leaf1/isthmus")).put("mac", "leaf");
        ((ObjectNode) example.at("/links/device:leaf1~11-device:spine1~11/isthmus")).put("mtu", 9);
        view.start();
        List<String> answer = configs.post(example);
        assertEquals(2, answer.size());
        assertTrue(
                answer.get(0)
                        .startsWith("Error parsing config devices/device:leaf1/isthmus: mac: "));
        assertTrue(answer.get(1).contains("mtu: must be an integer from 1280 to 16383, not 9"));
    }

    @Test
    void whatDoesNotFitTogetherIsTold() throws Exception {
        ObjectNode example = example();
        example.remove("ports");
        view.start();
        assertEquals(List.of(), configs.post(example));
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(0, networks.size());
        assertEquals(
                "apps.org.isthmus.routes[0].via: is in no network of an interface:"
                        + " 198.51.100.254",
                problems.get(0).get(0));
    }

    /** As for a core that begins while an operator takes a device out piece by piece. */
    @Test
    void theConfigurationBeforeOneWithFaultsIsToldAgain() throws Exception {
        leaf();
        devices.port(LEAF_ID, 3, false);
        started(example());
        configs.removeConfig(LEAF_ID, BasicDeviceConfig.class);
        configs.removeConfig(LEAF_ID, NetworkConfigs.DeviceConfig.class);
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(1, networks.size());
        assertEquals(1, problems.size());
        assertEquals(List.of("device:leaf1/3 down"), states);
        view.refresh();
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(2, networks.size());
        assertEquals(2, network().fabric().devices.size());
        assertEquals(2, problems.size());
        assertEquals(List.of("device:leaf1/3 down", "device:leaf1/3 down"), states);
    }

    @Test
    void portsOfTheConfigurationInForceAreToldOf() throws Exception {
        leaf();
        devices.port(LEAF_ID, 3, true);
        started(example());
        configs.removeConfig(LEAF_ID, BasicDeviceConfig.class);
        configs.removeConfig(LEAF_ID, NetworkConfigs.DeviceConfig.class);
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(1, problems.size());
        devices.port(LEAF_ID, 3, false);
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(List.of("device:leaf1/3 down"), states);
    }

    @Test
    void whatCannotBeTakenOverIsToldAndTriedAgain() throws Exception {
        failure = new IllegalStateException("planted");
        ObjectNode example = example();
        started(example);
        assertEquals(0, networks.size());
        assertEquals(
                List.of(List.of("cannot be taken over: java.lang.IllegalStateException: planted")),
                problems);

        failure = null;
        configs.post(MAPPER.createObjectNode().set("devices", example.get("devices")));
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(1, networks.size(), "although the configuration is what it was");
        assertEquals(1, problems.size());
        scheduler.advance(NetworkView.RETRY_MILLIS);
        assertEquals(1, networks.size());
    }

    @Test
    void whatCannotBeTakenOverIsTriedAgainWithoutAnEvent() throws Exception {
        failure = new IllegalStateException("planted");
        started(example());
        failure = null;
        scheduler.advance(NetworkView.RETRY_MILLIS - 1);
        assertEquals(0, networks.size());
        scheduler.advance(1);
        assertEquals(1, networks.size());
        assertEquals(1, problems.size());
    }

    @Test
    void devicesOfOthersAreLeftOut() throws Exception {
        ObjectNode example = example();
        ((ObjectNode) example.get("devices"))
                .putObject("of:0000000000000001")
                .putObject("basic")
                .put("driver", "ovs");
        ((ObjectNode) example.get("ports"))
                .putObject("of:0000000000000001/1")
                .putArray("interfaces")
                .addObject()
                .put("mac", "00:00:00:00:00:01");
        started(example);
        assertEquals(2, network().fabric().devices.size());
        configs.removeConfig(LEAF_ID, NetworkConfigs.DeviceConfig.class);
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(
                List.of("devices.device:leaf1.isthmus: is missing"),
                problems.get(0),
                "it runs one of our programs still");
        configs.removeConfig(LEAF_ID, BasicDeviceConfig.class);
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(
                List.of(
                        "ports.device:leaf1/3: no such device in devices: device:leaf1",
                        "links.device:leaf1/1-device:spine1/1: no such device in devices:"
                                + " device:leaf1"),
                problems.get(1),
                "what is configured for it hangs in the air");
    }

    @Test
    void linksThatWereFoundAreAdded() throws Exception {
        started(example());
        links.add("device:leaf1/2", "device:spine1/2");
        // Named by the configuration, in use by an interface, and of others.
        links.add("device:spine1/1", "device:leaf1/1");
        links.add("device:spine1/9", "device:leaf1/3");
        links.add("device:spine1/8", "device:other/8");
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(List.of(), problems);
        assertEquals(2, network().fabric().links.size());
        assertEquals(9000, network().fabric().links.get(0).mtu);
        assertEquals(new Port(LEAF, 2), network().fabric().links.get(1).one);
        assertEquals(new Port(SPINE, 2), network().fabric().links.get(1).other);
        assertEquals(1500, network().fabric().links.get(1).mtu);
    }

    @Test
    void aLinkThatVanishedIsDownUntilAnotherTakesItsPlace() throws Exception {
        leaf();
        spine();
        started(example());
        links.add("device:leaf1/2", "device:spine1/2");
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(List.of(), states);

        links.remove("device:leaf1/2", "device:spine1/2");
        scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS - 1);
        assertEquals(List.of(), states);
        scheduler.advance(1);
        assertEquals(Set.of("device:leaf1/2 down", "device:spine1/2 down"), Set.copyOf(states));
        links.remove("device:spine1/2", "device:leaf1/2");
        scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS + NetworkView.QUIET_MILLIS);
        assertEquals(2, states.size());
        assertEquals(2, network().fabric().links.size(), "it stays a link of the fabric");

        states.clear();
        links.add("device:leaf1/2", "device:spine1/5");
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(2, states.size());
        assertTrue(states.contains("device:leaf1/2 up"));
        assertTrue(states.contains("device:spine1/2 up"));
        assertEquals(new Port(SPINE, 5), network().fabric().links.get(1).other);
    }

    @Test
    void whereALinkVanishedAnInterfaceIsUp() throws Exception {
        leaf();
        spine();
        started(example());
        links.add("device:leaf1/2", "device:spine1/2");
        links.remove("device:leaf1/2", "device:spine1/2");
        links.remove("device:spine1/2", "device:leaf1/2");
        scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS + NetworkView.QUIET_MILLIS);
        states.clear();
        String hosts = "{'ports':{'device:leaf1/2':{'interfaces':[{'ips':['192.0.2.129/25']}]}}}";
        assertEquals(List.of(), configs.post(MAPPER.readTree(hosts.replace('\'', '"'))));
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(3, network().fabric().interfaces.size());
        assertEquals(List.of("device:leaf1/2 up", "device:spine1/2 down"), states);
        view.refresh();
        states.clear();
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(List.of("device:spine1/2 down"), states);
    }

    /** As when a node of ONOS stood still for longer than links are old. */
    @Test
    void aLinkThatIsFoundAgainSoonWasNeverDown() throws Exception {
        started(example());
        links.add("device:leaf1/2", "device:spine1/2");
        for (int i = 0; i < 3; i++) {
            links.remove("device:leaf1/2", "device:spine1/2");
            links.remove("device:spine1/2", "device:leaf1/2");
            scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS - 1);
            links.add("device:leaf1/2", "device:spine1/2");
            scheduler.run();
        }
        scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS);
        assertEquals(List.of(), states);
    }

    /** It forwards without ONOS, which finds no link of a device that it has lost. */
    @Test
    void linksOfADeviceThatIsLostStayUp() throws Exception {
        leaf();
        spine();
        started(example());
        links.add("device:leaf1/2", "device:spine1/2");
        scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS);
        devices.available(SPINE_ID, false);
        links.remove("device:leaf1/2", "device:spine1/2");
        links.remove("device:spine1/2", "device:leaf1/2");
        scheduler.advance(10 * DiscoveredLinks.PATIENCE_MILLIS - 1);
        devices.available(SPINE_ID, true);
        scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS - 1);
        assertEquals(List.of(), states);
        links.add("device:leaf1/2", "device:spine1/2");
        scheduler.advance(10 * DiscoveredLinks.PATIENCE_MILLIS);
        assertEquals(List.of(), states);

        // It has the device again, and does not find the link.
        devices.available(SPINE_ID, false);
        links.remove("device:leaf1/2", "device:spine1/2");
        scheduler.advance(10 * DiscoveredLinks.PATIENCE_MILLIS);
        devices.available(SPINE_ID, true);
        scheduler.advance(2 * DiscoveredLinks.PATIENCE_MILLIS);
        assertEquals(Set.of("device:leaf1/2 down", "device:spine1/2 down"), Set.copyOf(states));
    }

    /** As of an ONOS that has just started: it has no device yet, and has probed none. */
    @Test
    void linksOfBeforeAreThereUntilTheyWouldHaveBeenFound() throws Exception {
        ObjectNode before = example();
        before.with("links").putObject("device:leaf1/2-device:spine1/2");
        accepted = () -> before.toString().getBytes(StandardCharsets.UTF_8);
        started(example());
        assertEquals(1, networks.size());
        assertEquals(2, network().fabric().links.size());
        scheduler.advance(10 * DiscoveredLinks.PATIENCE_MILLIS);
        leaf();
        spine();
        scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS - 1);
        links.add("device:leaf1/2", "device:spine1/2");
        scheduler.advance(10 * DiscoveredLinks.PATIENCE_MILLIS);
        assertEquals(1, networks.size(), "nothing has changed");
        assertEquals(List.of(), states);
    }

    @Test
    void aLinkOfBeforeThatIsNotFoundIsDown() throws Exception {
        ObjectNode before = example();
        before.with("links").putObject("device:leaf1/2-device:spine1/2");
        accepted = () -> before.toString().getBytes(StandardCharsets.UTF_8);
        started(example());
        leaf();
        spine();
        scheduler.advance(2 * DiscoveredLinks.PATIENCE_MILLIS);
        assertEquals(Set.of("device:leaf1/2 down", "device:spine1/2 down"), Set.copyOf(states));
        assertEquals(2, network().fabric().links.size());
    }

    /** What was taken out of the configuration meanwhile, and what was found elsewhere. */
    @Test
    void whatIsKnownCountsMoreThanLinksOfBefore() throws Exception {
        ObjectNode before = example();
        before.with("links").putObject("device:leaf1/2-device:spine1/2");
        before.with("links").putObject("device:leaf1/1-device:spine1/12");
        before.with("links").putObject("device:leaf1/5-device:gone/5");
        accepted = () -> before.toString().getBytes(StandardCharsets.UTF_8);
        ObjectNode now = example();
        links.add("device:leaf1/2", "device:spine1/7");
        started(now);
        assertEquals(
                List.of(new Port(LEAF, 1), new Port(LEAF, 2)),
                network().fabric().links.stream().map(l -> l.one).collect(Collectors.toList()));
        assertEquals(
                List.of(new Port(SPINE, 1), new Port(SPINE, 7)),
                network().fabric().links.stream().map(l -> l.other).collect(Collectors.toList()));
    }

    @Test
    void linksSurviveARoundThroughTheDocument() throws Exception {
        ObjectNode example = example();
        started(example);
        links.add("device:leaf1/2", "device:spine1/2");
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(
                List.of("device:leaf1/2-device:spine1/2"),
                NetworkJson.found(last.toString().getBytes(StandardCharsets.UTF_8)).stream()
                        .map(k -> k.asId())
                        .collect(Collectors.toList()));
        assertEquals(List.of(), NetworkJson.found("{}".getBytes(StandardCharsets.UTF_8)));
        assertEquals(List.of(), NetworkJson.found("{\"li".getBytes(StandardCharsets.UTF_8)));
        String hyphens = "{\"links\": {\"device:a-1/2-device:b-3-4/5\": {}}}";
        assertEquals(
                "[device:a-1/2-device:b-3-4/5]",
                NetworkJson.found(hyphens.getBytes(StandardCharsets.UTF_8)).stream()
                        .map(k -> k.asId())
                        .collect(Collectors.toList())
                        .toString());
    }

    @Test
    void nothingIsToldBeforeTheLinksOfBeforeAreKnown() throws Exception {
        ObjectNode before = example();
        before.with("links").putObject("device:leaf1/2-device:spine1/2");
        accepted =
                () -> {
                    throw new StorageException.Unavailable();
                };
        started(example());
        assertEquals(0, networks.size());
        assertEquals(1, problems.size());
        assertTrue(problems.get(0).get(0).contains("cannot be taken over"), problems.toString());
        accepted = () -> before.toString().getBytes(StandardCharsets.UTF_8);
        scheduler.advance(NetworkView.RETRY_MILLIS);
        assertEquals(1, networks.size());
        assertEquals(2, network().fabric().links.size());
    }

    @Test
    void aLinkWhosePortIsDownIsDownAtOnce() throws Exception {
        leaf();
        started(example());
        links.add("device:leaf1/2", "device:spine1/2");
        devices.port(LEAF_ID, 2, false);
        links.remove("device:spine1/2", "device:leaf1/2");
        scheduler.run();
        assertEquals(Set.of("device:leaf1/2 down", "device:spine1/2 down"), Set.copyOf(states));
        // Its port is up again before it is found.
        devices.port(LEAF_ID, 2, true);
        scheduler.run();
        assertEquals(2, states.size());
        links.add("device:leaf1/2", "device:spine1/2");
        scheduler.run();
        assertEquals(4, states.size());
    }

    @Test
    void portsGoDownAndComeUp() throws Exception {
        leaf();
        devices.port(LEAF_ID, 3, false);
        started(example());
        assertEquals(List.of("device:leaf1/3 down"), states);
        devices.port(LEAF_ID, 3, true);
        devices.port(LEAF_ID, 3, true);
        scheduler.run();
        assertEquals(List.of("device:leaf1/3 down", "device:leaf1/3 up"), states);

        states.clear();
        devices.port(LEAF_ID, 3, false);
        scheduler.run();
        view.refresh();
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(2, networks.size());
        assertEquals(List.of("device:leaf1/3 down", "device:leaf1/3 down"), states);
        devices.remove(LEAF_ID);
        scheduler.run();
        assertEquals("device:leaf1/3 up", states.get(2), "nothing is known of it any more");
    }

    /** ONOS 2.7.0 first disables all ports of a device that it lost. */
    @Test
    void portsOfADeviceThatIsLostStayAsTheyWere() throws Exception {
        leaf();
        devices.port(LEAF_ID, 3, true);
        started(example());
        devices.port(LEAF_ID, 3, false);
        scheduler.run();
        assertEquals(List.of("device:leaf1/3 down"), states);
        devices.port(LEAF_ID, 3, true);
        scheduler.run();
        states.clear();

        devices.port(LEAF_ID, 3, false);
        devices.port(LEAF_ID, 12, false);
        scheduler.run();
        devices.available(LEAF_ID, false);
        scheduler.advance(2 * NetworkView.PORT_PATIENCE_MILLIS);
        view.refresh();
        scheduler.advance(NetworkView.QUIET_MILLIS);
        assertEquals(List.of(), states);

        // It comes back, and one of its ports has gone down meanwhile.
        devices.port(LEAF_ID, 12, true);
        scheduler.run();
        assertEquals(List.of(), states);
        devices.available(LEAF_ID, true);
        scheduler.run();
        assertEquals(List.of("device:leaf1/3 down"), states);
    }

    /** As where the application is replaced: ONOS has lost all devices meanwhile. */
    @Test
    void nothingIsKnownOfPortsOfADeviceThatIsNotThereYet() throws Exception {
        devices.add(LEAF_ID);
        devices.port(LEAF_ID, 3, false);
        devices.port(LEAF_ID, 12, false);
        started(example());
        scheduler.advance(NetworkView.PORT_PATIENCE_MILLIS);
        assertEquals(List.of(), states);
    }

    @Test
    void portsOfADeviceThatIsThereAreDownWhereAllAre() throws Exception {
        leaf();
        devices.port(LEAF_ID, 3, true);
        started(example());
        devices.port(LEAF_ID, 12, false);
        devices.port(LEAF_ID, 3, false);
        scheduler.advance(NetworkView.PORT_PATIENCE_MILLIS - 1);
        assertEquals(List.of(), states);
        scheduler.advance(1);
        assertEquals(Set.of("device:leaf1/3 down", "device:leaf1/12 down"), Set.copyOf(states));
        devices.port(LEAF_ID, 3, true);
        scheduler.run();
        assertEquals("device:leaf1/3 up", states.get(2));
    }

    @Test
    void aReadingBeforeTheEndFindsTheConfiguration() throws Exception {
        started(example());
        view.refresh();
        scheduler.advance(NetworkView.QUIET_MILLIS - 1);
        view.close();
        assertTrue(configs.isRegistered("apps.nat64"), "a reading may be under way still");
        scheduler.advance(NetworkView.PATIENCE_MILLIS);
        assertFalse(configs.isRegistered("apps.nat64"));
        assertEquals(1, networks.size());
    }

    @Test
    void nothingIsHeardAfterTheEnd() throws Exception {
        started(example());
        links.add("device:leaf1/2", "device:spine1/2");
        links.remove("device:spine1/2", "device:leaf1/2");
        scheduler.run();
        view.close();
        scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS);
        links.remove("device:leaf1/2", "device:spine1/2");
        scheduler.advance(DiscoveredLinks.PATIENCE_MILLIS);
        assertEquals(1, networks.size());
        assertEquals(List.of(), states);
    }
}
