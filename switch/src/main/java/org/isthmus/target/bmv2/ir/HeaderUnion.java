// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.util.List;

/** A header union: headers of which one at most is valid. Immutable. */
public final class HeaderUnion {
    public final String name;
    public final List<Header> members;

    public HeaderUnion(String name, List<Header> members) {
        this.name = name;
        this.members = List.copyOf(members);
    }
}
