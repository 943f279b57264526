// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

/**
 * The states of a TCP session (RFC 6146 section 3.5.2.2, with the resets of RFC 7857 section 2). An
 * unknown session is CLOSED; events other than SYN, FIN and RST are seen by the counters only.
 */
public enum TcpState {
    CLOSED("CLOSED"),
    V4_INIT("V4 INIT"),
    V6_INIT("V6 INIT"),
    ESTABLISHED("ESTABLISHED"),
    V4_FIN_RCV("V4 FIN RCV"),
    V6_FIN_RCV("V6 FIN RCV"),
    V4_V6_FIN_RCV("V4 FIN + V6 FIN RCV"),
    TRANS("TRANS");

    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;

    private static final TcpState[] ALL = values();

    private final String text;

    TcpState(String text) {
        this.text = text;
    }

    /** The name in the RFC. */
    public String text() {
        return text;
    }

    /**
     * The state after a segment.
     *
     * @param fromV6 it came from the IPv6 side
     * @param flags the flags byte of the TCP header
     */
    public TcpState after(boolean fromV6, int flags) {
        if ((flags & RST) != 0) {
            return reset();
        }
        if ((flags & SYN) != 0) {
            return synchronize(fromV6);
        }
        return (flags & FIN) != 0 ? finish(fromV6) : afterData();
    }

    /** The state after a segment without SYN, FIN or RST. */
    TcpState afterData() {
        return this == TRANS ? ESTABLISHED : this;
    }

    private TcpState synchronize(boolean fromV6) {
        switch (this) {
            case CLOSED:
                return fromV6 ? V6_INIT : V4_INIT;
            case V4_INIT:
                return fromV6 ? ESTABLISHED : this;
            case V6_INIT:
                return fromV6 ? this : ESTABLISHED;
            case V4_V6_FIN_RCV:
                // Both sides have closed: a new connection on the same ports.
                return fromV6 ? V6_INIT : V4_INIT;
            case TRANS:
                return ESTABLISHED;
            default:
                return this;
        }
    }

    private TcpState finish(boolean fromV6) {
        switch (this) {
            case ESTABLISHED:
                return fromV6 ? V6_FIN_RCV : V4_FIN_RCV;
            case TRANS:
                // Whatever is not RST takes it there.
                return ESTABLISHED;
            case V4_FIN_RCV:
                return fromV6 ? V4_V6_FIN_RCV : this;
            case V6_FIN_RCV:
                return fromV6 ? this : V4_V6_FIN_RCV;
            default:
                return this;
        }
    }

    private TcpState reset() {
        switch (this) {
            case ESTABLISHED:
            case V4_FIN_RCV:
            case V6_FIN_RCV:
                return TRANS;
            default:
                return this;
        }
    }

    /** The state with this ordinal, as the BIB stores it. */
    public static TcpState of(int ordinal) {
        return ALL[ordinal];
    }

    /** Whether its timeout is the established one; the others have the transitory one. */
    public boolean isEstablished() {
        return this == ESTABLISHED || this == V4_FIN_RCV || this == V6_FIN_RCV;
    }

    /**
     * Whether one of the two SYNs is missing: until it comes, its own SYN alone extends its
     * lifetime.
     */
    public boolean isOpening() {
        return this == V4_INIT || this == V6_INIT;
    }

    /**
     * The state after a timeout.
     *
     * @param moved packets were seen since the last read, SYN, FIN and RST apart that change
     *     nothing
     */
    TcpState afterTimeout(boolean moved) {
        switch (this) {
            case TRANS:
                return moved ? ESTABLISHED : CLOSED;
            case ESTABLISHED:
                return moved ? this : TRANS;
            case V4_FIN_RCV:
            case V6_FIN_RCV:
                return moved ? this : CLOSED;
            default:
                return CLOSED;
        }
    }

    /** Whether packets make a difference to it; after both FINs they do not. */
    public boolean isRefreshed() {
        return this != V4_V6_FIN_RCV && this != CLOSED;
    }
}
