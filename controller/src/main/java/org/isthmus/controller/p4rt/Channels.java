// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.WriteBufferWaterMark;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import org.isthmus.config.ManagementAddress;
import org.isthmus.export.Pem;

/** Opens connections to devices. Any thread. */
@FunctionalInterface
public interface Channels {
    /** BMv2 answers a read with one message, however large the table. */
    int MAX_MESSAGE = 512 << 20;

    /** The errors of a write come as trailers, one for each update: some 200 bytes in base 64. */
    int MAX_METADATA = 4 << 20;

    /**
     * Bytes that may wait for the socket. HTTP/2 shares them among the streams that have something
     * to send: a packet must not go ahead of the last part of the Write that was begun before it.
     */
    WriteBufferWaterMark UNSENT =
            new WriteBufferWaterMark(2 * ChangeWriter.MAX_BYTES, 4 * ChangeWriter.MAX_BYTES);

    /**
     * Opens without waiting.
     *
     * @param loop the connection's network thread, on which calls are told what came
     */
    ManagedChannel open(ManagementAddress address, EventLoop loop);

    /**
     * Over TCP, with TLS where the address asks for it.
     *
     * @param trusted certificates in PEM of those who may sign a device's; null for those the JVM
     *     trusts
     * @param certificate our own in PEM, shown to devices that ask; null for none
     * @param key its private key, PKCS 8 in PEM
     * @throws IOException a file cannot be read or is not what it should be
     */
    static Channels tcp(Path trusted, Path certificate, Path key) throws IOException {
        SslContextBuilder tls = GrpcSslContexts.forClient();
        if (trusted != null) {
            try (InputStream in = Files.newInputStream(trusted)) {
                tls.trustManager(in);
            } catch (IllegalArgumentException e) {
                throw new IOException(trusted + ": holds no certificate in PEM", e);
            }
        }
        if (certificate != null) {
            PrivateKey own = Pem.keyOf(certificate, key);
            if (own.getAlgorithm().equals("EdDSA")) {
                // Netty would take it, and show none.
                throw new IOException(key + " is a key of EdDSA, and must be one of RSA or EC");
            }
            tls.keyManager(own, Pem.certificates(certificate));
        }
        SslContext context = tls.build();
        return (address, loop) -> {
            NettyChannelBuilder channel =
                    NettyChannelBuilder.forAddress(address.host(), address.port())
                            .eventLoopGroup(loop)
                            .channelType(Sockets.type())
                            .withOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT)
                            .directExecutor()
                            // Who called decides what is done again.
                            .disableRetry()
                            .maxInboundMetadataSize(MAX_METADATA)
                            .maxInboundMessageSize(MAX_MESSAGE);
            if (address.tls()) {
                channel.sslContext(context);
            } else {
                channel.usePlaintext();
            }
            return channel.build();
        };
    }
}
