// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.isthmus.target.io.LibC;

/**
 * Programs at the ingress of an interface by qdisc clsact and a filter of type bpf, direct action,
 * for kernels without tcx. It is done by rtnetlink. What hangs there outlives the process; a filter
 * of ours is known by its priority and handle, and is replaced.
 */
final class Clsact {
    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW_CLOEXEC = 0x80003;

    private static final int NLMSG_ERROR = 2;
    private static final int NLMSG_DONE = 3;
    private static final int NEW_QDISC = 36;
    private static final int DELETE_QDISC = 37;
    private static final int NEW_FILTER = 44;
    private static final int DELETE_FILTER = 45;
    private static final int GET_FILTER = 46;

    private static final int REQUEST = 1;
    private static final int ACK = 4;
    private static final int EXCLUSIVE = 0x200;
    private static final int DUMP = 0x300;
    private static final int CREATE = 0x400;

    /** TC_H_CLSACT with no minor number; its two hooks. */
    private static final int CLSACT = 0xffff_fff1;

    private static final int CLSACT_HANDLE = 0xffff_0000;
    private static final int INGRESS = 0xffff_fff2;
    private static final int EGRESS = 0xffff_fff3;

    private static final int TCA_KIND = 1;
    private static final int TCA_OPTIONS = 2;
    private static final int TCA_BPF_FD = 6;
    private static final int TCA_BPF_NAME = 7;
    private static final int TCA_BPF_FLAGS = 8;
    private static final int DIRECT_ACTION = 1;

    /** Before all others, as at tcx: what the socket's filter keeps must come by here. */
    private static final int PRIORITY = 1;

    private static final int ETH_P_ALL = 3;

    /** "isth" */
    private static final int HANDLE = 0x6973_7468;

    private static final int HEADER_BYTES = 16;
    private static final int TCMSG_BYTES = 20;
    private static final int MESSAGE_BYTES = 256;
    private static final int ANSWER_BYTES = 1 << 16;

    private static final int ENOENT = 2;
    private static final int EEXIST = 17;
    private static final int ENODEV = 19;
    private static final int EINVAL = 22;

    private Clsact() {}

    /** Runs a program at ingress until what is returned is closed, or somebody removes it. */
    static AutoCloseable attach(int program, int ifindex) throws IOException {
        int made = ask(qdisc(NEW_QDISC, CREATE | EXCLUSIVE, ifindex));
        check(made == EEXIST ? 0 : made, "qdisc clsact");
        int hung = ask(filter(NEW_FILTER, CREATE | EXCLUSIVE, ifindex, program));
        if (hung == EEXIST) {
            hung = ask(filter(NEW_FILTER, CREATE, ifindex, program));
            // It was left by an earlier process, and so was the qdisc.
            made = 0;
        }
        boolean ours = made == 0;
        try {
            check(hung, "BPF filter at clsact");
        } catch (IOException e) {
            tidy(ifindex, ours);
            throw e;
        }
        return () -> {
            int gone = ask(filter(DELETE_FILTER, 0, ifindex, -1));
            tidy(ifindex, ours);
            // Interfaces go away with what hangs there, and so do qdiscs, which is EINVAL.
            boolean none = gone == ENOENT || gone == ENODEV || gone == EINVAL;
            check(none ? 0 : gone, "BPF filter at clsact");
        };
    }

    /** Removes a qdisc of ours at which nothing hangs. */
    private static void tidy(int ifindex, boolean ours) throws IOException {
        if (ours && !hasFilters(ifindex, INGRESS) && !hasFilters(ifindex, EGRESS)) {
            ask(qdisc(DELETE_QDISC, 0, ifindex));
        }
    }

    private static ByteBuffer message(int type, int flags, int ifindex, int handle, int parent) {
        ByteBuffer m = LibC.allocate(MESSAGE_BYTES);
        m.putShort(4, (short) type).putShort(6, (short) (REQUEST | flags)).putInt(8, 1);
        m.position(HEADER_BYTES);
        return m.putInt(0).putInt(ifindex).putInt(handle).putInt(parent).putInt(0);
    }

