// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.container.ContainerResponseContext;
import javax.ws.rs.container.ContainerResponseFilter;
import javax.ws.rs.container.PreMatching;
import javax.ws.rs.core.EntityTag;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.MultivaluedMap;
import javax.ws.rs.ext.Provider;
import javax.ws.rs.ext.WriterInterceptor;
import javax.ws.rs.ext.WriterInterceptorContext;

/**
 * Compresses text for clients that take it (RFC 9110 section 12.5.3). What is compressed is another
 * representation, with a tag of its own: that of the other with a suffix, which requests may name
 * as well.
 */
@Provider
@PreMatching
public final class GzipAnswers
        implements ContainerRequestFilter, ContainerResponseFilter, WriterInterceptor {
    private static final String GZIP = "gzip";
    private static final String SUFFIX = "-gzip";
    private static final String USED = GzipAnswers.class.getName();

    @Override
    public void filter(ContainerRequestContext request) {
        MultivaluedMap<String, String> headers = request.getHeaders();
        for (String name : List.of(HttpHeaders.IF_MATCH, HttpHeaders.IF_NONE_MATCH)) {
            List<String> tags = headers.get(name);
            if (tags != null) {
                List<String> plain = new ArrayList<>();
                tags.forEach(t -> plain.add(t.replace(SUFFIX + "\"", "\"")));
                headers.put(name, plain);
            }
        }
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        boolean same = response.getStatus() == 304;
        if (!same && (!response.hasEntity() || !isText(response.getMediaType()))) {
            return;
        }
        MultivaluedMap<String, Object> headers = response.getHeaders();
        headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        if (!isTaken(request.getHeaderString(HttpHeaders.ACCEPT_ENCODING))) {
            return;
        }
        EntityTag tag = response.getEntityTag();
        if (tag != null) {
            headers.putSingle(
                    HttpHeaders.ETAG, new EntityTag(tag.getValue() + SUFFIX, tag.isWeak()));
        }
        if (!same) {
            headers.putSingle(HttpHeaders.CONTENT_ENCODING, GZIP);
            request.setProperty(USED, true);
        }
    }

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
        if (context.getProperty(USED) == null) {
            context.proceed();
            return;
        }
        context.getHeaders().remove(HttpHeaders.CONTENT_LENGTH);
        GZIPOutputStream out = new GZIPOutputStream(context.getOutputStream());
        context.setOutputStream(out);
        context.proceed();
        out.finish();
    }

    private static boolean isText(MediaType type) {
        String subtype = type.getSubtype();
        return type.getType().equals("text")
                || subtype.endsWith("json")
                || subtype.endsWith("xml")
                || subtype.endsWith("yaml");
    }

    private static boolean isTaken(String accepted) {
        if (accepted == null) {
            return false;
        }
        boolean any = false;
        for (String one : accepted.toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = one.trim().split("\\s*;\\s*");
            boolean wanted = parts.length < 2 || !parts[1].matches("q\\s*=\\s*0(\\.0*)?");
            if (parts[0].equals(GZIP) || parts[0].equals("x-gzip")) {
                return wanted;
            }
            any |= parts[0].equals("*") && wanted;
        }
        return any;
    }
}
