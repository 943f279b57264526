// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Totals;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.Phase;

/**
 * Collects a page of a list by going through the BIB, a part per step of the loop, so that nothing
 * waits for longer than a part takes: a quarter of a millisecond, and two where each row displaces
 * another. It holds as many rows as the page has, however many there are.
 *
 * <p>Without an order the cursor is the slot to continue from, and a page ends with a slot: it may
 * exceed the limit by the rows of that slot. In an order, see {@link Selection}.
 *
 * <p>Threading: the core's thread.
 */
final class Walk<T> implements Rows.Taker {
    /** Rows that are looked at in one step. */
    static final int PART = 1 << 12;

    private static final int MOST = 10_000;

    private final Executor loop;
    private final Bib bib;
    private final Rows<T> rows;
    private final PageRequest request;

    /** Null: as they come. */
    private final Selection<T> selection;

    private final List<T> found = new ArrayList<>();
    private final CompletableFuture<Page<T>> result = new CompletableFuture<>();

    /** Where the page begins, and where the next one does; as they come. */
    private final int start;

    private int end = Bib.NONE;

    private int at;
    private long total;
    private long open;

    /**
     * @throws InvalidException the request is not right
     */
    Walk(Executor loop, Bib bib, Rows<T> rows, PageRequest request) {
        limit(request.limit);
        this.loop = loop;
        this.bib = bib;
        this.rows = rows;
        this.request = request;
        if (request.order == null) {
            selection = null;
            start = slot(request.after);
            at = request.wantsTotals ? 0 : start;
        } else {
            selection = new Selection<>(bib, rows, request.order, request.after, request.limit);
            start = 0;
        }
    }

    /**
     * @throws InvalidException there are no such pages
     */
    static void limit(int limit) {
        if (limit < 1 || limit > MOST) {
            throw new InvalidException("limit", limit + " is not between 1 and " + MOST);
        }
    }

    /** The number that a cursor is. */
    static int slot(String cursor) {
        try {
            int slot = cursor == null ? 0 : Integer.parseInt(cursor);
            if (slot >= 0) {
                return slot;
            }
        } catch (NumberFormatException e) {
            // Refused below, as a negative cursor is.
        }
        throw new InvalidException("after", "\"" + cursor + "\" is not a cursor of ours");
    }

    CompletableFuture<Page<T>> page() {
        step();
        return result;
    }

    private void step() {
        for (int looked = 0; looked < PART && at < bib.top(); at++) {
            looked++;
            if (!bib.isUsed(at) || !Phase.wantsOutbound(bib.phase(at))) {
                continue;
            }
            looked += rows.of(at, this);
            if (request.wantsTotals && rows.mayHaveMore(at)) {
                open++;
            }
            if (selection == null && end == Bib.NONE && found.size() >= request.limit) {
                end = at + 1;
                if (!request.wantsTotals) {
                    break;
                }
            }
        }
        if (at < bib.top() && (end == Bib.NONE || request.wantsTotals)) {
            loop.execute(this::step);
            return;
        }
        Totals totals = request.wantsTotals ? new Totals(total, open) : null;
        result.complete(
                selection == null
                        ? new Page<>(found, next(), totals)
                        : new Page<>(selection.page(), selection.next(), totals));
    }

    /** The cursor of the next page; null: no slot is left. */
    private String next() {
        return end == Bib.NONE || end >= bib.top() ? null : Integer.toString(end);
    }

    @Override
    public void take(int slot, int kind, int peer4, int peerPort, int since) {
        total++;
        if (selection != null) {
            selection.offer(slot, kind, peer4, peerPort, since);
        } else if (slot >= start && end == Bib.NONE) {
            found.add(rows.row(slot, kind, peer4, peerPort));
        }
    }
}
