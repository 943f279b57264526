// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/** The desired forwarding of one device, and the changes not yet emitted. */
final class Node {
    private static final Logger LOG = System.getLogger(Node.class.getName());

    private static final int MAX_ID = 65535;

    /** Sets of next hops that the program has room for; a device may have less. */
    private static final int SETS = 4096;

    /** How many of every four sets may be single neighbours. */
    private static final int NEIGHBORS_OF_FOUR = 3;

    final int number;
    final FabricConfig.Device device;

    /** By port and VLAN. */
    final Map<Long, FabricConfig.Interface> interfaces = new HashMap<>();

    /** Routes of this device alone, by V4-mapped prefix; they precede those of the network. */
    final Map<Ipv6Prefix, Route> local = new HashMap<>();

    /** Router MACs, own addresses, proxy ARP/ND for them and sources, by key. */
    Map<Object, Intent> fixed = new LinkedHashMap<>();

    /** By their hops {@linkplain RoutingIntent.Hop#inOrder in order}. */
    private final Map<List<RoutingIntent.Hop>, Route> byHops = new HashMap<>();

    private final Map<BitSet, Route> byLinks = new HashMap<>();
    private final BitSet ids = new BitSet();
    private final List<Route> fresh = new ArrayList<>();
    private final List<Route> idle = new ArrayList<>();
    private final List<Change> first = new ArrayList<>();
    private final Map<Ipv6Prefix, Route[]> routes = new LinkedHashMap<>();
    private final List<Change> last = new ArrayList<>();

    /** How many there are of {@link #fixed}. */
    private IntentCounts fixedCounts = new IntentCounts();

    private final IntentCounts nextCounts = new IntentCounts();
    private int mostHops = Integer.MAX_VALUE;

    /** The most hops of a route that had too many, and was told of. */
    private int cutFrom;

    private int routes4;
    private int routes6;

    Node(int number, FabricConfig.Device device) {
        this.number = number;
        this.device = device;
        ids.set(0);
    }

    static long interfaceKey(int port, int vlan) {
        return (long) port << 12 | vlan;
    }

    /** Takes over the ids of next hops, so that routes need not be rewritten. */
    void inherit(Node old) {
        for (Route route : old.byHops.values()) {
            if (route.uses > 0) {
                adopt(route.id, route.hops);
            }
        }
    }

    /** Reserves an id for a set of hops; the set must be in use by the next flush. */
    void adopt(int id, List<RoutingIntent.Hop> hops) {
        Route route = Route.next(id, hops);
        if (!ids.get(id) && byHops.putIfAbsent(route.hops, route) == null) {
            nextCounts.add(route.next(), 1);
            ids.set(id);
            route.written = true;
            idle.add(route);
        }
    }

    /**
     * Gives sets of next hops the ids they have on the device, and all others ids that the device
     * does not use. Emits nothing.
     */
    void renumber(Map<List<RoutingIntent.Hop>, Integer> held) {
        BitSet now = new BitSet();
        now.set(0);
        List<Route> others = new ArrayList<>();
        for (Route route : byHops.values()) {
            Integer id = held.get(route.hops);
            if (id != null && !now.get(id)) {
                route.id = id;
                now.set(id);
            } else {
                others.add(route);
            }
        }
        BitSet taken = (BitSet) now.clone();
        held.values().forEach(taken::set);
        others.sort(Comparator.comparingInt(route -> route.id));
        for (Route route : others) {
            route.id = taken.nextClearBit(1);
            taken.set(route.id);
            now.set(route.id);
        }
        ids.clear();
        ids.or(now);
    }

    /** The route over some links of this device; counts one more use. */
    Route over(BitSet links, RoutingIntent.Hop[] hops) {
        Route route = byLinks.get(links);
        if (route == null) {
            List<RoutingIntent.Hop> list = new ArrayList<>(links.cardinality());
            links.stream().forEach(s -> list.add(hops[s]));
            route = to(list);
            byLinks.put((BitSet) links.clone(), route);
            return route;
        }
        route.uses++;
        return route;
    }

