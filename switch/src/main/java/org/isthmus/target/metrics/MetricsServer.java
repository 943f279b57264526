// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.metrics;

import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpServerCodec;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.isthmus.logging.ListenFailure;

/**
 * Answers {@code GET /metrics} over HTTP/1.1. One thread has all connections; each has one answer,
 * and ends after ten seconds at the latest. Where there are too many, the eldest makes room, so
 * that half a request keeps no whole one out.
 */
public final class MetricsServer implements AutoCloseable {
    static final int MAX_CONNECTIONS = 16;

    private static final long CONNECTION_MILLIS = 10_000;

    private final EventLoopGroup loop =
            new MultiThreadIoEventLoopGroup(
                    1, new DefaultThreadFactory("metrics", true), NioIoHandler.newFactory());

    private final Channel listener;

    /** The eldest first. Of the one thread alone. */
    private final Deque<Channel> open = new ArrayDeque<>();

    /**
     * Starts to listen.
     *
     * @throws IOException the address cannot be bound; names the option
     */
    public MetricsServer(InetSocketAddress address, Metrics metrics) throws IOException {
        this(address, metrics, CONNECTION_MILLIS);
    }

    /**
     * @param millis after which a connection ends
     */
    MetricsServer(InetSocketAddress address, Metrics metrics, long millis) throws IOException {
        ChannelFuture bound =
                new ServerBootstrap()
                        .group(loop)
                        .channel(NioServerSocketChannel.class)
                        .childHandler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        admit(channel);
                                        channel.pipeline()
                                                .addLast(
                                                        new HttpServerCodec(),
                                                        new Exchange(metrics, millis));
                                    }
                                })
                        .bind(address)
                        .awaitUninterruptibly();
        listener = bound.channel();
        if (!bound.isSuccess()) {
            close();
            IOException e = ListenFailure.of(address, bound.cause(), "switch", "address");
            throw new IOException("--metrics-addr: " + e.getMessage(), e);
        }
    }

    private void admit(Channel channel) {
        if (open.size() == MAX_CONNECTIONS) {
            open.remove().close();
        }
        open.add(channel);
        channel.closeFuture().addListener(f -> open.remove(channel));
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
