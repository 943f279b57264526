// SPDX-License-Identifier: Apache-2.0
package org.isthmus.listing;

import static org.isthmus.listing.Column.number;
import static org.isthmus.listing.Column.text;
import static org.isthmus.listing.JsonReader.list;
import static org.isthmus.listing.JsonReader.object;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A list that the REST API answers: where its rows stand in the JSON, and its columns in the order
 * in which they are printed. Immutable.
 */
public final class Listing {
    /** Takes the rows out of an answer. */
    private interface Rows {
        Map<String, Object> read(InputStream answer, Consumer<Map<String, Object>> row)
                throws IOException;
    }

    public static final Listing INSTANCES =
            array(
                    "instances",
                    text("name"),
                    number("id"),
                    text("prefix"),
                    number("blockSize").optional(),
                    number("blocksPerSubscriber").optional(),
                    number("bindingsPerSecond").optional(),
                    number("udpTimeout").optional(),
                    number("icmpTimeout").optional(),
                    number("tcpEstablishedTimeout").optional(),
                    number("tcpTransitoryTimeout").optional(),
                    number("tcpOpeningTimeout").optional(),
                    number("portHold").optional(),
                    number("heldPorts").optional(),
                    number("blockHold").optional(),
                    perSubscriber("tcp"),
                    perSubscriber("udp"),
                    perSubscriber("icmp"),
                    number("maxBindings").optional(),
                    number("maxBindingsPerSecond").optional(),
                    number("maxBlocks").optional(),
                    text("mssClamp").optional());

    public static final Listing POOLS =
            array(
                    "pools",
                    text("name"),
                    text("instance"),
                    joined("prefixes"),
                    usage("tcpBlocksInUse", "tcp", "blocksInUse"),
                    usage("tcpBlocks", "tcp", "blocks"),
                    usage("udpBlocksInUse", "udp", "blocksInUse"),
                    usage("udpBlocks", "udp", "blocks"),
                    text("drain"),
                    usage("icmpBlocksInUse", "icmp", "blocksInUse").optional(),
                    usage("icmpBlocks", "icmp", "blocks").optional(),
                    text("filtering").optional(),
                    number("portSets").optional(),
                    text("configured").optional(),
                    ports("tcp"),
                    ports("udp"),
                    ports("icmp"),
                    deterministic("subscribers"),
                    deterministic("portsPerSubscriber"),
                    deterministic("algorithm"));

    public static final Listing EAMT =
            array(
                    "eamt",
                    text("ipv4"),
                    text("ipv6"),
                    text("instance"),
                    text("host"),
                    text("configured").optional());

    public static final Listing STATIC_BINDINGS =
            array(
                    "staticBindings",
                    text("protocol"),
                    text("ipv6"),
                    number("port6"),
                    text("ipv4"),
                    number("port4"),
                    text("instance").optional(),
                    text("configured").optional());

    public static final Listing BINDINGS =
            array(
                    "bindings",
                    text("protocol"),
                    text("ipv6"),
                    number("port6"),
                    text("ipv4"),
                    number("port4"),
                    number("ports"),
                    text("expires").optional(),
                    text("static").optional(),
                    text("since").optional(),
                    text("instance").optional());

    public static final Listing SESSIONS =
            array(
                    "sessions",
                    text("protocol"),
                    text("ipv6"),
                    number("port6"),
                    text("ipv4"),
                    number("port4"),
                    text("peer"),
                    number("peerPort"),
                    text("peers").optional(),
                    text("state").optional(),
                    text("since").optional(),
                    text("instance").optional());

    public static final Listing SUBSCRIBERS =
            array(
                    "subscribers",
                    text("ipv6"),
                    bindings("tcp"),
                    bindings("udp"),
                    bindings("icmp"),
                    number("refused"),
                    text("instance").optional(),
                    text("blocks", Listing::blocks).optional());

    /** Addresses that were learned. */
    public static final Listing SOURCE_BINDINGS =
            array("sourceBindings", text("address"), text("port"), number("vlan"), text("state"));

