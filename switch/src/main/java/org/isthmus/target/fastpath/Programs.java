// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.io.LibC;

/**
 * The kernel's side: the programs of fastpath.c and their maps, gone with the process. One thread
 * at a time; the counters of entries are written by the kernel all the while.
 */
final class Programs implements AutoCloseable {
    static final int KEY_BYTES = 64;
    static final int FLOW_BYTES = 88;

    /** struct entry of fastpath.h. */
    static final int ENTRY_BYTES = KEY_BYTES + FLOW_BYTES + 40;

    private static final int LIVE = KEY_BYTES;
    private static final int PACKETS = KEY_BYTES + FLOW_BYTES;
    private static final int COUNTED_BYTES = PACKETS + 8;
    private static final int LAST = PACKETS + 16;

    /** struct decision of fastpath.h. */
    private static final int DECISION_BYTES = 56;

    /** struct rest of fastpath.h. */
    private static final int REST_BYTES = 0x14000;

    static final int PAGE = 4096;
    private static final int PSEUDO_MAP_FD = 1;
    private static final int LONGEST_FRAME = 1 << 16;

    /** At least those of struct __sk_buff, and where cb is in it. */
    private static final int CONTEXT_BYTES = 256;

    private static final int CB = 48;

    /** TC_ACT_OK. */
    private static final int DONE = 0;

    private static final VarHandle INTS =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONGS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final List<Integer> descriptors = new ArrayList<>();
    private final int capacity;
    private final boolean tcx;
    private final FlowTable flows;
    private final int grace;
    private final int graceInner;
    private final List<ByteBuffer> mapped = new ArrayList<>();
    private final ByteBuffer entries;
    private final int classify;
    private final int rewrite;
    private final int attempt;
    private final ByteBuffer out = LibC.allocate(LONGEST_FRAME);
    private final ByteBuffer context = LibC.allocate(CONTEXT_BYTES);

    /**
     * @param capacity entries, of which number 0 is none
     * @throws IOException the kernel does not have or allow it
     */
    Programs(int capacity) throws IOException {
        this(capacity, true);
    }

