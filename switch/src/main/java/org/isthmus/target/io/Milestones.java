// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

/** What happens often is said the first, the tenth, the hundredth time. Not thread safe. */
final class Milestones {
    private long next = 1;

    /** Whether so many have not been spoken of. */
    boolean reached(long count) {
        if (count < next) {
            return false;
        }
        while (next <= count) {
            next *= 10;
        }
        return true;
    }
}
