// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

/** What code cannot be written for; becomes a refusal that names where. */
final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unsupported(String what) {
        super(what);
    }
}
