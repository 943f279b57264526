// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.Rfc6052;

/**
 * Reads the NAT64 statements of a running-config of Cisco IOS or IOS XE, whose syntax is that of
 * "IP Addressing: NAT Configuration Guide, Cisco IOS XE", Stateful Network Address Translation 64.
 * A VRF becomes an instance; what is no statement of NAT64 is passed over. For one thread.
 */
public final class IosXe {
    /** A statement, taken word by word. */
    private static final class Statement {
        private final Place place;
        private final String text;
        private final String[] words;
        private int next;
        private String vrf = GLOBAL;
        private boolean overload;

        private Statement(Place place, String text) {
            this.place = place;
            this.text = text;
            words = text.split(" ");
        }

        /** Whether these keywords, in any case, are next; then they are taken. */
        private boolean take(String keywords) {
            String[] all = keywords.split(" ");
            for (int i = 0; i < all.length; i++) {
                if (next + i >= words.length || !words[next + i].equalsIgnoreCase(all[i])) {
                    return false;
                }
            }
            next += all.length;
            return true;
        }

        /** The next word; empty where there is none. */
        private String word() {
            return next < words.length ? words[next++] : "";
        }

        private boolean ended() {
            return next >= words.length;
        }
    }

    /** The lines behind a statement that are further to the right. */
    private static final class Block {
        private final int indent;

        /** Name of the interface; null: it is none. */
        private String port;

        /** Entries of the access list; null: it is none. */
        private List<Statement> entries;

        private String vrf = GLOBAL;

        private Block(int indent) {
            this.indent = indent;
        }
    }

    private static final class Pool {
        private final Statement statement;
        private final List<Ipv4Prefix> prefixes;

        /** The list that uses it; null: none does. */
        private Statement user;

        private Pool(Statement statement, List<Ipv4Prefix> prefixes) {
            this.statement = statement;
            this.prefixes = prefixes;
        }
    }

    private static final class Binding {
        private final Statement statement;
        private final Ipv4Address ipv4;

        private Binding(Statement statement, Ipv4Address ipv4) {
            this.statement = statement;
            this.ipv4 = ipv4;
        }
    }

    private static final class Vrf {
        private final Place place;
        private Ipv6Prefix prefix;
        private Place prefixPlace;
        private final List<Binding> bindings = new ArrayList<>();

        /** Adds what is mapped statically to the instance of this name. */
        private final List<Consumer<String>> mappings = new ArrayList<>();

        private Vrf(Place place) {
            this.place = place;
        }
    }

    private static final String GLOBAL = "";
    private static final String EVERY_HOST = "every host that reaches a port may use the pool";

    private final Draft draft;
    private final Notes notes;
    private final Map<String, Vrf> vrfs = new TreeMap<>();
    private final Map<String, Pool> pools = new LinkedHashMap<>();
    private final Map<String, List<Statement>> accessLists = new LinkedHashMap<>();
    private final List<Statement> users = new ArrayList<>();

    /** Names of access lists. */
    private final Set<String> said = new HashSet<>();

    /** Prefixes of interfaces, for instances that have none else. */
    private final Map<Statement, Ipv6Prefix> portPrefixes = new LinkedHashMap<>();

    /** Fields of all instances, and the statements they are of. */
    private final Map<String, Integer> settings = new TreeMap<>();

    private final List<Statement> settingsFrom = new ArrayList<>();
    private Block block;

    public IosXe(Draft draft) {
        this.draft = draft;
        notes = draft.notes();
    }

    /** Reads a running-config. */
    public void read(String file, byte[] content) {
        String[] lines = Draft.lines(content);
        block = new Block(0);
        for (int i = 0; i < lines.length; i++) {
            String text = lines[i].strip().replaceAll("\\s+", " ");
            if (!text.isEmpty()) {
                int indent = lines[i].length() - lines[i].stripLeading().length();
                block = indent > block.indent ? block : new Block(indent);
                statement(new Statement(new Place(file, i + 1, ""), text), indent);
            }
        }
    }

