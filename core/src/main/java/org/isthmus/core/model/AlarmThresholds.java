// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/** At what share of something an alarm is raised that it runs out, in percent. Immutable. */
public final class AlarmThresholds {
    public static final AlarmThresholds DEFAULT =
            new AlarmThresholds(
                    Limits.ALARM_POOL.byDefault,
                    Limits.ALARM_QUOTA.byDefault,
                    Limits.ALARM_TABLE.byDefault);

    /** Of the blocks of a pool. */
    public final int pool;

    /** Of what an instance may have. */
    public final int quota;

    /** Of the entries of a device's table. */
    public final int table;

    public AlarmThresholds(int pool, int quota, int table) {
        this.pool = pool;
        this.quota = quota;
        this.table = table;
    }
}
