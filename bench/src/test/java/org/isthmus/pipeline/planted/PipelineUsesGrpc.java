// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline.planted;

/** Breaks the rule that the pipeline talks to nobody. */
public final class PipelineUsesGrpc {
    void violate() {
        io.grpc.planted.Grpc.call();
    }
}
