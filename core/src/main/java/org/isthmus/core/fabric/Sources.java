// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.model.SourceIntent.Origin;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/**
 * Which sources may come in at the ports of each device: source address validation (RFC 2827, RFC
 * 3704). Prefixes are {@link V4Mapped}.
 *
 * <p>Every interface has a group of sources of its own: its networks, and what is behind routers in
 * them; ARP and neighbour discovery are always validated by it. Packets are as well where the
 * interface is strict or learned; all loose interfaces of a device share a group, and so do those
 * that are off.
 */
final class Sources {
    /**
     * Groups of several interfaces; {@link FabricConfig.Interface#sourceGroup} is never one of
     * them.
     */
    static final int LOOSE = 1;

    static final int OFF = 2;

    private static final Ipv6Prefix ALL6 = Ipv6Prefix.parse("::/0");
    private static final Ipv6Prefix ALL4 = V4Mapped.of(Ipv4Prefix.parse("0.0.0.0/0"));

    private final Layout layout;

    /** Of each device, by number; without what follows from pools, NAT64 prefixes and EAMs. */
    private final List<List<Intent>> configured = new ArrayList<>();

    /** Prefixes of static routes by the interfaces that their routers are at. */
    private final Map<FabricConfig.Interface, Set<Ipv6Prefix>> behind = new HashMap<>();

    Sources(Layout layout, FabricConfig config) {
        this.layout = layout;
        layout.staticsByVia.forEach(
                (via, prefixes) -> {
                    Ipv6Prefix network = layout.networkOf(via);
                    for (Layout.Attachment at : layout.attachments(network)) {
                        behind.computeIfAbsent(at.on, i -> new HashSet<>()).addAll(prefixes);
                    }
                });
        for (Node n : layout.nodes) {
            configured.add(rows(n));
        }
        for (FabricConfig.Link link : config.links) {
            trust(link.one);
            trust(link.other);
        }
        for (Node n : layout.nodes) {
            List<Intent> all = configured.get(n.number);
            n.interfaces.values().stream()
                    .sorted(Comparator.comparing(FabricConfig.Interface::sourceGroup))
                    .forEach(i -> all.add(edge(i)));
            all.add(new SourceIntent.OthersClosed());
        }
    }

    private void trust(FabricConfig.Port end) {
        Node n = layout.byId.get(end.device);
        if (n != null) {
            configured.get(n.number).add(SourceIntent.Edge.trusted(end.port, 0));
        }
    }

    private static Intent edge(FabricConfig.Interface i) {
        int own = i.sourceGroup();
        int packets =
                i.sourceValidation == SourceValidation.LOOSE
                        ? LOOSE
                        : i.sourceValidation == SourceValidation.OFF ? OFF : own;
        return SourceIntent.Edge.validated(i.port.port, i.vlan, own, packets);
    }

    /**
     * All intents of a device about sources, in an order that is safe to write.
     *
     * @param full groups of interfaces with as many learned addresses as there may be
     * @param ours translated addresses; those in networks of interfaces are told apart from hosts
     *     here, and elsewhere what is behind a router does not include them
     */
    List<Intent> of(Node n, Set<Integer> full, Collection<Ipv6Prefix> ours) {
        List<Intent> all = new ArrayList<>();
        for (Ipv6Prefix p : ours) {
            Ipv6Prefix network = layout.networkOf(p.address());
            if (network != null && network.length() <= p.length()) {
                for (Layout.Attachment at : layout.attachments(network)) {
                    if (at.node == n && at.on != null) {
                        all.add(source(at.on.sourceGroup(), p, Origin.ELSEWHERE));
                    }
                }
            }
        }
        Set<Object> taken = new HashSet<>();
        all.forEach(i -> taken.add(i.key()));
        for (Intent i : configured.get(n.number)) {
            if (!taken.contains(i.key())) {
                all.add(withFull(i, full));
            }
        }
        return all;
    }

    private static Intent withFull(Intent i, Set<Integer> full) {
        if (!(i instanceof SourceIntent.Source)) {
            return i;
        }
        SourceIntent.Source s = (SourceIntent.Source) i;
        boolean isFull = s.origin == Origin.LEARNED && full.contains(s.group);
        return isFull ? s.with(Origin.FULL) : i;
    }

    private List<Intent> rows(Node n) {
        List<Ipv6Prefix> somewhere = somewhere(n);
        NavigableSet<Ipv6Prefix> sorted = new TreeSet<>(somewhere);
        List<Intent> all = new ArrayList<>();
        Set<Integer> shared = new HashSet<>();
        n.interfaces.values().stream()
                .sorted(Comparator.comparing(FabricConfig.Interface::sourceGroup))
                .forEach(
                        i -> {
                            add(all, i.sourceGroup(), near(i, sorted), p -> strict(i, p));
                            if (i.sourceValidation == SourceValidation.LOOSE && shared.add(LOOSE)) {
                                add(all, LOOSE, somewhere, this::loose);
                            }
                            if (i.sourceValidation == SourceValidation.OFF && shared.add(OFF)) {
                                add(all, OFF, somewhere, this::off);
                            }
                        });
        return all;
    }

