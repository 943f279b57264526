// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config.planted;

/** Breaks the rule about what config/ knows. */
public final class ConfigUsesGrpc {
    void violate() {
        io.grpc.planted.Grpc.call();
    }
}