    private void statement(Statement s, int indent) {
        if (s.words.length > 1 && s.take("interface")) {
            block = new Block(indent);
            block.port = s.text.substring(s.words[0].length() + 1);
        } else if (s.take("ipv6 access-list")) {
            block = new Block(indent);
            block.entries = accessLists.computeIfAbsent(s.word(), n -> new ArrayList<>());
        } else if (s.take("vrf forwarding") || s.take("ip vrf forwarding")) {
            block.vrf = s.word();
        } else if (s.take("nat64")) {
            nat64(s);
        } else if (s.take("no nat64 service")) {
            notes.unneeded(s.place, s.text, "there is no ALG");
        } else if (s.take("no nat64")) {
            notes.dropped(
                    s.place,
                    s.text,
                    "takes back another line, which is to be left out, or a default");
        } else if (s.take("ipv6 nd ra nat64-prefix")) {
            notes.unneeded(s.place, s.text, "router advertisements have the instances' prefixes");
        } else if (block.entries != null) {
            block.entries.add(s);
        }
    }

    private void nat64(Statement s) {
        if (s.take("prefix stateful")) {
            prefix(s);
        } else if (s.take("v4 pool")) {
            pool(s);
        } else if (s.take("v6v4 list")) {
            list(s);
        } else if (s.take("v6v4 static tcp")) {
            binding(s, Protocol.TCP);
        } else if (s.take("v6v4 static udp")) {
            binding(s, Protocol.UDP);
        } else if (s.take("v6v4 static")) {
            eam(s);
        } else if (s.take("translation timeout")) {
            timeout(s);
        } else if (s.take("translation max-entries")) {
            maxEntries(s);
        } else {
            notes.dropped(s.place, s.text, reason(s));
        }
    }

    /** Why a statement has no equivalent. */
    private String reason(Statement s) {
        if (s.take("enable")) {
            return "every interface in ports translates, both ways"
                    + (block.port == null ? "" : ": give one the addresses of " + block.port);
        } else if (s.take("prefix stateless")) {
            return "without state, hosts are mapped by EAMs, one for each IPv4 prefix";
        } else if (s.take("route")) {
            return "what is translated follows from prefixes, pools and EAMs";
        } else if (s.take("map-t") || s.take("map-e") || s.take("provisioning")) {
            return "there is no MAP";
        } else if (s.take("logging")) {
            return "the mapping log says who had what, and options.logBindings logs it";
        } else if (s.take("service")) {
            return "there is no ALG";
        } else if (s.take("v4v6 static")) {
            return "an EAM with host ipv4 gives a host of IPv4 an IPv6 address";
        }
        return "there is nothing like it here";
    }

    /** Takes what stands behind the values of a statement. */
    private void options(Statement s) {
        while (!s.ended()) {
            if (s.take("vrf")) {
                s.vrf = s.word();
            } else if (s.take("overload")) {
                s.overload = true;
            } else if (s.take("redundancy")) {
                String group = "redundancy " + s.word();
                group += s.take("mapping-id") ? " mapping-id " + s.word() : "";
                notes.dropped(s.place, group, "the controller has the bindings of all switches");
            } else if (!s.take("match-in-vrf")) {
                String rest = String.join(" ", List.of(s.words).subList(s.next, s.words.length));
                notes.dropped(s.place, rest, "there is nothing like it here");
                return;
            }
        }
    }

    private Vrf vrf(Statement s) {
        return vrfs.computeIfAbsent(s.vrf, n -> new Vrf(s.place));
    }

    private void prefix(Statement s) {
        s.vrf = block.vrf;
        Ipv6Prefix prefix = draft.prefixAround(s.place, s.word());
        options(s);
        Vrf vrf = vrf(s);
        if (prefix != null && block.port != null) {
            portPrefixes.put(s, prefix);
        } else if (vrf.prefix != null) {
            notes.wrong(s.place, "a second prefix, there is one at " + vrf.prefixPlace);
        } else {
            vrf.prefix = prefix;
            vrf.prefixPlace = s.place;
        }
    }

    private void pool(Statement s) {
        String name = s.word();
        String range = s.word() + "-" + s.word();
        List<Ipv4Prefix> prefixes = draft.parse(s.place, range, Ipv4Prefix::parseRange);
        options(s);
        Pool other = pools.putIfAbsent(name, new Pool(s, prefixes));
        if (other != null) {
            notes.wrong(s.place, "there is a pool " + name + " at " + other.statement.place);
        }
    }

