// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

/** Where in a file something stands. Immutable. */
final class Place {
    final String file;

    /** From 1. */
    final int line;

    /** Path of a field, or the word a line begins with. */
    private final String field;

    Place(String file, int line, String field) {
        this.file = file;
        this.line = line;
        this.field = field;
    }

    /** The file and the line, and what stands there. */
    @Override
    public String toString() {
        return file + ":" + line + (field.isEmpty() ? "" : ": " + field);
    }
}
