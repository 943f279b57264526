// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Diagnosis.Check;
import org.isthmus.core.api.Diagnosis.Result;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.fabric.Location;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.source.SourceBindings;

/**
 * Finds where the host of a flow and its peer are, and whether the host may send from there. IPv4
 * addresses are {@link V4Mapped}.
 *
 * <p>Threading: the core's thread.
 */
final class Places {
    private final Fabric fabric;
    private final SourceBindings sources;

    Places(Fabric fabric, SourceBindings sources) {
        this.fabric = fabric;
        this.sources = sources;
    }

    void host(Ipv6Address host, Findings findings) {
        Location at = fabric.paths().locate(host);
        if (at.kind == Location.Kind.SWITCH) {
            findings.problem(Check.HOST, host + " is no host's: a switch has it");
        } else if (at.kind == Location.Kind.SERVED) {
            findings.problem(Check.HOST, host + " is no host's: translators answer for it");
        } else if (reached(Check.HOST, host, at, "nothing was heard of it", findings)) {
            source(host, at, findings);
        }
    }

    void peer(Ipv6Address peer, Findings findings) {
        Location at = fabric.paths().locate(peer);
        if (at.kind == Location.Kind.SWITCH) {
            findings.note(Check.PEER, V4Mapped.text(peer) + " is an address of a switch");
        } else if (at.kind == Location.Kind.SERVED) {
            findings.note(
                    Check.PEER,
                    V4Mapped.text(peer)
                            + " is translated back, to the host of a binding or an EAM there");
        } else {
            reached(Check.PEER, peer, at, "it has not answered yet", findings);
        }
    }

    /**
     * Says where an address is; false: nowhere, or at no port that is up.
     *
     * @param unheard what is to be said where it is a neighbour that is not known
     */
    private boolean reached(
            Check check, Ipv6Address address, Location at, String unheard, Findings findings) {
        String name = V4Mapped.text(address);
        if (at.kind == Location.Kind.NOWHERE) {
            findings.problem(
                    check, name + " is in no network of an interface, and no route leads to it");
            return false;
        }
        for (Ipv6Address a : at.neighbors) {
            Fabric.Neighbor known = fabric.neighbors().get(a);
            if (known != null) {
                findings.ok(
                        check, way(name, at, a) + " at " + port(known.on) + " (" + known.mac + ")");
                return true;
            }
        }
        List<FabricConfig.Interface> up =
                at.interfaces.stream()
                        .filter(i -> fabric.isUp(i.port))
                        .collect(Collectors.toList());
        String ports =
                (up.isEmpty() ? at.interfaces : up)
                        .stream().map(Places::port).collect(Collectors.joining(", "));
        String whole = way(name, at, at.neighbors.get(0)) + " at " + ports;
        if (up.isEmpty()) {
            findings.problem(check, whole + ", which is down");
            return false;
        }
        boolean isRouted = at.kind == Location.Kind.ROUTED;
        findings.add(
                check,
                isRouted ? Result.PROBLEM : Result.NOTE,
                whole + ": " + (isRouted ? "that router does not answer" : unheard));
        return true;
    }

    private static String way(String name, Location at, Ipv6Address neighbor) {
        String prefix = V4Mapped.text(at.prefix);
        return at.kind == Location.Kind.ROUTED
                ? name + " is reached by " + prefix + " over " + V4Mapped.text(neighbor)
                : name + " is of " + prefix;
    }

    private static String port(FabricConfig.Interface i) {
        return i.port + (i.vlan == 0 ? "" : " VLAN " + i.vlan);
    }

    private void source(Ipv6Address host, Location at, Findings findings) {
        if (sources.conflicts().containsKey(host)) {
            findings.problem(Check.SOURCE, "two interfaces want " + host + ", one of which has it");
        }
        List<SourceBinding> learned = sources.list(null, host::equals, 1);
        for (FabricConfig.Interface i : at.interfaces) {
            String in = host + " is let in at " + port(i);
            if (i.sourceValidation == SourceValidation.LOOSE
                    || i.sourceValidation == SourceValidation.OFF) {
                findings.ok(Check.SOURCE, in);
            } else if (!i.isLearned() || at.kind == Location.Kind.ROUTED) {
                findings.ok(Check.SOURCE, in + ", and nowhere else where sources are strict");
            } else if (learned.stream().anyMatch(b -> b.port.equals(i.port) && b.vlan == i.vlan)) {
                findings.ok(Check.SOURCE, in + ", where it was learned");
            } else if (sources.edges().full().contains(i)) {
                findings.problem(
                        Check.SOURCE,
                        port(i) + " has as many learned addresses as it may have without " + host);
            } else {
                findings.note(
                        Check.SOURCE, port(i) + " learns addresses, and has not learned " + host);
            }
        }
    }
}
