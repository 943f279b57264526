// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.util.List;

/**
 * A stack of header unions, as one stack for each member of the union; all of them have the same
 * index, so they share the number of elements extracted. Immutable.
 */
public final class HeaderUnionStack {
    public final String name;

    /** Names of the members, in the order of {@link #stacks}. */
    public final List<String> members;

    public final List<HeaderStack> stacks;

    public HeaderUnionStack(String name, List<String> members, List<HeaderStack> stacks) {
        this.name = name;
        this.members = List.copyOf(members);
        this.stacks = List.copyOf(stacks);
    }
}
