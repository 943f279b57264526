// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyTest {
    private static final HttpRequest NEW = request(HttpVersion.HTTP_1_1, null);
    private static final HttpRequest OLD = request(HttpVersion.HTTP_1_0, null);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final RequestBody body = new RequestBody(() -> {});
    private final List<String> told = new ArrayList<>();
    private AnswerBody sender;

    private final Reply.Connection connection =
            new Reply.Connection() {
                @Override
                public void begins(AnswerBody of) {
                    sender = of;
                }

                @Override
                public void ends() {
                    told.add("ends");
                }

                @Override
                public void sent(boolean closes) {
                    told.add(closes ? "sent, closes" : "sent");
                }

                @Override
                public void failed() {
                    told.add("failed");
                }
            };

    private static HttpRequest request(HttpVersion version, String wanted) {
        HttpRequest request = new DefaultHttpRequest(version, HttpMethod.GET, "/");
        if (wanted != null) {
            request.headers().set("Connection", wanted);
        }
        return request;
    }

    private Reply reply(HttpRequest request, boolean last) {
        return new Reply(connection, channel, request, body, last, 1, () -> told.add("done"));
    }

    /** What the head of an answer without a body says of its end and of the connection. */
    private String head(HttpRequest request, int status, long length) {
        return head(reply(request, false), status, length);
    }

    private String head(Reply reply, int status, long length) {
        told.clear();
        assertSame(reply.begin(status, "as it is", List.of(), length), sender);
        reply.end();
        channel.runPendingTasks();
        HttpResponse head = channel.readOutbound();
        assertSame(LastHttpContent.EMPTY_LAST_CONTENT, channel.readOutbound());
        assertEquals(status, head.status().code());
        String said = head.headers().get("Connection");
        boolean closes = "close".equals(said);
        assertEquals(List.of("done", "ends", closes ? "sent, closes" : "sent"), told);
        return "length "
                + head.headers().get("Content-Length")
                + ", "
                + head.headers().get("Transfer-Encoding")
                + ", connection "
                + said;
    }

    /** RFC 9112 section 6.3, and RFC 9110 section 8.6. */
    @Test
    void theClientFindsTheEndOfTheBody() {
        body.end();
        assertEquals("length 7, null, connection null", head(NEW, 200, 7));
        assertEquals("length 0, null, connection null", head(NEW, 200, 0));
        assertEquals("length null, chunked, connection null", head(NEW, 200, -1));
        assertEquals("length null, null, connection null", head(NEW, 204, 0));
        assertEquals("length null, null, connection null", head(NEW, 304, 7));
    }

    /** It knows no chunks, so that the end of the connection is that of a body of any length. */
    @Test
    void anOldClientKeepsTheConnectionIfItAsksForThat() {
        body.end();
        HttpRequest keeps = request(HttpVersion.HTTP_1_0, "keep-alive");
        assertEquals("length 7, null, connection close", head(OLD, 200, 7));
        assertEquals("length 7, null, connection keep-alive", head(keeps, 200, 7));
        assertEquals("length null, null, connection close", head(keeps, 200, -1));
    }

    @Test
    void theConnectionEndsWhereNoRequestCanFollow() {
        assertEquals("length 7, null, connection close", head(NEW, 200, 7), "a body is half read");
        body.end();
        assertEquals("length 7, null, connection close", head(reply(NEW, true), 200, 7));
        assertEquals(
                "length 7, null, connection close",
                head(request(HttpVersion.HTTP_1_1, "close"), 200, 7));
    }

    @Test
    void anAnswerThatNeverBeganHasFailed() {
        Reply reply = reply(NEW, false);
        assertFalse(reply.begun());
        reply.end();
        channel.runPendingTasks();
        assertEquals(List.of("done", "failed"), told);
        assertNull(channel.readOutbound());
    }

    @Test
    void halfAnAnswerEndsWithTheConnection() {
        Reply reply = reply(NEW, false);
        reply.begin(200, "OK", List.of(), -1);
        assertTrue(reply.begun());
        reply.abort();
        reply.end();
        channel.runPendingTasks();
        assertFalse(channel.isOpen());
        assertEquals(List.of("done"), told);
    }

    @Test
    void whoLeavesBeforeTheEndIsNotToldThatItWasSent() {
        body.end();
        Reply reply = reply(NEW, false);
        reply.begin(200, "OK", List.of(), 0);
        channel.close();
        reply.end();
        channel.runPendingTasks();
        assertEquals(List.of("done", "ends"), told);
    }
}