    /**
     * Sets how many next hops a route may have; of more, the first in the order of the
     * configuration count.
     */
    void mostHops(int most) {
        mostHops = most;
    }

    /** The route over some hops, the first of them if they are too many; counts one more use. */
    Route to(List<RoutingIntent.Hop> all) {
        List<RoutingIntent.Hop> hops = all;
        if (all.size() > mostHops) {
            hops = all.subList(0, mostHops);
            if (all.size() > cutFrom) {
                cutFrom = all.size();
                LOG.log(
                        Level.WARNING,
                        "{0}: of {1} next hops of a route it takes the first {2}",
                        device.id,
                        all.size(),
                        mostHops);
            }
        }
        Route route = byHops.get(RoutingIntent.Hop.inOrder(hops));
        if (route == null) {
            int id = ids.nextClearBit(1);
            if (id > MAX_ID) {
                throw new IllegalStateException(
                        "more than " + MAX_ID + " sets of next hops on " + device.id);
            }
            route = Route.next(id, hops);
            ids.set(id);
            byHops.put(route.hops, route);
            nextCounts.add(route.next(), 1);
            fresh.add(route);
        }
        route.uses++;
        return route;
    }

    /**
     * Whether a set of next hops is free for a single neighbour.
     *
     * @param most sets of next hops that the switch takes
     */
    boolean hasRoom(RoutingIntent.Hop hop, long most) {
        return byHops.size() < Math.min(most, SETS) / 4 * NEIGHBORS_OF_FOUR || has(hop);
    }

    /** Whether there is a set of next hops of this one alone. */
    boolean has(RoutingIntent.Hop hop) {
        return byHops.containsKey(List.of(hop));
    }

    /** Adds how many intents are desired, answers for services apart. */
    void count(IntentCounts to) {
        to.add(fixedCounts);
        to.add(Route.LIKE4, routes4);
        to.add(Route.LIKE6, routes6);
        to.add(nextCounts);
    }

    private boolean remove(Route route) {
        boolean removed = byHops.remove(route.hops, route);
        if (removed) {
            nextCounts.add(route.next(), -1);
        }
        return removed;
    }

    /** Counts one use less; null and routes without hops are ignored. */
    void release(Route route) {
        if (route != null && route.via == RoutingIntent.Via.NEXT && --route.uses == 0) {
            idle.add(route);
        }
    }

    /**
     * Removes failed hops from sets that keep others: one write per set repairs all routes over it.
     */
    void prune(Collection<RoutingIntent.Hop> dead) {
        if (dead.isEmpty()) {
            return;
        }
        for (Route route : byHops.values()) {
            List<RoutingIntent.Hop> left = new ArrayList<>(route.hops);
            if (route.written && left.removeAll(dead) && !left.isEmpty()) {
                first.add(Change.set(new RoutingIntent.Next(route.id, left)));
            }
        }
        first.sort(Comparator.comparingInt(c -> ((RoutingIntent.Next) c.intent()).id));
    }

    /** Changes the route of a prefix; null: none. */
    void route(Ipv6Prefix prefix, Route from, Route to) {
        int more = (to == null ? 0 : 1) - (from == null ? 0 : 1);
        if (V4Mapped.isIpv4(prefix)) {
            routes4 += more;
        } else {
            routes6 += more;
        }
        Route[] pending = routes.putIfAbsent(prefix, new Route[] {from, to});
        if (pending != null) {
            pending[1] = to;
        }
    }

    /**
     * @param services what the device answers for besides
     */
    void fixed(Map<Object, Intent> desired, Services services) {
        desired.forEach(
                (key, intent) -> {
                    if (!intent.equals(fixed.get(key)) && !answers(intent, services)) {
                        last.add(Change.set(intent));
                    }
                });
        fixed.forEach(
                (key, intent) -> {
                    if (!desired.containsKey(key) && !answers(intent, services)) {
                        last.add(Change.remove(intent));
                    }
                });
        fixed = desired;
        fixedCounts = new IntentCounts().add(desired.values());
    }

