// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;

/**
 * The fewest prefixes that cover exactly the addresses of given ones, all of which lead to the same
 * place (route aggregation, RFC 4632 section 4). Addresses that a route of another kind holds keep
 * it: where such a route lies between two prefixes, or at one of them, neither is merged into a
 * shorter one. IPv4 prefixes are {@link V4Mapped}.
 *
 * <p>A binary trie without nodes of one child; adding or removing a prefix, or a route of another
 * kind, costs its depth and what changes of the result. Not thread safe.
 */
final class Aggregation {
    private static final class Node {
        final long high;
        final long low;
        final int length;

        /** Of the bit behind the prefix: 0 and 1. */
        Node zero;

        Node one;

        /** How often the prefix was added. */
        int added;

        /** It has a route of another kind. */
        boolean routed;

        /** Some node below it has. */
        boolean routedBelow;

        /** Every address of it is covered, as far as no route of another kind lies below. */
        boolean whole;

        Node(long high, long low, int length) {
            this.high = high & Ipv6Prefix.maskHigh(length);
            this.low = low & Ipv6Prefix.maskLow(length);
            this.length = length;
        }

        boolean contains(long h, long l) {
            return (h & Ipv6Prefix.maskHigh(length)) == high
                    && (l & Ipv6Prefix.maskLow(length)) == low;
        }

        Node child(long h, long l) {
            return bit(h, l, length) ? one : zero;
        }

        void child(Node child) {
            if (bit(child.high, child.low, length)) {
                one = child;
            } else {
                zero = child;
            }
        }

        boolean wholeNow() {
            return added > 0 || isHalf(zero) && isHalf(one);
        }

        private boolean isHalf(Node n) {
            return n != null && n.length == length + 1 && n.whole && !n.routed;
        }

        Ipv6Prefix prefix() {
            return Ipv6Prefix.of(high, low, length);
        }
    }

    private final Node root = new Node(0, 0, 0);
    private Set<Ipv6Prefix> routed = Set.of();
    private final List<Node> path = new ArrayList<>();

    /**
     * Prefixes of the result that changed since the last {@link #changes}: whether they were in it.
     */
    private final Map<Ipv6Prefix, Boolean> changed = new LinkedHashMap<>();

    private int size4;
    private int size6;

    private static boolean bit(long high, long low, int at) {
        return at < 64 ? high << at < 0 : low << at < 0;
    }

    /**
     * Sets the prefixes that have routes of other kinds; replaces those of the call before. What
     * changes of the result is in {@link #changes}.
     */
    void routed(Set<Ipv6Prefix> others) {
        Set<Ipv6Prefix> before = routed;
        routed = Set.copyOf(others);
        before.stream().filter(p -> !routed.contains(p)).forEach(p -> routed(p, false));
        routed.stream().filter(p -> !before.contains(p)).forEach(p -> routed(p, true));
    }

    private void routed(Ipv6Prefix p, boolean now) {
        Node n = at(p);
        n.routed = now;
        int last = path.size() - 1;
        int top = turn(last);
        if (top < last && !isCovered(top)) {
            note(path.get(top), !now);
            for (int i = top; i < last; i++) {
                below(path.get(i), path.get(i + 1), now);
            }
        }
        // Without the route, what covers it covers what is below.
        if (top < last || isAroundCovered(last)) {
            if (n.whole) {
                note(n, now);
            } else {
                below(n, null, now);
            }
        }
        for (int i = last - 1; i >= 0; i--) {
            path.get(i).routedBelow = isRouted(path.get(i).zero) || isRouted(path.get(i).one);
        }
        prune();
    }

    private static boolean isRouted(Node n) {
        return n != null && (n.routed || n.routedBelow);
    }

    /** Adds a prefix; one that was added n times is removed by n removals. */
    void add(Ipv6Prefix prefix) {
        at(prefix).added++;
        changed();
    }

    /** Removes a prefix that was added. */
    void remove(Ipv6Prefix prefix) {
        Node n = at(prefix);
        if (n.added == 0) {
            throw new IllegalStateException(prefix + " was not added");
        }
        n.added--;
        changed();
        prune();
    }

    /**
     * Makes {@link #path} that of a prefix, from the root to its node, which is made if need be.
     */
    private Node at(Ipv6Prefix p) {
        path.clear();
        Node n = root;
        while (true) {
            path.add(n);
            if (n.length == p.length()) {
                return n;
            }
            Node next = n.child(p.high(), p.low());
            if (next == null) {
                next = new Node(p.high(), p.low(), p.length());
                n.child(next);
            } else if (next.length > p.length() || !next.contains(p.high(), p.low())) {
                next = fork(n, next, p);
            }
            n = next;
        }
    }

    /** Puts a node between two, where a prefix is or leaves their path. */
    private static Node fork(Node above, Node below, Ipv6Prefix p) {
        long differs = below.high ^ p.high();
        int common =
                differs != 0
                        ? Long.numberOfLeadingZeros(differs)
                        : 64 + Long.numberOfLeadingZeros(below.low ^ p.low());
        Node fork =
                new Node(p.high(), p.low(), Math.min(Math.min(common, p.length()), below.length));
        fork.routedBelow = below.routed || below.routedBelow;
        fork.child(below);
        above.child(fork);
        return fork;
    }

