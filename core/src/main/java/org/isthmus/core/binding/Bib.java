// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.Arrays;
import org.isthmus.core.loop.Seconds;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.net.Hash;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.BindingRecord;

/**
 * The binding information base (RFC 6146 section 3.1), with the first session of each binding,
 * sized for ten million rows. A row is addressed by its slot, a number from 0; its values share one
 * cache line of a chunk of longs, there is no object per row. A row keeps its slot until it is
 * removed; the slot is then reused. The index from the IPv4 side to the slot is in {@code pool}.
 *
 * <p>Threading: one thread.
 */
public final class Bib implements WaitingPackets.Rows {
    /** No such row. */
    public static final int NONE = -1;

    private static final int CHUNK_BITS = 12;
    private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;
    private static final int WIDTH = 7;

    // The words of a row. MIX: instance 8 | protocol 2 | phase 3 | state 4 | flags 6 | filtering 2
    // | set bits 4 | unused 3 | generation 16 | peer port 16, from the top.
    private static final int HIGH = 0;
    private static final int LOW = 1;
    private static final int SIDE4 = 2; // address4 32 | port4 16 | port6 16
    private static final int MIX = 3;
    private static final int TIMES = 4; // since 32 | deadline 32, in seconds
    private static final int LINKS = 5; // next 32 | previous 32
    private static final int PEER = 6; // peer4 32 | packets 32

    private static final int INSTANCE_AT = 56;
    private static final int PROTOCOL_AT = 54;
    private static final int PHASE_AT = 51;
    private static final int STATE_AT = 47;
    private static final int STATIC_AT = 46;
    private static final int EXTRA_AT = 45;
    private static final int BASELINE_AT = 44;
    private static final int SAMPLED_AT = 43;
    private static final int INBOUND_AT = 42;
    private static final int PROBED_AT = 41;
    private static final int FILTERING_AT = 39;
    private static final int SET_BITS_AT = 35;
    private static final int GENERATION_AT = 16;

    private static final Protocol[] PROTOCOLS = Protocol.values();
    private static final Filtering[] FILTERINGS = Filtering.values();

    private long[][] chunks = new long[16][];
    private int top;
    private int free = NONE;
    private int size;
    private final int[] sizes = new int[PROTOCOLS.length];

    /** How many rows are of port sets, by their bits. */
    private final int[] sets = new int[16];

    /** By bits, those of which there are any. */
    private int setLengths;

    private final long seed;
    private final KeyIndex index = new KeyIndex(this::hash);
    private final Wheel wheel = new Wheel(new Timed());

    /**
     * @param seed of the hash: random, so that no one can choose addresses that collide
     */
    public Bib(long seed) {
        this.seed = seed;
    }

    /** The row of an IPv6 transport address, its own or that of a port set, or {@link #NONE}. */
    public int find(int instance, Protocol protocol, long high, long low, int port6) {
        int slot = find(instance, protocol, high, low, port6, 0);
        for (int left = setLengths; slot == NONE && left != 0; left &= left - 1) {
            int bits = Integer.numberOfTrailingZeros(left);
            slot = find(instance, protocol, high, low, port6 & -1 << bits, bits);
        }
        return slot;
    }

    /**
     * The row of one port, or of one port set.
     *
     * @param setBits see {@link #setBits(int)}
     */
    public int find(int instance, Protocol protocol, long high, long low, int port6, int setBits) {
        long hash = hash(instance, protocol.ordinal(), high, low, port6, setBits);
        int[] table = index.table(hash);
        for (int at = KeyIndex.start(hash, table); table[at] != 0; at = KeyIndex.next(at, table)) {
            int slot = table[at] - 1;
            long[] row = chunks[slot >>> CHUNK_BITS];
            int base = (slot & CHUNK_MASK) * WIDTH;
            if (row[base + HIGH] == high
                    && row[base + LOW] == low
                    && (row[base + SIDE4] & 0xffff) == port6
                    && row[base + MIX] >>> PROTOCOL_AT
                            == ((long) instance << 2 | protocol.ordinal())
                    && (row[base + MIX] >>> SET_BITS_AT & 15) == setBits) {
                return slot;
            }
        }
        return NONE;
    }

