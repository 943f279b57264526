// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.isthmus.rest.ProbesResource;

/** Who may send a request, told by its header. Any thread. */
final class Gate {
    private static final List<String> NAMES = List.of("localhost", "127.0.0.1", "[::1]");
    private static final String API = RestServer.PATH + "/";
    private static final String SCHEME = "Basic ";

    /** Hears what becomes of a request. */
    interface Verdict {
        /**
         * @param refusal null: it is let in
         * @param caller who sent it, if it is let in; else null
         */
        void is(HttpResponseStatus refusal, Caller caller);

        default void admitted(Caller caller) {
            is(null, caller);
        }

        default void refused(HttpResponseStatus why) {
            is(why, null);
        }
    }

    private volatile Credentials credentials;
    private final Executor logins;
    private final Limits limits;

    /**
     * By client, checks of passwords: the one that is made, and those behind it; its own monitor.
     */
    private final Map<Object, Queue<Runnable>> checks = new HashMap<>();

    private int waiting;

    /**
     * @param credentials null to let in whoever names this machine
     * @param logins checks passwords that were not seen before, which is slow on purpose
     * @param limits how many such passwords may wait. Clients take turns, so that who guesses keeps
     *     no other out
     */
    Gate(Credentials credentials, Executor logins, Limits limits) {
        this.credentials = credentials;
        this.logins = logins;
        this.limits = limits;
    }

    /** Lets in those of others from now on; those who were let in and go on are asked again. */
    void credentials(Credentials now) {
        credentials = now;
    }

    /**
     * @param target of the request
     * @param self the address at which the request came in
     * @param client who sent it, see {@link ClientConnections#client}
     * @param verdict at once or later
     */
    void admit(HttpRequest head, URI target, InetAddress self, Object client, Verdict verdict) {
        HttpHeaders header = head.headers();
        Credentials users = credentials;
        if (users == null) {
            if (namesThisMachine(header, self)) {
                verdict.admitted(Caller.ANYBODY);
            } else {
                verdict.refused(HttpResponseStatus.FORBIDDEN);
            }
            return;
        }
        if (isProbe(head, target)) {
            verdict.admitted(Caller.PROBE);
            return;
        }
        String[] login = login(header.get(HttpHeaderNames.AUTHORIZATION));
        if (login == null) {
            verdict.refused(HttpResponseStatus.UNAUTHORIZED);
            return;
        }
        Caller known = users.remembered(login[0], login[1]);
        if (known != null) {
            verdict.admitted(known);
            return;
        }
        if (!check(client, () -> check(users, login, verdict))) {
            verdict.refused(HttpResponseStatus.SERVICE_UNAVAILABLE);
        }
    }

    /** Has a password checked when it is its client's turn; false: there are too many. */
    private boolean check(Object client, Runnable check) {
        synchronized (checks) {
            Queue<Runnable> its = checks.getOrDefault(client, new ArrayDeque<>());
            if (waiting == limits.logins || its.size() == limits.loginsOfClient) {
                return false;
            }
            checks.put(client, its);
            waiting++;
            its.add(check);
            if (its.size() > 1) {
                return true;
            }
        }
        takeTurn(client);
        return true;
    }

    private void takeTurn(Object client) {
        try {
            logins.execute(() -> turn(client));
        } catch (RejectedExecutionException e) {
            // The server is being closed, and with it all connections.
            return;
        }
    }

    private void turn(Object client) {
        Runnable check;
        synchronized (checks) {
            check = checks.get(client).element();
        }
        try {
            check.run();
        } finally {
            ended(client);
        }
    }

    private void ended(Object client) {
        synchronized (checks) {
            waiting--;
            Queue<Runnable> its = checks.get(client);
            its.remove();
            if (its.isEmpty()) {
                checks.remove(client);
                return;
            }
        }
        takeTurn(client);
    }

    private static void check(Credentials users, String[] login, Verdict verdict) {
        Caller caller = users.accept(login[0], login[1]);
        if (caller == null) {
            verdict.refused(HttpResponseStatus.UNAUTHORIZED);
        } else {
            verdict.admitted(caller);
        }
    }

    /** Whether it is answered without a password. */
    static boolean isProbe(HttpRequest head, URI target) {
        String path = target.getRawPath();
        return path.startsWith(API)
                && ProbesResource.isProbe(head.method().name(), path.substring(API.length()));
    }

    /** User and password (RFC 7617); null: none. */
    private static String[] login(String authorization) {
        if (authorization == null
                || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        try {
            byte[] pair =
                    Base64.getDecoder().decode(authorization.substring(SCHEME.length()).trim());
            String[] parts = new String(pair, StandardCharsets.UTF_8).split(":", 2);
            return parts.length == 2 ? parts : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * A web page that had its own name resolve to 127.0.0.1 would name itself (DNS rebinding).
     * Without credentials the server listens on loopback alone.
     */
    private static boolean namesThisMachine(HttpHeaders header, InetAddress self) {
        String origin = header.get(HttpHeaderNames.ORIGIN);
        return !self.isLoopbackAddress()
                || isLocal(header.get(HttpHeaderNames.HOST))
                        && (origin == null || isLocal(origin.replaceFirst("^[a-z]+://", "")));
    }

    private static boolean isLocal(String host) {
        return host != null
                && NAMES.contains(host.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]*$", ""));
    }
}
