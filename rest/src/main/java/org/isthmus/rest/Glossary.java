// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DropReason;
import org.isthmus.core.model.Gauge;
import org.isthmus.core.model.MetricFamily;
import org.isthmus.core.model.PuntReason;

/** What each number means, and which metric it is. What it says comes from the core. */
public final class Glossary {
    /** A number. Immutable. */
    static final class Entry {
        /** As in statistics. */
        final String name;

        final String kind;
        final Metric metric;

        /** The value of the metric's one label; null: it has none. */
        final String value;

        final String text;

        private Entry(String kind, String name, Metric metric, String value, String text) {
            this.kind = kind;
            this.name = name;
            this.metric = metric;
            this.value = value;
            this.text = text;
        }

        /** How a query of Prometheus selects it. */
        String selector() {
            return value == null
                    ? metric.series()
                    : metric.series() + "{" + last(metric.labels) + "=\"" + value + "\"}";
        }
    }

    private static final String BINDING_SETUP =
            "From the first packet of a binding until all translators have it, in seconds";
    private static final Map<String, Entry> STATISTICS = new LinkedHashMap<>();
    private static final List<Entry> ENTRIES = new ArrayList<>();

    private Glossary() {}

    static {
        Map<MetricFamily, String> values = new EnumMap<>(MetricFamily.class);
        for (Counter c : Counter.values()) {
            gather(values, c.family(), c.id(), c.text());
        }
        for (PuntReason why : PuntReason.values()) {
            gather(values, MetricFamily.PUNTED, why.counter(), why.text());
        }
        for (Gauge g : Gauge.values()) {
            gather(values, g.family(), g.id(), g.text());
        }
        Map<MetricFamily, Metric> families = new EnumMap<>(MetricFamily.class);
        values.forEach((f, all) -> families.put(f, metric(f, f.text() + ". " + all + ".")));
        for (Counter c : Counter.values()) {
            add("counter", c.id(), c.text(), c.family(), families);
        }
        for (PuntReason why : PuntReason.values()) {
            add("counter", why.counter(), why.text(), MetricFamily.PUNTED, families);
        }
        for (Gauge g : Gauge.values()) {
            add("gauge", g.id(), g.text(), g.family(), families);
        }
        String setup = Statistics.BINDING_SETUP;
        Metric histogram = Metric.histogram(setup, BINDING_SETUP);
        STATISTICS.put(setup, new Entry("histogram", setup, histogram, null, BINDING_SETUP));
        ENTRIES.addAll(STATISTICS.values());
        for (DropReason why : DropReason.values()) {
            ENTRIES.add(drop(why));
        }
    }

    private static void gather(
            Map<MetricFamily, String> values, MetricFamily family, String name, String text) {
        if (family != null) {
            String one = family.value(name) + ": " + text;
            values.merge(family, one, (before, next) -> before + "; " + next);
        }
    }

    private static Metric metric(MetricFamily family, String help) {
        boolean now = family == MetricFamily.BINDINGS_OF || family == MetricFamily.QUEUED;
        return now
                ? Metric.gauge(family.metric(), help, family.label())
                : Metric.counter(family.metric(), help, family.label());
    }

    private static void add(
            String kind,
            String name,
            String text,
            MetricFamily family,
            Map<MetricFamily, Metric> families) {
        Entry entry;
        if (family != null) {
            String whole = family.text() + ": " + text;
            entry = new Entry(kind, name, families.get(family), family.value(name), whole);
        } else if (name.equals(Gauge.BINDINGS.id())) {
            // A sum beside its parts would be counted twice by who adds up.
            entry = new Entry(kind, name, families.get(MetricFamily.BINDINGS_OF), null, text);
        } else {
            Metric own =
                    kind.equals("gauge")
                            ? Metric.gauge(name, text)
                            : Metric.counter(name, text + ", since the controller started");
            entry = new Entry(kind, name, own, null, text);
        }
        STATISTICS.put(name, entry);
    }

    private static Entry drop(DropReason why) {
        String kind = "drop-reason";
        String text = why.text().substring(0, 1).toUpperCase(Locale.ROOT) + why.text().substring(1);
        switch (why) {
            case PUNTED:
                return new Entry(kind, why.name(), Metrics.PUNTED, null, text);
            case COPY_RATE:
                return new Entry(kind, why.name(), Metrics.COPIES_NOT_MADE, null, text);
            default:
                return new Entry(kind, why.name(), Metrics.DROPPED, why.name(), text);
        }
    }

    private static String last(List<String> labels) {
        return labels.get(labels.size() - 1);
    }

    /** That of a name in statistics; null for one of another release. */
    static Entry statistic(String name) {
        return STATISTICS.get(name);
    }

    static List<Entry> entries() {
        return List.copyOf(ENTRIES);
    }

    /** As {@code GET /glossary} has it. */
    public static void write(JsonGenerator g) throws IOException {
        g.writeStartObject();
        g.writeArrayFieldStart("entries");
        for (Entry e : ENTRIES) {
            g.writeStartObject();
            g.writeStringField("kind", e.kind);
            g.writeStringField("name", e.name);
            g.writeStringField("metric", e.selector());
            g.writeStringField("text", e.text);
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeEndObject();
    }
}
