// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.Date;

/**
 * An answer on its way. Its head says how the client finds the end of the body (RFC 9112 section
 * 6.3), and whether another request may follow (section 9.3). For the thread that works on the
 * request.
 */
final class Reply implements Requests.Answer {

    /** The connection that it goes out on. On its event loop, but for {@link #begins}. */
    interface Connection {
        /** The body is sent by this; on the thread that works on the request. */
        void begins(AnswerBody body);

        /** What is left of the body is on its way, and nobody waits for the client to take it. */
        void ends();

        /** The whole answer was sent. */
        void sent(boolean closes);

        /** There will be none, and none of it was sent. */
        void failed();
    }

    private final Connection connection;
    private final Channel channel;
    private final HttpRequest head;
    private final RequestBody body;
    private final boolean last;
    private final int seconds;
    private final Runnable done;
    private boolean begun;
    private boolean close;
    private boolean aborted;

    /**
     * @param head of the request
     * @param body of the request
     * @param last whether it ends the connection whatever the client wants
     * @param seconds for the client to take more of the body
     * @param done once the work has ended
     */
    Reply(
            Connection connection,
            Channel channel,
            HttpRequest head,
            RequestBody body,
            boolean last,
            int seconds,
            Runnable done) {
        this.connection = connection;
        this.channel = channel;
        this.head = head;
        this.body = body;
        this.last = last;
        this.seconds = seconds;
        this.done = done;
    }

    @Override
    public OutputStream begin(int status, String reason, Iterable<String[]> header, long length) {
        begun = true;
        HttpResponse response =
                new DefaultHttpResponse(
                        HttpVersion.HTTP_1_1, new HttpResponseStatus(status, reason));
        HttpHeaders headers = response.headers();
        header.forEach(h -> headers.add(h[0], h[1]));
        headers.set(HttpHeaderNames.DATE, DateFormatter.format(new Date()));
        boolean old = head.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
        if (length >= 0 && status >= 200 && status != 204 && status != 304) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, length);
        } else if (length < 0 && !old) {
            HttpUtil.setTransferEncodingChunked(response, true);
        }
        close = last || !HttpUtil.isKeepAlive(head) || !body.hasEnded() || length < 0 && old;
        if (close) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (old) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        AnswerBody answer = new AnswerBody(channel, seconds);
        connection.begins(answer);
        channel.write(response);
        return answer;
    }

    @Override
    public boolean begun() {
        return begun;
    }

    @Override
    public String peer() {
        return RestServer.authority((InetSocketAddress) channel.remoteAddress());
    }

    @Override
    public void abort() {
        aborted = true;
        channel.close();
    }

    @Override
    public void end() {
        done.run();
        if (aborted) {
            return;
        }
        if (!begun) {
            channel.eventLoop().execute(connection::failed);
            return;
        }
        channel.eventLoop().execute(connection::ends);
        channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                .addListener(
                        (ChannelFutureListener)
                                sent -> {
                                    if (sent.isSuccess()) {
                                        connection.sent(close);
                                    } else {
                                        channel.close();
                                    }
                                });
    }
}
