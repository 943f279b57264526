// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Where the members of a kernel's structures are, by the BPF Type Format that the kernel describes
 * itself in (Documentation/bpf/btf.rst in its sources).
 */
final class Btf {
    /** Of the running kernel, with CONFIG_DEBUG_INFO_BTF. */
    static final Path KERNEL = Path.of("/sys/kernel/btf/vmlinux");

    private static final int MAGIC = 0xeb9f;
    private static final int STRUCT = 4;
    private static final int UNION = 5;

    /**
     * Bytes behind the first 12 of a type, by its kind: for all of it, and for each of its
     * elements.
     */
    private static final int[][] BEHIND = {
        {0, 0}, // void
        {4, 0}, // int
        {0, 0}, // pointer
        {12, 0}, // array
        {0, 12}, // struct
        {0, 12}, // union
        {0, 8}, // enum
        {0, 0}, // forward
        {0, 0}, // typedef
        {0, 0}, // volatile
        {0, 0}, // const
        {0, 0}, // restrict
        {0, 0}, // function
        {0, 8}, // prototype of a function
        {4, 0}, // variable
        {0, 12}, // section of data
        {0, 0}, // float
        {4, 0}, // declaration tag
        {0, 0}, // type tag
        {0, 12}, // enum of 64 bits
    };

    private final ByteBuffer types;
    private final ByteBuffer names;

    /** Where each type begins, by its number. */
    private int[] starts = new int[1 << 16];

    private int count = 1; // void has no description

    /**
     * @throws IOException it cannot be read, or is none
     */
    Btf(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(file + " is missing: the kernel needs CONFIG_DEBUG_INFO_BTF");
        }
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
        try {
            if ((all.getShort(0) & 0xffff) != MAGIC) {
                throw new IOException(file + " is no BTF");
            }
            int header = all.getInt(4);
            types = part(all, header + all.getInt(8), all.getInt(12));
            names = part(all, header + all.getInt(16), all.getInt(20));
            for (int at = 0; at < types.capacity(); at = behind(at)) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, 2 * count);
                }
                starts[count++] = at;
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IOException(file + " ends early, or has a kind of type that is not known", e);
        }
    }

    private static ByteBuffer part(ByteBuffer of, int at, int bytes) {
        return of.duplicate().position(at).limit(at + bytes).slice().order(of.order());
    }

    private int kind(int at) {
        return types.getInt(at + 4) >>> 24 & 0x1f;
    }

    private int elements(int at) {
        return types.getInt(at + 4) & 0xffff;
    }

    private int behind(int at) {
        int[] behind = BEHIND[kind(at)];
        return at + 12 + behind[0] + elements(at) * behind[1];
    }

    private boolean named(int name, String is) {
        byte[] bytes = is.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < bytes.length; i++) {
            if (names.get(name + i) != bytes[i]) {
                return false;
            }
        }
        return names.get(name + bytes.length) == 0;
    }

    /**
     * Where a member of a structure begins, in bits; it may be in a structure without a name in it.
     *
     * @throws IOException there is none
     */
    int offset(String structure, String member) throws IOException {
        for (int type = 1; type < count; type++) {
            int at = starts[type];
            if (kind(at) == STRUCT && named(types.getInt(at), structure)) {
                int offset = offset(at, member);
                if (offset >= 0) {
                    return offset;
                }
            }
        }
        throw new IOException("the kernel's struct " + structure + " has no " + member);
    }

    private int offset(int at, String member) {
        boolean bitFields = types.getInt(at + 4) < 0;
        for (int i = 0; i < elements(at); i++) {
            int described = at + 12 + 12 * i;
            int name = types.getInt(described);
            int offset = types.getInt(described + 8) & (bitFields ? 0xffffff : -1);
            if (named(name, member)) {
                return offset;
            }
            int inner = starts[types.getInt(described + 4)];
            if (named(name, "") && (kind(inner) == STRUCT || kind(inner) == UNION)) {
                int within = offset(inner, member);
                if (within >= 0) {
                    return offset + within;
                }
            }
        }
        return -1;
    }
}
