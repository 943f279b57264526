// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.isthmus.core.model.FabricConfig.Interface;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PrefixMap;
import org.isthmus.core.net.SpecialPurpose;
import org.isthmus.core.net.V4Mapped;

/**
 * The addresses of switches and the networks of their interfaces, as far as they have been read;
 * what contradicts one of them, or no interface may have, is noted as a problem of the field that
 * says it.
 *
 * <p>An address is an {@link Ipv4Address} or an {@link Ipv6Address}, a network an {@link
 * Ipv4Prefix} or an {@link Ipv6Prefix}. One thread, once.
 */
final class Addressing {
    private final Map<Object, String> owners = new HashMap<>();

    /** Interfaces by their networks, those of IPv4 {@link V4Mapped}. */
    private final PrefixMap<Interface> networks4 = new PrefixMap<>();

    private final PrefixMap<Interface> networks6 = new PrefixMap<>();

    /** Takes in an address of a switch. */
    void claim(Object address, ObjectReader reader, String field, String owner) {
        reader.claim(owners, address, field, owner);
        requireInterface(address, reader, field);
    }

    /** Takes in the networks of an interface. */
    void add(Interface i) {
        i.networks4.forEach(p -> networks4.add(V4Mapped.of(p), i));
        i.networks6.forEach(p -> networks6.add(p, i));
    }

    /**
     * Checks a network of an interface that is about to be added.
     *
     * @param isLearned whether the addresses of its hosts are learned: it may be that of another
     *     such interface as well
     */
    void checkNetwork(Object network, boolean isLearned, ObjectReader reader, String field) {
        Interface other = overlapping(network);
        if (other != null && !(isIn(network, other) && other.isLearned() && isLearned)) {
            reader.problem(field, network + " overlaps a network of " + other.port);
        }
        if (network instanceof Ipv4Prefix) {
            for (Ipv4Address none : noHosts((Ipv4Prefix) network)) {
                String owner = owners.get(none);
                if (owner != null) {
                    reader.problem(field, none + " of " + owner + noHost((Ipv4Prefix) network));
                }
            }
        }
    }

    /** Checks the address of a router, once all interfaces are there. */
    void checkRouter(Object via, ObjectReader reader, String field) {
        Set<Interface> there = with(via);
        if (there.isEmpty()) {
            boolean linkLocal =
                    via instanceof Ipv6Address && Ipv6Prefix.LINK_LOCAL.contains((Ipv6Address) via);
            reader.problem(
                    field,
                    "is in no network of an interface: "
                            + via
                            + (linkLocal
                                    ? "; a link-local address is of every link: the router needs"
                                            + " another, which says of which"
                                    : ""));
        }
        String own = owners.get(via);
        if (own != null) {
            reader.problem(field, via + " is the address of the switch at " + own);
        }
        for (Interface i : there) {
            for (Ipv4Prefix network : i.networks4) {
                if (noHosts(network).contains(via)) {
                    reader.problem(field, via + noHost(network));
                }
            }
        }
    }

    /** Notes an address that no interface has. */
    static void requireInterface(Object address, ObjectReader reader, String field) {
        String range =
                address instanceof Ipv4Address
                        ? SpecialPurpose.noInterface(
                                Ipv4Prefix.of(((Ipv4Address) address).bits(), 32))
                        : SpecialPurpose.noInterface(V4Mapped.host((Ipv6Address) address));
        if (range != null) {
            reader.problem(field, address + " is of " + range);
        }
    }

    /** The addresses of a network as such and of broadcast, which no host has. */
    private static List<Ipv4Address> noHosts(Ipv4Prefix network) {
        if (network.length() > 30) {
            return List.of(); // RFC 3021
        }
        int last = network.bits() | ~Ipv4Prefix.mask(network.length());
        return List.of(Ipv4Address.of(network.bits()), Ipv4Address.of(last));
    }

    private static String noHost(Ipv4Prefix network) {
        return " is no host's in " + network + " (RFC 1122 section 3.2.1.3)";
    }

    /** Visits interfaces with a network that overlaps one. */
    private void overlapping(Object network, Consumer<Interface> visitor) {
        if (network instanceof Ipv4Prefix) {
            networks4.overlapping(V4Mapped.of((Ipv4Prefix) network), (p, i) -> visitor.accept(i));
        } else {
            networks6.overlapping((Ipv6Prefix) network, (p, i) -> visitor.accept(i));
        }
    }

    /** An interface with a network that overlaps one; first those that have another one. */
    private Interface overlapping(Object network) {
        Interface[] found = {null};
        overlapping(
                network,
                i -> {
                    if (found[0] == null || isIn(network, found[0])) {
                        found[0] = i;
                    }
                });
        return found[0];
    }

    /** Interfaces with a network of an address. */
    private Set<Interface> with(Object address) {
        Set<Interface> all = new LinkedHashSet<>();
        overlapping(
                address instanceof Ipv4Address
                        ? Ipv4Prefix.of(((Ipv4Address) address).bits(), 32)
                        : V4Mapped.host((Ipv6Address) address),
                all::add);
        return all;
    }

    private static boolean isIn(Object network, Interface i) {
        return i.networks4.contains(network) || i.networks6.contains(network);
    }
}
