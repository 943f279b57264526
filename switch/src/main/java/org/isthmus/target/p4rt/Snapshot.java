// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.List;
import java.util.function.Function;
import p4.v1.P4RuntimeOuterClass.Entity;

/**
 * What a read found at one moment. Taken while writes wait, turned into messages afterwards, one by
 * one as the client takes them; later writes do not show. For one thread at a time.
 */
interface Snapshot {
    int size();

    /** Null: a filter of the request leaves it out. */
    Entity get(int index);

    static Snapshot of(List<Entity> entities) {
        return of(entities, Function.identity());
    }

    /**
     * @param encoder makes the message of one
     */
    static <T> Snapshot of(List<T> found, Function<T, Entity> encoder) {
        return new Snapshot() {
            @Override
            public int size() {
                return found.size();
            }

            @Override
            public Entity get(int index) {
                return encoder.apply(found.get(index));
            }
        };
    }
}
