// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/**
 * What an instance and each of its subscribers may have at most; 0 is no limit. Static bindings do
 * not count. Immutable.
 */
public final class Quotas {
    public static final Quotas NONE = new Quotas(new int[3], 0, 0, 0);

    private final int[] bindingsPerSubscriber;

    /** Bindings of all subscribers. */
    public final int bindings;

    /** New bindings of all subscribers in a second. */
    public final int bindingsPerSecond;

    /** Blocks of all subscribers, for each protocol. */
    public final int blocks;

    /**
     * @param bindingsPerSubscriber by {@link org.isthmus.core.net.Protocol#ordinal()}
     */
    public Quotas(int[] bindingsPerSubscriber, int bindings, int bindingsPerSecond, int blocks) {
        this.bindingsPerSubscriber = bindingsPerSubscriber.clone();
        this.bindings = bindings;
        this.bindingsPerSecond = bindingsPerSecond;
        this.blocks = blocks;
    }

    /**
     * Bindings of one subscriber.
     *
     * @param protocol by {@link org.isthmus.core.net.Protocol#ordinal()}
     */
    public int bindingsPerSubscriber(int protocol) {
        return bindingsPerSubscriber[protocol];
    }
}
