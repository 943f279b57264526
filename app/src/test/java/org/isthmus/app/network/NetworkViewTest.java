// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.isthmus.config.Netcfg;
import org.junit.jupiter.api.Test;
import org.onosproject.net.config.basics.BasicDeviceConfig;

class NetworkViewTest extends NetworkViewFixture {
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
