// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.ws.rs.ClientErrorException;
import org.isthmus.rest.AuditLog;
import org.isthmus.rest.RoleFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection, and one request after the other on it. Until a request is whole, or a good part of
 * its body is there, it costs a few objects and a deadline; then a thread works on it, which has a
 * {@link Reply}. On its event loop.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements Reply.Connection {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    private enum State {
        /** No byte of a request yet. */
        IDLE,
        /** Some of its header. */
        HEAD,
        /** Its sender's password is being checked. */
        GATE,
        /** Its body is being gathered. */
        BODY,
        /** It is being worked on, perhaps before all its body is there. */
        BUSY,
        /** It was refused, and what still comes is thrown away. */
        CLOSING
    }

    private final Limits limits;
    private final ClientConnections connections;
    private final Gate gate;
    private final Requests requests;
    private final Executor workers;
    private final Executor probes;

    private ChannelHandlerContext ctx;
    private State state = State.IDLE;
    private ScheduledFuture<?> deadline;
    private final Queue<Object> arrived = new ArrayDeque<>();
    private boolean wanted;
    private boolean inNext;

    /** Whether the request is here to its end. */
    private boolean whole;

    /** Whether the answer that closes the connection has been sent. */
    private boolean lingers;

    private HttpRequest head;
    private Caller caller;
    private RequestTarget target;
    private RequestBody body;
    private volatile AnswerBody answer;

    /** Bytes of the body, in all and in this period. */
    private long received;

    private long receivedNow;

    /**
     * @param probes works on what supervisors ask, so that no other request keeps them waiting
     */
    HttpConnection(
            Limits limits,
            ClientConnections connections,
            Gate gate,
            Requests requests,
            Executor workers,
            Executor probes) {
        this.limits = limits;
        this.connections = connections;
        this.gate = gate;
        this.requests = requests;
        this.workers = workers;
        this.probes = probes;
    }

    /** Stands before the decoder, and notes when a request begins. */
    ChannelHandler firstBytes() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext c, Object bytes) {
                if (state == State.IDLE) {
                    state = State.HEAD;
                    after(
                            limits.headSeconds,
                            () ->
                                    refuse(
                                            HttpResponseStatus.REQUEST_TIMEOUT,
                                            "The header took more than "
                                                    + limits.headSeconds
                                                    + " s."));
                }
                c.fireChannelRead(bytes);
            }
        };
    }

    private void after(int seconds, Runnable action) {
        cancelDeadline();
        deadline = ctx.executor().schedule(action, seconds, TimeUnit.SECONDS);
    }

    private void cancelDeadline() {
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ctx = context;
        connections.open(ctx.channel());
        awaitRequest();
    }

    private void awaitRequest() {
        state = State.IDLE;
        head = null;
        caller = null;
        body = null;
        answer = null;
        whole = false;
        after(limits.idleSeconds, ctx::close);
        read();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        cancelDeadline();
        connections.closed(ctx.channel());
        arrived.forEach(ReferenceCountUtil::release);
        arrived.clear();
        if (body != null) {
            body.fail(new ClientErrorException("The client left.", 400));
        }
        wake();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        wake();
    }

    private void wake() {
        AnswerBody waiting = answer;
        if (waiting != null) {
            waiting.wake();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // Of the client's making: it went, or speaks no TLS.
        LOG.debug("connection of {}: {}", context.channel().remoteAddress(), cause.toString());
        context.close();
    }

    /** A read of the network may bring several messages; they wait until they are asked for. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        arrived.add(message);
        next();
    }

    /** Asks for one more message. */
    private void read() {
        wanted = true;
        next();
    }

    private void next() {
        if (inNext) {
            return;
        }
        inNext = true;
        try {
            Object message;
            while (wanted && (message = arrived.poll()) != null) {
                wanted = false;
                try {
                    onMessage(message);
                } finally {
                    ReferenceCountUtil.release(message);
                }
            }
        } finally {
            inNext = false;
        }
        if (wanted) {
            ctx.read();
        }
    }

    private void onMessage(Object message) {
        whole |= message instanceof LastHttpContent;
        if (state == State.CLOSING) {
            if (lingers && whole && isTls()) {
                ctx.close();
            } else {
                read();
            }
        } else if (message instanceof HttpRequest) {
            onHead((HttpRequest) message);
        } else if (message instanceof HttpContent && body != null) {
            onContent((HttpContent) message);
        }
    }

    private void onHead(HttpRequest request) {
        cancelDeadline();
        state = State.GATE;
        head = request;
        if (request.decoderResult().isFailure()) {
            Throwable cause = request.decoderResult().cause();
            if (cause instanceof TooLongHttpLineException) {
                refuse(
                        HttpResponseStatus.REQUEST_URI_TOO_LONG,
                        "At most " + limits.line + " bytes.");
            } else if (cause instanceof TooLongHttpHeaderException) {
                refuse(
                        HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                        "At most " + limits.head + " bytes.");
            } else {
                refuse(HttpResponseStatus.BAD_REQUEST, "This is no HTTP/1.1.");
            }
            return;
        }
        try {
            target = RequestTarget.of(request, isTls(), self());
        } catch (URISyntaxException e) {
            refuse(
                    HttpResponseStatus.BAD_REQUEST,
                    "Request target or Host is no URI, or there is not one Host.");
            return;
        }
        gate.admit(
                request,
                target.uri,
                self().getAddress(),
                ClientConnections.client(ctx.channel()),
                (refusal, who) -> {
                    if (ctx.executor().inEventLoop()) {
                        onGate(refusal, who);
                    } else {
                        ctx.executor().execute(() -> onGate(refusal, who));
                    }
                });
    }

    private boolean isTls() {
        return ctx.pipeline().get(SslHandler.class) != null;
    }

    private InetSocketAddress self() {
        return (InetSocketAddress) ctx.channel().localAddress();
    }

    private void onGate(HttpResponseStatus refusal, Caller who) {
        if (state != State.GATE) {
            return;
        }
        caller = who;
        if (refusal == HttpResponseStatus.UNAUTHORIZED) {
            refuse(refusal, "User and password are wanted.");
        } else if (refusal == HttpResponseStatus.FORBIDDEN) {
            refuse(refusal, "There are no users here, so only requests to localhost are answered.");
        } else if (refusal != null) {
            refuse(refusal, "Too many passwords are being checked.");
        } else if (target.leadsToTheApi()) {
            answer(ProblemResponse.redirect(target.base.getRawPath()));
        } else if (!target.isOfTheApi()) {
            refuse(
                    HttpResponseStatus.NOT_FOUND,
                    "There is nothing but what is below " + target.base.getRawPath() + ".");
        } else if (HttpUtil.getContentLength(head, 0L) > limits.body) {
            failTooLong();
        } else {
            awaitBody();
        }
    }

    private void failTooLong() {
        fail(
                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                "The body is longer than " + limits.body + " bytes.");
    }

    private void awaitBody() {
        state = State.BODY;
        received = 0;
        body = new RequestBody(() -> ctx.executor().execute(this::resume));
        if (HttpUtil.is100ContinueExpected(head)) {
            ctx.writeAndFlush(
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
        watchBody();
        read();
    }

    private void watchBody() {
        receivedNow = 0;
        after(limits.bodySeconds, this::checkBody);
    }

    private void checkBody() {
        if (receivedNow >= limits.bodyBytes || isReaderBehind()) {
            watchBody();
        } else {
            fail(
                    HttpResponseStatus.REQUEST_TIMEOUT,
                    "The body came with less than "
                            + limits.bodyBytes
                            + " bytes in "
                            + limits.bodySeconds
                            + " s.");
        }
    }

    private boolean isReaderBehind() {
        return state == State.BUSY && body.waiting() >= limits.gathered;
    }

    private void onContent(HttpContent content) {
        int n = content.content().readableBytes();
        received += n;
        receivedNow += n;
        if (content.decoderResult().isFailure()) {
            fail(HttpResponseStatus.BAD_REQUEST, "The body is no HTTP/1.1.");
            return;
        }
        if (received > limits.body) {
            failTooLong();
            return;
        }
        body.add(content.content());
        if (content instanceof LastHttpContent) {
            cancelDeadline();
            body.end();
        }
        if (state == State.BODY && (body.hasEnded() || body.waiting() >= limits.gathered)) {
            state = State.BUSY;
            Channel channel = ctx.channel();
            if (Gate.isProbe(head, target.uri)) {
                work(channel, probes, () -> {});
            } else if (!connections.busy(
                    channel, () -> work(channel, workers, () -> connections.done(channel)))) {
                refuse(
                        HttpResponseStatus.SERVICE_UNAVAILABLE,
                        "Too many requests are worked on or wait already.");
                return;
            }
        }
        if (!body.hasEnded()) {
            resume();
        }
    }

    /** Reads on unless the reader of the body is behind. */
    private void resume() {
        if (body == null || body.hasEnded() || state == State.CLOSING) {
            return;
        }
        if (!isReaderBehind()) {
            read();
        }
    }

    /** Refuses a request, or the rest of its body if it is being worked on. */
    private void fail(HttpResponseStatus status, String detail) {
        if (state == State.BUSY) {
            cancelDeadline();
            body.fail(new ClientErrorException(detail, status.code()));
        } else {
            refuse(status, detail);
        }
    }

    private void work(Channel channel, Executor by, Runnable done) {
        // Once it is answered, the fields are those of the request behind it.
        RequestTarget to = target;
        HttpRequest request = head;
        Caller who = caller;
        RequestBody content = body;
        // A thread never waits for a client without a password to take answers.
        boolean last = by == probes;
        Reply reply = new Reply(this, channel, request, content, last, limits.answerSeconds, done);
        try {
            by.execute(() -> requests.serve(to.base, to.uri, request, who, content, reply));
        } catch (RejectedExecutionException e) {
            // The server is being closed.
            channel.close();
            done.run();
        }
    }

    @Override
    public void begins(AnswerBody sender) {
        answer = sender;
    }

    @Override
    public void ends() {
        if (!whole) {
            state = State.CLOSING;
        }
        awaitSent();
    }

    /** A client that takes nothing would keep its connection from making room for others. */
    private void awaitSent() {
        if (ctx.channel().isActive()) {
            after(limits.answerSeconds, ctx::close);
        }
    }

    @Override
    public void sent(boolean closes) {
        if (closes) {
            linger();
        } else {
            connections.waits(ctx.channel());
            awaitRequest();
        }
    }

    @Override
    public void failed() {
        refuse(HttpResponseStatus.INTERNAL_SERVER_ERROR, "The service failed; its log says more.");
    }

    /** Answers with a problem, and closes: what else the client sends is not read. */
    private void refuse(HttpResponseStatus status, String detail) {
        answer(ProblemResponse.of(status, detail));
    }

    private void answer(FullHttpResponse response) {
        awaitSent();
        state = State.CLOSING;
        if (caller != null && !RoleFilter.isRead(head.method().name())) {
            AuditLog.answered(
                    caller.getName(),
                    RestServer.authority((InetSocketAddress) ctx.channel().remoteAddress()),
                    head.method().name(),
                    head.uri(),
                    response.status().code());
        }
        ctx.writeAndFlush(response).addListener(f -> linger());
    }

    /** Closes so that the client has read the answer, which a reset would throw away. */
    private void linger() {
        state = State.CLOSING;
        Channel channel = ctx.channel();
        if (!channel.isActive() || !(channel instanceof SocketChannel) || isTls() && whole) {
            ctx.close();
            return;
        }
        lingers = true;
        if (!isTls()) {
            ((SocketChannel) channel).shutdownOutput();
        }
        after(limits.lingerSeconds, ctx::close);
        read();
    }
}
