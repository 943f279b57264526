// SPDX-License-Identifier: Apache-2.0
package org.isthmus.planted.one;

/** One half of a planted cycle of packages. */
public final class One {
    private One() {}

    public static void call() {
        org.isthmus.planted.other.Other.call();
    }
}
