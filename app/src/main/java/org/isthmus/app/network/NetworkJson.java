// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.network;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isthmus.app.network.NetworkConfigs.DeviceConfig;
import org.isthmus.app.network.NetworkConfigs.LinkConfig;
import org.isthmus.app.network.NetworkConfigs.Nat64Config;
import org.isthmus.app.network.NetworkConfigs.PortConfig;
import org.isthmus.app.network.NetworkConfigs.RoutesConfig;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.LinkKey;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.config.basics.BasicLinkConfig;
import org.onosproject.net.config.basics.InterfaceConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The network configuration of ONOS as one document, as far as it concerns us. Stateless; any
 * thread.
 */
final class NetworkJson {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkJson.class);

    /** The ids of our pipeconfs. */
    private static final String OURS = "org.isthmus.";

    private static final ObjectReader LINKS = new ObjectMapper().reader().at("/links");

    /** {@code DEVICE/PORT-DEVICE/PORT}; the name of a device may have a hyphen. */
    private static final Pattern LINK = Pattern.compile("(.+?/\\d+)-(.+/\\d+)");

    private final ApplicationId app;
    private final NetworkConfigService configs;

    NetworkJson(ApplicationId app, NetworkConfigService configs) {
        this.app = app;
        this.configs = configs;
    }

    ObjectNode build(DiscoveredLinks discovered) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        Set<DeviceId> ours = new HashSet<>();
        Set<ConnectPoint> used = new HashSet<>();
        devices(root.putObject("devices"), ours);
        ports(root.putObject("ports"), ours, used);
        links(root.putObject("links"), ours, used, discovered);
        ObjectNode nat64 = root.putObject("apps").putObject(app.name());
        put(nat64, "nat64", configs.getConfig(app, Nat64Config.class));
        put(nat64, "routes", configs.getConfig(app, RoutesConfig.class));
        return root;
    }

    /**
     * Whether a port is that of an interface, so that no link that is found there counts.
     *
     * @param network a document; null: there is none yet
     */
    static boolean hasInterface(ObjectNode network, ConnectPoint port) {
        return network != null
                && network.path("ports").path(name(port)).path("interfaces").size() > 0;
    }

    /**
     * The links of a document that ONOS had found: those of which the configuration says nothing.
     *
     * @param document as JSON; one that is none has no links
     */
    static List<LinkKey> found(byte[] document) {
        List<LinkKey> found = new ArrayList<>();
        try {
            LINKS.readTree(document)
                    .fields()
                    .forEachRemaining(
                            link -> {
                                Matcher ends = LINK.matcher(link.getKey());
                                if (link.getValue().isEmpty() && ends.matches()) {
                                    found.add(
                                            LinkKey.linkKey(
                                                    ConnectPoint.deviceConnectPoint(ends.group(1)),
                                                    ConnectPoint.deviceConnectPoint(
                                                            ends.group(2))));
                                }
                            });
        } catch (IOException | RuntimeException e) {
            LOG.error("the links that were there before cannot be read", e);
        }
        return found;
    }

    private void devices(ObjectNode all, Set<DeviceId> ours) {
        for (DeviceId id : sorted(configs.getSubjects(DeviceId.class))) {
            BasicDeviceConfig basic = configs.getConfig(id, BasicDeviceConfig.class);
            DeviceConfig own = configs.getConfig(id, DeviceConfig.class);
            boolean runsOurs =
                    basic != null && basic.pipeconf() != null && basic.pipeconf().startsWith(OURS);
            if (own != null || runsOurs) {
                ours.add(id);
                ObjectNode device = all.putObject(id.toString());
                put(device, "basic", basic);
                put(device, "isthmus", own);
            }
        }
    }

    private void ports(ObjectNode all, Set<DeviceId> ours, Set<ConnectPoint> used) {
        for (ConnectPoint at : sorted(configs.getSubjects(ConnectPoint.class))) {
            InterfaceConfig interfaces = configs.getConfig(at, InterfaceConfig.class);
            PortConfig own = configs.getConfig(at, PortConfig.class);
            if (own != null || interfaces != null && ours.contains(at.elementId())) {
                ObjectNode port = all.putObject(name(at));
                put(port, "interfaces", interfaces);
                put(port, "isthmus", own);
                if (interfaces != null && interfaces.node().size() > 0) {
                    used.add(at);
                }
            }
        }
    }

    /** Those found are added where the configuration leaves both ports free. */
    private void links(
            ObjectNode all,
            Set<DeviceId> ours,
            Set<ConnectPoint> used,
            DiscoveredLinks discovered) {
        Set<ConnectPoint> named = new HashSet<>(used);
        for (LinkKey key : configs.getSubjects(LinkKey.class)) {
            BasicLinkConfig basic = configs.getConfig(key, BasicLinkConfig.class);
            LinkConfig own = configs.getConfig(key, LinkConfig.class);
            if (own != null || basic != null && isOurs(key, ours)) {
                ObjectNode link = all.putObject(name(key));
                put(link, "basic", basic);
                put(link, "isthmus", own);
                named.add(key.src());
                named.add(key.dst());
            }
        }
        for (LinkKey key : discovered.all()) {
            boolean known = !named.add(key.src()) | !named.add(key.dst());
            if (!known && isOurs(key, ours)) {
                all.putObject(name(key));
            }
        }
    }

    private static boolean isOurs(LinkKey key, Set<DeviceId> ours) {
        return ours.contains(key.src().elementId()) && ours.contains(key.dst().elementId());
    }

    private static String name(LinkKey key) {
        return name(key.src()) + "-" + name(key.dst());
    }

    /** Of a port that has a name, the number. */
    private static String name(ConnectPoint at) {
        return at.elementId() + "/" + at.port().toLong();
    }

    private static void put(ObjectNode to, String key, Config<?> config) {
        if (config != null) {
            to.set(key, config.node());
        }
    }

    private static <T> Set<T> sorted(Set<T> subjects) {
        Set<T> sorted = new TreeSet<>(Comparator.comparing(Object::toString));
        sorted.addAll(subjects);
        return sorted;
    }
}
