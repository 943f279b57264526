// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BtfTest {
    private static final int INT = 1;
    private static final int STRUCT = 4;
    private static final int UNION = 5;
    private static final int BIT_FIELDS = 1 << 31;

    private final ByteBuffer types = ByteBuffer.allocate(1024).order(ByteOrder.nativeOrder());
    private final StringBuilder names = new StringBuilder("\0");

    @TempDir Path folder;

    private int name(String name) {
        if (name.isEmpty()) {
            return 0;
        }
        names.append(name).append('\0');
        return names.length() - name.length() - 1;
    }

    private BtfTest type(String name, int kind, int elements, int size) {
        types.putInt(name(name)).putInt((kind & 0x1f) << 24 | kind & BIT_FIELDS | elements);
        types.putInt(size);
        return this;
    }

    private BtfTest member(String name, int type, int offset) {
        types.putInt(name(name)).putInt(type).putInt(offset);
        return this;
    }

    private Path file(int cut) throws IOException {
        byte[] strings = names.toString().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer all = ByteBuffer.allocate(24 + types.position() + strings.length);
        all.order(ByteOrder.nativeOrder()).putShort((short) 0xeb9f).put((byte) 1).put((byte) 0);
        all.putInt(24).putInt(0).putInt(types.position());
        all.putInt(types.position()).putInt(strings.length);
        all.put(types.array(), 0, types.position()).put(strings);
        return Files.write(folder.resolve("btf"), Arrays.copyOf(all.array(), all.capacity() - cut));
    }

    /** A number, and a packet with a name for a group of its members in it. */
    private BtfTest packet() {
        type("int", INT, 0, 4);
        types.putInt(32);
        type("packet", UNION, 1, 4).member("sum", 1, 0);
        type("", STRUCT | BIT_FIELDS, 2, 8).member("sum", 1, 3 << 24 | 37).member("start", 1, 40);
        type("", UNION, 2, 8).member("", 3, 0).member("group", 3, 0);
        type("packet", STRUCT, 3, 16)
                .member("next", 1, 0)
                .member("", 4, 64)
                .member("packet", 1, 32);
        return this;
    }

    @Test
    void aMemberIsFoundInAStructureWithoutName() throws IOException {
        Btf btf = new Btf(packet().file(0));
        assertEquals(0, btf.offset("packet", "next"));
        assertEquals(64 + 37, btf.offset("packet", "sum"));
        assertEquals(64 + 40, btf.offset("packet", "start"));
        assertEquals(64, btf.offset("packet", "group"));
        assertThrows(IOException.class, () -> btf.offset("packet", "group2"));
        assertThrows(IOException.class, () -> btf.offset("int", "sum"));
    }

    @Test
    void whatCannotBeReadIsSaid() throws IOException {
        Path none = folder.resolve("none");
        IOException missing = assertThrows(IOException.class, () -> new Btf(none));
        assertTrue(missing.getMessage().contains("CONFIG_DEBUG_INFO_BTF"));
        Path early = packet().file(names.length() + 8);
        IOException ended = assertThrows(IOException.class, () -> new Btf(early));
        assertEquals(
                early + " ends early, or has a kind of type that is not known", ended.getMessage());
        types.clear();
        Path unknown = type("later", 31, 0, 0).file(0);
        assertThrows(IOException.class, () -> new Btf(unknown));
        Files.writeString(unknown, "no types at all, but 24 bytes");
        assertEquals(
                unknown + " is no BTF",
                assertThrows(IOException.class, () -> new Btf(unknown)).getMessage());
    }
}
