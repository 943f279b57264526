// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.RoutingIntent;

/** Devices and links by number, and shortest paths in hops. */
final class Graph {
    /** By device, ordered by port: the device at the other end of each link. */
    final int[][] peers;

    /** The hop over each link. */
    final RoutingIntent.Hop[][] hops;

    /** Whether the link carries packets. */
    final boolean[][] live;

    private final FabricConfig.Port[][] near;
    private final FabricConfig.Port[][] far;
    private final int[] queue;

    Graph(FabricConfig config, Map<DeviceId, Integer> numbers) {
        int n = config.devices.size();
        peers = new int[n][];
        hops = new RoutingIntent.Hop[n][];
        live = new boolean[n][];
        near = new FabricConfig.Port[n][];
        far = new FabricConfig.Port[n][];
        queue = new int[n];
        List<List<FabricConfig.Link>> links = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            links.add(new ArrayList<>());
        }
        for (FabricConfig.Link l : config.links) {
            links.get(numbers.get(l.one.device)).add(l);
            links.get(numbers.get(l.other.device))
                    .add(new FabricConfig.Link(l.other, l.one, l.mtu));
        }
        for (int i = 0; i < n; i++) {
            List<FabricConfig.Link> mine = links.get(i);
            mine.sort(Comparator.comparingInt(l -> l.one.port));
            int degree = mine.size();
            peers[i] = new int[degree];
            hops[i] = new RoutingIntent.Hop[degree];
            live[i] = new boolean[degree];
            near[i] = new FabricConfig.Port[degree];
            far[i] = new FabricConfig.Port[degree];
            for (int s = 0; s < degree; s++) {
                FabricConfig.Link l = mine.get(s);
                peers[i][s] = numbers.get(l.other.device);
                near[i][s] = l.one;
                far[i][s] = l.other;
                hops[i][s] =
                        new RoutingIntent.Hop(
                                l.one.port,
                                config.devices.get(i).mac,
                                config.devices.get(peers[i][s]).mac,
                                0,
                                l.mtu);
            }
        }
    }

    /** Sets which links are live: those with both ends up. */
    void refresh(Predicate<FabricConfig.Port> up) {
        for (int i = 0; i < peers.length; i++) {
            for (int s = 0; s < peers[i].length; s++) {
                live[i][s] = up.test(near[i][s]) && up.test(far[i][s]);
            }
        }
    }

    /**
     * Hops from each device to the nearest of some.
     *
     * @param out by device; {@link Integer#MAX_VALUE}: cannot reach any
     */
    void distances(int[] destinations, int[] out) {
        Arrays.fill(out, Integer.MAX_VALUE);
        int tail = 0;
        for (int d : destinations) {
            out[d] = 0;
            queue[tail++] = d;
        }
        for (int head = 0; head < tail; head++) {
            int at = queue[head];
            for (int s = 0; s < peers[at].length; s++) {
                int peer = peers[at][s];
                if (live[at][s] && out[peer] == Integer.MAX_VALUE) {
                    out[peer] = out[at] + 1;
                    queue[tail++] = peer;
                }
            }
        }
    }
}
