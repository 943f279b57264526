// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.model.FabricConfig.Port;
import org.junit.jupiter.api.Test;
import org.onosproject.store.service.StorageException;

/** What is told of links and ports that ONOS finds, and of those that it loses. */
class LinksAndPortsTest extends NetworkViewFixture {
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
}
