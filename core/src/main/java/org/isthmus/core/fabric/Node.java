// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Ipv6Prefix;

/** What one device shall do, and the changes not yet put out. */
final class Node {
    private static final int MAX_ID = 65535;

    /** Of the 4096 sets of next hops a switch holds, so many may be single neighbours. */
    private static final int MAX_NEIGHBOR_SETS = 3072;

    final int number;
    final FabricConfig.Device device;

    /** By port and VLAN. */
    final Map<Long, FabricConfig.Interface> interfaces = new HashMap<>();

    /** Routes of its own, by mapped prefix; they come before those of the network. */
    final Map<Ipv6Prefix, Route> local = new HashMap<>();

    /** Stations, own and served addresses, by key. */
    Map<Object, Intent> fixed = new LinkedHashMap<>();

    private final Map<List<Intent.Hop>, Route> byHops = new HashMap<>();
    private final Map<BitSet, Route> byLinks = new HashMap<>();
    private final BitSet ids = new BitSet();
    private final List<Route> fresh = new ArrayList<>();
    private final List<Route> idle = new ArrayList<>();
    private final List<Change> first = new ArrayList<>();
    private final Map<Ipv6Prefix, Route[]> routes = new LinkedHashMap<>();
    private final List<Change> last = new ArrayList<>();

    Node(int number, FabricConfig.Device device) {
        this.number = number;
        this.device = device;
        ids.set(0);
    }

    static long interfaceKey(int port, int vlan) {
        return (long) port << 12 | vlan;
    }

    /** Takes over the numbers of next hops, so that routes can stay as they are. */
    void inherit(Node old) {
        for (Route w : old.byHops.values()) {
            if (w.uses > 0) {
                adopt(w.id, w.hops);
            }
        }
    }

    /** Names a set of hops before it is asked for; it must be used before the next flush. */
    void adopt(int id, List<Intent.Hop> hops) {
        Route w = Route.next(id, hops);
        if (!ids.get(id) && byHops.putIfAbsent(w.hops, w) == null) {
            ids.set(id);
            w.written = true;
            idle.add(w);
        }
    }

    /**
     * Gives sets of next hops the numbers a device knows them by, and others numbers it does not
     * know. Nothing is put out.
     */
    void renumber(Map<List<Intent.Hop>, Integer> held) {
        BitSet now = new BitSet();
        now.set(0);
        List<Route> others = new ArrayList<>();
        for (Route w : byHops.values()) {
            Integer id = held.get(w.hops);
            if (id != null && !now.get(id)) {
                w.id = id;
                now.set(id);
            } else {
                others.add(w);
            }
        }
        BitSet taken = (BitSet) now.clone();
        held.values().forEach(taken::set);
        others.sort(Comparator.comparingInt(w -> w.id));
        for (Route w : others) {
            w.id = taken.nextClearBit(1);
            taken.set(w.id);
            now.set(w.id);
        }
        ids.clear();
        ids.or(now);
    }

    /** The way over some links of this device, one use more. */
    Route over(BitSet links, Intent.Hop[] hops) {
        Route w = byLinks.get(links);
        if (w == null) {
            List<Intent.Hop> list = new ArrayList<>(links.cardinality());
            links.stream().forEach(s -> list.add(hops[s]));
            w = to(list);
            byLinks.put((BitSet) links.clone(), w);
            return w;
        }
        w.uses++;
        return w;
    }

    /** The way over some hops, one use more. */
    Route to(List<Intent.Hop> hops) {
        Route w = byHops.get(hops);
        if (w == null) {
            int id = ids.nextClearBit(1);
            if (id > MAX_ID) {
                throw new IllegalStateException(
                        "more than " + MAX_ID + " sets of next hops on " + device.id);
            }
            w = Route.next(id, hops);
            ids.set(id);
            byHops.put(w.hops, w);
            fresh.add(w);
        }
        w.uses++;
        return w;
    }

    /** Whether a neighbour can get a way of its own. */
    boolean hasRoom(Intent.Hop hop) {
        return byHops.size() < MAX_NEIGHBOR_SETS || byHops.containsKey(List.of(hop));
    }

    /** One use less; null and ways without hops may be given back as well. */
    void release(Route w) {
        if (w != null && w.via == Intent.Via.NEXT && --w.uses == 0) {
            idle.add(w);
        }
    }