    /** Adds a row of one port; as below. */
    public int add(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int port6,
            int address4,
            int port4,
            int since) {
        return add(instance, protocol, high, low, port6, address4, port4, 0, since);
    }

    /**
     * Adds a row in phase 0 whose key must not be there.
     *
     * @param setBits see {@link #setBits(int)}; the ports are the lowest ones
     * @param since in {@link Seconds}
     * @return its slot
     */
    public int add(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int port6,
            int address4,
            int port4,
            int setBits,
            int since) {
        int slot = free;
        if (slot == NONE) {
            slot = top++;
            if (slot >>> CHUNK_BITS == chunks.length) {
                chunks = Arrays.copyOf(chunks, chunks.length * 2);
            }
            if ((slot & CHUNK_MASK) == 0) {
                chunks[slot >>> CHUNK_BITS] = new long[WIDTH << CHUNK_BITS];
            }
        } else {
            free = next(slot);
        }
        long[] row = chunks[slot >>> CHUNK_BITS];
        int base = (slot & CHUNK_MASK) * WIDTH;
        int generation = (int) (row[base + MIX] >>> GENERATION_AT) + 1 & 0xffff;
        row[base + HIGH] = high;
        row[base + LOW] = low;
        row[base + SIDE4] = (long) address4 << 32 | (long) port4 << 16 | port6;
        row[base + MIX] =
                (long) instance << INSTANCE_AT
                        | (long) protocol.ordinal() << PROTOCOL_AT
                        | (long) setBits << SET_BITS_AT
                        | (long) generation << GENERATION_AT;
        row[base + TIMES] = (long) since << 32;
        row[base + LINKS] = -1L;
        row[base + PEER] = 0;
        index.add(hash(slot), slot);
        size++;
        sizes[protocol.ordinal()]++;
        if (setBits > 0) {
            sets[setBits]++;
            setLengths |= 1 << setBits;
        }
        return slot;
    }

    /** Removes a row; it must not be on the wheel. */
    public void remove(int slot) {
        if (deadline(slot) != 0) {
            throw new IllegalStateException("slot " + slot + " still has a deadline");
        }
        index.remove(hash(slot), slot);
        size--;
        sizes[protocol(slot).ordinal()]--;
        int setBits = setBits(slot);
        if (setBits > 0 && --sets[setBits] == 0) {
            setLengths &= ~(1 << setBits);
        }
        // The generation stays: a reference kept to this row must not match the next one in the
        // slot.
        set(slot, MIX, word(slot, MIX) & 0xffffL << GENERATION_AT);
        set(slot, HIGH, 0);
        set(slot, LOW, 0);
        set(slot, SIDE4, 0);
        set(slot, TIMES, 0);
        link(slot, free, NONE);
        free = slot;
    }

    /** Whether this slot holds a row. */
    public boolean isUsed(int slot) {
        return slot >= 0 && slot < top && word(slot, TIMES) >>> 32 != 0;
    }

    /** Slots are below this. */
    public int top() {
        return top;
    }

    public int size() {
        return size;
    }

    public int size(Protocol protocol) {
        return sizes[protocol.ordinal()];
    }

    /** How many rows are of port sets. */
    public int sizeOfSets() {
        int all = 0;
        for (int n : sets) {
            all += n;
        }
        return all;
    }

    /** Bytes taken by rows, index and wheel, without the index by IPv4 side in {@code pool}. */
    public long bytes() {
        long rows = (long) (top + CHUNK_MASK >>> CHUNK_BITS) * ((WIDTH * 8L << CHUNK_BITS) + 16);
        return rows + 8L * chunks.length + index.bytes() + wheel.bytes();
    }

    /** Deadlines of the rows. */
    public Wheel wheel() {
        return wheel;
    }

    public int instance(int slot) {
        return (int) (word(slot, MIX) >>> INSTANCE_AT);
    }

    public Protocol protocol(int slot) {
        return PROTOCOLS[(int) (word(slot, MIX) >>> PROTOCOL_AT & 3)];
    }

    public long high(int slot) {
        return word(slot, HIGH);
    }

    public long low(int slot) {
        return word(slot, LOW);
    }

    /** The lowest one of a port set. */
    public int port6(int slot) {
        return (int) word(slot, SIDE4) & 0xffff;
    }

