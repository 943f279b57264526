// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultLink;
import org.onosproject.net.Link;
import org.onosproject.net.LinkKey;
import org.onosproject.net.link.LinkEvent;
import org.onosproject.net.link.LinkListener;
import org.onosproject.net.link.LinkServiceAdapter;
import org.onosproject.net.provider.ProviderId;

/** Links that were discovered, each direction by itself. */
public final class FakeLinks extends LinkServiceAdapter {
    private final Map<LinkKey, Link> links = new LinkedHashMap<>();
    private final List<LinkListener> listeners = new ArrayList<>();

    /** Both directions, {@code device:leaf1/1}, {@code device:spine1/1}. */
    public void add(String one, String other) {
        addOneWay(one, other);
        addOneWay(other, one);
    }

    private void addOneWay(String from, String to) {
        Link link =
                DefaultLink.builder()
                        .providerId(ProviderId.NONE)
                        .src(ConnectPoint.deviceConnectPoint(from))
                        .dst(ConnectPoint.deviceConnectPoint(to))
                        .type(Link.Type.DIRECT)
                        .state(Link.State.ACTIVE)
                        .build();
        links.put(LinkKey.linkKey(link), link);
        tell(new LinkEvent(LinkEvent.Type.LINK_ADDED, link));
    }

    /** One direction. */
    public void remove(String from, String to) {
        Link link =
                links.remove(
                        LinkKey.linkKey(
                                ConnectPoint.deviceConnectPoint(from),
                                ConnectPoint.deviceConnectPoint(to)));
        tell(new LinkEvent(LinkEvent.Type.LINK_REMOVED, link));
    }

    private void tell(LinkEvent event) {
        new ArrayList<>(listeners).forEach(l -> l.event(event));
    }

    @Override
    public Set<Link> getLinks() {
        return Set.copyOf(links.values());
    }

    @Override
    public void addListener(LinkListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(LinkListener listener) {
        listeners.remove(listener);
    }
}
