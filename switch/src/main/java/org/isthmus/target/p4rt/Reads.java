// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.rpc.Code;
import java.util.HashMap;
import java.util.Map;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;

/**
 * The reads that are under way, and what they may hold together: clients that do not take their
 * answers must not fill the heap. Any thread.
 */
final class Reads {
    /** Entities of one request. */
    static final int MAX_ENTITIES = 1 << 14;

    /** Tables that one request may go through; a wildcard goes through each table it means. */
    static final int MAX_SCANS = 256;

    static final int MAX_OF_CLIENT = 8;
    static final int MAX = 64;

    /** Entries that wait to be sent, all reads together: 128 MB of references. */
    static final long MAX_ROWS = 1 << 25;

    private final Map<Object, Integer> clients = new HashMap<>();
    private int count;
    private long rows;

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

    private synchronized void hold(int more) throws Exhausted {
        if (rows + more > MAX_ROWS) {
            throw new Exhausted(
                    "reads under way hold " + rows + " entries, of at most " + MAX_ROWS);
        }
        rows += more;
    }

    private synchronized void end(Read read) {
        clients.computeIfPresent(read.client, (c, n) -> n == 1 ? null : n - 1);
        count--;
        rows -= read.held;
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
        private final Map<Table, Table.Rows> tables = new HashMap<>();
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
            if (++scans > MAX_SCANS) {
                throw new Exhausted("the request goes through more than " + MAX_SCANS + " tables");
            }
            Table.Rows known = tables.get(table);
            if (known == null) {
                hold(table.size());
                held += table.size();
                known = table.rows();
                tables.put(table, known);
            }
            return known;
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