    /** How many lowest bits of its ports are any, 0 to 10: above 0, the row is of a port set. */
    public int setBits(int slot) {
        return (int) (word(slot, MIX) >>> SET_BITS_AT) & 15;
    }

    /**
     * Whether its sessions are followed: it is a binding of TCP, and of one port, for of those of
     * port sets nothing comes up.
     */
    public boolean hasSessions(int slot) {
        return protocol(slot) == Protocol.TCP && setBits(slot) == 0;
    }

    /** The IPv6 port that one of its IPv4 ports stands for. */
    public int port6(int slot, int port4) {
        return port6(slot) | port4 & (1 << setBits(slot)) - 1;
    }

    /** The IPv4 port of one of its IPv6 ports. */
    public int port4(int slot, int port6) {
        return port4(slot) | port6 & (1 << setBits(slot)) - 1;
    }

    public int address4(int slot) {
        return (int) (word(slot, SIDE4) >>> 32);
    }

    /** The lowest one of a port set. */
    public int port4(int slot) {
        return (int) word(slot, SIDE4) >>> 16;
    }

    /** The time of day at which it was created, in {@link Seconds}. */
    public int since(int slot) {
        return (int) (word(slot, TIMES) >>> 32);
    }

    /** In seconds of the core's clock, whatever the time of day; 0: none. */
    public int deadline(int slot) {
        return (int) word(slot, TIMES);
    }

    void deadline(int slot, int seconds) {
        set(slot, TIMES, word(slot, TIMES) & ~0xffff_ffffL | seconds & 0xffff_ffffL);
    }

    /** Its {@link Phase}, 0 to 7. */
    public int phase(int slot) {
        return (int) (word(slot, MIX) >>> PHASE_AT) & 7;
    }

    public void phase(int slot, int phase) {
        bits(slot, PHASE_AT, 7, phase);
    }

    /** The first session's; CLOSED for other protocols. */
    public TcpState tcpState(int slot) {
        return TcpState.of((int) (word(slot, MIX) >>> STATE_AT) & 15);
    }

    public void tcpState(int slot, TcpState state) {
        bits(slot, STATE_AT, 15, state.ordinal());
    }

    /** Whether it is a static binding. */
    public boolean isStatic(int slot) {
        return flag(slot, STATIC_AT);
    }

    public void isStatic(int slot, boolean value) {
        bits(slot, STATIC_AT, 1, value ? 1 : 0);
    }

    /** Whether it has sessions beyond the first. */
    public boolean hasExtra(int slot) {
        return flag(slot, EXTRA_AT);
    }

    public void hasExtra(int slot, boolean value) {
        bits(slot, EXTRA_AT, 1, value ? 1 : 0);
    }

    /** Whether the next read of its counters only sets the baseline. */
    public boolean wantsBaseline(int slot) {
        return flag(slot, BASELINE_AT);
    }

    public void wantsBaseline(int slot, boolean value) {
        bits(slot, BASELINE_AT, 1, value ? 1 : 0);
    }

    /**
     * Whether its forward side is off the translators that count no packets of bindings, see {@link
     * Sampler}.
     */
    public boolean isSampled(int slot) {
        return flag(slot, SAMPLED_AT);
    }

    public void isSampled(int slot, boolean value) {
        bits(slot, SAMPLED_AT, 1, value ? 1 : 0);
    }

    /** Whether {@link #packets} are those of both directions. */
    public boolean countsInbound(int slot) {
        return flag(slot, INBOUND_AT);
    }

    public void countsInbound(int slot, boolean value) {
        bits(slot, INBOUND_AT, 1, value ? 1 : 0);
    }

    /** Whether its host was probed since it last sent anything. */
    public boolean isProbed(int slot) {
        return flag(slot, PROBED_AT);
    }

    public void isProbed(int slot, boolean value) {
        bits(slot, PROBED_AT, 1, value ? 1 : 0);
    }

    /** Which peers may send to it. */
    public Filtering filtering(int slot) {
        return FILTERINGS[(int) (word(slot, MIX) >>> FILTERING_AT & 3)];
    }

    /** Sets that for what it comes to for the row's protocol. */
    public void filtering(int slot, Filtering filtering) {
        bits(slot, FILTERING_AT, 3, filtering.of(protocol(slot)).ordinal());
    }