    private void list(Statement s) {
        s.word();
        if (s.words.length < 6) {
            notes.wrong(s.place, "needs a list and a pool");
        } else if (s.take("pool")) {
            s.word();
            options(s);
            vrf(s);
            users.add(s);
        } else {
            notes.dropped(
                    s.place, s.text, "a pool has addresses of its own, not those of an interface");
        }
    }

    private void eam(Statement s) {
        String text6 = s.word();
        Ipv6Address ipv6 = draft.parse(s.place, text6, Ipv6Address::parse);
        Ipv4Address ipv4 = draft.parse(s.place, s.word(), Ipv4Address::parse);
        options(s);
        if (ipv6 != null && ipv4 != null) {
            Ipv4Prefix one = Ipv4Prefix.of(ipv4.bits(), 32);
            Ipv6Prefix host = Ipv6Prefix.parse(text6);
            vrf(s).mappings.add(instance -> draft.eam(s.place, instance, one, host));
        }
    }

    private void binding(Statement s, Protocol protocol) {
        Ipv6Address ipv6 = draft.parse(s.place, s.word(), Ipv6Address::parse);
        Integer port6 = draft.parse(s.place, s.word(), Draft::port);
        Ipv4Address ipv4 = draft.parse(s.place, s.word(), Ipv4Address::parse);
        Integer port4 = draft.parse(s.place, s.word(), Draft::port);
        options(s);
        if (ipv6 != null && port6 != null && ipv4 != null && port4 != null) {
            Vrf vrf = vrf(s);
            vrf.bindings.add(new Binding(s, ipv4));
            vrf.mappings.add(
                    instance ->
                            draft.binding(s.place, instance, protocol, ipv6, port6, ipv4, port4));
        }
    }

    private void timeout(Statement s) {
        String of = s.word().toLowerCase(Locale.ROOT);
        switch (of) {
            case "udp":
                setting(s, "udpTimeout", Limits.UDP_TIMEOUT);
                break;
            case "icmp":
                setting(s, "icmpTimeout", Limits.ICMP_TIMEOUT);
                break;
            case "tcp":
                setting(s, "tcpEstablishedTimeout", Limits.TCP_ESTABLISHED_TIMEOUT);
                break;
            case "tcp-transient":
                setting(s, "tcpTransitoryTimeout", Limits.TCP_TRANSITORY_TIMEOUT);
                break;
            case "bind":
                notes.dropped(s.place, s.text, "a binding lives as long as its sessions");
                break;
            default:
                notes.dropped(s.place, s.text, "there is no such lifetime");
        }
    }

    private void setting(Statement s, String field, Limits.Range range) {
        Integer seconds = draft.parse(s.place, s.word(), Draft::number);
        if (seconds != null) {
            setting(s, field, draft.within(s.place, seconds, range, "seconds"));
        }
    }

    private void setting(Statement s, String field, int value) {
        options(s);
        if (!s.vrf.equals(GLOBAL)) {
            notes.changed(s.place, s.text, "is of all instances, not of one VRF");
        }
        settings.put(field, value);
        settingsFrom.add(s);
    }

    private void maxEntries(Statement s) {
        Integer entries = draft.parse(s.place, s.word(), Draft::number);
        if (entries != null) {
            setting(s, "maxBindings", entries);
            notes.changed(
                    s.place, s.text, "bindings are counted, and those of each instance apart");
        }
    }

    /** To be called after the last file. */
    public void end() {
        portPrefixes.forEach(this::portPrefix);
        users.forEach(this::use);
        pools.values().stream()
                .filter(pool -> pool.user == null)
                .map(pool -> pool.statement)
                .forEach(s -> notes.dropped(s.place, s.text, "no nat64 v6v4 list uses it"));
        if (vrfs.isEmpty()) {
            settingsFrom.forEach(s -> notes.dropped(s.place, s.text, "nothing is translated"));
        }
        vrfs.forEach(this::instance);
    }

    private void portPrefix(Statement s, Ipv6Prefix prefix) {
        Vrf vrf = vrf(s);
        if (vrf.prefix == null) {
            vrf.prefix = prefix;
            vrf.prefixPlace = s.place;
        } else if (vrf.prefix.equals(prefix)) {
            notes.unneeded(s.place, s.text, "every interface has that of " + vrf.prefixPlace);
        } else {
            notes.dropped(
                    s.place,
                    s.text,
                    "an instance has one prefix, that of "
                            + vrf.prefixPlace
                            + ": another needs an instance, with a pool of its own");
        }
    }

