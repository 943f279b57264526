// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/**
 * What a request asks for (RFC 9112 section 3), and where the API is that it came to. Immutable.
 */
final class RequestTarget {
    /** Of the API, by the name under which the client knows this host; ends with a slash. */
    final URI base;

    /** Absolute, on the same host. */
    final URI uri;

    private RequestTarget(URI base, URI uri) {
        this.base = base;
        this.uri = uri;
    }

    /**
     * @param self where the connection came to, for a request of HTTP/1.0 without Host
     * @throws URISyntaxException if the target has no path, or there is not one Host that is a host
     */
    static RequestTarget of(HttpRequest head, boolean tls, InetSocketAddress self)
            throws URISyntaxException {
        URI base = base(head, tls, self);
        URI given = new URI(head.uri());
        String path = given.getRawPath();
        if (path == null || !path.startsWith("/")) {
            throw new URISyntaxException(head.uri(), "no path");
        }
        String query = given.getRawQuery();
        return new RequestTarget(base, base.resolve(query == null ? path : path + "?" + query));
    }

    private static URI base(HttpRequest head, boolean tls, InetSocketAddress self)
            throws URISyntaxException {
        List<String> hosts = head.headers().getAll(HttpHeaderNames.HOST);
        boolean old = head.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
        if (hosts.size() > 1 || hosts.isEmpty() && !old) {
            throw new URISyntaxException(hosts.toString(), "not one Host");
        }
        String authority = hosts.isEmpty() ? RestServer.authority(self) : hosts.get(0);
        URI uri = new URI((tls ? "https://" : "http://") + authority + RestServer.PATH + "/");
        if (uri.getHost() == null || !uri.getRawPath().equals(RestServer.PATH + "/")) {
            throw new URISyntaxException(authority, "no host");
        }
        return uri;
    }

    /** What people type who know the machine alone. */
    boolean leadsToTheApi() {
        String path = uri.getRawPath();
        return path.equals("/") || path.equals(RestServer.PATH);
    }

    boolean isOfTheApi() {
        return uri.getRawPath().startsWith(base.getRawPath());
    }
}
