// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.ws.rs.core.StreamingOutput;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.Health;
import org.isthmus.core.api.Histogram;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.Pool;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;

/** Writes the core's values as JSON, one by one into the response. */
public final class JsonOutput {
    /** Writes one value. */
    public interface Writer<T> {
        void write(JsonGenerator g, T value) throws IOException;
    }

    /** Writes a whole body. */
    public interface Body {
        void write(JsonGenerator g) throws IOException;
    }

    private static final JsonFactory FACTORY =
            new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private JsonOutput() {}

    public static StreamingOutput stream(Body body) {
        return out -> {
            try (JsonGenerator g = FACTORY.createGenerator(out)) {
                body.write(g);
            }
        };
    }

    public static <T> StreamingOutput one(T value, Writer<T> writer) {
        return stream(g -> writer.write(g, value));
    }

    /** An object with one array. */
    public static <T> StreamingOutput list(String name, Iterable<T> items, Writer<T> writer) {
        return stream(
                g -> {
                    g.writeStartObject();
                    array(g, name, items, writer);
                    g.writeEndObject();
                });
    }

    /** An object with one array and the cursor of the next page, or null. */
    public static <T> StreamingOutput page(String name, Page<T> page, Writer<T> writer) {
        return stream(
                g -> {
                    g.writeStartObject();
                    array(g, name, page.items(), writer);
                    g.writeStringField("next", page.next());
                    g.writeEndObject();
                });
    }

    public static <T> void array(JsonGenerator g, String name, Iterable<T> items, Writer<T> writer)
            throws IOException {
        g.writeArrayFieldStart(name);
        for (T item : items) {
            writer.write(g, item);
        }
        g.writeEndArray();
    }

    public static void instance(JsonGenerator g, InstanceConfig i) throws IOException {
        g.writeStartObject();
        g.writeStringField("name", i.name);
        g.writeNumberField("id", i.id);
        g.writeStringField("prefix", i.prefix.toString());
        g.writeNumberField("subscriberPrefixLength", i.subscriberPrefixLength);
        g.writeNumberField("blockSize", i.blockSize);
        g.writeNumberField("blocksPerSubscriber", i.blocksPerSubscriber);
        g.writeNumberField("bindingsPerSecond", i.bindingsPerSecond);
        g.writeNumberField("udpTimeout", i.udpTimeout.getSeconds());
        g.writeNumberField("icmpTimeout", i.icmpTimeout.getSeconds());
        g.writeNumberField("tcpEstablishedTimeout", i.tcpEstablishedTimeout.getSeconds());
        g.writeNumberField("tcpTransitoryTimeout", i.tcpTransitoryTimeout.getSeconds());
        g.writeNumberField("tcpOpeningTimeout", i.tcpOpeningTimeout.getSeconds());
        g.writeNumberField("portHold", i.portHold.getSeconds());
        g.writeNumberField("heldPorts", i.heldPorts);
        g.writeNumberField("blockHold", i.blockHold.getSeconds());
        g.writeObjectFieldStart("bindingsPerSubscriber");
        for (Protocol p : Protocol.values()) {
            g.writeNumberField(Params.name(p), i.quotas.bindingsPerSubscriber(p.ordinal()));
        }
        g.writeEndObject();
        g.writeNumberField("maxBindings", i.quotas.bindings);
        g.writeNumberField("maxBindingsPerSecond", i.quotas.bindingsPerSecond);
        g.writeNumberField("maxBlocks", i.quotas.blocks);
        g.writeStringField("mssClamp", mssClamp(i.mssClamp));
        array(g, "denied", i.denied, (to, prefix) -> to.writeString(prefix.toString()));
        array(g, "deniedServices", i.deniedServices, JsonOutput::deniedService);
        g.writeEndObject();
    }

    private static void deniedService(JsonGenerator g, DeniedService s) throws IOException {
        g.writeStartObject();
        g.writeStringField("prefix", s.prefix.toString());
        if (s.protocol != null) {
            g.writeStringField("protocol", Params.name(s.protocol));
        }
        if (!s.isAllPorts()) {
            g.writeStringField("ports", s.firstPort + "-" + s.lastPort);
        }
        g.writeEndObject();
    }