    /** Whether only peers that it has sessions with may send to it. */
    public boolean isFiltered(int slot) {
        return filtering(slot).filters();
    }

    /** Generation of the slot's row: differs between successive rows, modulo 2^16. */
    public int generation(int slot) {
        return (int) (word(slot, MIX) >>> GENERATION_AT) & 0xffff;
    }

    /** The first session's IPv4 peer. */
    public int peer4(int slot) {
        return (int) (word(slot, PEER) >>> 32);
    }

    public int peerPort(int slot) {
        return (int) word(slot, MIX) & 0xffff;
    }

    public void peer(int slot, int address4, int port) {
        set(slot, PEER, word(slot, PEER) & 0xffff_ffffL | (long) address4 << 32);
        bits(slot, 0, 0xffff, port);
    }

    /**
     * Packets when last read, outbound ones alone or of both directions, modulo 2^32; those of them
     * that extend no lifetime may be added later.
     */
    public int packets(int slot) {
        return (int) word(slot, PEER);
    }

    public void packets(int slot, int packets) {
        set(slot, PEER, word(slot, PEER) & ~0xffff_ffffL | packets & 0xffff_ffffL);
    }

    /** Free for the caller's use while the row is not on the wheel. */
    @Override
    public int note(int slot) {
        return next(slot);
    }

    @Override
    public void note(int slot, int note) {
        link(slot, note, NONE);
    }

    int next(int slot) {
        return (int) (word(slot, LINKS) >>> 32);
    }

    int previous(int slot) {
        return (int) word(slot, LINKS);
    }

    void link(int slot, int next, int previous) {
        set(slot, LINKS, (long) next << 32 | previous & 0xffff_ffffL);
    }

    private boolean flag(int slot, int at) {
        return (word(slot, MIX) >>> at & 1) != 0;
    }

    private void bits(int slot, int at, long mask, int value) {
        set(slot, MIX, word(slot, MIX) & ~(mask << at) | (value & mask) << at);
    }

    private long word(int slot, int word) {
        return chunks[slot >>> CHUNK_BITS][(slot & CHUNK_MASK) * WIDTH + word];
    }

    private void set(int slot, int word, long value) {
        chunks[slot >>> CHUNK_BITS][(slot & CHUNK_MASK) * WIDTH + word] = value;
    }

    private long hash(int slot) {
        return hash(
                instance(slot),
                protocol(slot).ordinal(),
                high(slot),
                low(slot),
                port6(slot),
                setBits(slot));
    }

    private long hash(int instance, int protocol, long high, long low, int port6, int setBits) {
        long h = Hash.mix(high ^ seed);
        h = Hash.mix(h + low);
        return Hash.mix(
                h + ((long) setBits << 26 | (long) instance << 18 | (long) protocol << 16 | port6));
    }

    /** For the store, by the first session. */
    public BindingRecord record(int slot) {
        return record(
                slot,
                peer4(slot),
                peerPort(slot),
                hasSessions(slot) && tcpState(slot).isEstablished());
    }

    /** For the store, by any of its sessions. */
    BindingRecord record(int slot, int peer4, int peerPort, boolean established) {
        return BindingRecord.of(
                instance(slot),
                protocol(slot),
                high(slot),
                low(slot),
                port6(slot),
                address4(slot),
                port4(slot),
                setBits(slot),
                since(slot),
                peer4,
                peerPort,
                established);
    }

    /** For the store, to remove the row from it. */
    public BindingRecord removal(int slot) {
        return BindingRecord.removal(
                instance(slot), protocol(slot), high(slot), low(slot), port6(slot), setBits(slot));
    }

    /** Free slots and those with a deadline use the same links, as no slot is both. */
    private final class Timed implements Wheel.Rows {
        @Override
        public int deadline(int slot) {
            return Bib.this.deadline(slot);
        }

        @Override
        public void deadline(int slot, int seconds) {
            Bib.this.deadline(slot, seconds);
        }

        @Override
        public int next(int slot) {
            return Bib.this.next(slot);
        }

        @Override
        public int previous(int slot) {
            return Bib.this.previous(slot);
        }

        @Override
        public void link(int slot, int next, int previous) {
            Bib.this.link(slot, next, previous);
        }
    }
}
