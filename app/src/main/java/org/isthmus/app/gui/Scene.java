// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.gui;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.FabricConfig;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.Link;
import org.onosproject.net.PortNumber;
import org.onosproject.net.host.HostService;
import org.onosproject.net.link.LinkService;
import org.onosproject.ui.model.topo.UiLinkId;
import org.onosproject.ui.topo.DeviceHighlight;
import org.onosproject.ui.topo.Highlights;
import org.onosproject.ui.topo.LinkHighlight;
import org.onosproject.ui.topo.LinkHighlight.Flavor;
import org.onosproject.ui.topo.NodeBadge;
import org.onosproject.ui.topo.NodeBadge.Status;

/** Puts together what the topology shows of the NAT64. For one thread. */
final class Scene {
    private final LinkService links;
    private final HostService hosts;

    /** Devices with a badge, which stays until it is taken back. */
    private Set<String> marked = new HashSet<>();

    Scene(LinkService links, HostService hosts) {
        this.links = links;
        this.hosts = hosts;
    }

    /**
     * @param path null: the translators alone
     */
    Highlights of(Nat64 nat64, BindingPath path) {
        long bindings = nat64.statistics().gauges.get("bindings");
        Highlights highlights = new Highlights();
        Set<String> now = new HashSet<>();
        for (Device d : nat64.devices()) {
            if (d.translator) {
                DeviceHighlight device = new DeviceHighlight(d.id.toString());
                device.setBadge(badge(d.state, bindings));
                highlights.add(device);
                now.add(d.id.toString());
            }
        }
        marked.stream().filter(id -> !now.contains(id)).forEach(id -> unmark(highlights, id));
        marked = now;
        if (path != null) {
            links(path).forEach((id, label) -> highlights.add(link(id, label)));
        }
        return highlights;
    }

    /** Takes the badges back; the colours of links fade by themselves. */
    Highlights clear() {
        Highlights highlights = new Highlights();
        marked.forEach(id -> unmark(highlights, id));
        marked = new HashSet<>();
        return highlights;
    }

    private static void unmark(Highlights highlights, String device) {
        highlights.add(new DeviceHighlight(device));
    }

    /** Each translator holds every binding, so that any of them can take over. */
    private static NodeBadge badge(Device.State state, long bindings) {
        switch (state) {
            case READY:
                return NodeBadge.text(
                        Status.INFO, brief(bindings), bindings + " bindings, on every translator");
            case RECONCILING:
                return NodeBadge.text(Status.WARN, "...", "NAT64 tables are compared");
            default:
                return NodeBadge.text(Status.ERROR, "!", "NAT64 translator is down");
        }
    }

    /** There is room for three characters. */
    static String brief(long number) {
        if (number < 1_000) {
            return Long.toString(number);
        }
        return number < 1_000_000 ? number / 1_000 + "k" : number / 1_000_000 + "M";
    }

    /** In which direction packets take each link, by the link's name in the GUI. */
    private Map<String, String> links(BindingPath path) {
        Map<String, String> found = new TreeMap<>();
        add(found, path.outbound, "out");
        add(found, path.inbound, "in");
        return found;
    }

    private void add(Map<String, String> found, BindingPath.Direction direction, String label) {
        edge(found, direction.from, label);
        edge(found, direction.to, label);
        for (BindingPath.Hop hop : direction.hops) {
            for (BindingPath.Next next : hop.next) {
                ConnectPoint port =
                        new ConnectPoint(
                                DeviceId.deviceId(hop.device.toString()),
                                PortNumber.portNumber(next.port));
                for (Link link : links.getEgressLinks(port)) {
                    if (link.dst().deviceId().toString().equals(next.device.toString())) {
                        mark(found, UiLinkId.uiLinkId(link), label);
                    }
                }
            }
        }
    }

    /** The link of a host, if it is alone at its port. */
    private void edge(Map<String, String> found, FabricConfig.Port port, String label) {
        if (port == null) {
            return;
        }
        DeviceId device = DeviceId.deviceId(port.device.toString());
        PortNumber number = PortNumber.portNumber(port.port);
        Set<Host> there = hosts.getConnectedHosts(new ConnectPoint(device, number));
        if (there.size() == 1) {
            HostId host = there.iterator().next().id();
            mark(found, UiLinkId.uiLinkId(host, device, number), label);
        }
    }

    private static void mark(Map<String, String> found, UiLinkId link, String label) {
        found.merge(link.toString(), label, (a, b) -> a.equals(b) ? a : a + ", " + b);
    }

    /** A direction is secondary only where packets come back on another path than they went. */
    private static LinkHighlight link(String id, String label) {
        Flavor flavor = label.equals("in") ? Flavor.SECONDARY_HIGHLIGHT : Flavor.PRIMARY_HIGHLIGHT;
        return new LinkHighlight(id, flavor).setLabel(label);
    }
}
