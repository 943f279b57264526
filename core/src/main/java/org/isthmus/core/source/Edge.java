// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.core.net.Ipv6Address;

/** How many addresses an interface has, and which its device drops. */
final class Edge {
    int bound;

    /** Addresses that its device drops, and until when; the oldest first. */
    final Map<Ipv6Address, Long> refused = new LinkedHashMap<>();

    int size() {
        return bound + refused.size();
    }
}
