// SPDX-License-Identifier: Apache-2.0
package org.isthmus.planted.other;

/** One half of a planted cycle of packages. */
public final class Other {
    private Other() {}

    public static void call() {
        org.isthmus.planted.one.One.call();
    }
}
