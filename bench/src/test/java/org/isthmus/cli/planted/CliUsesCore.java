// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.planted;

/** Breaks the rule that the command line speaks REST. */
public final class CliUsesCore {
    void violate() {
        new org.isthmus.core.api.Page<>(java.util.List.of(), null).next();
    }
}
