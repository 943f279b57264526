// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * Reads Jool's atomic configuration, an instance or several, of Jool 3.5 and 4 (its documentation's
 * pages "Atomic Configuration"); and what its commands print with {@code --csv}. For one thread.
 */
public final class Jool {
    /** Where Jool's pool4 begins and ends unless it is said (its page "pool4 Mode"). */
    private static final int[] DEFAULT_PORTS = {61001, 65535};

    /** An instance while it is read. */
    static final class Instance {
        final Draft draft;
        final Place place;
        final ObjectNode json;
        final String name;
        final Pool4 pool4 = new Pool4();

        /** Whether it is stateless. */
        private boolean siit;

        /** Of all its pools; null: as it is by default. */
        String filtering;

        boolean holdsSyns;

        private Instance(Draft draft, Place place, ObjectNode json) {
            this.draft = draft;
            this.place = place;
            this.json = json;
            name = json.path("name").textValue();
        }
    }

    private final Draft draft;
    private final Notes notes;
    private final List<Instance> instances = new ArrayList<>();

    /** Of CSV, whose rows name no instance. */
    private final Pool4 loosePool4 = new Pool4();

    public Jool(Draft draft) {
        this.draft = draft;
        notes = draft.notes();
    }

    /** Reads a file: JSON where it begins as such, else CSV. */
    public void read(String file, byte[] content) {
        if (JoolCsv.isJson(content)) {
            for (LocatedJson value : LocatedJson.read(file, content, notes)) {
                for (LocatedJson one : value.items == null ? List.of(value) : value.items) {
                    instance(one);
                }
            }
        } else {
            new JoolCsv(draft, loosePool4).read(file, content);
        }
    }

    /** To be called after the last file. */
    public void end() {
        Instance only = instances.size() == 1 ? instances.get(0) : null;
        for (Instance i : instances) {
            boolean empty = i.pool4.isEmpty() && (i != only || loosePool4.isEmpty());
            if (empty && !i.siit) {
                notes.dropped(
                        i.place,
                        null,
                        "pool4 is empty, for which Jool takes "
                                + DEFAULT_PORTS[0]
                                + "-"
                                + DEFAULT_PORTS[1]
                                + " of its machine's addresses: there is no pool");
            }
            pools(i, i.pool4);
        }
        if (only != null) {
            pools(only, loosePool4);
        } else {
            loosePool4.pools(draft, null);
        }
    }

    private void pools(Instance instance, Pool4 pool4) {
        for (ObjectNode pool : pool4.pools(draft, instance.name)) {
            if (instance.filtering != null) {
                pool.put("filtering", instance.filtering);
            }
            if (instance.holdsSyns) {
                pool.put("holdSyns", true);
            }
        }
    }

    private void instance(LocatedJson json) {
        if (json.fields == null) {
            notes.wrong(json.place, "must be an object, an instance of Jool");
            return;
        }
        LocatedJson name = json.fields.get("instance");
        LocatedJson global = object(json.fields.get("global"));
        LocatedJson pool6 = json.fields.get("pool6");
        if (pool6 == null && global != null) {
            pool6 = global.fields.get("pool6");
        }
        Ipv6Prefix prefix = null;
        if (pool6 != null && pool6.text != null) {
            prefix = draft.parse(pool6.place, pool6.text, Ipv6Prefix::parse);
            if (prefix == null) {
                return;
            }
        }
        String its = name == null || name.text == null ? "default" : name.text;
        Place place = name == null ? json.place : name.place;
        Instance instance = new Instance(draft, place, draft.instance(place, its, prefix));
        instances.add(instance);
        boolean siit =
                json.fields.keySet().stream()
                        .anyMatch(k -> k.matches("eamt|denylist4|blacklist4?|pool6791"));
        siit |= global != null && JoolGlobals.isSiit(global.fields.keySet());
        siit &= !json.fields.containsKey("pool4") && !json.fields.containsKey("bib");
        if (siit) {
            instance.siit = true;
            if (prefix != null) {
                notes.changed(
                        pool6.place,
                        prefix,
                        "stands for IPv4 hosts; IPv6 hosts with addresses in it have to get others,"
                                + " and an EAM or a pool");
            }
        }
        for (Map.Entry<String, LocatedJson> field : json.fields.entrySet()) {
            tag(instance, field.getKey(), field.getValue());
        }
    }

    private void tag(Instance instance, String tag, LocatedJson value) {
        switch (tag) {
            case "instance":
            case "pool6":
            case "comment":
                break;
            case "framework":
                notes.dropped(value.place, value, "switches translate, not a kernel");
                break;
            case "global":
                if (object(value) != null) {
                    new JoolGlobals(instance).read(value.fields);
                }
                break;
            case "pool4":
                items(value).forEach(e -> pool4(instance, e));
                break;
            case "bib":
                items(value).forEach(e -> binding(instance, e));
                break;
            case "eamt":
                items(value).forEach(e -> eam(instance, e));
                break;
            case "denylist4":
            case "blacklist4":
            case "blacklist":
                items(value).forEach(e -> denied(instance, e));
                break;
            case "pool6791":
                items(value).forEach(e -> errorSource(instance, e));
                break;
            default:
                notes.dropped(value.place, value, "no field of Jool 3.5 or 4");
        }
    }

