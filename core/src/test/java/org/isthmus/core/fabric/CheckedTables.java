// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/** Tables of switches that fail a test when changes come in an unsafe order. */
final class CheckedTables implements Fabric.Output {
    private final Map<DeviceId, Map<Object, Intent>> held = new HashMap<>();
    final Map<DeviceId, Integer> changes = new HashMap<>();

    @Override
    public void change(DeviceId device, Change change) {
        changes.merge(device, 1, Integer::sum);
        Map<Object, Intent> table = table(device);
        Intent i = change.intent();
        int next = next(i);
        if (change.kind() == Change.Kind.SET) {
            assertTrue(
                    next == 0 || table.containsKey(List.of("next", next)),
                    () -> device + " " + change + " before its next hops");
            table.put(i.key(), i);
        } else {
            assertTrue(table.remove(i.key()) != null, () -> device + " does not hold " + change);
            if (i instanceof RoutingIntent.Next) {
                int id = ((RoutingIntent.Next) i).id;
                assertTrue(
                        table.values().stream().noneMatch(r -> next(r) == id),
                        () -> device + " " + change + " while in use");
            }
        }
    }

    private Map<Object, Intent> table(DeviceId device) {
        return held.computeIfAbsent(device, d -> new HashMap<>());
    }

    static int next(Intent i) {
        return i instanceof RoutingIntent.Route4
                ? ((RoutingIntent.Route4) i).next
                : i instanceof RoutingIntent.Route6 ? ((RoutingIntent.Route6) i).next : 0;
    }

    Set<Intent> of(DeviceId device) {
        return new HashSet<>(table(device).values());
    }

    void assertHolds(DeviceId device, List<Intent> desired) {
        assertEquals(desired.size(), new HashSet<>(desired).size(), "twice: " + desired);
        assertEquals(new HashSet<>(desired), of(device), device.toString());
    }

    /** The longest route over an address; null: none. */
    Intent route(DeviceId device, Ipv6Address a) {
        for (int l = 128; l >= (V4Mapped.isIpv4(a) ? 96 : 0); l--) {
            Intent r = route(device, Ipv6Prefix.of(a.high(), a.low(), l));
            if (r != null) {
                return r;
            }
        }
        return null;
    }

    Intent route(DeviceId device, Ipv6Prefix mapped) {
        Object p = V4Mapped.isIpv4(mapped) ? V4Mapped.toIpv4(mapped) : mapped;
        return table(device).get(List.of("route", p));
    }

    static RoutingIntent.Via via(Intent route) {
        return route instanceof RoutingIntent.Route4
                ? ((RoutingIntent.Route4) route).via
                : ((RoutingIntent.Route6) route).via;
    }

    /** Of a route by next hops. */
    List<RoutingIntent.Hop> hops(DeviceId device, Intent route) {
        return ((RoutingIntent.Next) table(device).get(List.of("next", next(route)))).hops;
    }

    /** Everything held, with hops in place of the ids of next hops. */
    Set<String> meaning(DeviceId device) {
        Set<String> all = new HashSet<>();
        for (Intent i : table(device).values()) {
            if (next(i) != 0) {
                all.add(i.key() + " " + hops(device, i));
            } else if (!(i instanceof RoutingIntent.Next)) {
                all.add(i.toString());
            }
        }
        return all;
    }

    /** All devices of {@link TwoLeaves} hold what the fabric wants of them. */
    void check(Fabric fabric) {
        TwoLeaves.ALL.forEach(d -> assertHolds(d, fabric.intents(d)));
    }

    RoutingIntent.Via via(DeviceId d, String to) {
        Intent r = route(d, TwoLeaves.address(to));
        return r == null ? null : via(r);
    }

    Set<Integer> ports(DeviceId d, String to) {
        Intent r = route(d, TwoLeaves.address(to));
        assertNotNull(r, to);
        Set<Integer> all = new HashSet<>();
        hops(d, r).forEach(h -> all.add(h.port));
        return all;
    }

    boolean holds(DeviceId d, Intent i) {
        return of(d).contains(i);
    }
}
