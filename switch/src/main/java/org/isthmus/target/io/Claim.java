// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Says that something of a network namespace is this process's, to others in that namespace: who is
 * in another one does not reach it. A socket with an abstract name says so, since it goes with its
 * process however that ends, is seen from every container that shares the namespace, and stays
 * while the thing is off the machine, as a card that is programmed. Any user may take such a name.
 * Not thread safe.
 */
public final class Claim implements AutoCloseable {
    private static final int AF_UNIX = 1;
    private static final int STREAM = 1 | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
    private static final int SO_PEERCRED = 17;
    private static final int EADDRINUSE = 98;

    /** Of those that ask who has it, since nobody accepts them: as many as there may be. */
    private static final int BACKLOG = 4096;

    /** Negative: it was given up. */
    private int fd;

    /**
     * @param socket its abstract name, of at most 107 bytes; the same for all that want the thing
     * @param what the thing, for messages
     * @throws IOException somebody has it, this process included
     */
    public Claim(String socket, String what) throws IOException {
        ByteBuffer address = address(socket);
        fd = socket();
        if (LibC.bind(fd, LibC.address(address), address.capacity()) < 0) {
            int errno = Native.getLastError();
            LibC.close(fd);
            throw new IOException(
                    errno == EADDRINUSE
                            ? what
                                    + " is in use: "
                                    + holder(address)
                                    + " has it: end that one, or give another"
                            : what + ": bind: " + LibC.strerror(errno));
        }
        // So that its holder can be asked for.
        LibC.listen(fd, BACKLOG);
    }

    private static int socket() throws IOException {
        return LibC.check(LibC.socket(AF_UNIX, STREAM, 0), "socket");
    }

    private static ByteBuffer address(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return LibC.allocate(Short.BYTES + 1 + bytes.length)
                .putShort((short) AF_UNIX)
                .put((byte) 0)
                .put(bytes);
    }

    /** By the number that it has here; it has none for a container with processes of its own. */
    private static String holder(ByteBuffer address) throws IOException {
        ByteBuffer credentials = LibC.allocate(3 * Integer.BYTES);
        ByteBuffer length = LibC.allocate(Integer.BYTES).putInt(0, credentials.capacity());
        int asking = socket();
        try {
            boolean isTold =
                    LibC.connect(asking, LibC.address(address), address.capacity()) == 0
                            && LibC.getsockopt(
                                            asking,
                                            LibC.SOL_SOCKET,
                                            SO_PEERCRED,
                                            LibC.address(credentials),
                                            LibC.address(length))
                                    == 0;
            int pid = isTold ? credentials.getInt(0) : 0;
            return pid == 0 ? "another process" : "process " + pid;
        } finally {
            LibC.close(asking);
        }
    }

    @Override
    public void close() {
        LibC.close(fd);
        fd = -1;
    }
}
