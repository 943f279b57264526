// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Sends frames with a virtio-net header, as a host does that leaves work to offload. */
public final class Offloading implements AutoCloseable {
    // gso_type of struct virtio_net_hdr
    public static final int TCP_IPV4 = 1;
    public static final int TCP_IPV6 = 4;
    public static final int UDP = 5;

    /**
     * Whether packet sockets know UDP, which they do since Linux 6.2. Before, none can be sent so,
     * and what others send is lost to them.
     */
    public static final boolean KNOWS_UDP = isSince(6, 2);

    private final int fd;

    private static boolean isSince(int major, int minor) {
        String[] version = System.getProperty("os.version").split("[^0-9]+");
        int first = Integer.parseInt(version[0]);
        return first > major || first == major && Integer.parseInt(version[1]) >= minor;
    }

    /**
     * @param name of the interface by which they leave
     */
    public Offloading(String name) throws IOException {
        int type = LibC.SOCK_RAW | LibC.SOCK_CLOEXEC;
        fd = LibC.check(LibC.socket(LibC.AF_PACKET, type, 0), "socket(AF_PACKET)");
        LibC.setOption(fd, LibC.SOL_PACKET, LibC.PACKET_VNET_HDR, 1);
        Interface.find(name).bind(fd, 0);
    }

    /**
     * @param headers bytes before the payload
     * @param size bytes of payload in a segment
     * @param transport where the checksum begins
     * @param checksum where it stands from there; it has the sum of the pseudo-header
     */
    public void send(
            byte[] frame, int gsoType, int headers, int size, int transport, int checksum) {
        write(fd, header(gsoType, headers, size, transport, checksum), frame);
    }

    /** Struct virtio_net_hdr of a frame whose checksum is left to offload. */
    static byte[] header(int gsoType, int headers, int size, int transport, int checksum) {
        ByteBuffer b = ByteBuffer.allocate(10).order(ByteOrder.nativeOrder());
        b.put((byte) 1).put((byte) gsoType);
        b.putShort((short) headers).putShort((short) size);
        b.putShort((short) transport).putShort((short) checksum);
        return b.array();
    }

    /**
     * @param header struct virtio_net_hdr
     */
    static void write(int fd, byte[] header, byte[] frame) {
        ByteBuffer b = LibC.allocate(header.length + frame.length);
        b.put(header).put(frame);
        assertEquals(b.capacity(), LibC.write(fd, LibC.address(b), b.capacity()));
    }

    @Override
    public void close() {
        LibC.close(fd);
    }
}
