// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Exception.StreamException;
import org.isthmus.logging.Logs;

/**
 * What gRPC warns of, with a stack, when a client goes amid an answer or sends a request that is
 * too long. The client is told, the switch has no fault, and it would be in the log as often as a
 * client likes.
 */
final class ClientFaults {
    private static final String PACKAGE = "io.grpc.netty.shaded.io.grpc.netty.";

    private ClientFaults() {}

    /** Keeps them out of the log from now on. */
    static void leaveOut() {
        Logs.leaveOut(PACKAGE + "NettyServerHandler", ClientFaults::isOne);
        Logs.leaveOut(PACKAGE + "NettyServerStream", ClientFaults::isOne);
    }

    private static boolean isOne(Throwable thrown) {
        return thrown instanceof StreamException || thrown instanceof StatusRuntimeException;
    }
}
