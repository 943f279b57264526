// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.security.Principal;
import java.util.concurrent.TimeUnit;
import javax.ws.rs.core.Application;
import javax.ws.rs.core.SecurityContext;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;
import org.isthmus.rest.AuditLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a JAX-RS application answer requests. Any thread. */
final class JerseyRequests implements Requests {
    private static final Logger LOG = LoggerFactory.getLogger(JerseyRequests.class);

    private final ApplicationHandler handler;

    JerseyRequests(Application application) {
        handler = new ApplicationHandler(application);
    }

    @Override
    public void serve(
            URI base,
            URI target,
            HttpRequest head,
            Caller caller,
            InputStream body,
            Answer answer) {
        boolean secure = base.getScheme().equals("https");
        ContainerRequest request =
                new ContainerRequest(
                        base,
                        target,
                        head.method().name(),
                        new Context(caller, secure),
                        new MapPropertiesDelegate(),
                        handler.getConfiguration());
        head.headers()
                .iteratorAsString()
                .forEachRemaining(h -> request.header(h.getKey(), h.getValue()));
        request.setProperty(AuditLog.PEER, answer.peer());
        request.setEntityStream(body);
        request.setWriter(new Writer(answer));
        try {
            handler.handle(request);
        } catch (RuntimeException e) {
            LOG.error("{} {}", head.method(), target, e);
        } finally {
            answer.end();
        }
    }

    private static final class Writer implements ContainerResponseWriter {
        private final Answer answer;

        Writer(Answer answer) {
            this.answer = answer;
        }

        @Override
        public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse r) {
            try {
                return answer.begin(
                        r.getStatus(),
                        r.getStatusInfo().getReasonPhrase(),
                        () ->
                                r.getStringHeaders().entrySet().stream()
                                        .filter(
                                                h ->
                                                        !HttpHeaderNames.CONTENT_LENGTH
                                                                .contentEqualsIgnoreCase(
                                                                        h.getKey()))
                                        .flatMap(
                                                h ->
                                                        h.getValue().stream()
                                                                .map(
                                                                        v ->
                                                                                new String[] {
                                                                                    h.getKey(), v
                                                                                }))
                                        .iterator(),
                        length);
            } catch (IOException e) {
                throw new org.glassfish.jersey.server.ContainerException(e);
            }
        }

        @Override
        public boolean suspend(long time, TimeUnit unit, TimeoutHandler handler) {
            throw new UnsupportedOperationException("asynchronous resources");
        }

        @Override
        public void setSuspendTimeout(long time, TimeUnit unit) {
            throw new UnsupportedOperationException("asynchronous resources");
        }

        @Override
        public void commit() {
            // The answer ends when Jersey returns.
        }

        @Override
        public void failure(Throwable error) {
            if (answer.begun()) {
                answer.abort();
            } else {
                LOG.error("Request failed", error);
            }
        }

        @Override
        public boolean enableResponseBuffering() {
            return true;
        }
    }

    private static final class Context implements SecurityContext {
        private final Caller caller;
        private final boolean secure;

        Context(Caller caller, boolean secure) {
            this.caller = caller;
            this.secure = secure;
        }

        @Override
        public Principal getUserPrincipal() {
            return caller.getName() == null ? null : caller;
        }

        @Override
        public boolean isUserInRole(String role) {
            return caller.is(role);
        }

        @Override
        public boolean isSecure() {
            return secure;
        }

        @Override
        public String getAuthenticationScheme() {
            return caller.getName() == null ? null : BASIC_AUTH;
        }
    }
}
