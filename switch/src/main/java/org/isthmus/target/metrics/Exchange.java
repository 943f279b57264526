// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.metrics;

import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderValues;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpMethod;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection: a request, its answer, the end. For the thread of the connection. */
final class Exchange extends ChannelInboundHandlerAdapter {
    /** For the client to read its answer, which a reset would throw away. */
    private static final long LINGER_MILLIS = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final String PATH = "/metrics";
    private static final String TEXT = "text/plain; charset=utf-8";

    private final Metrics metrics;
    private final long millis;
    private boolean answered;

    /**
     * @param millis from the beginning to the end of it
     */
    Exchange(Metrics metrics, long millis) {
        this.metrics = metrics;
        this.millis = millis;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        closeAfter(millis, ctx);
    }

    private static void closeAfter(long millis, ChannelHandlerContext ctx) {
        ctx.executor().schedule(() -> ctx.close(), millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (!answered && message instanceof HttpRequest) {
                answered = true;
                send(ctx, answer((HttpRequest) message));
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private FullHttpResponse answer(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return refusal(HttpResponseStatus.BAD_REQUEST, "That is no request of HTTP/1.1.");
        }
        String path = request.uri().split("\\?", 2)[0];
        if (!path.equals(PATH)) {
            return refusal(HttpResponseStatus.NOT_FOUND, "There is nothing but " + PATH + ".");
        }
        if (!request.method().equals(HttpMethod.GET)) {
            FullHttpResponse refusal =
                    refusal(HttpResponseStatus.METHOD_NOT_ALLOWED, PATH + " takes GET alone.");
            refusal.headers().set(HttpHeaderNames.ALLOW, HttpMethod.GET);
            return refusal;
        }
        try {
            return response(HttpResponseStatus.OK, Metrics.CONTENT_TYPE, metrics.text());
        } catch (IOException | RuntimeException e) {
            LOG.error("metrics", e);
            return refusal(HttpResponseStatus.INTERNAL_SERVER_ERROR, "It failed; see the log.");
        }
    }

    private static FullHttpResponse refusal(HttpResponseStatus status, String line) {
        return response(status, TEXT, (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static FullHttpResponse response(HttpResponseStatus status, String type, byte[] body) {
        FullHttpResponse response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, type)
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return response;
    }

    private static void send(ChannelHandlerContext ctx, FullHttpResponse response) {
        ctx.writeAndFlush(response)
                .addListener(
                        sent -> {
                            ((SocketChannel) ctx.channel()).shutdownOutput();
                            closeAfter(LINGER_MILLIS, ctx);
                        });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("connection for metrics", cause);
        ctx.close();
    }
}
