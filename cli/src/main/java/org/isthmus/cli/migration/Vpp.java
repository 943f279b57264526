// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;

/**
 * Reads the commands of VPP's NAT64 plugin, as a startup file has them (its nat64_doc.rst and the
 * help of nat64_cli.c). A tenant's VRF becomes an instance. For one thread.
 */
public final class Vpp {
    /** One of the VPP's tenants. */
    private static final class Tenant {
        private Place place;
        private Ipv6Prefix prefix;
        private Place poolPlace;
        private final List<String> addresses = new ArrayList<>();
        private final List<Binding> bindings = new ArrayList<>();
    }

    private static final class Binding {
        private Place place;
        private Protocol protocol;
        private Ipv6Address ipv6;
        private int port6;
        private Ipv4Address ipv4;
        private int port4;
    }

    /** Of the instance without a VRF. */
    private static final int GLOBAL = 0;

    private final Draft draft;
    private final Notes notes;
    private final Map<Integer, Tenant> tenants = new TreeMap<>();
    private final Map<String, Integer> timeouts = new TreeMap<>();

    /** Ranges of pool addresses that all tenants have. */
    private final Map<Place, String> shared = new LinkedHashMap<>();

    public Vpp(Draft draft) {
        this.draft = draft;
        notes = draft.notes();
    }

    /** Reads a file of commands. */
    public void read(String file, byte[] content) {
        String[] lines = Draft.lines(content);
        for (int i = 0; i < lines.length; i++) {
            Place place = new Place(file, i + 1, "");
            StringBuilder whole = new StringBuilder(lines[i].replaceFirst("#.*", ""));
            while (lines[i].endsWith("\\") && i + 1 < lines.length) {
                whole.append(' ').append(lines[++i].replaceFirst("#.*", ""));
            }
            String text = whole.toString().replaceAll("[\\s\\\\]+", " ").trim();
            if (!text.isEmpty()) {
                command(place, text);
            }
        }
    }

    /** To be called after the last file. */
    public void end() {
        shared();
        Tenant global = tenants.get(GLOBAL);
        Ipv6Prefix byDefault =
                global != null && global.prefix != null
                        ? global.prefix
                        : draft.prefixOr(Rfc6052.WELL_KNOWN);
        for (Map.Entry<Integer, Tenant> e : tenants.entrySet()) {
            Tenant t = e.getValue();
            String name = e.getKey() == GLOBAL ? "vpp" : "vpp-vrf-" + e.getKey();
            Ipv6Prefix prefix = t.prefix != null ? t.prefix : byDefault;
            ObjectNode instance = draft.instance(t.place, name, prefix);
            timeouts.forEach(instance::put);
            String taken = instance.path("name").textValue();
            if (!t.addresses.isEmpty()) {
                t.addresses.forEach(draft.pool(t.poolPlace, taken).putArray("prefixes")::add);
            }
            for (Binding b : t.bindings) {
                draft.binding(b.place, taken, b.protocol, b.ipv6, b.port6, b.ipv4, b.port4);
            }
        }
    }

    /** Gives addresses of all tenants to the only one, if it has none, else to VRF 0. */
    private void shared() {
        Integer only = tenants.size() == 1 ? tenants.keySet().iterator().next() : null;
        boolean isItsAll = only != null && tenants.get(only).addresses.isEmpty();
        int owner = isItsAll ? only : GLOBAL;
        shared.forEach(
                (place, range) -> {
                    add(tenant(place, owner), place, range);
                    if (owner != GLOBAL) {
                        notes.changed(
                                place,
                                range,
                                "is of tenant-vrf "
                                        + owner
                                        + ", which has no other address, not of all tenants");
                    } else if (tenants.size() > 1) {
                        notes.changed(
                                place,
                                range,
                                "is of the instance without a VRF, not of all tenants");
                    }
                });
    }

    private Tenant tenant(Place place, String vrf) {
        Integer id = vrf == null ? Integer.valueOf(GLOBAL) : draft.parse(place, vrf, Draft::number);
        return tenant(place, id == null ? GLOBAL : id);
    }

    private Tenant tenant(Place place, int vrf) {
        Tenant tenant = tenants.computeIfAbsent(vrf, n -> new Tenant());
        tenant.place = tenant.place == null ? place : tenant.place;
        return tenant;
    }

    private void command(Place place, String text) {
        List<String> words = new ArrayList<>(List.of(text.split(" ")));
        if (words.get(0).equals("nat64") && words.contains("del")) {
            notes.dropped(place, text, "takes back another line: leave both out");
        } else if (begins(words, "nat64 plugin enable") || begins(words, "nat64 enable")) {
            notes.unneeded(place, text, "what is configured is translated");
        } else if (begins(words, "nat64 add prefix")) {
            prefix(place, text, words);
        } else if (begins(words, "nat64 add pool address")) {
            pool(place, words);
        } else if (begins(words, "nat64 add static bib")) {
            binding(place, text, words);
        } else if (begins(words, "nat64 add interface address")) {
            notes.dropped(
                    place, text, "a pool has addresses of its own, not those of an interface");
        } else if (begins(words, "set interface nat64")) {
            notes.dropped(place, text, "every interface in ports translates, both ways");
        } else if (begins(words, "set nat64 timeouts")) {
            timeouts(place, words);
        } else if (words.get(0).equals("nat64")) {
            notes.dropped(place, text, "no command of VPP's NAT64 that has an equivalent");
        } else {
            notes.dropped(place, text, "no command of NAT64: ports and routes have the network");
        }
    }

