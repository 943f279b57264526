// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.List;
import java.util.regex.Pattern;
import javax.ws.rs.NotSupportedException;
import javax.ws.rs.ProcessingException;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.container.PreMatching;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.ext.Provider;

/**
 * Refuses headers that are not as HTTP has them, before the implementation reads them, which would
 * answer with a message of its own or take a condition for none.
 */
@Provider
@PreMatching
public final class HeaderFilter implements ContainerRequestFilter {
    private static final String IDENTITY = "identity";

    /** RFC 9110 sections 8.8.3 and 13.1. */
    private static final String TAG = "(?:W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*\"";

    private static final Pattern TAGS =
            Pattern.compile("\\s*(?:\\*|" + TAG + "(?:\\s*,\\s*" + TAG + ")*+)\\s*");

    @Override
    public void filter(ContainerRequestContext request) {
        for (String name : List.of(HttpHeaders.IF_MATCH, HttpHeaders.IF_NONE_MATCH)) {
            String tags = request.getHeaderString(name);
            if (tags != null && !TAGS.matcher(tags).matches()) {
                throw new BadInputException(name, "is no list of entity tags in quotes, nor *");
            }
            if (tags != null && tags.indexOf('\\') >= 0) {
                // The implementation takes it for the first of a quoted pair. No tag of ours has
                // either character, so neither matches.
                request.getHeaders().putSingle(name, tags.replace('\\', '!'));
            }
        }
        parse(HttpHeaders.ACCEPT, request::getAcceptableMediaTypes);
        parse(HttpHeaders.ACCEPT_LANGUAGE, request::getAcceptableLanguages);
        parse(HttpHeaders.CONTENT_TYPE, request::getMediaType);
        parse(HttpHeaders.CONTENT_LANGUAGE, request::getLanguage);
        checkEncoding(request.getHeaderString(HttpHeaders.CONTENT_ENCODING));
        if (request.getUriInfo().getQueryParameters().containsKey("format")) {
            // It beats what a browser says that follows a link, before that is refused.
            request.getHeaders().putSingle(HttpHeaders.ACCEPT, MediaType.WILDCARD);
        }
    }

    private static void parse(String name, Runnable parser) {
        try {
            parser.run();
        } catch (ProcessingException | IllegalArgumentException e) {
            throw new BadInputException(name, "is not as HTTP has it");
        }
    }

    private static void checkEncoding(String encoding) {
        if (encoding != null && !encoding.trim().equalsIgnoreCase(IDENTITY)) {
            // It says what would be taken (RFC 9110 section 12.5.3).
            throw new NotSupportedException(
                    Response.status(Response.Status.UNSUPPORTED_MEDIA_TYPE)
                            .header(HttpHeaders.ACCEPT_ENCODING, IDENTITY)
                            .build());
        }
    }
}
