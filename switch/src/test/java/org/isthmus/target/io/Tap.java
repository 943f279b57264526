// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import com.sun.jna.Function;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A guest's interface, by which it sends frames with a virtio-net header, until it is closed
 * (root).
 */
final class Tap implements AutoCloseable {
    private static final int O_RDWR = 2;
    private static final int TUNSETIFF = 0x400454ca;
    private static final short TAP_WITHOUT_INFORMATION_WITH_HEADER = 0x5002;

    private final int fd;

    Tap(String name) throws IOException {
        Object[] path = {"/dev/net/tun", O_RDWR};
        fd = LibC.check(Function.getFunction("c", "open").invokeInt(path), "/dev/net/tun");
        ByteBuffer ifreq = LibC.allocate(40);
        ifreq.put(name.getBytes(StandardCharsets.US_ASCII));
        ifreq.putShort(16, TAP_WITHOUT_INFORMATION_WITH_HEADER);
        LibC.check(LibC.ioctl(fd, TUNSETIFF, LibC.address(ifreq)), "TUNSETIFF");
        Veth.run("sysctl -qw net.ipv6.conf." + name + ".disable_ipv6=1");
        Veth.run("ip link set " + name + " up");
    }

    /**
     * Sends a frame.
     *
     * @param header struct virtio_net_hdr
     */
    void send(byte[] header, byte[] frame) {
        Offloading.write(fd, header, frame);
    }

    @Override
    public void close() {
        LibC.close(fd);
    }
}
