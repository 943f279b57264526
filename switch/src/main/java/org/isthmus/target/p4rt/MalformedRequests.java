// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;

/**
 * Answers what is no message of the service with INVALID_ARGUMENT. gRPC itself takes it for a
 * failure of the server: it answers UNKNOWN and logs a stack trace, as often as a client likes.
 */
final class MalformedRequests implements ServerInterceptor {
    /**
     * Messages as streams of bytes, each read once and at once. Those of {@link
     * ServerInterceptors#useInputStreamMessages} can be read again, for which it copies every
     * request into a buffer, and gRPC then every answer into another.
     */
    private static final MethodDescriptor.Marshaller<InputStream> AS_IT_IS =
            new MethodDescriptor.Marshaller<>() {
                @Override
                public InputStream stream(InputStream message) {
                    return message;
                }

                @Override
                public InputStream parse(InputStream message) {
                    return message;
                }
            };

    private MalformedRequests() {}

    /** The same service behind this check. */
    static ServerServiceDefinition refused(ServerServiceDefinition service) {
        // Requests come as bytes, so that they are parsed behind the interceptor and not before.
        return ServerInterceptors.intercept(
                ServerInterceptors.useMarshalledMessages(service, AS_IT_IS),
                new MalformedRequests());
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            private boolean closed;

            @Override
            public void onMessage(Q message) {
                if (closed) {
                    return;
                }
                try {
                    super.onMessage(message);
                } catch (StatusRuntimeException e) {
                    if (!(e.getCause() instanceof InvalidProtocolBufferException)) {
                        throw e;
                    }
                    closed = true;
                    // Its stream, if it has one, ends like that of a client that left.
                    super.onCancel();
                    call.close(
                            Status.INVALID_ARGUMENT.withDescription(
                                    "no message of "
                                            + call.getMethodDescriptor().getFullMethodName()
                                            + ": "
                                            + e.getCause().getMessage()),
                            new Metadata());
                }
            }

            @Override
            public void onHalfClose() {
                if (!closed) {
                    super.onHalfClose();
                }
            }
        };
    }
}
