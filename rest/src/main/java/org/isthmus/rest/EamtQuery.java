// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.api.Page;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/** Which entries of the table are asked for. Immutable. */
final class EamtQuery {
    private final String instance;
    private final Ipv4Prefix ipv4;
    private final Ipv6Prefix ipv6;
    private final Ipv4Prefix after;
    private final int limit;

    /** As in the query; null: not there. */
    EamtQuery(String instance, String ipv4, String ipv6, String cursor, String limit) {
        this.instance = Params.get("instance", instance, Params::identifier);
        this.ipv4 = Params.get("ipv4", ipv4, Ipv4Prefix::parse);
        this.ipv6 = Params.get("ipv6", ipv6, Ipv6Prefix::parse);
        this.after = Params.get("cursor", cursor, Ipv4Prefix::parse);
        boolean paged = limit != null || cursor != null;
        this.limit = paged ? Params.limit(limit) : Integer.MAX_VALUE;
    }

    boolean isWholeTable() {
        return instance == null && ipv4 == null && ipv6 == null && !isPaged();
    }

    boolean isPaged() {
        return limit != Integer.MAX_VALUE;
    }

    /**
     * @param table in the order of the IPv4 prefixes, by which the cursor goes
     */
    Page<Eam> of(List<Eam> table) {
        List<Eam> items = new ArrayList<>();
        for (Eam eam : table) {
            if (matches(eam)) {
                if (items.size() == limit) {
                    return new Page<>(items, items.get(limit - 1).prefix4.toString());
                }
                items.add(eam);
            }
        }
        return new Page<>(items, null);
    }

    private boolean matches(Eam eam) {
        return (after == null || eam.prefix4.compareTo(after) > 0)
                && (instance == null || eam.instance.equals(instance))
                && (ipv4 == null || eam.prefix4.overlaps(ipv4))
                && (ipv6 == null || eam.prefix6.overlaps(ipv6));
    }
}
