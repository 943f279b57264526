// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

/** What a program holds that this compiler makes no hardware of, by its name in the program. */
public final class NotSupportedException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param what the construct
     * @param place as "file:line"; empty: unknown
     */
    public NotSupportedException(String what, String place) {
        super((place.isEmpty() ? "" : place + ": ") + what);
    }
}
