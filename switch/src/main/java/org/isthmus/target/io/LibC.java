// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Calls of the C library, with the constants of 64-bit Linux. Pointers are longs, so that a call
 * makes no objects.
 */
public final class LibC {
    static final int AF_PACKET = 17;
    static final int SOCK_RAW = 3;
    static final int SOCK_NONBLOCK = 0x800;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int SOCK_DGRAM = 2;
    static final int AF_INET = 2;
    static final int ETH_P_ALL = 3;

    public static final int SOL_SOCKET = 1;
    static final int SO_ERROR = 4;
    static final int SO_SNDBUFFORCE = 32;
    static final int SO_RCVBUFFORCE = 33;

    static final int SOL_PACKET = 263;
    static final int PACKET_ADD_MEMBERSHIP = 1;
    static final int PACKET_RX_RING = 5;
    static final int PACKET_STATISTICS = 6;
    static final int PACKET_COPY_THRESH = 7;
    static final int PACKET_VERSION = 10;
    static final int PACKET_VNET_HDR = 15;
    static final int PACKET_IGNORE_OUTGOING = 23;
    static final int PACKET_MR_PROMISC = 1;

    public static final int PROT_READ_WRITE = 3;
    public static final int MAP_SHARED = 1;
    static final int MAP_POPULATE = 0x8000;

    static final int MSG_DONTWAIT = 0x40;
    static final short POLLIN = 1;
    static final short POLLERR = 8;
    static final int EFD_NONBLOCK_CLOEXEC = 0x80800;

    static final int SIOCGIFFLAGS = 0x8913;
    static final int SIOCGIFMTU = 0x8921;
    static final int IFF_UP = 1;
    static final int IFF_RUNNING = 0x40;

    public static final int EPERM = 1;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int EMSGSIZE = 90;
    static final int ENOBUFS = 105;

    static {
        Native.register(LibC.class, "c");
    }

    private LibC() {}

    public static native int socket(int domain, int type, int protocol);

    static native int bind(int fd, long address, int length);

    static native int listen(int fd, int backlog);

    static native int connect(int fd, long address, int length);

    public static native int setsockopt(int fd, int level, int option, long value, int length);

    static native int getsockopt(int fd, int level, int option, long value, long length);

    static native int getsockname(int fd, long address, long length);

    static native int ioctl(int fd, long request, long argument);

    public static native long mmap(long at, long length, int prot, int flags, int fd, long offset);

    public static native int munmap(long at, long length);

    static native int poll(long fds, long count, int millis);

    static native int sendmmsg(int fd, long messages, int count, int flags);

    public static native long recv(int fd, long buffer, long length, int flags);

    static native int eventfd(int initial, int flags);

    static native long read(int fd, long buffer, long length);

    public static native long write(int fd, long buffer, long length);

    public static native int close(int fd);

    public static native String strerror(int errno);

    /** Memory in the machine's byte order, zeroed, that lives as long as the buffer. */
    public static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    public static long address(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }

    /** Memory that belongs to someone else. */
    public static ByteBuffer at(long address, long length) {
        return new Pointer(address).getByteBuffer(0, length).order(ByteOrder.nativeOrder());
    }

    static IOException error(String what) {
        return new IOException(message(what, Native.getLastError()));
    }

    /** What went wrong, and what to do about it where a right is missing. */
    static String message(String what, int errno) {
        String remedy =
                errno == EPERM
                        ? ": it needs CAP_NET_RAW and CAP_NET_ADMIN, which root has, and a service"
                                + " by AmbientCapabilities"
                        : "";
        return what + ": " + strerror(errno) + remedy;
    }

    /**
     * @return {@code result}
     * @throws IOException it is negative
     */
    public static int check(int result, String what) throws IOException {
        if (result < 0) {
            throw error(what);
        }
        return result;
    }

    static void setOption(int fd, int level, int option, int... values) throws IOException {
        ByteBuffer b = allocate(4 * values.length);
        for (int v : values) {
            b.putInt(v);
        }
        check(
                setsockopt(fd, level, option, address(b), b.capacity()),
                "setsockopt " + level + " " + option);
    }
}
