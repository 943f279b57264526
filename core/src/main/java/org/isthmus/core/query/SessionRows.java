// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Order;
import org.isthmus.core.api.Session;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.ExtraSessions;
import org.isthmus.core.binding.Sessions;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.loop.Seconds;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;

/** Rows of the session table, from the three places that have them. */
final class SessionRows implements Rows<Session> {
    /** The one in the BIB. */
    private static final int FIRST = 0;

    /** Of TCP, one beyond the first. */
    private static final int EXTRA = 1;

    /** One that translators hold, of which no state is known. */
    private static final int OPEN = 2;

    private final Bib bib;
    private final ExtraSessions extra;
    private final Sessions sessions;
    private final BindingRows bindings;
    private final Filter filter;

    /** The binding of the last row that was made: a binding may have a thousand. */
    private Binding binding;

    private int bindingSlot = Bib.NONE;

    SessionRows(
            Bib bib, ExtraSessions extra, Sessions sessions, BindingRows bindings, Filter filter) {
        this.bib = bib;
        this.extra = extra;
        this.sessions = sessions;
        this.bindings = bindings;
        this.filter = filter;
    }

    @Override
    public int of(int slot, Taker to) {
        if (!bindings.matches(slot)) {
            return 1;
        }
        int looked = 1;
        boolean anyPort = bindings.isPort(slot);
        if (isFirst(slot)
                && isAsked(anyPort, bib.peer4(slot), bib.peerPort(slot), bib.tcpState(slot))) {
            to.take(slot, FIRST, bib.peer4(slot), bib.peerPort(slot), bib.since(slot));
        }
        for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
            looked++;
            TcpState state = extra.state(s);
            if (state != TcpState.CLOSED
                    && isAsked(anyPort, extra.peer4(s), extra.peerPort(s), state)) {
                to.take(slot, EXTRA, extra.peer4(s), extra.peerPort(s), extra.since(s));
            }
        }
        for (int s = sessions.first(slot); s != Sessions.NONE; s = sessions.next(s)) {
            looked++;
            if (isAsked(anyPort, sessions.peer4(s), sessions.peerPort(s), TcpState.CLOSED)
                    && !isTracked(slot, s)) {
                to.take(slot, OPEN, sessions.peer4(s), sessions.peerPort(s), sessions.since(s));
            }
        }
        return looked;
    }

    /** Whether the BIB has a session of this binding. */
    private boolean isFirst(int slot) {
        boolean tcp = bib.protocol(slot) == Protocol.TCP;
        return (tcp ? bib.tcpState(slot) != TcpState.CLOSED : !bib.isFiltered(slot))
                && (bib.peer4(slot) != 0 || bib.peerPort(slot) != 0);
    }

    /**
     * @param anyPort whether the filter is content with the binding's own ports
     * @param state CLOSED: none is known
     */
    private boolean isAsked(boolean anyPort, int peer4, int peerPort, TcpState state) {
        return (filter.peer4 == null || filter.peer4.contains(peer4))
                && (filter.peerPort < 0 || filter.peerPort == peerPort)
                && (anyPort || filter.port == peerPort)
                && (filter.state == null
                        || state != TcpState.CLOSED && filter.state.equals(state.text()));
    }

    /** Whether a state is known of a TCP session that is let through. */
    private boolean isTracked(int slot, int session) {
        if (bib.protocol(slot) != Protocol.TCP) {
            return false;
        }
        boolean tracked =
                bib.tcpState(slot) != TcpState.CLOSED
                        && sessions.find(slot, bib.peer4(slot), bib.peerPort(slot)) == session;
        for (int s = extra.first(slot); !tracked && s != ExtraSessions.NONE; s = extra.next(s)) {
            tracked =
                    extra.state(s) != TcpState.CLOSED
                            && sessions.find(slot, extra.peer4(s), extra.peerPort(s)) == session;
        }
        return tracked;
    }

    @Override
    public Session row(int slot, int kind, int peer4, int peerPort) {
        switch (kind) {
            case FIRST:
                return isFirst(slot) && bib.peer4(slot) == peer4 && bib.peerPort(slot) == peerPort
                        ? session(slot, peer4, peerPort, bib.tcpState(slot), bib.since(slot))
                        : null;
            case EXTRA:
                int s = extra.find(slot, peer4, peerPort);
                return s != ExtraSessions.NONE && extra.state(s) != TcpState.CLOSED
                        ? session(slot, peer4, peerPort, extra.state(s), extra.since(s))
                        : null;
            default:
                int open = bib.isFiltered(slot) ? sessions.find(slot, peer4, peerPort) : -1;
                return open != Sessions.NONE
                        ? session(slot, peer4, peerPort, TcpState.CLOSED, sessions.since(open))
                        : null;
        }
    }

    /**
     * @param state CLOSED: none is known
     */
    private Session session(int slot, int peer4, int peerPort, TcpState state, int since) {
        if (bindingSlot != slot) {
            binding = bindings.row(slot, 0, 0, 0);
            bindingSlot = slot;
        }
        return new Session(
                binding,
                Ipv4Address.of(peer4),
                peerPort,
                state == TcpState.CLOSED ? "" : state.text(),
                Seconds.toEpochMillis(since),
                bib.isFiltered(slot)
                        ? Session.Peers.ALL
                        : bib.hasSessions(slot) ? Session.Peers.SEEN : Session.Peers.FIRST);
    }

    @Override
    public boolean mayHaveMore(int slot) {
        return !bib.isFiltered(slot)
                && !bib.hasSessions(slot)
                && (filter.state == null || bib.protocol(slot) == Protocol.TCP)
                && bindings.matches(slot);
    }

    @Override
    public boolean has(Order.Key key) {
        return Order.OF_SESSIONS.contains(key);
    }
}
