// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.List;

/** What Prometheus is told of one kind of number. Immutable. */
final class Metric {
    enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM,
        INFO
    }

    /** With the prefix of all, without the suffix of its type. */
    final String name;

    final Type type;

    /** One line. */
    final String help;

    final List<String> labels;

    private Metric(Type type, String name, String help, String... labels) {
        this.name = "nat64_" + name;
        this.type = type;
        this.help = help;
        this.labels = List.of(labels);
    }

    static Metric counter(String name, String help, String... labels) {
        return new Metric(Type.COUNTER, name, help, labels);
    }

    static Metric gauge(String name, String help, String... labels) {
        return new Metric(Type.GAUGE, name, help, labels);
    }

    static Metric histogram(String name, String help) {
        return new Metric(Type.HISTOGRAM, name, help);
    }

    static Metric info(String name, String help, String... labels) {
        return new Metric(Type.INFO, name, help, labels);
    }

    /** As queries name it; of a histogram, what its series begin with. */
    String series() {
        return name + (type == Type.COUNTER ? "_total" : "") + (type == Type.INFO ? "_info" : "");
    }
}
