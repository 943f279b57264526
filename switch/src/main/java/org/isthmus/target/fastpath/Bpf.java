// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isthmus.target.io.LibC;

/** The calls of bpf(2) that are needed here. Descriptors are closed with the process. */
final class Bpf {
    static final int ARRAY = 2;
    static final int PERCPU_ARRAY = 6;
    static final int ARRAY_OF_MAPS = 12;

    static final int MMAPABLE = 1 << 10;

    static final int SOCKET_FILTER = 1;
    static final int SCHED_CLS = 3;

    private static final int MAP_CREATE = 0;
    private static final int MAP_UPDATE = 2;
    private static final int PROG_LOAD = 5;
    private static final int PROG_TEST_RUN = 10;
    private static final int LINK_CREATE = 28;
    private static final int TCX_INGRESS = 46;

    private static final int ATTRIBUTE_BYTES = 128;
    private static final int NAME_BYTES = 16;

    /** Of one way through a program, with all registers at each step: above 1 MB on 5.15. */
    private static final int LOG_BYTES = 1 << 25;

    private static final int SO_DETACH_FILTER = 27;
    private static final int SO_ATTACH_BPF = 50;

    /** No descriptor. */
    static final int UNKNOWN = -1;

    private static final int EINVAL = 22;

    /** Numbers of capabilities. */
    private static final int CAP_SYS_ADMIN = 21;

    private static final int CAP_PERFMON = 38;

    static {
        Native.register(Bpf.class, "c");
    }

    private Bpf() {}

    private static native long syscall(long number, long command, long attributes, long size);

    /** The number of the call; -1: unknown on this kind of machine. */
    private static int number() {
        switch (System.getProperty("os.arch")) {
            case "amd64":
                return 321;
            case "aarch64":
                return 280;
            default:
                return -1;
        }
    }

    private static int call(int command, ByteBuffer attributes) {
        return (int) syscall(number(), command, LibC.address(attributes), attributes.capacity());
    }

    private static int checked(int command, ByteBuffer attributes, String what) throws IOException {
        int result = number() < 0 ? -1 : call(command, attributes);
        if (result < 0) {
            throw error(what);
        }
        return result;
    }

    private static IOException error(String what) {
        if (number() < 0) {
            return new IOException(what + ": not on " + System.getProperty("os.arch"));
        }
        int errno = Native.getLastError();
        String remedy =
                errno == LibC.EPERM
                        ? ": it needs CAP_BPF, CAP_PERFMON and CAP_NET_ADMIN, which root has"
                        : "";
        return new IOException(what + ": " + LibC.strerror(errno) + remedy);
    }

    private static ByteBuffer attributes() {
        return LibC.allocate(ATTRIBUTE_BYTES);
    }

