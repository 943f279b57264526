// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * Netty's own way to Linux's sockets where it can be loaded, else the JDK's, which looks for events
 * twice each time another thread wakes it. Any thread.
 */
final class Sockets {
    private Sockets() {}

    /** How network threads wait for sockets of the {@link #type}. */
    static IoHandlerFactory handlers() {
        return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    static Class<? extends ServerChannel> serverType() {
        return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    static Class<? extends Channel> type() {
        return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /**
     * Tells network threads to close their sockets and to end; does not wait.
     *
     * @param seconds within so many, whatever tasks they have
     */
    static void end(EventLoopGroup network, int seconds) {
        // Not after 0: told within a task, a thread would end without closing what is left.
        network.shutdownGracefully(1, TimeUnit.SECONDS.toMillis(seconds), TimeUnit.MILLISECONDS);
    }
}
