// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;

/**
 * Sums up what translators count, which says that a binding is not in use only where nobody's
 * packets are missing: those of one that forwards and cannot be asked, and those that one counted
 * and took with it when it died. {@link org.isthmus.core.binding.Translators} says what is owed.
 *
 * <p>Threading: the core's thread.
 */
final class PacketCounts {
    private final Executor loop;
    private final BiFunction<DeviceId, List<? extends Intent>, CompletionStage<long[]>> packets;
    private final Collection<DeviceLink> links;
    private final Predicate<DeviceLink> isForwarding;

    /** Those that count packets and forward, when last looked at. */
    private Set<DeviceId> counting = Set.of();

    private int lost;

    /**
     * @param loop the core's thread
     * @param packets asks a device for the packets of sides, in their order; answers on any thread
     * @param links of the configured devices, which may become others
     */
    PacketCounts(
            Executor loop,
            BiFunction<DeviceId, List<? extends Intent>, CompletionStage<long[]>> packets,
            Collection<DeviceLink> links,
            Predicate<DeviceLink> isForwarding) {
        this.loop = loop;
        this.packets = packets;
        this.links = links;
        this.isForwarding = isForwarding;
    }

    /**
     * Asks all of them.
     *
     * @param done gets the sums in the order asked; null: they are not known
     */
    void sum(List<? extends Intent> sides, Consumer<long[]> done) {
        Sums sums = new Sums(sides.size(), done);
        boolean anyone = false;
        for (DeviceLink link : links) {
            if (link.translator && isForwarding.test(link) && !isKnown(link)) {
                // It forwards, and nobody knows for which bindings.
                sums.failed = true;
            } else if (link.translator && link.state != State.DOWN) {
                anyone = true;
                if (link.isSampled()) {
                    continue;
                }
                sums.waiting++;
                packets.apply(link.id, sides)
                        .whenComplete((counts, e) -> loop.execute(() -> sums.answered(counts, e)));
            }
        }
        // The counts are unknown: no binding expires.
        sums.failed |= !anyone;
        sums.arrived();
    }

    /** Whether it says how many packets it forwarded, but for rows that are known to be lost. */
    private static boolean isKnown(DeviceLink link) {
        return link.state != State.DOWN && (link.compared || link.isSampled());
    }

    /** How often one that counts died, or was taken out of the configuration. */
    int lost() {
        look();
        return lost;
    }

    /** Looks for those that count no more; before one may be gone, or is another. */
    void look() {
        Set<DeviceId> now = new HashSet<>();
        for (DeviceLink link : links) {
            if (link.translator && !link.isSampled() && isForwarding.test(link)) {
                now.add(link.id);
            }
        }
        if (!now.containsAll(counting)) {
            lost++;
        }
        counting = now;
    }

    private final class Sums {
        private final long[] sums;
        private final Consumer<long[]> done;
        private final int lostBefore = lost();
        private int waiting = 1;
        private boolean failed;

        Sums(int sides, Consumer<long[]> done) {
            this.sums = new long[sides];
            this.done = done;
        }

        void answered(long[] counts, Throwable e) {
            if (e != null) {
                failed = true;
            } else {
                for (int i = 0; i < counts.length; i++) {
                    sums[i] += Math.max(counts[i], 0);
                }
            }
            arrived();
        }

        void arrived() {
            if (--waiting == 0) {
                done.accept(failed || lost() != lostBefore ? null : sums);
            }
        }
    }
}
