// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.Locale;

/**
 * Numbers of one kind that differ by one property, such as a reason: one metric with a label. The
 * name of each begins with that of the family, and what is left is the label's value.
 */
public enum MetricFamily {
    PUNTS(
            "punt_results",
            "result",
            "Packets that switches sent up for a binding, and came to none"),
    PUNTED("punted", "reason", "Packets that switches sent up, by why"),
    BINDINGS("binding_events", "event", "What became of bindings"),
    REFUSED("refused", "reason", "New bindings and sessions that were refused"),
    SYNS("held_syns", "event", "What became of SYNs that nobody waited for"),
    SESSIONS("session_events", "event", "What became of sessions of bindings that are filtered"),
    BLOCKS("block_events", "event", "What became of port blocks"),
    ERROR("errors_not_sent", "reason", "ICMP errors that were due and were not sent"),
    ICMP("icmp_untranslated", "reason", "ICMP errors that were not translated"),
    NEIGHBORS("neighbor_events", "event", "What became of hosts and routers in connected networks"),
    SOURCES("source_events", "event", "What became of learned addresses (RFC 6620)"),
    UNTRANSLATED(
            "untranslated",
            "reason",
            "Packets that a switch left to the controller, and that were not translated"),
    FRAGMENTS("fragment_events", "event", "What became of fragments"),
    BINDINGS_OF("bindings", "protocol", "Bindings there are"),
    QUEUED("queue_depth", "queue", "What waits in a queue of the controller");

    private final String metric;
    private final String label;
    private final String text;

    MetricFamily(String metric, String label, String text) {
        this.metric = metric;
        this.label = label;
        this.text = text;
    }

    /** The metric's name without prefix and suffix. */
    public String metric() {
        return metric;
    }

    public String label() {
        return label;
    }

    /** What the numbers have in common, without a full stop. */
    public String text() {
        return text;
    }

    /** What tells a number apart from the others: the label's value. */
    public String value(String name) {
        String prefix = this == BINDINGS_OF ? "bindings_" : name().toLowerCase(Locale.ROOT) + "_";
        return name.substring(prefix.length());
    }
}
