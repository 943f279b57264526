// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.util.Locale;
import org.isthmus.netfpga.health.Health;
import org.isthmus.netfpga.image.Image;
import org.isthmus.netfpga.packets.BucketLimits;
import org.isthmus.netfpga.packets.CardPackets;
import org.isthmus.netfpga.target.CardEvents;
import org.isthmus.netfpga.target.CardProgram;
import org.isthmus.netfpga.target.CardTarget;
import org.isthmus.target.metrics.Metrics;
import org.isthmus.target.metrics.SwitchMetrics;

/** Metrics of a card and of what its agent does, beside those that every switch has. */
final class CardMetrics {
    private static final String DEVICE = SwitchMetrics.DEVICE;

    private final Metrics metrics;
    private final String device;

    CardMetrics(Metrics metrics, long device) {
        this.metrics = metrics;
        this.device = Long.toUnsignedString(device);
    }

    void health(Health health) {
        metrics.gauge(
                "nat64_card_in_service",
                "1: the card forwards; 0: it is out of service, and the agent serves no controller",
                v -> v.value(health.isInService() ? 1 : 0, device),
                DEVICE);
        metrics.counter(
                "nat64_card_outages",
                "How often the card went out of service",
                v -> v.value(health.outages(), device),
                DEVICE);
        metrics.counter(
                "nat64_card_probes",
                "Packets that the agent sent through the card to see whether it forwards. frames:"
                        + " for them it needs no row; rows: they are found in tables",
                v -> {
                    for (Health.Kind kind : Health.Kind.values()) {
                        v.value(health.sent(kind), device, lower(kind));
                    }
                },
                DEVICE,
                "kind");
        metrics.counter(
                "nat64_card_probes_missed",
                "Of those, that did not come back by the next",
                v -> {
                    for (Health.Kind kind : Health.Kind.values()) {
                        v.value(health.missed(kind), device, lower(kind));
                    }
                },
                DEVICE,
                "kind");
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    void rows(CardTarget target, Image image) {
        CardEvents events = target.events();
        metrics.counter(
                "nat64_card_rows_compared",
                "Rows that were compared with what the card holds: at a start, for a new program, by"
                        + " a refill, or after a change that failed. verified: the card had them;"
                        + " written: it did not, and does now; failed: it could not be made to",
                v -> {
                    v.value(events.verified(), device, "verified");
                    v.value(events.written(), device, "written");
                    v.value(events.unwritten(), device, "failed");
                },
                DEVICE,
                "result");
        metrics.gauge(
                "nat64_card_rows_unknown",
                "Rows in the card that nobody knows of; only programming it again removes them",
                v -> v.value(unknown(target.program()), device),
                DEVICE);
        metrics.counter(
                "nat64_card_changes_failed",
                "Changes of a row that the controller was refused. no_room: the card has no place"
                        + " for it; card: an error of the card, or no answer",
                v -> {
                    v.value(events.noRoom(), device, "no_room");
                    v.value(events.failed(), device, "card");
                },
                DEVICE,
                "cause");
        metrics.counter(
                "nat64_card_image_writes_failed",
                "Writes of the image that failed: its disk is full or broken. What the controller"
                        + " asked for was refused",
                v -> v.value(image.failures(), device),
                DEVICE);
        metrics.counter(
                "nat64_card_registers_unread",
                "Readings of the card's counters that failed; these stand still meanwhile",
                v -> v.value(events.unread(), device),
                DEVICE);
    }

    private static int unknown(CardProgram program) {
        return program == null ? 0 : program.unknownRows();
    }

    /**
     * @param limits null: the card has none
     */
    void packets(CardPackets packets, BucketLimits limits) {
        metrics.counter(
                "nat64_card_packets_dropped",
                "Packets and digests of the card that the controller did not get. malformed: neither"
                        + " a packet of the program nor a digest, or one of no known prefix; rate:"
                        + " above the rate of their reason, by the agent; card_rate: the same, by the"
                        + " card; no_program: none runs",
                v -> {
                    v.value(packets.unknown(), device, "malformed");
                    v.value(packets.limited(), device, "rate");
                    v.value(limits == null ? 0 : limits.dropped(), device, "card_rate");
                    v.value(packets.early(), device, "no_program");
                },
                DEVICE,
                "reason");
        metrics.counter(
                "nat64_card_limits_failed",
                "How often the limits in the card could not be set or read",
                v -> v.value(limits == null ? 0 : limits.failures(), device),
                DEVICE);
    }
}
