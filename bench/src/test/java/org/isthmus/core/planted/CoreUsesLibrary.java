// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.planted;

/** Breaks the rule that the core knows the JDK alone. */
public final class CoreUsesLibrary {
    void violate() {
        io.grpc.planted.Grpc.call();
    }
}
