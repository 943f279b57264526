// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
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

    /**
     * @param credentials null to let in whoever names this machine
     * @param logins checks passwords that were not seen before, which is slow on purpose; rejects
     *     what is too much
     */
    Gate(Credentials credentials, Executor logins) {
        this.credentials = credentials;
        this.logins = logins;
    }

    /** Lets in those of others from now on; those who were let in and go on are asked again. */
    void credentials(Credentials now) {
        credentials = now;
    }

    /**
     * @param target of the request
     * @param self the address at which the request came in
     * @param verdict at once or later
     */
    void admit(HttpRequest head, URI target, InetAddress self, Verdict verdict) {
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
        try {
            logins.execute(() -> check(users, login, verdict));
        } catch (RejectedExecutionException e) {
            verdict.refused(HttpResponseStatus.SERVICE_UNAVAILABLE);
        }
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