    private static String mssClamp(int bytes) {
        return bytes == Limits.MSS_CLAMP.byDefault
                ? "off"
                : bytes == Limits.MSS_AUTO ? "auto" : Integer.toString(bytes);
    }

    public static void pool(JsonGenerator g, Pool pool) throws IOException {
        g.writeStartObject();
        g.writeStringField("name", pool.spec.name);
        g.writeStringField("instance", pool.spec.instance);
        array(g, "prefixes", pool.spec.prefixes, (to, prefix) -> to.writeString(prefix.toString()));
        g.writeObjectFieldStart("ports");
        for (Protocol p : Protocol.values()) {
            int i = p.ordinal();
            g.writeStringField(
                    Params.name(p), pool.spec.firstPort[i] + "-" + pool.spec.lastPort[i]);
        }
        g.writeEndObject();
        Deterministic d = pool.spec.deterministic;
        if (d != null) {
            g.writeObjectFieldStart("deterministic");
            g.writeStringField("subscribers", d.subscribers.toString());
            g.writeNumberField("portsPerSubscriber", d.portsPerSubscriber);
            g.writeStringField("algorithm", d.algorithm.toString());
            g.writeEndObject();
        }
        g.writeStringField("filtering", pool.spec.filtering.text());
        g.writeBooleanField("holdSyns", pool.spec.holdsSyns);
        g.writeNumberField("portSets", pool.spec.portSets);
        g.writeBooleanField("drain", pool.spec.drains);
        g.writeBooleanField("configured", pool.configured);
        g.writeObjectFieldStart("usage");
        for (Protocol p : Protocol.values()) {
            g.writeObjectFieldStart(Params.name(p));
            g.writeNumberField("blocks", pool.blocks[p.ordinal()]);
            g.writeNumberField("blocksInUse", pool.blocksInUse[p.ordinal()]);
            g.writeNumberField("bindings", pool.bindings[p.ordinal()]);
            g.writeEndObject();
        }
        g.writeEndObject();
        g.writeEndObject();
    }

    /** For a table that marks those of the network configuration; not what the API answers. */
    public static Writer<Eam> eamOf(Set<Eam> configured) {
        return (g, eam) -> {
            g.writeStartObject();
            eamFields(g, eam);
            g.writeBooleanField("configured", configured.contains(eam));
            g.writeEndObject();
        };
    }

    public static void eam(JsonGenerator g, Eam eam) throws IOException {
        g.writeStartObject();
        eamFields(g, eam);
        g.writeEndObject();
    }

    private static void eamFields(JsonGenerator g, Eam eam) throws IOException {
        g.writeStringField("ipv4", eam.prefix4.toString());
        g.writeStringField("ipv6", eam.prefix6.toString());
        g.writeStringField("instance", eam.instance);
        g.writeStringField("host", eam.host.toString());
    }

    /** Marks those of the network configuration. */
    public static Writer<StaticBinding> staticBindingOf(Set<StaticBinding> configured) {
        return (g, b) -> staticBinding(g, b, configured.contains(b));
    }

    /** An operator's. */
    public static void staticBinding(JsonGenerator g, StaticBinding b) throws IOException {
        staticBinding(g, b, false);
    }

    private static void staticBinding(JsonGenerator g, StaticBinding b, boolean configured)
            throws IOException {
        g.writeStartObject();
        g.writeStringField("instance", b.instance);
        g.writeStringField("protocol", Params.name(b.protocol));
        g.writeStringField("ipv6", b.address6.toString());
        g.writeNumberField("port6", b.port6);
        g.writeStringField("ipv4", b.address4.toString());
        g.writeNumberField("port4", b.port4);
        g.writeBooleanField("configured", configured);
        g.writeEndObject();
    }

    public static void binding(JsonGenerator g, Binding b) throws IOException {
        g.writeStartObject();
        bindingFields(g, b);
        g.writeNumberField("ports", b.ports);
        g.writeBooleanField("static", b.isStatic);
        time(g, "since", b.sinceEpochMillis);
        time(g, "expires", b.expiresEpochMillis);
        g.writeEndObject();
    }

