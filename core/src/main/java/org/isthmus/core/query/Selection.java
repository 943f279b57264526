// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Order;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.Phase;

/**
 * The first rows in an order behind a cursor, out of any number that are offered: a heap with as
 * many as a page has, in arrays. A row's place is its key, six words: two by which it is ordered,
 * then host, port and peer, which tell it from all others. The cursor is the key of a page's last
 * row, so that it needs no row to be there.
 *
 * <p>Threading: one thread.
 */
final class Selection<T> {
    private static final int WORDS = 6;
    private static final int FIRST = 16;

    private final Bib bib;
    private final Rows<T> rows;
    private final Order order;
    private final int limit;

    /** The key behind which the page begins; null: the first page. */
    private final long[] after;

    /** Of the row that is offered. */
    private final long[] key = new long[WORDS];

    private long[] keys = new long[FIRST * WORDS];
    private int[] slots = new int[FIRST];
    private byte[] kinds = new byte[FIRST];

    /** Numbers of rows: each comes behind its two children. */
    private int[] heap = new int[FIRST];

    private int size;
    private boolean hasMore;

    /**
     * @throws InvalidException the list has no such order, or the cursor is of another one
     */
    Selection(Bib bib, Rows<T> rows, Order order, String cursor, int limit) {
        if (!rows.has(order.by)) {
            throw new InvalidException(
                    "order", "there is no " + name(order.by) + " to order this list by");
        }
        this.bib = bib;
        this.rows = rows;
        this.order = order;
        this.limit = limit;
        this.after = cursor == null ? null : key(cursor);
    }

    /**
     * @param since in Seconds
     */
    void offer(int slot, int kind, int peer4, int peerPort, int since) {
        key[0] = word(slot, peer4, peerPort, since);
        key[1] = order.by == Order.Key.IPV6 ? bib.low(slot) : 0;
        if (size == limit && order(key[0], keys[heap[0] * WORDS]) > 0) {
            hasMore = true;
            return;
        }
        key[2] = bib.high(slot);
        key[3] = bib.low(slot);
        key[4] =
                (long) bib.port6(slot) << 32
                        | (long) bib.protocol(slot).ordinal() << 16
                        | bib.instance(slot);
        key[5] = (peer4 & 0xffff_ffffL) << 16 | peerPort;
        if (after != null && compare(key, 0, after, 0) <= 0) {
            return;
        }
        if (size < limit) {
            put(size, slot, kind);
            heap[size] = size;
            up(size++);
        } else {
            hasMore = true;
            if (compare(key, 0, keys, heap[0] * WORDS) < 0) {
                put(heap[0], slot, kind);
                down();
            }
        }
    }

    /** By what the order goes first; the address of an IPv6 host has a second word. */
    private long word(int slot, int peer4, int peerPort, int since) {
        switch (order.by) {
            case PROTOCOL:
                return bib.protocol(slot).ordinal();
            case IPV6:
                return bib.high(slot);
            case IPV4:
                return (bib.address4(slot) & 0xffff_ffffL) << 16 | bib.port4(slot);
            case PEER:
                return (peer4 & 0xffff_ffffL) << 16 | peerPort;
            case SINCE:
                return since & 0xffff_ffffL;
            default:
                return bib.deadline(slot) == 0 ? Long.MAX_VALUE : bib.deadline(slot);
        }
    }

    private void put(int row, int slot, int kind) {
        if (row == slots.length) {
            int length = Math.min(limit, row * 2);
            keys = Arrays.copyOf(keys, length * WORDS);
            slots = Arrays.copyOf(slots, length);
            kinds = Arrays.copyOf(kinds, length);
            heap = Arrays.copyOf(heap, length);
        }
        System.arraycopy(key, 0, keys, row * WORDS, WORDS);
        slots[row] = slot;
        kinds[row] = (byte) kind;
    }

    private void up(int from) {
        int row = heap[from];
        int at = from;
        while (at > 0 && isBehind(row, heap[(at - 1) / 2])) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = row;
    }

    private void down() {
        int row = heap[0];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isBehind(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBehind(heap[child], row)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = row;
    }

    private boolean isBehind(int row, int other) {
        return compare(keys, row * WORDS, keys, other * WORDS) > 0;
    }

    private int compare(long[] a, int at, long[] b, int bt) {
        for (int i = 0; i < WORDS; i++) {
            if (a[at + i] != b[bt + i]) {
                return order(a[at + i], b[bt + i]);
            }
        }
        return 0;
    }

    private int order(long a, long b) {
        int ascending = Long.compareUnsigned(a, b);
        return order.descending ? -ascending : ascending;
    }

    /** The rows in their order, without those that have gone since they were offered. */
    List<T> page() {
        List<T> page = new ArrayList<>(size);
        for (int row : sorted()) {
            long[] k = keys;
            int at = row * WORDS;
            int slot = slots[row];
            // The slot may have another binding by now.
            if (bib.isUsed(slot)
                    && Phase.wantsOutbound(bib.phase(slot))
                    && bib.high(slot) == k[at + 2]
                    && bib.low(slot) == k[at + 3]
                    && bib.port6(slot) == (int) (k[at + 4] >>> 32)
                    && bib.protocol(slot).ordinal() == (int) (k[at + 4] >>> 16 & 0xffff)) {
                int peer4 = (int) (k[at + 5] >>> 16);
                T made = rows.row(slot, kinds[row], peer4, (int) k[at + 5] & 0xffff);
                if (made != null) {
                    page.add(made);
                }
            }
        }
        return page;
    }

    private List<Integer> sorted() {
        return IntStream.range(0, size)
                .boxed()
                .sorted((a, b) -> compare(keys, a * WORDS, keys, b * WORDS))
                .collect(Collectors.toList());
    }

    /** The cursor of the next page; null: there is none. */
    String next() {
        if (!hasMore) {
            return null;
        }
        ByteBuffer last = ByteBuffer.allocate(WORDS * Long.BYTES);
        for (int i = 0; i < WORDS; i++) {
            last.putLong(keys[heap[0] * WORDS + i]);
        }
        return mark() + Base64.getUrlEncoder().withoutPadding().encodeToString(last.array());
    }

    private long[] key(String cursor) {
        if (cursor.startsWith(mark())) {
            try {
                ByteBuffer bytes =
                        ByteBuffer.wrap(
                                Base64.getUrlDecoder().decode(cursor.substring(mark().length())));
                if (bytes.remaining() == WORDS * Long.BYTES) {
                    long[] words = new long[WORDS];
                    bytes.asLongBuffer().get(words);
                    return words;
                }
            } catch (IllegalArgumentException e) {
                // Refused below.
            }
        }
        throw new InvalidException(
                "after", "\"" + cursor + "\" is not a cursor of ours in this order");
    }

    /** What the cursors of an order begin with. */
    private String mark() {
        return name(order.by) + (order.descending ? ".desc." : ".asc.");
    }

    private static String name(Order.Key key) {
        return key.name().toLowerCase(Locale.ROOT);
    }
}
