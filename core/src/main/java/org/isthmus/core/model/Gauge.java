// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.Locale;

/** Numbers of the core as they are now, each with what it says to operators. */
public enum Gauge {
    /** In metrics it is the sum of those by protocol. */
    BINDINGS("Bindings there are, static ones as well"),
    BINDINGS_ICMP(MetricFamily.BINDINGS_OF, "echo, by identifier"),
    BINDINGS_TCP(MetricFamily.BINDINGS_OF, "TCP"),
    BINDINGS_UDP(MetricFamily.BINDINGS_OF, "UDP"),
    BINDINGS_BYTES("Memory that bindings take, in bytes"),
    DELETIONS_UNCONFIRMED("Deleted bindings that a translator may still hold"),
    MAPPING_LOG_SINCE_SECONDS("The time from which on the mapping log answers, in epoch seconds"),
    SOURCE_BINDINGS("Learned addresses (RFC 6620)"),
    SUBSCRIBERS("Subscribers that hold ports"),
    EAMS("Explicit address mappings (RFC 7757)"),
    POOLS("Pools"),
    BLOCKS("Port blocks of all pools and protocols"),
    BLOCKS_IN_USE("Of those, held by subscribers"),
    DEVICES("Devices of the configuration"),
    DEVICES_READY("Of those, the ones that hold all they are to hold"),
    QUEUED_PUNTS(MetricFamily.QUEUED, "packets that switches sent up"),
    QUEUED_CHANGES(MetricFamily.QUEUED, "changes on their way to devices"),
    QUEUED_MAPPING_EVENTS(MetricFamily.QUEUED, "events on their way to the disk");

    private final String id = name().toLowerCase(Locale.ROOT);
    private final MetricFamily family;
    private final String text;

    Gauge(String text) {
        this(null, text);
    }

    Gauge(MetricFamily family, String text) {
        this.family = family;
        this.text = text;
    }

    /** The name in the API: in snake case. */
    public String id() {
        return id;
    }

    /** Null: it is a metric of its own. */
    public MetricFamily family() {
        return family;
    }

    /** What it is, without a full stop; in a family, what tells it apart from the others there. */
    public String text() {
        return text;
    }
}
