// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

/**
 * A packet on its way through a program: its bytes, its headers and metadata, and what it asked the
 * target for. The class of a program is generated; its headers and metadata are fields of it. One
 * thread at a time; used again for packet after packet.
 */
public abstract class PacketContext {
    /**
     * Rounds of the parser that need not take a byte each: more than a jumbo frame has bytes, for
     * those that do.
     */
    static final int MAX_PARSER_ROUNDS = 1 << 14;

    /** The frame as received; never written to. */
    public byte[] in;

    /** Next byte of the frame to parse; after parsing, the first of the payload. */
    public int pos;

    /** End of the frame. */
    public int end;

    /** Port the frame came in by. */
    public int port;

    /** Bytes of the frame as received, which counters and meters of bytes use. */
    public int ingressLength;

    /** Bytes of the packet as headers are added and removed. */
    public int length;

    /** Bytes the packet is cut to when it leaves. */
    public int truncated;

    public boolean exit;

    /** -1: none. */
    public int cloneSession;

    public int cloneList;

    /** Field list of a resubmission, 0: none. */
    public int resubmitList;

    /** Field list of a recirculation, 0: none. */
    public int recirculateList;

    /** List of the digest that ingress makes, 0: none. */
    public int digestList;

    /**
     * Whether ingress stops before each table that is {@link MatchTable#far} and {@link
     * MatchTable#mayMatch may match} the packet.
     */
    public boolean stops;

    /** The table that ingress has stopped before; null: it has run to its end. */
    public MatchTable stopped;

    /** The node of ingress of that table; after {@link #resume}, the one that it went on from. */
    public int node;

    /** What was found in that table by {@link #key}, or null. */
    public long[] found;

    /** {@link #mayGoRound} so far. */
    public int parserRounds;

    public int error;
    public boolean badChecksum;
    public long nowNanos;
    public long nowMicros;

    /** The input of calculations. */
    public byte[] scratch = new byte[512];

    /** The key of a lookup. */
    public long[] key;

    private byte[] kept = new byte[0];
    private long random;

    protected PacketContext(int keyWords, long seed) {
        this.key = new long[keyWords];
        this.random = seed * 0x9e3779b97f4a7c15L + 0x632be59bd9b4e019L;
    }

    /** Clears headers and metadata, and all requests. */
    public final void reset() {
        resetHeaders();
        resetMetadata();
        clearRequests();
        truncated = Integer.MAX_VALUE;
        stops = false;
        stopped = null;
        node = -1;
    }

    public final void clearRequests() {
        exit = false;
        cloneSession = -1;
        cloneList = 0;
        resubmitList = 0;
        recirculateList = 0;
        digestList = 0;
    }

    /**
     * Keeps the frame, which is the caller's, in a buffer of its own.
     *
     * @param start first byte of the frame; 0 afterwards
     */
    public final void keep(int start) {
        int n = end - start;
        if (kept.length < n) {
            kept = new byte[Math.max(n, 2 * kept.length)];
        }
        System.arraycopy(in, start, kept, 0, n);
        in = kept;
        pos -= start;
        end = n;
    }

    /** Takes the frame and all that came of it from another context of the same program. */
    public final void copy(PacketContext o) {
        port = o.port;
        in = o.in;
        pos = o.pos;
        end = o.end;
        ingressLength = o.ingressLength;
        length = o.length;
        error = o.error;
        badChecksum = o.badChecksum;
        nowNanos = o.nowNanos;
        nowMicros = o.nowMicros;
        truncated = Integer.MAX_VALUE;
        clearRequests();
        copyFields(o);
    }

    /** A random number between the bounds, inclusive; both unsigned. */
    public final long random(long low, long high) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        long span = high - low + 1;
        long drawn = random * 0x2545f4914f6cdd1dL;
        return span == 0 ? drawn : low + Long.remainderUnsigned(drawn, span);
    }

    /** Whether so many bytes are left to parse; if not, notes the error. */
    public final boolean has(int bytes, int tooShort) {
        if (end - pos >= bytes) {
            return true;
        }
        error = tooShort;
        return false;
    }

    /** Whether parsing may come to a state that it may have come from; if not, notes the error. */
    public final boolean mayGoRound(int timeout) {
        if (++parserRounds <= MAX_PARSER_ROUNDS) {
            return true;
        }
        error = timeout;
        return false;
    }

    /** Skips bits while parsing; false: notes an error and skips nothing. */
    public final boolean advance(long bits, int invalid, int tooShort) {
        if ((bits & 7) != 0) {
            error = invalid;
            return false;
        }
        if (bits >>> 3 > end - pos) {
            error = tooShort;
            return false;
        }
        pos += (int) (bits >>> 3);
        return true;
    }

    /**
     * The bytes of a variable field to extract, or -1 after noting an error.
     *
     * @param fixed bytes of the header without the field
     * @param max bytes of the header at most
     */
    public final int variableLength(
            long bits, int fixed, int max, int invalid, int tooShort, int tooLong) {
        if ((bits & 7) != 0) {
            error = invalid;
            return -1;
        }
        long bytes = bits >>> 3;
        if (bytes > end - pos - fixed) {
            error = tooShort;
            return -1;
        }
        if (bytes + fixed > max) {
            error = tooLong;
            return -1;
        }
        return (int) bytes;
    }

    /** Makes room for so many bytes of calculation input. */
    public final byte[] scratch(int size) {
        if (scratch.length < size) {
            scratch = new byte[size];
        }
        return scratch;
    }

    /** Copies the payload into the scratch buffer, which has room; returns the position after. */
    public final int appendPayload(int at) {
        int n = payload();
        System.arraycopy(in, pos, scratch, at, n);
        return at + n;
    }

    /** Bytes of payload that calculations and the deparser see. */
    public final int payload() {
        return Math.min(end - pos, truncated);
    }

    // ---- The program ----

    public abstract void resetHeaders();

    public abstract void resetMetadata();

    public abstract void copyFields(PacketContext o);

    /** Sets the fields of a list to what they are in another context. */
    public abstract void copyList(int list, PacketContext o);

    /**
     * The values of a digest, 64 bits a word, low word first; null: there is no such list. A
     * program overrides it that has digests.
     */
    public long[] digest(int list) {
        return null;
    }

    /** Parses, then verifies checksums. */
    public abstract void parse();

    /** Runs ingress, to its end or until it has {@link #stopped}. */
    public abstract void ingress();

    /** Goes on from where ingress has stopped, with the row that was found meanwhile. */
    public abstract void resume();

    public abstract void egress();

    /** Updates checksums. */
    public abstract void prepareDeparse();

    /** Bytes of the headers that will be emitted. */
    public abstract int headerLength();

    /** Writes the headers; returns the position after them. */
    public abstract int emit(byte[] out, int at);

    // ---- Fields the architecture knows; a program overrides those that it has ----

    public void ingressPort(long v) {}

    public abstract long egressSpec();

    public abstract void egressSpec(long v);

    public void egressPort(long v) {}

    public void instanceType(long v) {}

    public void packetLength(long v) {}

    public void parserError(long v) {}

    public void checksumError(long v) {}

    public long multicastGroup() {
        return 0;
    }

    public void multicastGroup(long v) {}

    public void egressRid(long v) {}

    public void ingressTimestamp(long v) {}

    public void egressTimestamp(long v) {}

    public void enqueueTimestamp(long v) {}
}
