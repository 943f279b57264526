// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import org.isthmus.core.loop.EventLoop;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.spi.DataPlane;

/**
 * Reads the counters of devices every other second, or less often where a read takes long.
 *
 * <p>Threading: the core's thread.
 */
public final class StatisticsReader {
    private static final long PERIOD_MILLIS = 2000;
    private static final long TIMEOUT_MILLIS = 30_000;

    /** A read that took t is repeated after this many times t, at the earliest. */
    private static final int SHARE = 10;

    private final EventLoop loop;
    private final StepClock clock;
    private final DataPlane dataPlane;
    private final Devices devices;

    public StatisticsReader(EventLoop loop, StepClock clock, DataPlane dataPlane, Devices devices) {
        this.loop = loop;
        this.clock = clock;
        this.dataPlane = dataPlane;
        this.devices = devices;
    }

    public void tick() {
        for (DeviceLink link : devices.all()) {
            if (link.accepting && clock.millis() >= link.statisticsDue) {
                read(link);
            }
        }
    }

    private void read(DeviceLink link) {
        long asked = clock.millis();
        link.statisticsDue = asked + TIMEOUT_MILLIS;
        dataPlane
                .statistics(link.id)
                .whenComplete(
                        (statistics, e) -> loop.execute(() -> answered(link, asked, statistics)));
    }

    /**
     * @param statistics null: the read failed
     */
    private void answered(DeviceLink link, long asked, DeviceStatistics statistics) {
        long now = clock.millis();
        link.statisticsDue = asked + Math.max(PERIOD_MILLIS, (now - asked) * SHARE);
        if (statistics != null) {
            link.statistics = statistics;
            link.statisticsMillis = clock.epochMillis();
        }
    }
}