    /** Takes hops out of the sets that others are left in: the fastest repair there is. */
    void prune(Collection<Intent.Hop> dead) {
        if (dead.isEmpty()) {
            return;
        }
        for (Route w : byHops.values()) {
            List<Intent.Hop> left = new ArrayList<>(w.hops);
            if (w.written && left.removeAll(dead) && !left.isEmpty()) {
                first.add(Change.set(new Intent.Next(w.id, left)));
            }
        }
        first.sort(Comparator.comparingInt(c -> ((Intent.Next) c.intent()).id));
    }

    /** A prefix goes another way now; null: none. */
    void route(Ipv6Prefix prefix, Route from, Route to) {
        Route[] pending = routes.putIfAbsent(prefix, new Route[] {from, to});
        if (pending != null) {
            pending[1] = to;
        }
    }

    void fixed(Map<Object, Intent> desired) {
        desired.forEach(
                (key, intent) -> {
                    if (!intent.equals(fixed.get(key))) {
                        last.add(Change.set(intent));
                    }
                });
        fixed.forEach(
                (key, intent) -> {
                    if (!desired.containsKey(key)) {
                        last.add(Change.remove(intent));
                    }
                });
        fixed = desired;
    }

    /** Puts out what has changed: next hops before the routes to them, and the reverse. */
    void flush(Fabric.Output output) {
        Map<Route, Route> heirs = heirs();
        for (Change c : first) {
            int id = ((Intent.Next) c.intent()).id;
            if (heirs.values().stream().noneMatch(w -> w.id == id)) {
                output.change(device.id, c);
            }
        }
        for (Route w : fresh) {
            if (w.uses > 0) {
                w.written = true;
                output.change(device.id, Change.set(new Intent.Next(w.id, w.hops)));
            } else {
                idle.add(w);
            }
        }
        routes.forEach(
                (prefix, way) -> {
                    boolean inherited =
                            way[0] != null && way[1] != null && heirs.get(way[0]) == way[1];
                    if (way[0] != way[1] && !inherited) {
                        output.change(
                                device.id,
                                way[1] == null
                                        ? Change.remove(way[0].route(prefix))
                                        : Change.set(way[1].route(prefix)));
                    }
                });
        last.forEach(c -> output.change(device.id, c));
        for (Route w : idle) {
            if (w.uses == 0 && byHops.remove(w.hops, w)) {
                ids.clear(w.id);
                byLinks.clear();
                if (w.written) {
                    output.change(device.id, Change.remove(new Intent.Next(w.id, w.hops)));
                }
            }
        }
        first.clear();
        fresh.clear();
        routes.clear();
        last.clear();
        idle.clear();
    }

    /**
     * Where all routes of one set of hops go over to one new set, the new takes the number of the
     * old, and none of the routes needs a write.
     */
    private Map<Route, Route> heirs() {
        if (fresh.isEmpty() || idle.isEmpty()) {
            return Map.of();
        }
        Map<Route, Route> heirs = new LinkedHashMap<>();
        for (Route[] r : routes.values()) {
            Route old = r[0];
            if (old != null && old.via == Intent.Via.NEXT && old.written && old.uses == 0) {
                boolean isNew = r[1] != null && r[1].via == Intent.Via.NEXT && !r[1].written;
                Route heir = heirs.putIfAbsent(old, isNew ? r[1] : old);
                if (heir != null && heir != r[1]) {
                    heirs.put(old, old);
                }
            }
        }
        Set<Route> taken = new HashSet<>();
        heirs.entrySet().removeIf(e -> e.getKey() == e.getValue() || !taken.add(e.getValue()));
        heirs.forEach(
                (old, heir) -> {
                    byHops.remove(old.hops, old);
                    byLinks.clear();
                    ids.clear(heir.id);
                    heir.id = old.id;
                });
        return heirs;
    }

    /** Sets of next hops in use, in the order of their numbers. */
    List<Intent> nexts() {
        List<Intent> all = new ArrayList<>();
        byHops.values().stream()
                .filter(w -> w.uses > 0)
                .sorted(Comparator.comparingInt(w -> w.id))
                .forEach(w -> all.add(new Intent.Next(w.id, w.hops)));
        return all;
    }
}
