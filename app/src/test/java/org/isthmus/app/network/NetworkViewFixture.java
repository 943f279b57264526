// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.isthmus.app.onos.FakeDevices;
import org.isthmus.app.onos.FakeLinks;
import org.isthmus.app.onos.FakeNetworkConfigs;
import org.isthmus.app.onos.TestScheduler;
import org.isthmus.config.Netcfg;
import org.isthmus.core.model.DeviceId;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;

/** A view of the network over an ONOS of the test, whose time it moves, and what it told. */
abstract class NetworkViewFixture {
    static final ObjectMapper MAPPER = new ObjectMapper();
    static final DeviceId LEAF = DeviceId.of("device:leaf1");
    static final DeviceId SPINE = DeviceId.of("device:spine1");
    static final org.onosproject.net.DeviceId LEAF_ID =
            org.onosproject.net.DeviceId.deviceId("device:leaf1");
    static final org.onosproject.net.DeviceId SPINE_ID =
            org.onosproject.net.DeviceId.deviceId("device:spine1");

    final ApplicationId app = new DefaultApplicationId(7, "org.isthmus");
    final FakeNetworkConfigs configs = new FakeNetworkConfigs(app);
    final FakeDevices devices = new FakeDevices();
    final FakeLinks links = new FakeLinks();
    final TestScheduler scheduler = new TestScheduler();
    final List<Netcfg> networks = new ArrayList<>();
    final List<List<String>> problems = new ArrayList<>();
    final List<String> states = new ArrayList<>();
    RuntimeException failure;

    /** The document that was told last. */
    JsonNode last;

    /** What the view reads of the configuration before. */
    Supplier<byte[]> accepted = () -> null;

    final NetworkView view =
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
    static ObjectNode example() throws Exception {
        String page = Files.readString(Path.of("../docs/netcfg.md"));
        int from = page.indexOf("```json\n") + "```json\n".length();
        return (ObjectNode) MAPPER.readTree(page.substring(from, page.indexOf("```", from)));
    }

    void started(JsonNode document) {
        view.start();
        assertEquals(List.of(), configs.post(document));
        scheduler.advance(NetworkView.QUIET_MILLIS);
    }

    /** Leaf 1 is there, and a port of it is up that no test cares for. */
    void leaf() {
        devices.add(LEAF_ID);
        devices.port(LEAF_ID, 12, true);
        devices.available(LEAF_ID, true);
    }

    void spine() {
        devices.add(SPINE_ID);
        devices.available(SPINE_ID, true);
    }

    Netcfg network() {
        return networks.get(networks.size() - 1);
    }
}
