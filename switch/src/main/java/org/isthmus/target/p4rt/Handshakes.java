// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log why TLS with a client failed: gRPC says so to nobody but the client. Whoever
 * reaches the port can have it fail as often as it likes, so each address has one line an hour for
 * each cause, and all of them together some.
 *
 * <p>Threading: the network's thread, of which a server has one.
 */
@Sharable
final class Handshakes extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Handshakes.class);

    private static final long PERIOD_NANOS = TimeUnit.HOURS.toNanos(1);

    /** In a period. */
    static final int MAX_LINES = 64;

    /** Clients in Java and Netty say the last of these of an authority that they do not know. */
    private static final Pattern UNTRUSTED =
            Pattern.compile(
                    "ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|INTERNAL_ERROR)");

    private final String server;
    private final LongSupplier nanos;

    /** Who was named in this period, and with what. */
    private final Set<String> said = new HashSet<>();

    private long begun;

    /**
     * @param server how the log calls it
     * @param nanos a clock that only runs
     */
    Handshakes(String server, LongSupplier nanos) {
        this.server = server;
        this.nanos = nanos;
        begun = nanos.getAsLong();
    }

    /** Of a server's channel: each connection that it accepts is looked after. */
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object accepted) {
        ((Channel) accepted).pipeline().addLast(new End());
        ctx.fireChannelRead(accepted);
    }

    /** Of a connection, in front of its TLS: asks that how it went once the connection ends. */
    private final class End extends ChannelInboundHandlerAdapter {
        private SocketAddress from;

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            from = ctx.channel().remoteAddress();
            ctx.fireChannelActive();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            SslHandler tls = ctx.pipeline().get(SslHandler.class);
            if (tls != null && tls.handshakeFuture().cause() != null) {
                failed(from, tls.handshakeFuture().cause());
            }
            ctx.fireChannelInactive();
        }
    }

    /** A handshake with somebody failed. */
    void failed(SocketAddress from, Throwable cause) {
        InetAddress address =
                from instanceof InetSocketAddress ? ((InetSocketAddress) from).getAddress() : null;
        String client = address == null ? "somebody" : address.getHostAddress();
        long now = nanos.getAsLong();
        if (now - begun >= PERIOD_NANOS) {
            begun = now;
            said.clear();
        }
        String why = why(cause);
        if (said.size() >= MAX_LINES || !said.add(client + why)) {
            return;
        }
        LOG.warn("{}: no TLS with {}: {}", server, client, why);
        if (said.size() == MAX_LINES) {
            LOG.warn("{}: TLS fails with more clients: no more of it for an hour", server);
        }
    }

    /** In words; what is not known, as the library says it. */
    static String why(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof NotSslRecordException) {
                return "it speaks no TLS";
            }
            if (t instanceof CertificateExpiredException) {
                return "its certificate has expired, or the clock here is wrong";
            }
            if (t instanceof CertificateNotYetValidException) {
                return "its certificate is not valid yet, or the clock here is wrong";
            }
            if (t instanceof CertPathBuilderException) {
                return "nobody of --grpc-server-cacert has signed its certificate";
            }
        }
        String text = String.valueOf(failure.getMessage());
        if (text.contains("PEER_DID_NOT_RETURN_A_CERTIFICATE")) {
            return "it shows no certificate that --grpc-server-cacert has signed";
        }
        if (text.contains("ALERT_CERTIFICATE_EXPIRED")) {
            return "it says that our certificate, --grpc-server-cert, has expired";
        }
        if (UNTRUSTED.matcher(text).find()) {
            return "it does not trust our certificate, --grpc-server-cert";
        }
        return text;
    }
}
