// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.KnownLength;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.isthmus.target.api.RefusedException;

/**
 * Answers what is no message of the service with INVALID_ARGUMENT. gRPC itself takes it for a
 * failure of the server: it answers UNKNOWN and logs a stack trace, as often as a client likes.
 * What would take too much of the heap once it is parsed gets RESOURCE_EXHAUSTED. The request of a
 * call that has one alone is not parsed until its client has said that this was all: it takes many
 * times its bytes then.
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

    /** Bytes of a request that is parsed at once. All calls together have few of those. */
    private static final int SHORT = 1 << 12;

    /** The type of a method's requests, by its full name. */
    private final Map<String, Descriptor> types = new HashMap<>();

    private MalformedRequests(ServerServiceDefinition service) {
        for (ServerMethodDefinition<?, ?> each : service.getMethods()) {
            MethodDescriptor<?, ?> method = each.getMethodDescriptor();
            PrototypeMarshaller<?> of = (PrototypeMarshaller<?>) method.getRequestMarshaller();
            types.put(
                    method.getFullMethodName(),
                    ((Message) of.getMessagePrototype()).getDescriptorForType());
        }
    }

    /** The same service behind this check. */
    static ServerServiceDefinition refused(ServerServiceDefinition service) {
        // Requests come as bytes, so that they are parsed behind the interceptor and not before.
        return ServerInterceptors.intercept(
                ServerInterceptors.useMarshalledMessages(service, AS_IT_IS),
                new MalformedRequests(service));
    }

    /** The bytes of a request, which can be read once and while it is told alone. */
    private static final class Copy extends ByteArrayInputStream implements KnownLength {
        Copy(InputStream request) throws IOException {
            super(request.readAllBytes());
        }

        boolean hasTooManyParts(Descriptor type) {
            return count > RequestParts.FREE && RequestParts.areTooMany(buf, type);
        }
    }

    /** Whether a request is so short that it need not be copied; compressed, it does not know. */
    private static boolean isWithin(InputStream request, int bytes) throws IOException {
        return request instanceof KnownLength && request.available() <= bytes;
    }

    /**
     * The same request. It can be read once, so one that is long is copied.
     *
     * @throws RefusedException it has too many parts
     */
    private static InputStream checked(InputStream request, Descriptor type)
            throws IOException, RefusedException {
        if (isWithin(request, RequestParts.FREE)) {
            return request;
        }
        Copy copy = request instanceof Copy ? (Copy) request : new Copy(request);
        if (copy.hasTooManyParts(type)) {
            throw Refusals.exhausted(
                    "a request of more than "
                            + RequestParts.MAX
                            + " messages; an unknown field counts for "
                            + RequestParts.UNKNOWN);
        }
        return copy;
    }

    /** All requests are streams of bytes. */
    @SuppressWarnings("unchecked")
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String method = call.getMethodDescriptor().getFullMethodName();
        Descriptor type = types.get(method);
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            private final boolean hasOneRequest =
                    call.getMethodDescriptor().getType().clientSendsOneMessage();

            /** The one request, not parsed; null: none, it is short, or it was taken. */
            private Copy waiting;

            private boolean closed;

            @Override
            public void onMessage(Q message) {
                try {
                    if (hasOneRequest
                            && waiting == null
                            && !isWithin((InputStream) message, SHORT)) {
                        waiting = new Copy((InputStream) message);
                        return;
                    }
                } catch (IOException e) {
                    noMessage(e);
                    return;
                }
                // Two of one: the service says so.
                takeWaiting();
                take((InputStream) message);
            }

            @Override
            public void onHalfClose() {
                takeWaiting();
                if (!closed) {
                    super.onHalfClose();
                }
            }

            private void takeWaiting() {
                if (waiting != null) {
                    Copy request = waiting;
                    waiting = null;
                    take(request);
                }
            }

            private void take(InputStream request) {
                if (closed) {
                    return;
                }
                try {
                    super.onMessage((Q) checked(request, type));
                } catch (StatusRuntimeException e) {
                    if (!(e.getCause() instanceof InvalidProtocolBufferException)) {
                        throw e;
                    }
                    noMessage(e.getCause());
                } catch (IOException e) {
                    noMessage(e);
                } catch (RefusedException e) {
                    end(BatchErrors.status(e));
                }
            }

            private void noMessage(Throwable cause) {
                end(
                        Status.INVALID_ARGUMENT.withDescription(
                                "no message of " + method + ": " + cause.getMessage()));
            }

            /** Its stream, if it has one, ends like that of a client that left. */
            private void end(Status status) {
                closed = true;
                super.onCancel();
                call.close(status, new Metadata());
            }
        };
    }
}