    public static void session(JsonGenerator g, Session s) throws IOException {
        g.writeStartObject();
        bindingFields(g, s.binding);
        g.writeStringField("peer", s.peer4.toString());
        g.writeNumberField("peerPort", s.peerPort4);
        g.writeStringField("state", s.state.isEmpty() ? null : s.state);
        time(g, "since", s.sinceEpochMillis);
        g.writeStringField("peers", name(s.peers));
        g.writeEndObject();
    }

    static String name(Session.Peers peers) {
        return peers.name().toLowerCase(Locale.ROOT);
    }

    private static void bindingFields(JsonGenerator g, Binding b) throws IOException {
        g.writeStringField("instance", b.instance);
        g.writeStringField("protocol", Params.name(b.protocol));
        g.writeStringField("ipv6", b.address6.toString());
        g.writeNumberField("port6", b.port6);
        g.writeStringField("ipv4", b.address4.toString());
        g.writeNumberField("port4", b.port4);
    }

    public static void subscriber(JsonGenerator g, Subscriber s) throws IOException {
        g.writeStartObject();
        g.writeStringField("instance", s.instance);
        g.writeStringField("ipv6", s.prefix.toString());
        array(g, "blocks", s.blocks, JsonOutput::block);
        g.writeObjectFieldStart("bindings");
        for (Protocol p : Protocol.values()) {
            g.writeNumberField(Params.name(p), s.bindings[p.ordinal()]);
        }
        g.writeEndObject();
        g.writeNumberField("refused", s.refused);
        g.writeEndObject();
    }

    private static void block(JsonGenerator g, Subscriber.Block b) throws IOException {
        g.writeStartObject();
        g.writeStringField("protocol", Params.name(b.protocol));
        g.writeStringField("ipv4", b.address.toString());
        g.writeNumberField("firstPort", b.firstPort);
        g.writeNumberField("lastPort", b.lastPort);
        g.writeNumberField("used", b.used);
        g.writeEndObject();
    }

    public static void device(JsonGenerator g, Device d) throws IOException {
        g.writeStartObject();
        g.writeStringField("id", d.id.toString());
        g.writeStringField("state", d.state.name().toLowerCase(Locale.ROOT));
        g.writeBooleanField("translator", d.translator);
        g.writeNumberField("intendedEntries", d.intendedEntries);
        g.writeNumberField("refused", d.refused);
        array(g, "capabilities", new TreeSet<>(d.capabilities), JsonOutput::capability);
        array(g, "tables", d.tables, JsonOutput::table);
        if (d.statistics == null) {
            g.writeNullField("statistics");
        } else {
            deviceStatistics(g, d.statistics);
        }
        g.writeEndObject();
    }

