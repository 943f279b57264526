// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import org.isthmus.core.model.InstanceConfig;

/** The rules of an instance, and what all its subscribers have of its quotas. */
public final class InstanceUse {
    /** Seconds that a rate which was reached is told, so that alarms do not flutter. */
    private static final int TOLD_SECONDS = 60;

    InstanceConfig config;

    /** Those of subscribers; static ones do not count. */
    int bindings;

    /** By protocol. */
    final int[] blocks = new int[3];

    private int rateSecond;
    private int rateCount;

    /** When it was last refused a binding for its rate. */
    private int rateReached;

    private boolean wasRateReached;

    InstanceUse(InstanceConfig config) {
        this.config = config;
    }

    /** Bindings of its subscribers. */
    public int bindings() {
        return bindings;
    }

    /**
     * Blocks of its subscribers.
     *
     * @param protocol by {@link org.isthmus.core.net.Protocol#ordinal()}
     */
    public int blocks(int protocol) {
        return blocks[protocol];
    }

    /** Whether it was refused a binding for its rate in the last minute. */
    public boolean wasRateReached(int now) {
        return wasRateReached && now - rateReached < TOLD_SECONDS;
    }

    boolean mayHaveBindings(int more) {
        return config.quotas.bindings == 0 || bindings + more <= config.quotas.bindings;
    }

    boolean mayHaveBlock(int protocol) {
        return config.quotas.blocks == 0 || blocks[protocol] < config.quotas.blocks;
    }

    boolean mayBind(int now) {
        if (now != rateSecond) {
            rateSecond = now;
            rateCount = 0;
        }
        return config.quotas.bindingsPerSecond == 0 || rateCount < config.quotas.bindingsPerSecond;
    }

    void rateReached(int now) {
        rateReached = now;
        wasRateReached = true;
    }

    void bound() {
        rateCount++;
    }
}