    /**
     * @param tcx false: not even where the kernel has it
     */
    Programs(int capacity, boolean tcx) throws IOException {
        this.capacity = capacity;
        this.tcx = tcx;
        try {
            int buckets = FlowTable.buckets(capacity);
            int table =
                    map("flows", Bpf.ARRAY, 4, FlowTable.BUCKET_BYTES, buckets, Bpf.MMAPABLE, 0);
            int hashing = map("hashing", Bpf.ARRAY, 4, FlowTable.HASHING_BYTES, 1, 0, 0);
            int array = map("entries", Bpf.ARRAY, 4, ENTRY_BYTES, capacity, Bpf.MMAPABLE, 0);
            int decisions = map("decisions", Bpf.PERCPU_ARRAY, 4, DECISION_BYTES, 2, 0, 0);
            int rests = map("rests", Bpf.ARRAY, 4, REST_BYTES, processors(), 0, 0);
            graceInner = map("grace_inner", Bpf.ARRAY, 4, 4, 1, 0, 0);
            grace = map("grace", Bpf.ARRAY_OF_MAPS, 4, 4, 1, 0, graceInner);
            entries = memory(array, capacity * ENTRY_BYTES);
            ByteBuffer memory = memory(table, buckets * FlowTable.BUCKET_BYTES);
            flows = new FlowTable(memory, new SecureRandom().ints(KEY_BYTES / 4).toArray());
            ByteBuffer by = LibC.allocate(FlowTable.HASHING_BYTES);
            flows.hashing(by);
            Bpf.update(hashing, LibC.allocate(4), by);
            Map<String, Integer> maps =
                    Map.of(
                            "flows",
                            table,
                            "hashing",
                            hashing,
                            "entries",
                            array,
                            "decisions",
                            decisions,
                            "rests",
                            rests);
            Map<String, ByteBuffer> code = code(maps, members(new Btf(Btf.KERNEL)));
            classify = program("classify", Bpf.SOCKET_FILTER, code);
            rewrite = program("rewrite", Bpf.SCHED_CLS, code);
            attempt = program("attempt", Bpf.SCHED_CLS, code);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Numbers of processors that there can be; read from "0-7" and the like. */
    private static int processors() throws IOException {
        String possible = Files.readString(Path.of("/sys/devices/system/cpu/possible")).trim();
        return Integer.parseInt(possible.substring(possible.lastIndexOf('-') + 1)) + 1;
    }

    private int map(String name, int type, int key, int value, int size, int flags, int inner)
            throws IOException {
        int fd = Bpf.createMap(name, type, key, value, size, flags, inner);
        descriptors.add(fd);
        return fd;
    }

    private ByteBuffer memory(int map, int bytes) throws IOException {
        ByteBuffer memory = Bpf.memory(map, (bytes + PAGE - 1) / PAGE * PAGE);
        mapped.add(memory);
        return memory;
    }

    private int program(String name, int type, Map<String, ByteBuffer> code) throws IOException {
        int fd = Bpf.load(name, type, code.get(name));
        descriptors.add(fd);
        return fd;
    }

    /** Where the kernel's struct sk_buff has what fastpath.h declares. */
    private static Map<String, Integer> members(Btf kernel) throws IOException {
        int summed = kernel.offset("sk_buff", "ip_summed");
        int start = kernel.offset("sk_buff", "csum_start");
        if (kernel.offset("sk_buff", "csum_offset") != start + Short.SIZE) {
            throw new IOException("the kernel's struct sk_buff has csum_offset elsewhere");
        }
        return Map.of(
                "skb_ip_summed",
                summed / 8,
                "skb_ip_summed_bit",
                summed % 8,
                "skb_csum_start",
                start / 8,
                "skb_mac_header",
                kernel.offset("sk_buff", "mac_header") / 8);
    }

    /**
     * The instructions of fastpath.bpf, which say what the file is, with these maps and numbers.
     */
    private static Map<String, ByteBuffer> code(
            Map<String, Integer> maps, Map<String, Integer> numbers) throws IOException {
        Map<String, List<Long>> programs = new HashMap<>();
        List<Long> code = null;
        try (InputStream in = Programs.class.getResourceAsStream("fastpath.bpf");
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("program")) {
                    code = new ArrayList<>();
                    programs.put(words[1], code);
                } else if (code != null) {
                    long instruction = Long.reverseBytes(Long.parseUnsignedLong(words[0], 16));
                    if (words.length > 1) {
                        Integer number = numbers.get(words[1]);
                        instruction |=
                                number != null
                                        ? (long) number << 32
                                        : PSEUDO_MAP_FD << 12 | (long) maps.get(words[1]) << 32;
                    }
                    code.add(instruction);
                }
            }
        }
        Map<String, ByteBuffer> all = new HashMap<>();
        programs.forEach(
                (name, instructions) -> {
                    ByteBuffer b = LibC.allocate(8 * instructions.size());
                    b.order(ByteOrder.LITTLE_ENDIAN);
                    instructions.forEach(b::putLong);
                    all.put(name, b);
                });
        return all;
    }

    /** The program at tc ingress. */
    int rewrite() {
        return rewrite;
    }

    int capacity() {
        return capacity;
    }

    /** Fills an entry that no frame finds. It treats none yet. */
    void fill(int entry, byte[] keyBytes, byte[] flow) {
        int at = entry * ENTRY_BYTES;
        INTS.setOpaque(entries, at + LIVE, 0);
        for (int i = 0; i < KEY_BYTES; i++) {
            entries.put(at + i, keyBytes[i]);
        }
        for (int i = 4; i < FLOW_BYTES; i++) {
            entries.put(at + KEY_BYTES + i, flow[i]);
        }
        LONGS.setOpaque(entries, at + PACKETS, 0L);
        LONGS.setOpaque(entries, at + COUNTED_BYTES, 0L);
        LONGS.setOpaque(entries, at + LAST, 0L);
    }