    /** Takes in that the last node of the path was added or removed. */
    private void changed() {
        int top = turn(path.size());
        if (top == path.size() || isCovered(top)) {
            return;
        }
        Node first = path.get(top);
        // What it covers is in the result where it is not.
        note(first, first.whole);
        for (int i = top; i < path.size(); i++) {
            Node next = i + 1 < path.size() ? path.get(i + 1) : null;
            below(path.get(i), next, !first.whole);
        }
    }

    /** Sees which nodes of the path above a place are whole now; returns the first that turned. */
    private int turn(int end) {
        int top = end;
        while (top > 0 && path.get(top - 1).whole != path.get(top - 1).wholeNow()) {
            path.get(top - 1).whole = !path.get(top - 1).whole;
            top--;
        }
        return top;
    }

    /** Whether a node above one of the path covers it. */
    private boolean isCovered(int index) {
        return !path.get(index).routed && isAroundCovered(index);
    }

    /** Whether a node above one of the path covers what is around it. */
    private boolean isAroundCovered(int index) {
        for (int i = index - 1; i >= 0; i--) {
            if (path.get(i).whole) {
                return true;
            }
            if (path.get(i).routed) {
                return false;
            }
        }
        return false;
    }

    /** Notes the topmost whole nodes below one, up to routes of other kinds. */
    private void below(Node n, Node except, boolean now) {
        for (Node child : new Node[] {n.zero, n.one}) {
            if (child == null || child == except || child.routed) {
                continue;
            }
            if (child.whole) {
                note(child, now);
            } else {
                below(child, null, now);
            }
        }
    }

    private void note(Node n, boolean now) {
        Ipv6Prefix prefix = n.prefix();
        Boolean was = changed.remove(prefix);
        if (was == null) {
            changed.put(prefix, !now);
        }
        if (V4Mapped.isIpv4(prefix)) {
            size4 += now ? 1 : -1;
        } else {
            size6 += now ? 1 : -1;
        }
    }

    /** Removes what the path no longer needs. */
    private void prune() {
        for (int i = path.size() - 1; i > 0; i--) {
            Node n = path.get(i);
            if (n.added > 0 || n.routed || n.zero != null && n.one != null) {
                return;
            }
            Node above = path.get(i - 1);
            Node only = n.zero != null ? n.zero : n.one;
            if (only != null) {
                above.child(only);
            } else if (above.zero == n) {
                above.zero = null;
            } else {
                above.one = null;
            }
        }
    }

    /** Tells what came into the result (true) and what left it (false) since the last call. */
    void changes(BiConsumer<Ipv6Prefix, Boolean> visitor) {
        Map<Ipv6Prefix, Boolean> all = new LinkedHashMap<>(changed);
        changed.clear();
        all.forEach(
                (prefix, was) -> {
                    boolean is = contains(prefix);
                    if (is != was) {
                        visitor.accept(prefix, is);
                    }
                });
    }

    /** Whether a prefix is in the result. */
    boolean contains(Ipv6Prefix p) {
        boolean covered = false;
        Node n = root;
        while (n != null && n.length <= p.length() && n.contains(p.high(), p.low())) {
            covered &= !n.routed;
            if (n.length == p.length()) {
                return n.whole && !covered;
            }
            covered |= n.whole;
            n = n.child(p.high(), p.low());
        }
        return false;
    }

    /** Whether an address is in one of the prefixes added. */
    boolean covers(Ipv6Address a) {
        Node n = root;
        while (n != null && n.contains(a.high(), a.low())) {
            if (n.whole) {
                return true;
            }
            n = n.length == 128 ? null : n.child(a.high(), a.low());
        }
        return false;
    }

    /** The result. */
    void forEach(Consumer<Ipv6Prefix> visitor) {
        walk(root, false, visitor);
    }

    /** What of the result is inside of a prefix. */
    void forEachIn(Ipv6Prefix p, Consumer<Ipv6Prefix> visitor) {
        boolean covered = false;
        Node n = root;
        while (n != null && n.length < p.length()) {
            if (!n.contains(p.high(), p.low())) {
                return;
            }
            covered = n.whole || covered && !n.routed;
            n = n.child(p.high(), p.low());
        }
        if (n != null && p.contains(n.prefix().address())) {
            walk(n, covered, visitor);
        }
    }

    private static void walk(Node n, boolean above, Consumer<Ipv6Prefix> visitor) {
        boolean covered = above && !n.routed;
        if (n.whole && !covered) {
            visitor.accept(n.prefix());
            covered = true;
        }
        // What is covered is not in the result, up to routes of other kinds.
        if (n.zero != null && (!covered || isRouted(n.zero))) {
            walk(n.zero, covered, visitor);
        }
        if (n.one != null && (!covered || isRouted(n.one))) {
            walk(n.one, covered, visitor);
        }
    }

    /** How many IPv4 prefixes are in the result. */
    int size4() {
        return size4;
    }

    /** How many IPv6 prefixes are in the result. */
    int size6() {
        return size6;
    }
}
