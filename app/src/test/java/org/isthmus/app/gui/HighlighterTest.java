// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.app.onos.FakeNat64Service;
import org.isthmus.app.onos.TestScheduler;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.FakeNat64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultHost;
import org.onosproject.net.DefaultLink;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.HostLocation;
import org.onosproject.net.Link;
import org.onosproject.net.host.HostServiceAdapter;
import org.onosproject.net.link.LinkServiceAdapter;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.ui.UiConnection;
import org.onosproject.ui.UiExtension;
import org.onosproject.ui.UiExtensionServiceAdapter;

/** What the GUI is sent, of the highlights, the scene and the handler together. */
final class HighlighterTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Ipv4Address MAPPED = Ipv4Address.parse("203.0.113.7");
    private static final int PORT = 4242;

    private final FakeNat64 nat64 = FakeNat64.filled();
    private final FakeNat64Service service = new FakeNat64Service(nat64);
    private final TestScheduler scheduler = new TestScheduler();
    private final List<UiExtension> extensions = new ArrayList<>();
    private final List<JsonNode> sent = new ArrayList<>();
    private Highlighter highlighter;

    @BeforeEach
    void begin() {
        nat64.gauges.put("bindings", 48_600L);
        nat64.devices.clear();
        device("device:leaf1", State.READY, true);
        device("device:leaf2", State.READY, true);
        device("device:spine1", State.READY, false);
        highlighter =
                new Highlighter(
                        service,
                        new Links(),
                        new Hosts(),
                        new UiExtensionServiceAdapter() {
                            @Override
                            public void register(UiExtension extension) {
                                extensions.add(extension);
                            }

                            @Override
                            public void unregister(UiExtension extension) {
                                extensions.remove(extension);
                            }
                        },
                        scheduler);
    }

    private void device(String id, State state, boolean translator) {
        nat64.devices.removeIf(d -> d.id.toString().equals(id));
        nat64.devices.add(
                new Device(
                        org.isthmus.core.model.DeviceId.of(id),
                        state,
                        translator,
                        1,
                        0,
                        Set.of(),
                        List.of(),
                        null));
    }

    /** Both ways between any two ports that the path in the fake names. */
    private static final class Links extends LinkServiceAdapter {
        private final List<Link> links = new ArrayList<>();

        Links() {
            for (int leaf = 1; leaf <= 2; leaf++) {
                for (int spine = 1; spine <= 2; spine++) {
                    String a = "device:leaf" + leaf + "/" + spine;
                    String b = "device:spine" + spine + "/" + leaf;
                    links.add(link(a, b));
                    links.add(link(b, a));
                }
            }
        }

        private static Link link(String from, String to) {
            return DefaultLink.builder()
                    .providerId(ProviderId.NONE)
                    .src(ConnectPoint.deviceConnectPoint(from))
                    .dst(ConnectPoint.deviceConnectPoint(to))
                    .type(Link.Type.DIRECT)
                    .build();
        }

        @Override
        public Set<Link> getEgressLinks(ConnectPoint port) {
            Set<Link> found = new java.util.HashSet<>(links);
            found.removeIf(l -> !l.src().equals(port));
            return found;
        }
    }

    /** One host at each port 3. */
    private static final class Hosts extends HostServiceAdapter {
        @Override
        public Set<Host> getConnectedHosts(ConnectPoint port) {
            if (port.port().toLong() != 3) {
                return Set.of();
            }
            MacAddress mac = MacAddress.valueOf(port.deviceId().hashCode() & 0xff);
            return Set.of(
                    new DefaultHost(
                            ProviderId.NONE,
                            HostId.hostId(mac),
                            mac,
                            VlanId.NONE,
                            new HostLocation(port, 0),
                            Set.of()));
        }
    }

    /** Opens a GUI, as ONOS does. */
    private TopologyHandler open() {
        TopologyHandler handler =
                (TopologyHandler)
                        extensions.get(0).messageHandlerFactory().newHandlers().iterator().next();
        handler.init(
                new UiConnection() {
                    @Override
                    public void sendMessage(ObjectNode message) {
                        sent.add(message);
                    }

                    @Override
                    public void sendMessage(String type, ObjectNode payload) {
                        throw new AssertionError(type);
                    }

                    @Override
                    public org.onosproject.ui.model.topo.UiTopoLayout currentLayout() {
                        throw new AssertionError("no layout");
                    }

                    @Override
                    public void setCurrentLayout(
                            org.onosproject.ui.model.topo.UiTopoLayout layout) {
                        throw new AssertionError("no layout");
                    }

                    @Override
                    public String currentView() {
                        return "topo2";
                    }

                    @Override
                    public void setCurrentView(String view) {
                        throw new AssertionError("no view");
                    }

                    @Override
                    public String userName() {
                        return "onos";
                    }
                },
                null);
        return handler;
    }

    private void ask(TopologyHandler handler, String event, String payload) throws Exception {
        ObjectNode message = MAPPER.createObjectNode();
        message.put("event", event);
        message.set("payload", MAPPER.readTree(payload.replace('\'', '"')));
        handler.process(message);
    }

    /** What was sent last: badges by device, and links with colour and label. */
    private Map<String, String> last() {
        JsonNode message = sent.get(sent.size() - 1);
        assertEquals("showHighlights", message.get("event").asText());
        Map<String, String> shown = new TreeMap<>();
        for (JsonNode d : message.at("/payload/devices")) {
            shown.put(
                    d.get("id").asText(),
                    d.at("/badge/status").asText() + " " + d.at("/badge/txt").asText());
        }
        for (JsonNode l : message.at("/payload/links")) {
            shown.put(l.get("id").asText(), l.get("css").asText() + " " + l.get("label").asText());
        }
        return shown;
    }

    @Test
    void translatorsHaveTheNumberOfBindingsAndTheirState() {
        open();
        highlighter.showTranslators();
        scheduler.run();
        assertEquals(Map.of("device:leaf1", "i 48k", "device:leaf2", "i 48k"), last());
        assertEquals(
                "48600 bindings, on every translator",
                sent.get(0).at("/payload/devices/0/badge/msg").asText());
        device("device:leaf1", State.RECONCILING, true);
        device("device:leaf2", State.DOWN, true);
        scheduler.advance(2000);
        assertEquals(Map.of("device:leaf1", "w ...", "device:leaf2", "e !"), last());
    }

    @Test
    void numbersFitTheBadge() {
        assertEquals("0", Scene.brief(0));
        assertEquals("999", Scene.brief(999));
        assertEquals("1k", Scene.brief(1000));
        assertEquals("999k", Scene.brief(999_999));
        assertEquals("16M", Scene.brief(16_777_216));
    }

    @Test
    void aPathIsSentAgainBeforeItFades() {
        open();
        highlighter.showPath(nat64, Protocol.TCP, MAPPED, PORT, null);
        scheduler.run();
        Map<String, String> path = last();
        assertTrue(path.containsKey("device:leaf1"), path.toString());
        assertTrue(
                path.keySet().stream().anyMatch(k -> k.startsWith("device:leaf1/1~device:spine1")),
                path.toString());
        assertTrue(
                path.keySet().stream().anyMatch(k -> k.endsWith("/None~device:leaf1/3")),
                path.toString());
        assertTrue(path.values().stream().anyMatch(v -> v.startsWith("primary ")), path.toString());
        int before = sent.size();
        scheduler.advance(10_000);
        assertEquals(before + 5, sent.size());
        assertEquals(path, last());
    }

    @Test
    void aBindingThatIsGoneLeavesTheTranslators() {
        open();
        highlighter.showPath(nat64, Protocol.TCP, MAPPED, PORT, null);
        scheduler.run();
        nat64.bindings.clear();
        scheduler.advance(2000);
        assertEquals(Set.of("device:leaf1", "device:leaf2"), last().keySet());
    }

    @Test
    void whatIsNotThereIsRefusedAndChangesNothing() {
        open();
        highlighter.showTranslators();
        scheduler.run();
        assertThrows(
                NotFoundException.class,
                () -> highlighter.showPath(nat64, Protocol.UDP, MAPPED, 1, null));
        scheduler.advance(2000);
        assertEquals(Set.of("device:leaf1", "device:leaf2"), last().keySet());
    }

    @Test
    void offTakesTheBadgesBackAndThenNothingIsSent() {
        open();
        highlighter.showTranslators();
        scheduler.run();
        highlighter.off();
        scheduler.run();
        assertEquals(Map.of("device:leaf1", " ", "device:leaf2", " "), last());
        int before = sent.size();
        scheduler.advance(10_000);
        highlighter.off();
        scheduler.run();
        assertEquals(before, sent.size());
    }

    @Test
    void aDeviceThatIsNoTranslatorAnyMoreLosesItsBadge() {
        open();
        highlighter.showTranslators();
        scheduler.run();
        device("device:leaf2", State.READY, false);
        scheduler.advance(2000);
        assertEquals(Map.of("device:leaf1", "i 48k", "device:leaf2", " "), last());
    }

    @Test
    void withoutAnOpenGuiTheCoreIsNotAsked() {
        highlighter.showTranslators();
        nat64.failure = new IllegalStateException("the core is asked");
        scheduler.advance(10_000);
        nat64.failure = null;
        TopologyHandler handler = open();
        scheduler.advance(2000);
        assertEquals(1, sent.size());
        handler.destroy();
        nat64.failure = new IllegalStateException("the core is asked");
        scheduler.advance(10_000);
        assertEquals(1, sent.size());
    }

    @Test
    void aFailureDoesNotEndIt() {
        open();
        highlighter.showTranslators();
        nat64.failure = new IllegalStateException("no answer");
        scheduler.run();
        assertEquals(0, sent.size());
        nat64.failure = null;
        service.nat64 = null;
        scheduler.advance(2000);
        assertEquals(0, sent.size());
        service.nat64 = nat64;
        scheduler.advance(2000);
        assertEquals(1, sent.size());
    }

    @Test
    void theGuiMayAskForTheSame() throws Exception {
        TopologyHandler handler = open();
        ask(handler, "nat64Show", "{}");
        scheduler.run();
        assertEquals(2, last().size());
        ask(
                handler,
                "nat64ShowPath",
                "{'protocol': 'tcp', 'ipv4': '203.0.113.7', 'port': 4242, 'peer': null}");
        scheduler.run();
        assertTrue(last().size() > 2);
        ask(handler, "nat64ShowOff", "{}");
        scheduler.run();
        assertEquals(Map.of("device:leaf1", " ", "device:leaf2", " "), last());
        service.nat64 = null;
        assertThrows(NotReadyException.class, () -> ask(handler, "nat64ShowPath", "{}"));
    }

    @Test
    void nothingStaysRegistered() {
        assertEquals(1, extensions.size());
        highlighter.deactivate();
        assertEquals(0, extensions.size());
    }
}
