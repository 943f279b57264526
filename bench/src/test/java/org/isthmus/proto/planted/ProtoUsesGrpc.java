// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.planted;

/** Breaks the rule about what proto/ knows. */
public final class ProtoUsesGrpc {
    void violate() {
        io.grpc.planted.Grpc.call();
    }
}