    private static void name(ByteBuffer attributes, int at, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < Math.min(bytes.length, NAME_BYTES - 1); i++) {
            attributes.put(at + i, bytes[i]);
        }
    }

    /**
     * @param inner a map like those that a map of maps holds, or 0
     */
    static int createMap(
            String name, int type, int keyBytes, int valueBytes, int entries, int flags, int inner)
            throws IOException {
        ByteBuffer a = attributes();
        a.putInt(0, type).putInt(4, keyBytes).putInt(8, valueBytes);
        a.putInt(12, entries).putInt(16, flags).putInt(20, inner);
        name(a, 28, name);
        return checked(MAP_CREATE, a, "BPF map " + name);
    }

    static void update(int map, ByteBuffer key, ByteBuffer value) throws IOException {
        ByteBuffer a = attributes();
        a.putInt(0, map).putLong(8, LibC.address(key)).putLong(16, LibC.address(value));
        checked(MAP_UPDATE, a, "BPF map");
    }

    /** The values of an array that was made {@link #MMAPABLE}. */
    static ByteBuffer memory(int map, int bytes) throws IOException {
        long at = LibC.mmap(0, bytes, LibC.PROT_READ_WRITE, LibC.MAP_SHARED, map, 0);
        if (at == -1) {
            throw error("mmap of a BPF map");
        }
        return LibC.at(at, bytes);
    }

    static void release(ByteBuffer memory) {
        LibC.munmap(LibC.address(memory), memory.capacity());
    }

    /**
     * Whether the verifier takes from this thread what a program has to have {@link #CAP_PERFMON}
     * for. If not, it says what it refuses, and not for what reason.
     */
    private static boolean isTrusted() throws IOException {
        String key = "CapEff:";
        for (String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
            if (line.startsWith(key)) {
                long effective = Long.parseUnsignedLong(line.substring(key.length()).trim(), 16);
                return (effective & (1L << CAP_PERFMON | 1L << CAP_SYS_ADMIN)) != 0;
            }
        }
        return true;
    }

    /**
     * @throws IOException with the end of the verifier's log, where it has one
     */
    static int load(String name, int type, ByteBuffer instructions) throws IOException {
        if (!isTrusted()) {
            throw new IOException("BPF program " + name + ": it needs CAP_PERFMON");
        }
        // Without it the kernel gives no program what it keeps in struct sk_buff.
        ByteBuffer license = LibC.allocate(16);
        license.put("GPL".getBytes(StandardCharsets.US_ASCII));
        ByteBuffer a = attributes();
        a.putInt(0, type).putInt(4, instructions.capacity() / 8);
        a.putLong(8, LibC.address(instructions)).putLong(16, LibC.address(license));
        name(a, 48, name);
        if (number() >= 0 && call(PROG_LOAD, a) < 0 && Native.getLastError() != LibC.EPERM) {
            ByteBuffer log = LibC.allocate(LOG_BYTES);
            a.putInt(24, 1).putInt(28, LOG_BYTES).putLong(32, LibC.address(log));
            int fd = call(PROG_LOAD, a);
            if (fd >= 0) {
                return fd;
            }
            int errno = Native.getLastError();
            int end = 0;
            while (end < LOG_BYTES && log.get(end) != 0) {
                end++;
            }
            byte[] tail = new byte[Math.min(end, 400)];
            log.position(end - tail.length);
            log.get(tail);
            throw new IOException(
                    "BPF program "
                            + name
                            + ": "
                            + LibC.strerror(errno)
                            + ": "
                            + new String(tail, StandardCharsets.US_ASCII).trim());
        }
        a.putInt(24, 0);
        return checked(PROG_LOAD, a, "BPF program " + name);
    }

    /**
     * Runs a program at tcx ingress as long as the descriptor that is returned is open.
     *
     * @return {@link #UNKNOWN}: the kernel knows no tcx, which is in Linux 6.6 and later
     */
    static int attach(int program, int ifindex) throws IOException {
        ByteBuffer a = attributes();
        a.putInt(0, program).putInt(4, ifindex).putInt(8, TCX_INGRESS);
        int link = call(LINK_CREATE, a);
        if (link < 0 && Native.getLastError() != EINVAL) {
            throw error("tcx");
        }
        return link < 0 ? UNKNOWN : link;
    }

    /** Makes a program the filter of a socket. */
    static void filter(int socket, int program) throws IOException {
        ByteBuffer fd = LibC.allocate(4).putInt(0, program);
        if (LibC.setsockopt(socket, LibC.SOL_SOCKET, SO_ATTACH_BPF, LibC.address(fd), 4) < 0) {
            throw error("filter of a packet socket");
        }
    }

    static void unfilter(int socket) {
        LibC.setsockopt(
                socket, LibC.SOL_SOCKET, SO_DETACH_FILTER, LibC.address(LibC.allocate(4)), 4);
    }

    static void shut(int fd) {
        LibC.close(fd);
    }

    /**
     * Runs a program with a frame.
     *
     * @param out gets the frame as the program leaves it, its limit behind it
     * @param context gets struct __sk_buff
     * @return what the program returns
     */
    static int run(int program, byte[] frame, ByteBuffer out, ByteBuffer context)
            throws IOException {
        ByteBuffer in = LibC.allocate(frame.length);
        in.put(frame);
        ByteBuffer a = attributes();
        a.putInt(0, program).putInt(8, frame.length).putInt(12, out.capacity());
        a.putLong(16, LibC.address(in)).putLong(24, LibC.address(out)).putInt(32, 1);
        a.putInt(44, context.capacity()).putLong(56, LibC.address(context));
        checked(PROG_TEST_RUN, a, "run of a BPF program");
        out.position(0).limit(a.getInt(12));
        return a.getInt(4);
    }
}
