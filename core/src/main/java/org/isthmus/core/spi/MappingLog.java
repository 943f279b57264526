// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.model.MappingEvent;

/**
 * Records which subscriber held which ports of which address when, to answer "who held 203.0.113.7
 * port 4242 at 10:32?". An event is the assignment or release of a port block; it never names a
 * destination (RFC 6888 section 4).
 *
 * <p>Threading: any thread.
 */
public interface MappingLog {
    /**
     * Logs an event, so that a crash of this process no longer loses it. Does not wait for a disk.
     */
    void append(MappingEvent event);

    /**
     * Holders of one port at one time, normally none or one. Does not block {@link #append}. Quick
     * and without disk access for the current time; may read a disk for the past.
     *
     * @param protocol an IPv4 protocol number
     * @param address network order
     * @param port 0 to 65535
     * @param epochMillis the time asked for; less than {@link Long#MAX_VALUE}. One that is later
     *     than all events asks for what is behind all that were appended until now
     * @throws org.isthmus.core.api.LostException what would answer is damaged or missing
     * @throws java.io.UncheckedIOException what would answer cannot be read
     */
    List<MappingEvent> whoHad(int protocol, int address, int port, long epochMillis);

    /**
     * The assignment of a port by the events appended until now, whatever their times; null: nobody
     * has it, or what was held is lost. Quick, without disk access.
     *
     * @param protocol an IPv4 protocol number
     * @param address network order
     * @param port 0 to 65535
     */
    MappingEvent whoHas(int protocol, int address, int port);

    /** The time from which on {@link #whoHad} knows the answers, epoch ms; 0: always. */
    default long oldest() {
        return 0;
    }

    /** Why events wait instead of being written, in the host's words; null: they do not. */
    default String problem() {
        return null;
    }

    /**
     * What was found damaged or missing since the log was opened, one line each with the name of
     * the file; of that time nobody may be named.
     */
    default List<String> damage() {
        return List.of();
    }

    /** Files deleted since the log was opened because they had no room. */
    default long dropped() {
        return 0;
    }

    /** Events that are not on the disk yet. */
    default long waiting() {
        return 0;
    }

    /** Events lost because the queue was full, since the log was opened. */
    default long lost() {
        return 0;
    }
}
