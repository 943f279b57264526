// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.core.api.Nat64;
import org.onosproject.cluster.NodeId;

/** The API of a core on another node: every method is asked there, and throws what it throws. */
public final class RemoteNat64 implements InvocationHandler {
    private static final String SUBJECT = "nat64";

    /** A change waits for the devices. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Map<String, Method> METHODS = methods();

    private final Peers peers;
    private final NodeId leader;

    private RemoteNat64(Peers peers, NodeId leader) {
        this.peers = peers;
        this.leader = leader;
    }

    /** The API of the core on that node. */
    public static Nat64 of(Peers peers, NodeId leader) {
        return (Nat64)
                Proxy.newProxyInstance(
                        RemoteNat64.class.getClassLoader(),
                        new Class<?>[] {Nat64.class},
                        new RemoteNat64(peers, leader));
    }

    /**
     * Answers other nodes.
     *
     * @param core null: there is none here
     * @param executor where methods are called, which wait; it refuses when there are too many
     */
    public static void serve(Peers peers, Supplier<Nat64> core, Executor executor) {
        peers.<Message.Call>answer(
                SUBJECT,
                call -> {
                    CompletableFuture<Object> answer = new CompletableFuture<>();
                    try {
                        executor.execute(() -> call(core.get(), call, answer));
                    } catch (RejectedExecutionException e) {
                        throw new IllegalStateException("too many requests at once", e);
                    }
                    return answer;
                });
    }

    private static void call(Nat64 core, Message.Call call, CompletableFuture<Object> answer) {
        Method method = METHODS.get(call.method);
        try {
            if (core == null) {
                throw new NotReadyException("The NAT64 is not ready yet.");
            }
            if (method == null) {
                throw new IllegalStateException("it has no method " + call.method);
            }
            answer.complete(method.invoke(core, call.arguments.toArray()));
        } catch (InvocationTargetException e) {
            answer.completeExceptionally(e.getCause());
        } catch (IllegalAccessException | RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private static Map<String, Method> methods() {
        Map<String, Method> methods = new HashMap<>();
        for (Method method : Nat64.class.getMethods()) {
            methods.put(name(method), method);
        }
        return methods;
    }

    private static String name(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(this, arguments);
        }
        List<Object> list =
                arguments == null ? List.of() : new ArrayList<>(Arrays.asList(arguments));
        try {
            return peers.ask(leader, SUBJECT, new Message.Call(name(method), list), LIMIT).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException) {
                throw e.getCause();
            }
            // It has died, or a change takes too long; who leads next will know.
            throw new NotReadyException(
                    "The leader, " + leader + ", does not answer: " + e.getCause());
        }
    }
}
