// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Date;
import org.isthmus.rest.Problem;

/** What a request is answered that does not come to the API. */
final class ProblemResponse {
    private ProblemResponse() {}

    /**
     * Leads to another path, after which the connection is closed. It names no scheme, as a proxy
     * may have spoken TLS to the client.
     */
    static FullHttpResponse redirect(String path) {
        FullHttpResponse response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.TEMPORARY_REDIRECT);
        HttpHeaders header = response.headers();
        header.set(HttpHeaderNames.LOCATION, path);
        header.set(HttpHeaderNames.CONTENT_LENGTH, 0);
        header.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        header.set(HttpHeaderNames.DATE, DateFormatter.format(new Date()));
        return response;
    }

    /** An answer after which the connection is closed. */
    static FullHttpResponse of(HttpResponseStatus status, String detail) {
        FullHttpResponse response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        status,
                        Unpooled.wrappedBuffer(
                                Problem.document(status.code(), status.reasonPhrase(), detail)));
        HttpHeaders header = response.headers();
        header.set(HttpHeaderNames.CONTENT_TYPE, Problem.TYPE.toString());
        header.set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
        header.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        header.set(HttpHeaderNames.DATE, DateFormatter.format(new Date()));
        if (status == HttpResponseStatus.UNAUTHORIZED) {
            header.set(
                    HttpHeaderNames.WWW_AUTHENTICATE, "Basic realm=\"isthmus\", charset=\"UTF-8\"");
        } else if (status == HttpResponseStatus.SERVICE_UNAVAILABLE) {
            header.set(HttpHeaderNames.RETRY_AFTER, 1);
        }
        return response;
    }
}