    private static void capability(JsonGenerator g, Capability capability) throws IOException {
        g.writeString(capability.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static void table(JsonGenerator g, TableUse use) throws IOException {
        g.writeStartObject();
        g.writeStringField("table", use.table);
        g.writeNumberField("size", use.size);
        g.writeNumberField("used", use.used);
        g.writeNumberField("free", use.free());
        g.writeEndObject();
    }

    private static void deviceStatistics(JsonGenerator g, DeviceStatistics s) throws IOException {
        g.writeObjectFieldStart("statistics");
        counts(g, "drops", s.drops());
        g.writeNumberField("punted", s.punted());
        g.writeNumberField("copiesNotMade", s.copiesNotMade());
        counts(g, "translated", s.translated());
        g.writeArrayFieldStart("ports");
        for (Map.Entry<Integer, long[]> e : new TreeMap<>(s.ports()).entrySet()) {
            long[] n = e.getValue();
            g.writeStartObject();
            g.writeNumberField("port", e.getKey());
            g.writeNumberField("packetsIn", n[0]);
            g.writeNumberField("bytesIn", n[1]);
            g.writeNumberField("packetsOut", n[2]);
            g.writeNumberField("bytesOut", n[3]);
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeEndObject();
    }

    public static void statistics(JsonGenerator g, Statistics s) throws IOException {
        g.writeStartObject();
        counts(g, "counters", s.counters);
        counts(g, "gauges", s.gauges);
        g.writeObjectFieldStart("histograms");
        for (Map.Entry<String, Histogram> e : new TreeMap<>(s.histograms).entrySet()) {
            g.writeFieldName(e.getKey());
            histogram(g, e.getValue());
        }
        g.writeEndObject();
        g.writeEndObject();
    }

    private static void histogram(JsonGenerator g, Histogram h) throws IOException {
        g.writeStartObject();
        g.writeArrayFieldStart("bounds");
        for (double bound : h.bounds()) {
            g.writeNumber(bound);
        }
        g.writeEndArray();
        g.writeArrayFieldStart("counts");
        for (long count : h.counts()) {
            g.writeNumber(count);
        }
        g.writeEndArray();
        g.writeNumberField("sum", h.sum());
        g.writeEndObject();
    }

    /** An object of numbers, ordered by name. */
    private static void counts(JsonGenerator g, String name, Map<String, Long> counts)
            throws IOException {
        g.writeObjectFieldStart(name);
        for (Map.Entry<String, Long> e : new TreeMap<>(counts).entrySet()) {
            g.writeNumberField(e.getKey(), e.getValue());
        }
        g.writeEndObject();
    }

    /** Who held a port of an address, and when that was asked for. */
    public static StreamingOutput holders(
            Ipv4Address address, int port, long at, List<MappingEvent> holders) {
        return stream(
                g -> {
                    g.writeStartObject();
                    g.writeStringField("address", address.toString());
                    g.writeNumberField("port", port);
                    g.writeStringField("at", Instant.ofEpochMilli(at).toString());
                    array(g, "holders", holders, JsonOutput::holder);
                    g.writeEndObject();
                });
    }

    private static void holder(JsonGenerator g, MappingEvent e) throws IOException {
        g.writeStartObject();
        g.writeStringField("ipv6", e.subscriber.toString());
        g.writeStringField("protocol", Params.name(e.protocol));
        g.writeStringField("ipv4", e.address.toString());
        g.writeNumberField("firstPort", e.firstPort);
        g.writeNumberField("lastPort", e.lastPort);
        time(g, "since", e.epochMillis);
        g.writeBooleanField("adopted", e.kind == MappingEvent.Kind.ADOPTED);
        g.writeBooleanField("deterministic", e.kind == MappingEvent.Kind.DETERMINISTIC);
        g.writeEndObject();
    }

    public static void exporter(JsonGenerator g, Exporter e) throws IOException {
        g.writeStartObject();
        g.writeStringField("name", e.name);
        g.writeStringField("type", e.type.text());
        g.writeStringField("target", e.target);
        g.writeStringField("state", e.state.name().toLowerCase(Locale.ROOT));
        g.writeStringField("problem", e.problem);
        time(g, "since", e.sinceEpochMillis);
        g.writeNumberField("position", e.position);
        g.writeNumberField("lagEvents", e.lagEvents);
        g.writeNumberField("lagSeconds", e.lagSeconds);
        g.writeNumberField("sent", e.sent);
        g.writeNumberField("lost", e.lost);
        g.writeEndObject();
    }

    public static void health(JsonGenerator g, Health h) throws IOException {
        g.writeStartObject();
        g.writeBooleanField("ok", h.ok);
        array(g, "problems", h.problems, JsonGenerator::writeString);
        g.writeEndObject();
    }

    public static void alarm(JsonGenerator g, Alarm a) throws IOException {
        g.writeStartObject();
        g.writeStringField("id", a.id);
        g.writeStringField("severity", a.severity.name().toLowerCase(Locale.ROOT));
        g.writeStringField("subject", a.subject);
        g.writeStringField("message", a.message);
        time(g, "since", a.sinceEpochMillis);
        g.writeEndObject();
    }

    /** RFC 3339 in UTC; 0 is never, so null. */
    public static void time(JsonGenerator g, String name, long epochMillis) throws IOException {
        g.writeStringField(name, time(epochMillis));
    }

    static String time(long epochMillis) {
        return epochMillis == 0 ? null : Instant.ofEpochMilli(epochMillis).toString();
    }
}
