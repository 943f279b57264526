// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the body of an answer; the one thread that writes waits while the client is slow. */
final class AnswerBody extends OutputStream {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerBody.class);
    private static final int PART = 16 << 10;

    private final Channel channel;
    private final int seconds;

    /**
     * @param seconds for the client to take more, before its connection is closed
     */
    AnswerBody(Channel channel, int seconds) {
        this.channel = channel;
        this.seconds = seconds;
    }

    /** To be called when the channel can take more, or closes. */
    synchronized void wake() {
        notifyAll();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        for (int done = 0; done < len; ) {
            int n = Math.min(PART, len - done);
            awaitWritable();
            channel.writeAndFlush(new DefaultHttpContent(Unpooled.copiedBuffer(b, off + done, n)));
            done += n;
        }
    }

    private synchronized void awaitWritable() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!channel.isWritable()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (!channel.isActive() || left <= 0) {
                channel.close();
                LOG.debug("{} did not take its answer", channel.remoteAddress());
                throw new IOException("the client takes nothing");
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                // Without a cause it is no fault of ours, whose stack the log would have.
                throw new IOException(RestServer.CLOSING);
            }
        }
    }
}