    /** A list and the pool it uses: nat64 v6v4 list ACL pool NAME. */
    private void use(Statement s) {
        String name = s.words[5];
        Pool pool = pools.get(name);
        if (pool == null) {
            notes.wrong(s.place, "there is no nat64 v4 pool " + name);
            return;
        }
        if (pool.user == null) {
            pool.user = s;
        } else if (!pool.user.vrf.equals(s.vrf)) {
            notes.wrong(
                    s.place,
                    "pool "
                            + name
                            + " is that of another VRF, "
                            + pool.user.place
                            + ": an address serves one instance");
        }
        if (!s.overload) {
            notes.changed(
                    s.place,
                    s.text,
                    "hosts share addresses, as with overload; who has to have an address for itself"
                            + " gets an EAM");
        }
        hosts(s, s.words[3]);
    }

    /** Says what becomes of the list of hosts that may use a pool. */
    private void hosts(Statement s, String name) {
        List<Statement> entries = accessLists.get(name);
        if (entries == null) {
            notes.dropped(s.place, "list " + name, "is in no file; " + EVERY_HOST);
            return;
        }
        // Another pool may have the same list.
        if (!said.add(name)) {
            return;
        }
        if (entries.isEmpty()) {
            notes.dropped(
                    s.place,
                    "list " + name,
                    "no entries stand further to the right behind it; " + EVERY_HOST);
        }
        for (Statement entry : entries) {
            String text = entry.text.toLowerCase(Locale.ROOT);
            if (text.matches("(sequence )?[0-9]* ?permit ipv6 any any\\b.*")) {
                notes.unneeded(entry.place, entry.text, "every host may use the pools");
            } else if (text.matches("(sequence )?[0-9]* ?permit .*")) {
                notes.dropped(
                        entry.place,
                        entry.text,
                        "every host may use the pools; sourceValidation of a device and the routers"
                                + " before it say who sends");
            } else if (text.matches("(sequence )?[0-9]* ?deny .*")) {
                notes.dropped(
                        entry.place,
                        entry.text,
                        "no host is kept from pools; destinations are, by denied and deniedServices"
                                + " of the instance");
            }
        }
    }

    private void instance(String vrfName, Vrf vrf) {
        String called = vrfName.equals(GLOBAL) ? "ios-xe" : "ios-xe-vrf-" + vrfName;
        Ipv6Prefix prefix = vrf.prefix != null ? vrf.prefix : draft.prefixOr(Rfc6052.WELL_KNOWN);
        Place place = vrf.prefixPlace != null ? vrf.prefixPlace : vrf.place;
        ObjectNode instance = draft.instance(place, called, prefix);
        settings.forEach(instance::put);
        String name = instance.path("name").textValue();
        if (!vrfName.equals(GLOBAL)) {
            notes.changed(
                    vrf.place,
                    "vrf " + vrfName,
                    "instance " + name + ", in one network with all others");
        }
        List<Ipv4Prefix> has = new ArrayList<>();
        for (Pool pool : pools.values()) {
            if (pool.user != null && pool.user.vrf.equals(vrfName) && pool.prefixes != null) {
                pool(pool.statement.place, name, pool.prefixes);
                has.addAll(pool.prefixes);
            }
        }
        for (Binding b : vrf.bindings) {
            if (has.stream().noneMatch(p -> p.contains(b.ipv4.bits()))) {
                List<Ipv4Prefix> own = List.of(Ipv4Prefix.of(b.ipv4.bits(), 32));
                pool(b.statement.place, name, own);
                has.addAll(own);
                notes.changed(
                        b.statement.place,
                        b.ipv4,
                        "a pool of its own, as it is in no other: hosts get its other ports");
            }
        }
        vrf.mappings.forEach(mapping -> mapping.accept(name));
    }

    private void pool(Place place, String instance, List<Ipv4Prefix> prefixes) {
        ArrayNode array = draft.pool(place, instance).putArray("prefixes");
        prefixes.forEach(p -> array.add(p.toString()));
    }
}
