// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A Linux network interface as it is at one moment. */
final class Interface {
    private static final int IFREQ_SIZE = 40;
    private static final int IFNAMSIZ = 16;
    private static final int SIOCGIFINDEX = 0x8933;

    /** Of struct sockaddr_ll. */
    private static final int ADDRESS_SIZE = 20;

    final int index;
    final int mtu;
    final boolean up;

    /** Whether it is up and has a carrier. */
    final boolean running;

    private Interface(int index, int mtu, boolean up, boolean running) {
        this.index = index;
        this.mtu = mtu;
        this.up = up;
        this.running = running;
    }

    /** Null: there is no such interface. */
    static Interface find(String name) throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        if (bytes.length >= IFNAMSIZ) {
            return null;
        }
        int fd =
                LibC.check(
                        LibC.socket(LibC.AF_INET, LibC.SOCK_DGRAM | LibC.SOCK_CLOEXEC, 0),
                        "socket");
        try {
            ByteBuffer ifreq = LibC.allocate(IFREQ_SIZE);
            ifreq.put(bytes);
            if (LibC.ioctl(fd, SIOCGIFINDEX, LibC.address(ifreq)) < 0) {
                return null;
            }
            int index = ifreq.getInt(IFNAMSIZ);
            if (LibC.ioctl(fd, LibC.SIOCGIFMTU, LibC.address(ifreq)) < 0) {
                return null;
            }
            int mtu = ifreq.getInt(IFNAMSIZ);
            if (LibC.ioctl(fd, LibC.SIOCGIFFLAGS, LibC.address(ifreq)) < 0) {
                return null;
            }
            int flags = ifreq.getShort(IFNAMSIZ);
            boolean up = (flags & LibC.IFF_UP) != 0;
            return new Interface(index, mtu, up, up && (flags & LibC.IFF_RUNNING) != 0);
        } finally {
            LibC.close(fd);
        }
    }

    /** Binds a packet socket; protocol 0 receives nothing. */
    void bind(int fd, int protocol) throws IOException {
        ByteBuffer address = LibC.allocate(ADDRESS_SIZE);
        address.putShort((short) LibC.AF_PACKET);
        address.put((byte) (protocol >> 8)).put((byte) protocol);
        address.putInt(index);
        LibC.check(LibC.bind(fd, LibC.address(address), address.capacity()), "bind");
    }

    /** Whether a packet socket is bound to it still. */
    boolean isOf(int fd) {
        ByteBuffer address = LibC.allocate(ADDRESS_SIZE + 4);
        address.putInt(ADDRESS_SIZE, ADDRESS_SIZE);
        long at = LibC.address(address);
        return LibC.getsockname(fd, at, at + ADDRESS_SIZE) == 0 && address.getInt(4) == index;
    }
}
