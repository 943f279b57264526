// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * What is taken over, in the words of netcfg, each with the place it came from; and the {@link
 * Notes} about the rest. For one thread.
 */
public final class Draft {
    /** Lists in {@code apps.org.isthmus.nat64}. */
    enum Section {
        INSTANCES("instances"),
        POOLS("pools"),
        EAMT("eamt"),
        STATIC("static");

        final String field;

        Section(String field) {
            this.field = field;
        }
    }

    /** An element of such a list. */
    static final class Row {
        final ObjectNode json;
        final Place place;

        private Row(ObjectNode json, Place place) {
            this.json = json;
            this.place = place;
        }
    }

    private final Map<Section, List<Row>> rows = new EnumMap<>(Section.class);
    private final Map<String, Row> options = new LinkedHashMap<>();
    private final Notes notes = new Notes();
    private final String instance;
    private final Ipv6Prefix prefix;

    /**
     * @param instance name of the instance, whatever the files call it; null: what they call it
     * @param prefix the NAT64 prefix of an instance that the files give none; null: they must
     */
    public Draft(String instance, Ipv6Prefix prefix) {
        this.instance = instance;
        this.prefix = prefix;
        for (Section section : Section.values()) {
            rows.put(section, new ArrayList<>());
        }
    }

    public Notes notes() {
        return notes;
    }

    List<Row> rows(Section section) {
        return rows.get(section);
    }

    Map<String, Row> options() {
        return options;
    }

    /** The name for all that the files give none; null: there is none. */
    String givenInstance() {
        return instance;
    }

    /** The NAT64 prefix given for instances that the files give none, or this one. */
    Ipv6Prefix prefixOr(Ipv6Prefix byDefault) {
        return prefix != null ? prefix : byDefault;
    }

    /**
     * @param name what the file calls it
     * @param itsPrefix null: the file gives none
     * @return its fields, to be added to
     */
    ObjectNode instance(Place place, String name, Ipv6Prefix itsPrefix) {
        String taken = instance != null ? instance : name(place, name);
        for (Row other : rows(Section.INSTANCES)) {
            if (other.json.path("name").textValue().equals(taken)) {
                notes.wrong(place, "there is an instance " + taken + " already, " + other.place);
            }
        }
        Ipv6Prefix natPrefix = itsPrefix != null ? itsPrefix : prefix;
        if (natPrefix == null) {
            notes.wrong(place, "there is no NAT64 prefix, which an instance needs: give --prefix");
        }
        ObjectNode json = add(Section.INSTANCES, place);
        return json.put("name", taken).put("prefix", String.valueOf(natPrefix));
    }

    private String name(Place place, String name) {
        String taken = name.replaceAll("[^A-Za-z0-9._-]", "-");
        if (!Limits.NAME.matcher(taken).matches()) {
            taken = "default";
        }
        if (!taken.equals(name)) {
            notes.changed(place, name, "the name is " + taken + ": letters, digits and ._- alone");
        }
        return taken;
    }

    /**
     * @param owner name of the instance; null: the only one
     */
    ObjectNode pool(Place place, String owner) {
        return owned(Section.POOLS, place, owner);
    }

    void eam(Place place, String owner, Ipv4Prefix ipv4, Ipv6Prefix ipv6) {
        owned(Section.EAMT, place, owner).put("ipv4", "" + ipv4).put("ipv6", "" + ipv6);
    }

    void binding(
            Place place,
            String owner,
            Protocol protocol,
            Ipv6Address ipv6,
            int port6,
            Ipv4Address ipv4,
            int port4) {
        owned(Section.STATIC, place, owner)
                .put("protocol", protocol.name().toLowerCase(Locale.ROOT))
                .put("ipv6", ipv6.toString())
                .put("port6", port6)
                .put("ipv4", ipv4.toString())
                .put("port4", port4);
    }

    private ObjectNode owned(Section section, Place place, String owner) {
        ObjectNode json = add(section, place);
        return owner == null ? json : json.put("instance", owner);
    }

    private ObjectNode add(Section section, Place place) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        rows(section).add(new Row(json, place));
        return json;
    }

    /** An option, which all instances share: the first that is met holds. */
    void option(Place place, String name, JsonNode value) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set(name, value);
        Row first = options.putIfAbsent(name, new Row(json, place));
        if (first != null && !first.json.get(name).equals(value)) {
            notes.dropped(
                    place,
                    value,
                    "options." + name + " is that of all instances, and another at " + first.place);
        }
    }

    /** A text that the parser takes; null, and a fault, where it does not. */
    <T> T parse(Place place, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            notes.wrong(place, e.getMessage());
            return null;
        }
    }

    /**
     * An IPv6 prefix without what is set behind its length, with a note, where it is a router's
     * that does the same; null, and a fault, where it is none.
     */
    Ipv6Prefix prefixAround(Place place, String text) {
        Ipv6Prefix prefix = parse(place, text, Ipv6Prefix::parseAround);
        if (prefix != null
                && !Ipv6Address.parse(text.replaceFirst("/.*", "")).equals(prefix.address())) {
            notes.changed(place, text, "is " + prefix + ": bits behind the length are cleared");
        }
        return prefix;
    }

    /** A number inside a range; the nearest that is, with a note, where it is not. */
    int within(Place place, long value, Limits.Range range, String unit) {
        int nearest = (int) Math.max(range.min, Math.min(range.max, value));
        if (nearest != value) {
            String bound = value < range.min ? "least" : "most";
            notes.changed(place, value, nearest + " " + unit + " is the " + bound + " here");
        }
        return nearest;
    }

    /** A file as text: UTF-8, or UTF-16 if its byte order mark says so; without such a mark. */
    static String text(byte[] content) {
        String first = new String(content, 0, Math.min(2, content.length), ISO_8859_1);
        // The decoder of UTF-16 takes the mark out.
        return first.equals("\u00ff\u00fe") || first.equals("\u00fe\u00ff")
                ? new String(content, UTF_16)
                : new String(content, UTF_8).replaceFirst("^\ufeff", "");
    }

    static String[] lines(byte[] content) {
        return text(content).split("\r?\n", -1);
    }

    static Protocol protocol(String text) {
        for (Protocol p : Protocol.values()) {
            if (p.name().equalsIgnoreCase(text)) {
                return p;
            }
        }
        throw new IllegalArgumentException("must be TCP, UDP or ICMP: " + text);
    }

    /** A port or identifier. */
    static int port(String text) {
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > 0xffff) {
            throw new IllegalArgumentException("not a port: " + text);
        }
        return Integer.parseInt(text);
    }

    static int number(String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("not a number: " + text);
        }
        return Integer.parseInt(text);
    }
}
