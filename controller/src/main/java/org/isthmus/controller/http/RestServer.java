// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.ws.rs.core.Application;
import org.isthmus.logging.ListenFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the REST API over HTTP/1.1. Connections cost no thread until a request is there, see
 * {@link HttpConnection}. Any thread.
 */
public final class RestServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RestServer.class);

    /** Where ONOS has it as well. */
    public static final String PATH = "/onos/nat64";

    /** Why a request that was worked on ended early. */
    static final String CLOSING = "The controller is being stopped.";

    private static final int STOP_SECONDS = 1;
    private static final int EVENT_LOOPS = 2;

    private final EventLoopGroup loops;
    private final ThreadPoolExecutor workers;
    private final ThreadPoolExecutor probes;
    private final ThreadPoolExecutor logins;
    private final Channel server;
    private JerseyRequests requests;
    private final Gate gate;

    /** Of connections to come; null for plain HTTP. */
    private volatile SSLContext tls;

    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Starts to listen.
     *
     * @param tls null for plain HTTP
     * @param credentials null to let everybody in
     * @throws IOException the address cannot be bound
     */
    public RestServer(
            InetSocketAddress address,
            SSLContext tls,
            Credentials credentials,
            Application application)
            throws IOException {
        Limits limits = Limits.DEFAULT;
        this.tls = tls;
        loops =
                new MultiThreadIoEventLoopGroup(
                        EVENT_LOOPS, threads("rest-io"), NioIoHandler.newFactory());
        workers = pool(limits.requests, Integer.MAX_VALUE, "rest");
        probes = pool(1, limits.connections, "rest-probe");
        logins = pool(1, Integer.MAX_VALUE, "rest-login");
        ClientConnections connections =
                new ClientConnections(
                        limits.connectionsOfClient,
                        limits.connections,
                        limits.requests,
                        limits.connectionsWaiting);
        gate = new Gate(credentials, logins, limits);
        ServerBootstrap bootstrap =
                new ServerBootstrap()
                        .group(loops)
                        .channel(NioServerSocketChannel.class)
                        .option(ChannelOption.AUTO_READ, false)
                        .option(ChannelOption.SO_BACKLOG, limits.connections)
                        .childOption(ChannelOption.AUTO_READ, false)
                        .childHandler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        initialize(
                                                channel,
                                                RestServer.this.tls,
                                                limits,
                                                new HttpConnection(
                                                        limits,
                                                        connections,
                                                        gate,
                                                        requests,
                                                        workers,
                                                        probes));
                                    }
                                });
        ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
        server = bound.channel();
        if (!bound.isSuccess()) {
            close();
            throw ListenFailure.of(address, bound.cause(), "controller", "--listen");
        }
        requests = new JerseyRequests(application);
        // From now on it accepts connections.
        server.config().setAutoRead(true);
    }

    /** What the network brings goes through TLS and the decoder to the connection. */
    static void initialize(
            Channel channel, SSLContext tls, Limits limits, HttpConnection connection) {
        if (tls != null) {
            SSLEngine engine = tls.createSSLEngine();
            engine.setUseClientMode(false);
            SslHandler handler = new SslHandler(engine);
            handler.setHandshakeTimeout(limits.headSeconds, TimeUnit.SECONDS);
            channel.pipeline().addLast(handler);
        }
        channel.pipeline()
                .addLast(
                        connection.firstBytes(),
                        new HttpServerCodec(
                                new HttpDecoderConfig()
                                        .setMaxInitialLineLength(limits.line)
                                        .setMaxHeaderSize(limits.head)),
                        connection);
    }

    private static DefaultThreadFactory threads(String name) {
        return new DefaultThreadFactory(name, true);
    }

    private static ThreadPoolExecutor pool(int threads, int queue, String name) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        1,
                        TimeUnit.MINUTES,
                        new LinkedBlockingQueue<>(queue),
                        threads(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Asks for the passwords of other users from the next request on.
     *
     * @param credentials not null, where there were some
     */
    public void credentials(Credentials credentials) {
        gate.credentials(credentials);
    }

    /**
     * Has another key and certificate, for connections that come from now on.
     *
     * @param context not null, where there was one
     */
    public void tls(SSLContext context) {
        tls = context;
    }

    /** Where the API is. */
    public String url() {
        return (tls != null ? "https://" : "http://")
                + authority((InetSocketAddress) server.localAddress())
                + PATH;
    }

    /** As it stands in a URI. */
    static String authority(InetSocketAddress a) {
        String host = a.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + a.getPort();
    }

    /**
     * Lets requests end for a moment, and takes a few seconds at most: what does not end by then is
     * left and logged. A second time does nothing.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            server.close().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
            workers.shutdown();
            awaitWorkers();
            workers.shutdownNow();
            probes.shutdownNow();
            logins.shutdownNow();
            // Whoever was interrupted closes its connection, for which the loops are wanted.
            awaitWorkers();
            boolean ended =
                    loops.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
                            .awaitUninterruptibly(2 * STOP_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                LOG.warn("connections of the REST API did not end, and are left");
            }
        }
    }

    private void awaitWorkers() {
        try {
            workers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