    /** All prefixes that say where a source is, or that it is nowhere; shortest first. */
    private List<Ipv6Prefix> somewhere(Node n) {
        Set<Ipv6Prefix> all = new HashSet<>(layout.attached.keySet());
        all.addAll(layout.statics.keySet());
        layout.reserved().forEach(a -> all.add(V4Mapped.host(a)));
        all.removeIf(Sources::isLinkLocal);
        all.add(ALL4);
        all.add(ALL6);
        // The same on every link.
        all.add(Ipv6Prefix.LINK_LOCAL);
        layout.own(n).stream().map(V4Mapped::host).filter(Sources::isLinkLocal).forEach(all::add);
        return shortestFirst(all);
    }

    private static List<Ipv6Prefix> shortestFirst(Set<Ipv6Prefix> prefixes) {
        List<Ipv6Prefix> sorted = new ArrayList<>(prefixes);
        sorted.sort(Comparator.comparingInt(Ipv6Prefix::length).thenComparing(p -> p.address()));
        return sorted;
    }

    /**
     * Those of all prefixes that are not {@link Origin#ELSEWHERE} at an interface, and those inside
     * of them: a device with thousands of interfaces has many more.
     */
    private List<Ipv6Prefix> near(FabricConfig.Interface i, NavigableSet<Ipv6Prefix> all) {
        List<Ipv6Prefix> its = new ArrayList<>(behind.getOrDefault(i, Set.of()));
        its.add(Ipv6Prefix.LINK_LOCAL);
        i.networks4.forEach(p -> its.add(V4Mapped.of(p)));
        its.addAll(i.networks6);
        Set<Ipv6Prefix> near = new HashSet<>();
        for (Ipv6Prefix p : its) {
            // In their order, the prefixes inside of one follow it.
            for (Ipv6Prefix inside : all.tailSet(p)) {
                if (!p.contains(inside.address())) {
                    break;
                }
                near.add(inside);
            }
        }
        return shortestFirst(near);
    }

    /** RFC 3704 section 2.2. */
    private Origin strict(FabricConfig.Interface i, Ipv6Prefix p) {
        if (isReserved(p)) {
            return Origin.ELSEWHERE;
        }
        if (p.equals(Ipv6Prefix.LINK_LOCAL)) {
            // Of one link: nothing is learned of them.
            return Origin.ON_LINK;
        }
        if (isAt(p, i)) {
            return i.isLearned() ? Origin.LEARNED : Origin.ON_LINK;
        }
        return behind.getOrDefault(i, Set.of()).contains(p) ? Origin.ROUTED : Origin.ELSEWHERE;
    }

    /** RFC 3704 section 2.4. */
    private Origin loose(Ipv6Prefix p) {
        if (isReserved(p)) {
            return Origin.ELSEWHERE;
        }
        boolean there =
                p.equals(Ipv6Prefix.LINK_LOCAL)
                        || layout.statics.containsKey(p)
                        || layout.attached.containsKey(p);
        return there ? Origin.ROUTED : Origin.ELSEWHERE;
    }

    private Origin off(Ipv6Prefix p) {
        return isReserved(p) ? Origin.ELSEWHERE : Origin.ROUTED;
    }

    private static boolean isLinkLocal(Ipv6Prefix p) {
        return Ipv6Prefix.LINK_LOCAL.contains(p.address());
    }

    private boolean isReserved(Ipv6Prefix p) {
        return p.length() == 128 && layout.isReserved(p.address());
    }

    private boolean isAt(Ipv6Prefix network, FabricConfig.Interface i) {
        return layout.attachments(network).stream().anyMatch(x -> x.on == i);
    }

    /** Adds the rows of a group; those that say the same as the one around them are left out. */
    private static void add(
            List<Intent> all,
            int group,
            List<Ipv6Prefix> somewhere,
            Function<Ipv6Prefix, Origin> origins) {
        Map<Ipv6Prefix, Origin> rows = new HashMap<>();
        for (Ipv6Prefix p : somewhere) {
            Origin origin = origins.apply(p);
            if (origin != around(rows, p)) {
                rows.put(p, origin);
                all.add(source(group, p, origin));
            }
        }
    }

    /** What the longest of the shorter prefixes says. */
    private static Origin around(Map<Ipv6Prefix, Origin> rows, Ipv6Prefix p) {
        int least = V4Mapped.isIpv4(p) ? 96 : 0;
        for (int l = p.length() - 1; l >= least; l--) {
            Origin origin = rows.get(Ipv6Prefix.of(p.high(), p.low(), l));
            if (origin != null) {
                return origin;
            }
        }
        return Origin.ELSEWHERE;
    }

    private static Intent source(int group, Ipv6Prefix p, Origin origin) {
        return V4Mapped.isIpv4(p)
                ? new SourceIntent.Source4(group, V4Mapped.toIpv4(p), origin)
                : new SourceIntent.Source6(group, p, origin);
    }
}
