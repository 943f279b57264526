// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.util.concurrent.TimeUnit;

/** How much of the log is kept. Immutable. */
public final class Retention {
    /** Everything, in tests and where nothing else is said. */
    public static final Retention ALL = new Retention(0, 0);

    /** Megabytes of 2^20 bytes, unless something else is said. */
    public static final int MEGABYTES_BY_DEFAULT = 4096;

    /** Below there is no room for the queue, a full segment with its index, and the next one. */
    public static final int MEGABYTES_MIN = 32;

    public static final int MEGABYTES_MAX = 1 << 24;

    /** How long a file is kept behind its last event; 0: for ever. */
    final long millis;

    /** Of all files, those set aside not counted; 0: any number. */
    final long bytes;

    Retention(long millis, long bytes) {
        this.millis = millis;
        this.bytes = bytes;
    }

    /**
     * @param days that a file is kept behind its last event; 0: for ever
     * @param megabytes of 2^20 bytes, of all files, {@link #MEGABYTES_MIN} to {@link
     *     #MEGABYTES_MAX}
     */
    public static Retention of(int days, int megabytes) {
        return new Retention(TimeUnit.DAYS.toMillis(days), (long) megabytes << 20);
    }
}
