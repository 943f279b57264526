// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Who calls: a client is an address, whatever its connections. A connection beyond what one may
 * have is closed. Any thread.
 */
final class Clients extends ServerTransportFilter implements ServerInterceptor {
    /** Connections of one client. */
    static final int MAX_CONNECTIONS = 16;

    private static final Context.Key<Object> CLIENT = Context.key("client");

    /** Of a connection that counts. */
    private static final Attributes.Key<Object> COUNTED = Attributes.Key.create("counted");

    private final Map<Object, Integer> connections = new HashMap<>();

    /** Of all clients. Changed with the lock held, and read without. */
    private volatile int count;

    /** Those that are open, of all clients. Does not wait. */
    int connections() {
        return count;
    }

    /** The client of the call that this thread serves; equal for all its calls. */
    static Object current() {
        Object client = CLIENT.get();
        return client == null ? "unknown" : client;
    }

    private static Object client(Attributes connection) {
        SocketAddress from = connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        if (from instanceof InetSocketAddress) {
            return ((InetSocketAddress) from).getAddress();
        }
        return from == null ? "unknown" : from;
    }

    @Override
    public synchronized Attributes transportReady(Attributes connection) {
        Object client = client(connection);
        int own = connections.getOrDefault(client, 0);
        if (own == MAX_CONNECTIONS) {
            // gRPC closes the connection, and tells the client why.
            throw Status.RESOURCE_EXHAUSTED
                    .withDescription(own + " connections of " + client + " are open")
                    .asRuntimeException();
        }
        connections.put(client, own + 1);
        changed();
        return connection.toBuilder().set(COUNTED, client).build();
    }

    @Override
    public synchronized void transportTerminated(Attributes connection) {
        // Null: it ended before it was ready.
        Object client = connection == null ? null : connection.get(COUNTED);
        if (client != null) {
            connections.computeIfPresent(client, (c, n) -> n == 1 ? null : n - 1);
            changed();
        }
    }

    private void changed() {
        count = connections.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return Contexts.interceptCall(
                Context.current().withValue(CLIENT, client(call.getAttributes())),
                call,
                headers,
                next);
    }
}