    /** Who held a port. */
    public static final Listing HOLDERS =
            array(
                    "holders",
                    text("ipv6"),
                    text("protocol"),
                    text("ipv4"),
                    number("firstPort"),
                    number("lastPort"),
                    text("since"),
                    text("adopted").optional(),
                    text("deterministic").optional());

    /** Who has ports by configuration. */
    public static final Listing PLAN =
            array(
                    "plan",
                    text("pool"),
                    text("ipv6"),
                    text("ipv4"),
                    text("tcp"),
                    text("udp"),
                    text("icmp"));

    /** Who has one port by configuration. */
    public static final Listing PLANNED_HOLDERS =
            array(
                    "holders",
                    text("ipv6"),
                    text("protocol"),
                    text("ipv4"),
                    number("firstPort"),
                    number("lastPort"),
                    text("pool"));

    public static final Listing DEVICES =
            array(
                    "devices",
                    text("id"),
                    text("state"),
                    text("translator"),
                    number("intendedEntries"),
                    number("refused"),
                    sum("translated").optional(),
                    number("punted", row -> counted(row, "punted")).optional(),
                    sum("drops").optional(),
                    joined("capabilities").optional());

    /** The tables of all devices. */
    public static final Listing TABLES =
            whole(
                    "tables",
                    AnswerRows::tables,
                    text("device"),
                    text("table"),
                    number("size"),
                    number("used"),
                    number("free"));

    /** Where events of the mapping log are told besides. */
    public static final Listing EXPORTERS =
            array(
                    "exporters",
                    text("name"),
                    text("type"),
                    text("target"),
                    text("state"),
                    text("since"),
                    number("position"),
                    number("lagEvents"),
                    number("lagSeconds"),
                    number("sent").optional(),
                    number("lost"),
                    text("problem").optional());

    public static final Listing ALARMS =
            array(
                    "alarms",
                    text("severity"),
                    text("since"),
                    text("message"),
                    text("subject").optional(),
                    text("id").optional());

    public static final Listing STATISTICS =
            whole(
                    "statistics",
                    AnswerRows::statistics,
                    text("kind"),
                    text("name"),
                    number("value"));

    public static final Listing LOG_LEVELS = array("logLevels", text("logger"), text("level"));

    /** What each number means. */
    public static final Listing GLOSSARY =
            array("entries", text("kind"), text("name"), text("text"), text("metric").optional());

    /** The hops of a binding's packets. */
    public static final Listing PATH =
            whole(
                    "path",
                    AnswerRows::path,
                    text("direction"),
                    text("device"),
                    text("translates"),
                    text("next"));

    /** Why a host may have no connection. */
    public static final Listing DIAGNOSIS =
            array("findings", text("check"), text("result"), text("message"));

    public static final Listing FABRIC_DEVICES =
            array(
                    "devices",
                    text("id"),
                    text("state"),
                    text("translator"),
                    text("mac"),
                    joined("loopbacks"));

    public static final Listing FABRIC_LINKS =
            array("links", text("a"), text("b"), number("mtu"), text("up"));

    public static final Listing FABRIC_INTERFACES =
            array(
                    "interfaces",
                    text("port"),
                    text("name"),
                    text("up"),
                    number("vlan"),
                    number("mtu"),
                    text("sourceValidation"),
                    joined("ips"));

    public static final Listing FABRIC_HOSTS =
            array("hosts", text("address"), text("mac"), text("port"));

    public static final Listing FABRIC_PORTS =
            array(
                    "ports",
                    text("port"),
                    number("packetsIn"),
                    number("bytesIn"),
                    number("packetsOut"),
                    number("bytesOut"),
                    text("readAt").optional());

    /** Of the array in the answer. */
    public final String name;

    public final List<Column> columns;
    private final Rows rows;

    private Listing(String name, Rows rows, Column... columns) {
        this.name = name;
        this.rows = rows;
        this.columns = List.of(columns);
    }

