// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

/** What happens to this packet is not the same for its flow, or is more than a rewrite. */
public final class Untraceable extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * @param reason one of few texts, so that it can be counted by
     */
    Untraceable(String reason) {
        super(reason, null, false, false);
    }
}
