// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest.planted;

/** Breaks the rule that only programs print. */
public final class Prints {
    void violate() {
        System.out.println();
    }
}
