// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.rpc.Code;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;

/**
 * The reads that are under way, and what they may hold together: clients that do not take their
 * answers must not fill the heap. Any thread.
 */
final class Reads {
    /** Entities of one request. */
    static final int MAX_ENTITIES = 1 << 14;

    /**
     * Tables, arrays and action profiles that one request may go through; a wildcard goes through
     * each one it means.
     */
    static final int MAX_SCANS = 256;

    static final int MAX_OF_CLIENT = 8;
    static final int MAX = 64;

    /** Bytes of what waits to be sent, all reads together. */
    static final long MAX_BYTES = 1 << 27;

    /** Bytes of a reference, as to a row. */
    static final int REFERENCE = 4;

    private final int maxScans;
    private final long maxBytes;
    private final Map<Object, Integer> clients = new HashMap<>();
    private int count;
    private long bytes;

    Reads() {
        this(MAX_SCANS, MAX_BYTES);
    }

    private Reads(int maxScans, long maxBytes) {
        this.maxScans = maxScans;
        this.maxBytes = maxBytes;
    }

    /** Of the server itself, which keeps nobody waiting and takes all that there is. */
    static Reads ofServer() {
        return new Reads(Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    /**
     * @param client equal for all calls of one client
     * @throws Exhausted RESOURCE_EXHAUSTED
     */
    synchronized Read begin(Object client) throws Exhausted {
        int own = clients.getOrDefault(client, 0);
        if (own == MAX_OF_CLIENT) {
            throw new Exhausted(own + " reads of this client are under way");
        }
        if (count == MAX) {
            throw new Exhausted(count + " reads are under way");
        }
        clients.put(client, own + 1);
        count++;
        return new Read(client);
    }

    private synchronized void hold(long more) throws Exhausted {
        if (more > maxBytes - bytes) {
            throw new Exhausted(
                    "reads under way hold "
                            + bytes
                            + " bytes, of at most "
                            + maxBytes
                            + ", and there is no room for "
                            + more);
        }
        bytes += more;
    }

    private synchronized void end(Read read) {
        clients.computeIfPresent(read.client, (c, n) -> n == 1 ? null : n - 1);
        count--;
        bytes -= read.held;
    }

    /** Reads under way. */
    synchronized int count() {
        return count;
    }

    /** No room for the request as a whole. */
    static final class Exhausted extends RefusedException {
        private static final long serialVersionUID = 1;

        Exhausted(String message) {
            super(Code.RESOURCE_EXHAUSTED, message);
        }
    }

    /** One read. For one thread at a time but for {@link #close}. */
    final class Read implements AutoCloseable {
        private final Object client;
        private final Map<Object, Object> copies = new IdentityHashMap<>();
        private int scans;
        private long held;
        private boolean closed;

        private Read(Object client) {
            this.client = client;
        }

        /**
         * The rows of a table, the same ones however often they are asked for.
         *
         * @throws Exhausted RESOURCE_EXHAUSTED
         */
        Table.Rows rows(Table table) throws Exhausted {
            return copy(table, (long) REFERENCE * table.size(), table::rows);
        }

        /**
         * All of a collection, whose elements are immutable; the same list however often it is
         * asked for.
         *
         * @throws Exhausted RESOURCE_EXHAUSTED
         */
        <T> List<T> list(Object of, Collection<T> all) throws Exhausted {
            return copy(of, (long) REFERENCE * all.size(), () -> List.copyOf(all));
        }

        /**
         * A copy of what is read, the same one however often it is asked for.
         *
         * @param bytes that the copy takes
         * @throws Exhausted RESOURCE_EXHAUSTED
         */
        @SuppressWarnings("unchecked")
        <T> T copy(Object of, long bytes, Supplier<T> copy) throws Exhausted {
            if (++scans > maxScans) {
                throw new Exhausted(
                        "the request goes through more than "
                                + maxScans
                                + " tables, arrays and action profiles");
            }
            Object known = copies.get(of);
            if (known == null) {
                hold(bytes);
                held += bytes;
                known = copy.get();
                copies.put(of, known);
            }
            return (T) known;
        }

        /** A second time does nothing. */
        @Override
        public void close() {
            synchronized (Reads.this) {
                if (!closed) {
                    closed = true;
                    end(this);
                }
            }
        }
    }
}