    /** Whether it answers for what is translated, as hosts may ask for it. */
    boolean answers() {
        return !interfaces.isEmpty();
    }

    /** Adds its answer for one of the services, unless it is one of {@link #fixed}. */
    void addAnswer(Ipv6Prefix prefix, List<Intent> to) {
        Intent served = Layout.served(prefix, device.mac);
        if (answers() && !fixed.containsKey(served.key())) {
            to.add(served);
        }
    }

    /** Whether an intent is its answer for one of the services. */
    boolean answers(Intent intent, Services services) {
        Ipv6Prefix prefix =
                intent instanceof SwitchIntent.Served4
                        ? V4Mapped.of(((SwitchIntent.Served4) intent).prefix)
                        : intent instanceof SwitchIntent.Served6
                                ? ((SwitchIntent.Served6) intent).prefix
                                : null;
        return prefix != null && answers() && services.contains(prefix);
    }

    /** Begins or ends to answer for one of the services. */
    void answer(Ipv6Prefix prefix, boolean now) {
        Intent served = Layout.served(prefix, device.mac);
        if (answers() && !fixed.containsKey(served.key())) {
            last.add(now ? Change.set(served) : Change.remove(served));
        }
    }

    /** Emits the changes: next hops are set before the routes to them and removed after them. */
    void flush(Fabric.Output output) {
        Map<Route, Route> successors = successors();
        for (Change c : first) {
            int id = ((RoutingIntent.Next) c.intent()).id;
            if (successors.values().stream().noneMatch(route -> route.id == id)) {
                output.change(device.id, c);
            }
        }
        for (Route route : fresh) {
            if (route.uses > 0) {
                route.written = true;
                output.change(device.id, Change.set(route.next()));
            } else {
                idle.add(route);
            }
        }
        routes.forEach(
                (prefix, change) -> {
                    boolean inherited =
                            change[0] != null
                                    && change[1] != null
                                    && successors.get(change[0]) == change[1];
                    if (change[0] != change[1] && !inherited) {
                        output.change(
                                device.id,
                                change[1] == null
                                        ? Change.remove(change[0].intent(prefix))
                                        : Change.set(change[1].intent(prefix)));
                    }
                });
        last.forEach(c -> output.change(device.id, c));
        for (Route route : idle) {
            if (route.uses == 0 && remove(route)) {
                ids.clear(route.id);
                byLinks.clear();
                if (route.written) {
                    output.change(device.id, Change.remove(route.next()));
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
     * Finds sets of hops whose prefixes all move to one new set: this successor takes the id of the
     * old set, and none of the routes needs a write.
     */
    private Map<Route, Route> successors() {
        if (fresh.isEmpty() || idle.isEmpty()) {
            return Map.of();
        }
        Map<Route, Route> successors = new LinkedHashMap<>();
        for (Route[] r : routes.values()) {
            Route old = r[0];
            if (old != null && old.via == RoutingIntent.Via.NEXT && old.written && old.uses == 0) {
                boolean isNew = r[1] != null && r[1].via == RoutingIntent.Via.NEXT && !r[1].written;
                Route successor = successors.putIfAbsent(old, isNew ? r[1] : old);
                if (successor != null && successor != r[1]) {
                    successors.put(old, old);
                }
            }
        }
        Set<Route> taken = new HashSet<>();
        successors.entrySet().removeIf(e -> e.getKey() == e.getValue() || !taken.add(e.getValue()));
        successors.forEach(
                (old, successor) -> {
                    remove(old);
                    byLinks.clear();
                    ids.clear(successor.id);
                    successor.id = old.id;
                });
        return successors;
    }

    /** Sets of next hops in use, by id. */
    List<Intent> nexts() {
        List<Intent> all = new ArrayList<>();
        byHops.values().stream()
                .filter(route -> route.uses > 0)
                .sorted(Comparator.comparingInt(route -> route.id))
                .forEach(route -> all.add(route.next()));
        return all;
    }
}
