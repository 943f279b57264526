// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Sends frames through a packet socket, many with one system call. The kernel copies them: the
 * memory of a transmit ring would stay in use until the receiver has read the frame. For one
 * thread.
 */
final class SendBatch implements AutoCloseable {
    private static final int BATCH = 64;
    private static final int SEND_BUFFER_BYTES = 4 << 20;
    private static final int ETHERNET_HEADER = 14;
    private static final int VLAN_TAG = 4;

    // struct mmsghdr and struct iovec of 64-bit Linux
    private static final int MESSAGE_BYTES = 64;
    private static final int MESSAGE_IOV = 16;
    private static final int MESSAGE_IOV_COUNT = 24;
    private static final int IOV_BYTES = 16;
    private static final int IOV_LENGTH = 8;

    private final int fd;
    private final int slotBytes;
    private final ByteBuffer frames;
    private final ByteBuffer messages = LibC.allocate(BATCH * MESSAGE_BYTES);
    private final ByteBuffer iovs = LibC.allocate(BATCH * IOV_BYTES);
    private final long messagesAddress = LibC.address(messages);
    private final PortCounters counters;
    private int count;
    private long bytes;

    SendBatch(Interface to, PortCounters counters) throws IOException {
        this.counters = counters;
        slotBytes = to.mtu + ETHERNET_HEADER + VLAN_TAG;
        frames = LibC.allocate(BATCH * slotBytes);
        long framesAddress = LibC.address(frames);
        long iovsAddress = LibC.address(iovs);
        for (int i = 0; i < BATCH; i++) {
            iovs.putLong(i * IOV_BYTES, framesAddress + (long) i * slotBytes);
            messages.putLong(i * MESSAGE_BYTES + MESSAGE_IOV, iovsAddress + (long) i * IOV_BYTES);
            messages.putLong(i * MESSAGE_BYTES + MESSAGE_IOV_COUNT, 1);
        }
        int type = LibC.SOCK_RAW | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
        fd = LibC.check(LibC.socket(LibC.AF_PACKET, type, 0), "socket(AF_PACKET)");
        try {
            LibC.setOption(fd, LibC.SOL_SOCKET, LibC.SO_SNDBUFFORCE, SEND_BUFFER_BYTES);
            to.bind(fd, 0);
        } catch (IOException e) {
            LibC.close(fd);
            throw e;
        }
    }

    void send(byte[] buf, int off, int len) {
        if (len > slotBytes) {
            counters.txOversize.increment();
            return;
        }
        frames.position(count * slotBytes);
        frames.put(buf, off, len);
        iovs.putLong(count * IOV_BYTES + IOV_LENGTH, len);
        bytes += len;
        if (++count == BATCH) {
            flush();
        }
    }

    void flush() {
        if (count == 0) {
            return;
        }
        int done = 0;
        int failed = 0;
        while (done < count) {
            int n =
                    LibC.sendmmsg(
                            fd,
                            messagesAddress + (long) done * MESSAGE_BYTES,
                            count - done,
                            LibC.MSG_DONTWAIT);
            if (n > 0) {
                done += n;
                continue;
            }
            int error = Native.getLastError();
            if (error != LibC.EINTR) {
                // The first of the rest was refused; try the others.
                bytes -= iovs.getLong(done * IOV_BYTES + IOV_LENGTH);
                (error == LibC.EMSGSIZE ? counters.txOversize : counters.txDropped).increment();
                failed++;
                done++;
            }
        }
        counters.txFrames.add(count - failed);
        counters.txBytes.add(bytes);
        count = 0;
        bytes = 0;
    }

    @Override
    public void close() {
        LibC.close(fd);
    }
}