    private static ByteBuffer qdisc(int type, int flags, int ifindex) {
        ByteBuffer m = message(type, ACK | flags, ifindex, CLSACT_HANDLE, CLSACT);
        return text(m, TCA_KIND, "clsact");
    }

    /**
     * @param program negative: none
     */
    private static ByteBuffer filter(int type, int flags, int ifindex, int program) {
        ByteBuffer m = message(type, ACK | flags, ifindex, HANDLE, INGRESS);
        boolean little = m.order() == ByteOrder.LITTLE_ENDIAN;
        int protocol = little ? ETH_P_ALL << 8 : ETH_P_ALL;
        m.putInt(HEADER_BYTES + TCMSG_BYTES - 4, PRIORITY << 16 | protocol);
        text(m, TCA_KIND, "bpf");
        if (program >= 0) {
            int options = m.position();
            m.putInt(0);
            number(m, TCA_BPF_FD, program);
            text(m, TCA_BPF_NAME, "isthmus");
            number(m, TCA_BPF_FLAGS, DIRECT_ACTION);
            m.putShort(options, (short) (m.position() - options));
            m.putShort(options + 2, (short) TCA_OPTIONS);
        }
        return m;
    }

    private static ByteBuffer text(ByteBuffer m, int attribute, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        m.putShort((short) (4 + bytes.length + 1)).putShort((short) attribute);
        m.put(bytes).put((byte) 0);
        while (m.position() % 4 != 0) {
            m.put((byte) 0);
        }
        return m;
    }

    private static void number(ByteBuffer m, int attribute, int value) {
        m.putShort((short) 8).putShort((short) attribute).putInt(value);
    }

    private static boolean hasFilters(int ifindex, int hook) throws IOException {
        boolean[] found = {false};
        exchange(
                message(GET_FILTER, DUMP, ifindex, 0, hook),
                (type, error) -> found[0] |= type == NEW_FILTER);
        return found[0];
    }

    /**
     * @return 0, or the number of the error
     */
    private static int ask(ByteBuffer message) throws IOException {
        int[] result = {0};
        exchange(message, (type, error) -> result[0] = error);
        return result[0];
    }

    private interface Answer {
        /**
         * @param error number of an error, 0 where it is none
         */
        void is(int type, int error);
    }

    /** Sends a message, and gives the answers until the last one. */
    private static void exchange(ByteBuffer message, Answer answers) throws IOException {
        message.putInt(0, message.position());
        int fd = LibC.socket(AF_NETLINK, SOCK_RAW_CLOEXEC, 0);
        if (fd < 0) {
            throw error("netlink", Native.getLastError());
        }
        try {
            if (LibC.write(fd, LibC.address(message), message.position()) < 0) {
                throw error("netlink", Native.getLastError());
            }
            ByteBuffer in = LibC.allocate(ANSWER_BYTES);
            while (true) {
                int length = (int) LibC.recv(fd, LibC.address(in), ANSWER_BYTES, 0);
                if (length < HEADER_BYTES) {
                    throw error("netlink", Native.getLastError());
                }
                for (int at = 0; at + HEADER_BYTES <= length; at += in.getInt(at) + 3 & ~3) {
                    int type = in.getShort(at + 4);
                    answers.is(type, type == NLMSG_ERROR ? -in.getInt(at + HEADER_BYTES) : 0);
                    if (type == NLMSG_ERROR || type == NLMSG_DONE) {
                        return;
                    }
                }
            }
        } finally {
            LibC.close(fd);
        }
    }

    private static void check(int errno, String what) throws IOException {
        if (errno != 0) {
            throw error(what, errno);
        }
    }

    private static IOException error(String what, int errno) {
        String remedy = errno == LibC.EPERM ? ": it needs CAP_NET_ADMIN, which root has" : "";
        return new IOException(what + ": " + LibC.strerror(errno) + remedy);
    }
}