    /**
     * Takes a command off words, each of which may be cut short, as VPP's command line has it; all
     * but nat64, which others begin like.
     */
    private static boolean begins(List<String> words, String command) {
        String[] keywords = command.split(" ");
        for (int i = 0; i < keywords.length; i++) {
            String word = i < words.size() ? words.get(i) : "";
            boolean cut = keywords[i].startsWith(word) && !keywords[i].equals("nat64");
            if (word.isEmpty() || !cut && !keywords[i].equals(word)) {
                return false;
            }
        }
        words.subList(0, keywords.length).clear();
        return true;
    }

    /** Takes an option out of words, which may be anywhere; null: it is not there. */
    private static String take(List<String> words, String option) {
        int at = words.indexOf(option);
        if (at < 0) {
            return null;
        }
        words.remove(at);
        return at < words.size() ? words.remove(at) : "";
    }

    private void prefix(Place place, String text, List<String> words) {
        Tenant tenant = tenant(place, take(words, "tenant-vrf"));
        String port = take(words, "interface");
        Ipv6Prefix prefix = draft.prefixAround(place, String.join(" ", words));
        if (tenant.prefix != null && prefix != null && !tenant.prefix.equals(prefix)) {
            notes.wrong(place, "a second prefix of the tenant: " + prefix);
        }
        tenant.prefix = prefix;
        tenant.place = place;
        if (port != null) {
            notes.dropped(place, text, "the interface of the prefix: all translate it");
        }
    }

    private void pool(Place place, List<String> words) {
        String vrf = take(words, "tenant-vrf");
        String range = String.join(" ", words).replaceFirst(" ?- ?", "-");
        boolean isRange = draft.parse(place, range, Ipv4Prefix::parseRange) != null;
        if (vrf != null) {
            Tenant tenant = tenant(place, vrf);
            if (isRange) {
                add(tenant, place, range);
            }
        } else if (isRange) {
            shared.put(place, range);
        }
    }

    private static void add(Tenant tenant, Place place, String range) {
        tenant.addresses.add(range);
        tenant.poolPlace = tenant.poolPlace == null ? place : tenant.poolPlace;
    }

    private void binding(Place place, String text, List<String> words) {
        String vrf = take(words, "vrf");
        if (words.size() == 3) {
            // Of other protocols there are addresses and a number.
            notes.dropped(place, text, "bindings are of TCP, UDP and ICMP");
            return;
        }
        if (words.size() != 5) {
            notes.wrong(place, "must be IPV6 PORT IPV4 PORT PROTOCOL: " + String.join(" ", words));
            return;
        }
        Binding b = new Binding();
        b.place = place;
        b.ipv6 = draft.parse(place, words.get(0), Ipv6Address::parse);
        Integer port6 = draft.parse(place, words.get(1), Draft::port);
        b.ipv4 = draft.parse(place, words.get(2), Ipv4Address::parse);
        Integer port4 = draft.parse(place, words.get(3), Draft::port);
        b.protocol = draft.parse(place, words.get(4), Draft::protocol);
        if (b.protocol != null
                && b.ipv6 != null
                && port6 != null
                && b.ipv4 != null
                && port4 != null) {
            b.port6 = port6;
            b.port4 = port4;
            tenant(place, vrf).bindings.add(b);
        }
    }

    private void timeouts(Place place, List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String of = words.get(i);
            if (of.equals("reset")) {
                timeouts.clear();
                continue;
            }
            i++;
            Integer seconds =
                    draft.parse(place, i < words.size() ? words.get(i) : "", Draft::number);
            if (seconds != null) {
                timeout(place, of, seconds);
            }
        }
    }

    private void timeout(Place place, String of, int seconds) {
        switch (of) {
            case "udp":
                put(place, "udpTimeout", seconds, Limits.UDP_TIMEOUT);
                break;
            case "icmp":
                put(place, "icmpTimeout", seconds, Limits.ICMP_TIMEOUT);
                break;
            case "tcp-trans":
            case "tcp-transitory":
                put(place, "tcpTransitoryTimeout", seconds, Limits.TCP_TRANSITORY_TIMEOUT);
                break;
            case "tcp-est":
            case "tcp-established":
                put(place, "tcpEstablishedTimeout", seconds, Limits.TCP_ESTABLISHED_TIMEOUT);
                break;
            default:
                notes.dropped(place, of + " " + seconds, "there is no such lifetime");
        }
    }

    private void put(Place place, String field, int seconds, Limits.Range range) {
        // Zero is VPP's default, which is ours.
        if (seconds == 0) {
            timeouts.remove(field);
        } else {
            timeouts.put(field, draft.within(place, seconds, range, "seconds"));
        }
    }
}
