// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query.planted;

/** Breaks the rule that sync alone reads and writes devices. */
public final class QueryWrites {
    void violate() {
        ((org.isthmus.core.spi.DataPlane) null).apply(null, null);
    }
}