    /** Rows are the elements of an array, read one by one: there may be a million. */
    private static Listing array(String name, Column... columns) {
        Rows rows =
                (answer, row) ->
                        JsonReader.readArray(
                                answer, name, p -> row.accept(object(JsonReader.read(p))));
        return new Listing(name, rows, columns);
    }

    private interface RowsOf {
        List<Map<String, Object>> of(Map<String, Object> answer);
    }

    /**
     * Statistics with what each number means.
     *
     * @param glossary the answer that says so
     */
    public static Listing explained(InputStream glossary) throws IOException {
        Map<Object, Object> meanings = new HashMap<>();
        GLOSSARY.read(glossary, entry -> meanings.put(entry.get("name"), entry.get("text")));
        return whole(
                "statistics",
                AnswerRows::statistics,
                text("kind"),
                text("name"),
                number("value"),
                text("meaning", row -> meanings.get(row.get("name"))));
    }

    /** Rows are made from the answer as a whole. */
    private static Listing whole(String name, RowsOf rowsOf, Column... columns) {
        Rows rows =
                (answer, row) -> {
                    rowsOf.of(JsonReader.readObject(answer)).forEach(row);
                    return Map.of();
                };
        return new Listing(name, rows, columns);
    }

    /**
     * Reads the rows of an answer and closes it.
     *
     * @return what is said of the list besides: of a long one, its {@code next}, the cursor of the
     *     next page
     */
    public Map<String, Object> read(InputStream answer, Consumer<Map<String, Object>> row)
            throws IOException {
        return rows.read(answer, row);
    }

    /** The sentence below a page, by what is said of the list; null: there is nothing to say. */
    public static String more(Map<String, Object> said) {
        Object next = said.get("next");
        if (next == null) {
            return null;
        }
        Object total = said.get("total");
        return "There is more"
                + (total == null ? "" : ", " + total + " in all")
                + ": --cursor "
                + TextTable.printable(next.toString())
                + ", or --all.";
    }

    /** What a search cannot find, by what is said of the list; null: nothing. */
    public static String unlisted(Map<String, Object> said) {
        Object message = object(said.get("unlisted")).get("message");
        return message == null ? null : TextTable.printable(message.toString());
    }

    private static Column joined(String name) {
        return text(name, row -> joined(list(row.get(name))));
    }

    private static String joined(List<?> values) {
        return values.isEmpty()
                ? null
                : values.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private static Column usage(String name, String protocol, String field) {
        return number(name, row -> object(object(row.get("usage")).get(protocol)).get(field));
    }

    private static Column ports(String protocol) {
        return text(protocol, row -> object(row.get("ports")).get(protocol)).optional();
    }

    private static Column deterministic(String field) {
        return text(
                        field,
                        row ->
                                row.get("deterministic") == null
                                        ? null
                                        : object(row.get("deterministic")).get(field))
                .optional();
    }

    private static Column perSubscriber(String protocol) {
        return number(
                        protocol + "PerSubscriber",
                        row -> object(row.get("bindingsPerSubscriber")).get(protocol))
                .optional();
    }

    private static Column bindings(String protocol) {
        return number(protocol + "Bindings", row -> object(row.get("bindings")).get(protocol));
    }

    private static String blocks(Map<String, Object> row) {
        return list(row.get("blocks")).stream()
                .map(JsonReader::object)
                .map(
                        b ->
                                b.get("protocol")
                                        + " "
                                        + b.get("ipv4")
                                        + ":"
                                        + b.get("firstPort")
                                        + "-"
                                        + b.get("lastPort"))
                .collect(Collectors.joining(", "));
    }

    /** A column with the sum of some counters; null where the device was not read yet. */
    private static Column sum(String name) {
        return number(
                name,
                row -> {
                    Object counts = counted(row, name);
                    return counts == null
                            ? null
                            : object(counts).values().stream()
                                    .mapToLong(n -> ((Number) n).longValue())
                                    .sum();
                });
    }

    /** What a device counted; null where it was not read yet. */
    private static Object counted(Map<String, Object> device, String name) {
        Object statistics = device.get("statistics");
        return statistics == null ? null : object(statistics).get(name);
    }
}
