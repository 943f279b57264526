// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import java.time.Instant;

/** Times as tables show them. */
final class Times {
    private Times() {}

    /** RFC 3339 in UTC; 0 is never, so null. */
    static Instant of(long epochMillis) {
        return epochMillis == 0 ? null : Instant.ofEpochMilli(epochMillis);
    }
}
