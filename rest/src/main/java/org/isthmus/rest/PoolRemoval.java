// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.StaticBinding;

/** What goes with a pool that is removed, for the {@link AuditLog}. Any thread. */
public final class PoolRemoval {
    private PoolRemoval() {}

    /** The pool, if it is there, and behind it the operators' static bindings in it. */
    public static List<Object> of(Nat64 nat64, String name) {
        List<Object> removed = new ArrayList<>();
        for (Pool pool : nat64.pools()) {
            if (pool.spec.name.equals(name)) {
                removed.add(pool);
                nat64.staticBindings().stream()
                        .filter(b -> pool.spec.contains(b.address4.bits()))
                        .forEach(removed::add);
            }
        }
        return removed;
    }

    /** Writes one of these. */
    public static void write(JsonGenerator g, Object removed) throws IOException {
        if (removed instanceof Pool) {
            JsonOutput.pool(g, (Pool) removed);
        } else {
            JsonOutput.staticBinding(g, (StaticBinding) removed);
        }
    }
}
