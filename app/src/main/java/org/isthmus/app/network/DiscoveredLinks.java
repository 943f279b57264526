// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.network;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.Link;
import org.onosproject.net.LinkKey;

/**
 * Links that ONOS found, in each direction by itself. One that vanished is remembered as down until
 * another link is found in its place. One thread.
 */
final class DiscoveredLinks {
    private final Map<LinkKey, Boolean> there = new HashMap<>();

    void saw(Link link, boolean isThere) {
        if (link.type() != Link.Type.DIRECT) {
            return;
        }
        LinkKey key = LinkKey.linkKey(link);
        if (isThere) {
            there.keySet()
                    .removeIf(
                            k -> !same(k, key) && (touches(k, key.src()) || touches(k, key.dst())));
            there.put(key, true);
        } else {
            there.replace(key, false);
        }
    }

    /** A link of this port was there and is not any more. */
    boolean isDown(ConnectPoint port) {
        for (Map.Entry<LinkKey, Boolean> e : there.entrySet()) {
            if (!e.getValue() && touches(e.getKey(), port)) {
                return true;
            }
        }
        return false;
    }

    /** The ends of all of them. */
    Set<ConnectPoint> ports() {
        Set<ConnectPoint> ports = new HashSet<>();
        for (LinkKey key : there.keySet()) {
            ports.add(key.src());
            ports.add(key.dst());
        }
        return ports;
    }

    /** All of them, those that vanished too, in an order that stays. */
    List<LinkKey> all() {
        List<LinkKey> all = new ArrayList<>(there.keySet());
        all.sort(Comparator.comparing(LinkKey::asId));
        return all;
    }

    private static boolean touches(LinkKey key, ConnectPoint port) {
        return key.src().equals(port) || key.dst().equals(port);
    }

    /** The same link, in either direction. */
    private static boolean same(LinkKey one, LinkKey other) {
        return touches(one, other.src()) && touches(one, other.dst());
    }
}
