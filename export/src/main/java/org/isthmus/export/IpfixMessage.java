// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.nio.ByteBuffer;
import org.isthmus.core.model.MappingEvent;

/**
 * An IPFIX message (RFC 7011 section 3) under construction: the templates of NAT events, or events.
 * Numbers are big-endian. One thread.
 */
final class IpfixMessage {
    private static final int VERSION = 10;
    private static final int HEADER = 16;
    private static final int SET_HEADER = 4;
    private static final int TEMPLATE_SET = 2;

    /** RFC 8158 table 2, as the two others are. */
    private static final int BLOCK_ALLOCATED = 16;

    private static final int BLOCK_RELEASED = 17;

    /** Of a block of ports: RFC 8158 table 21, whose records know no protocol, and more. */
    private static final int BLOCK = 256;

    /** Numbers of IANA's registry, and lengths in bytes. */
    private static final int[][] BLOCK_FIELDS = {
        {323, 8}, // timeStamp, observationTimeMilliseconds
        {230, 1}, // natEvent
        {4, 1}, // protocolIdentifier
        {29, 1}, // sourceIPv6PrefixLength
        {27, 16}, // sourceIPv6Address
        {225, 4}, // postNATSourceIPv4Address
        {361, 2}, // portRangeStart
        {362, 2}, // portRangeEnd
    };

    private static final int BINDING_CREATED = 10;
    private static final int BINDING_DELETED = 11;

    /** Of a binding: RFC 8158 table 8, without the host's port, which the log does not have. */
    private static final int BINDING = 257;

    private static final int[][] BINDING_FIELDS = {
        {323, 8}, // timeStamp, observationTimeMilliseconds
        {230, 1}, // natEvent
        {4, 1}, // protocolIdentifier
        {27, 16}, // sourceIPv6Address
        {225, 4}, // postNATSourceIPv4Address
        {227, 2}, // postNAPTSourceTransportPort
    };

    private final ByteBuffer bytes;
    private int set;
    private int setAt;
    private int records;

    /**
     * @param length of the message at most, in bytes
     */
    IpfixMessage(int length) {
        bytes = ByteBuffer.allocate(length);
        clear();
    }

    /** Begins another one. */
    void clear() {
        bytes.clear().position(HEADER);
        set = 0;
        records = 0;
    }

    /** Of events. */
    int records() {
        return records;
    }

    /** Adds all templates. */
    void templates() {
        begin(TEMPLATE_SET);
        template(BLOCK, BLOCK_FIELDS);
        template(BINDING, BINDING_FIELDS);
        end();
    }

    private void template(int id, int[][] fields) {
        bytes.putShort((short) id).putShort((short) fields.length);
        for (int[] field : fields) {
            bytes.putShort((short) field[0]).putShort((short) field[1]);
        }
    }

    private void begin(int id) {
        set = id;
        setAt = bytes.position();
        bytes.putShort((short) id).putShort((short) 0);
    }

    private void end() {
        if (set != 0) {
            bytes.putShort(setAt + 2, (short) (bytes.position() - setAt));
            set = 0;
        }
    }

    private static int length(int[][] fields) {
        int length = 0;
        for (int[] field : fields) {
            length += field[1];
        }
        return length;
    }

    /** Adds an event; returns whether there was room. */
    boolean add(MappingEvent e) {
        boolean isBinding = e.firstPort == e.lastPort && e.subscriber.length() == 128;
        int id = isBinding ? BINDING : BLOCK;
        int needed = length(isBinding ? BINDING_FIELDS : BLOCK_FIELDS);
        if (bytes.remaining() < needed + (set == id ? 0 : SET_HEADER)) {
            return false;
        }
        if (set != id) {
            end();
            begin(id);
        }
        boolean held = e.kind.isHeld();
        if (isBinding) {
            bytes.putLong(e.epochMillis)
                    .put((byte) (held ? BINDING_CREATED : BINDING_DELETED))
                    .put((byte) e.protocol.v4());
        } else {
            bytes.putLong(e.epochMillis)
                    .put((byte) (held ? BLOCK_ALLOCATED : BLOCK_RELEASED))
                    .put((byte) e.protocol.v4())
                    .put((byte) e.subscriber.length());
        }
        bytes.putLong(e.subscriber.high())
                .putLong(e.subscriber.low())
                .putInt(e.address.bits())
                .putShort((short) e.firstPort);
        if (!isBinding) {
            bytes.putShort((short) e.lastPort);
        }
        records++;
        return true;
    }

    /**
     * Completes it.
     *
     * @param epochMillis the time of day
     * @param sequence events sent before this message in the same session
     * @param domain observation domain
     * @return how many bytes of {@link #array} are the message
     */
    int finish(long epochMillis, long sequence, int domain) {
        end();
        int length = bytes.position();
        bytes.putShort(0, (short) VERSION)
                .putShort(2, (short) length)
                .putInt(4, (int) (epochMillis / 1000))
                .putInt(8, (int) sequence)
                .putInt(12, domain);
        return length;
    }

    byte[] array() {
        return bytes.array();
    }
}