    private LocatedJson object(LocatedJson value) {
        if (value != null && value.fields == null) {
            notes.wrong(value.place, "must be an object, not " + value);
            return null;
        }
        return value;
    }

    private List<LocatedJson> items(LocatedJson value) {
        if (value.items == null) {
            notes.wrong(value.place, "must be a list, not " + value);
            return List.of();
        }
        return value.items;
    }

    private <T> T field(LocatedJson entry, String name, Function<String, T> parser) {
        LocatedJson value = entry.fields.get(name);
        if (value == null || value.text == null) {
            notes.wrong(entry.place, "has no " + name);
            return null;
        }
        return draft.parse(value.place, value.text, parser);
    }

    private void unknown(LocatedJson entry, List<String> known) {
        entry.fields.forEach(
                (name, value) -> {
                    if (!known.contains(name) && !name.equals("comment")) {
                        notes.dropped(value.place, value, "no field of Jool 3.5 or 4");
                    }
                });
    }

    private void pool4(Instance instance, LocatedJson entry) {
        if (object(entry) == null) {
            return;
        }
        unknown(entry, List.of("mark", "protocol", "prefix", "port range", "max-iterations"));
        Protocol protocol = field(entry, "protocol", Draft::protocol);
        Ipv4Prefix prefix = field(entry, "prefix", Ipv4Prefix::parse);
        int[] ports = DEFAULT_PORTS;
        if (entry.fields.containsKey("port range")) {
            ports = field(entry, "port range", Jool::ports);
        }
        LocatedJson mark = entry.fields.get("mark");
        if (mark != null && !"0".equals(mark.text)) {
            notes.dropped(
                    mark.place,
                    prefix + " with mark " + mark,
                    "packets have no marks: an instance of its own, with a prefix of its own, has"
                            + " pools of its own");
            return;
        }
        LocatedJson iterations = entry.fields.get("max-iterations");
        if (iterations != null) {
            notes.unneeded(
                    iterations.place, iterations, "a free port is found without trying others");
        }
        if (protocol != null && prefix != null && ports != null) {
            instance.pool4.add(entry.place, protocol, prefix, ports[0], ports[1]);
        }
    }

    /** First and last of {@code 80} and {@code 61001-65535}. */
    private static int[] ports(String text) {
        int dash = text.indexOf('-');
        int first = Draft.port(dash < 0 ? text : text.substring(0, dash));
        int last = dash < 0 ? first : Draft.port(text.substring(dash + 1));
        if (last < first) {
            throw new IllegalArgumentException("the last port is below the first: " + text);
        }
        return new int[] {first, last};
    }

    private void binding(Instance instance, LocatedJson entry) {
        if (object(entry) == null) {
            return;
        }
        unknown(entry, List.of("protocol", "ipv6 address", "ipv4 address"));
        Protocol protocol = field(entry, "protocol", Draft::protocol);
        String[] host = field(entry, "ipv6 address", Jool::transport);
        String[] mapped = field(entry, "ipv4 address", Jool::transport);
        if (protocol == null || host == null || mapped == null) {
            return;
        }
        Ipv6Address ipv6 = draft.parse(entry.place, host[0], Ipv6Address::parse);
        Ipv4Address ipv4 = draft.parse(entry.place, mapped[0], Ipv4Address::parse);
        Integer port6 = draft.parse(entry.place, host[1], Draft::port);
        Integer port4 = draft.parse(entry.place, mapped[1], Draft::port);
        if (ipv6 != null && ipv4 != null && port6 != null && port4 != null) {
            draft.binding(entry.place, instance.name, protocol, ipv6, port6, ipv4, port4);
        }
    }

    /** Address and port of {@code 192.0.2.1#80}. */
    private static String[] transport(String text) {
        String[] parts = text.split("#", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("must be ADDRESS#PORT, not " + text);
        }
        return parts;
    }

    private void eam(Instance instance, LocatedJson entry) {
        if (object(entry) == null) {
            return;
        }
        unknown(entry, List.of("ipv6 prefix", "ipv4 prefix"));
        Ipv4Prefix ipv4 = field(entry, "ipv4 prefix", Ipv4Prefix::parse);
        Ipv6Prefix ipv6 = field(entry, "ipv6 prefix", Ipv6Prefix::parse);
        if (ipv4 != null && ipv6 != null) {
            draft.eam(entry.place, instance.name, ipv4, ipv6);
        }
    }

    private void denied(Instance instance, LocatedJson entry) {
        Ipv4Prefix prefix = draft.parse(entry.place, String.valueOf(entry), Ipv4Prefix::parse);
        if (prefix != null) {
            instance.json.withArray("denied").add(prefix.toString());
            notes.changed(
                    entry.place, prefix, "is denied to hosts with an EAM, too, and they are told");
        }
    }

    private void errorSource(Instance instance, LocatedJson entry) {
        JoolGlobals.errorSource(instance, entry);
    }
}