    /** An entry that was filled treats frames that find it from now on. Any thread. */
    void open(int entry) {
        INTS.setRelease(entries, entry * ENTRY_BYTES + LIVE, 1);
    }

    /**
     * Lets frames find an entry, by the key that it was filled with.
     *
     * @throws IOException there is no room for it where it would be looked for
     */
    void add(int entry) throws IOException {
        flows.add(key(entry), entry);
    }

    /** Frames do not find an entry any more; those under way may still be treated by it. */
    void remove(int entry) {
        INTS.setRelease(entries, entry * ENTRY_BYTES + LIVE, 0);
        flows.remove(key(entry), entry);
    }

    /** The entry that frames with a key find; 0: they find none. */
    int find(byte[] key) {
        int entry = flows.find(key);
        return entry != 0 && Arrays.equals(key, key(entry)) ? entry : 0;
    }

    /** The key that an entry was filled with last. */
    byte[] key(int entry) {
        byte[] key = new byte[KEY_BYTES];
        for (int i = 0; i < KEY_BYTES; i++) {
            key[i] = entries.get(entry * ENTRY_BYTES + i);
        }
        return key;
    }

    /**
     * Returns when no frame is treated by an entry that was removed before. The kernel waits for a
     * grace period of RCU when a map of maps is written to, which it does for this purpose
     * (maybe_wait_bpf_programs in kernel/bpf/syscall.c); programs run within RCU's read side. Any
     * thread.
     */
    void settle() throws IOException {
        Bpf.update(grace, LibC.allocate(4), LibC.allocate(4).putInt(0, graceInner));
    }

    long packets(int entry) {
        return (long) LONGS.getOpaque(entries, entry * ENTRY_BYTES + PACKETS);
    }

    long bytes(int entry) {
        return (long) LONGS.getOpaque(entries, entry * ENTRY_BYTES + COUNTED_BYTES);
    }

    /** Whether frames are treated by an entry; the kernel itself may have ended that. */
    boolean live(int entry) {
        return (int) INTS.getAcquire(entries, entry * ENTRY_BYTES + LIVE) != 0;
    }

    /** When the last frame was treated so, ns of System.nanoTime; 0: none was. */
    long last(int entry) {
        return (long) LONGS.getOpaque(entries, entry * ENTRY_BYTES + LAST);
    }

    /** What the kernel makes of a frame without tag whose key has interface 0; null: nothing. */
    byte[] attempt(byte[] frame) throws IOException {
        if (Bpf.run(attempt, frame, out, context) != DONE) {
            return null;
        }
        byte[] bytes = new byte[out.limit()];
        out.get(bytes);
        out.limit(out.capacity());
        return bytes;
    }

    /**
     * What the headers of the last attempt added to the one's complement sum of all behind that of
     * Ethernet, which an interface may have made: 32 bits, unsigned.
     */
    int sum() {
        // Of words as the host has them, whose bytes in turn are the same sum of big-endian ones
        // (RFC 1071 section 2).
        return context.order(ByteOrder.BIG_ENDIAN).getInt(CB);
    }

    /** Treats the frames of an interface, and keeps them from its packet socket. */
    AutoCloseable attach(int ifindex, int socket) throws IOException {
        AutoCloseable hung = hang(ifindex);
        try {
            Bpf.filter(socket, classify);
        } catch (IOException e) {
            try {
                hung.close();
            } catch (Exception more) {
                e.addSuppressed(more);
            }
            throw e;
        }
        return () -> {
            // In this order: what the filter keeps, the program must send.
            Bpf.unfilter(socket);
            settle();
            hung.close();
        };
    }

    private AutoCloseable hang(int ifindex) throws IOException {
        int link = tcx ? Bpf.attach(rewrite, ifindex) : Bpf.UNKNOWN;
        if (link == Bpf.UNKNOWN) {
            return Clsact.attach(rewrite, ifindex);
        }
        return () -> Bpf.shut(link);
    }

    @Override
    public void close() {
        mapped.forEach(Bpf::release);
        descriptors.forEach(Bpf::shut);
    }
}
