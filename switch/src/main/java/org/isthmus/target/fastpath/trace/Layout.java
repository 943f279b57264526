// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Which bytes of a frame are the same for all packets of its flow: Ethernet, at most one VLAN tag,
 * IPv4 without options or IPv6 without extension headers, then TCP, UDP or an echo. The kernel's
 * program (fastpath.c) takes the same frames, and no others. Immutable.
 */
public final class Layout {
    public static final int TCP = 6;
    public static final int UDP = 17;
    public static final int ICMP = 1;
    public static final int ICMPV6 = 58;

    public static final int ETHERNET = 14;
    public static final int TAG = 4;
    public static final int IPV4 = 20;
    public static final int IPV6 = 40;

    private static final int TPID = 0x8100;
    private static final int TYPE_IPV4 = 0x0800;
    private static final int TYPE_IPV6 = 0x86dd;

    /** URG, RST, SYN and FIN: segments that are not of an established flow's data. */
    private static final int TCP_FLAGS = 0x27;

    private static final int TCP_CHECKSUM = 16;
    private static final int UDP_CHECKSUM = 6;
    private static final int ICMP_CHECKSUM = 2;
    private static final int MAX_LENGTH = 0xffff;

    /** The frame that it was made of. */
    final byte[] frame;

    /** First byte of the IP header. */
    public final int ip;

    public final boolean ipv6;
    public final int protocol;

    /** First byte of the TCP, UDP or ICMP header. */
    public final int transport;

    /** Bytes of the IP packet, and so of the frame from {@link #ip} on. */
    public final int length;

    /** The first byte of the transport checksum. */
    public final int checksum;

    /** Which bits of each byte are the same for all packets of the flow. */
    private final byte[] same;

    private Layout(byte[] frame, int ip, boolean ipv6) {
        this.frame = frame;
        this.ip = ip;
        this.ipv6 = ipv6;
        this.transport = ip + (ipv6 ? IPV6 : IPV4);
        this.protocol = frame[ip + (ipv6 ? 6 : 9)] & 0xff;
        this.length = ipv6 ? u16(frame, ip + 4) + IPV6 : u16(frame, ip + 2);
        int field = protocol == TCP ? TCP_CHECKSUM : protocol == UDP ? UDP_CHECKSUM : ICMP_CHECKSUM;
        this.checksum = transport + field;
        this.same = new byte[transport + 20];
        Arrays.fill(same, 0, transport, (byte) 0xff);
        if (ipv6) {
            Arrays.fill(same, ip + 4, ip + 6, (byte) 0);
        } else {
            Arrays.fill(same, ip + 2, ip + 6, (byte) 0);
            Arrays.fill(same, ip + 10, ip + 12, (byte) 0);
        }
        if (protocol == TCP || protocol == UDP) {
            Arrays.fill(same, transport, transport + 4, (byte) 0xff);
            if (protocol == TCP) {
                same[transport + 13] = TCP_FLAGS;
            }
        } else {
            Arrays.fill(same, transport, transport + 2, (byte) 0xff);
            Arrays.fill(same, transport + 4, transport + 6, (byte) 0xff);
        }
    }

    static int u16(byte[] b, int at) {
        return (b[at] & 0xff) << 8 | b[at + 1] & 0xff;
    }

    static void put16(byte[] b, int at, int value) {
        b[at] = (byte) (value >> 8);
        b[at + 1] = (byte) value;
    }

    /** Null: the frame is none that flows are made of. */
    public static Layout of(byte[] frame) {
        if (frame.length < ETHERNET + TAG + IPV6) {
            // Shorter ones with TCP, UDP or an echo are IPv4.
            if (frame.length < ETHERNET + IPV4 + 8) {
                return null;
            }
        }
        int ip = ETHERNET;
        int type = u16(frame, 12);
        if (type == TPID) {
            ip += TAG;
            type = u16(frame, 16);
        }
        boolean ipv6 = type == TYPE_IPV6;
        if (!ipv6 && type != TYPE_IPV4 || frame.length < ip + (ipv6 ? IPV6 : IPV4) + 8) {
            return null;
        }
        Layout l = new Layout(frame, ip, ipv6);
        return l.check() ? l : null;
    }

    private boolean check() {
        int upper = length - (transport - ip);
        if (frame.length != ip + length || length > MAX_LENGTH) {
            return false;
        }
        if (ipv6) {
            if ((frame[ip] & 0xf0) != 0x60) {
                return false;
            }
        } else if (frame[ip] != 0x45
                || (u16(frame, ip + 6) & 0xbfff) != 0
                || u16(frame, ip + 10) == 0xffff
                || sum(frame, ip, transport) != 0xffff) {
            return false;
        }
        switch (protocol) {
            case TCP:
                int header = (frame[transport + 12] >> 4 & 15) * 4;
                return upper >= 20
                        && header >= 20
                        && header <= upper
                        && (frame[transport + 13] & TCP_FLAGS) == 0;
            case UDP:
                return upper >= 8
                        && u16(frame, transport + 4) == upper
                        && u16(frame, checksum) != 0;
            case ICMP:
                return !ipv6
                        && upper >= 8
                        && (u16(frame, transport) == 0 || u16(frame, transport) == 0x0800);
            case ICMPV6:
                return ipv6
                        && upper >= 8
                        && (u16(frame, transport) == 0x8000 || u16(frame, transport) == 0x8100);
            default:
                return false;
        }
    }

    /** The one's complement sum of 16-bit words, folded; an even number of bytes. */
    public static int sum(byte[] b, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i += 2) {
            sum += u16(b, i);
        }
        sum = (sum >>> 16) + (sum & 0xffff);
        return (sum >>> 16) + (sum & 0xffff);
    }

    /**
     * The frame with less payload: lengths and header checksum are of that, the transport checksum
     * is as it was.
     *
     * @param bytes of the frame
     */
    public byte[] shortened(int bytes) {
        byte[] less = Arrays.copyOf(frame, bytes);
        if (ipv6) {
            put16(less, ip + 4, bytes - transport);
        } else {
            put16(less, ip + 2, bytes - ip);
            put16(less, ip + 10, 0);
            put16(less, ip + 10, ~sum(less, ip, transport));
        }
        if (protocol == UDP) {
            put16(less, transport + 4, bytes - transport);
        }
        return less;
    }

    public boolean tagged() {
        return ip > ETHERNET;
    }

    /** Bytes of the shortest packet of such a flow. */
    int shortest() {
        return transport - ip + (protocol == TCP ? 20 : 8);
    }

    boolean isSame(int bit) {
        return bit / 8 < same.length && (same[bit / 8] & 0x80 >> bit % 8) != 0;
    }

    /** Bits of the frame. */
    Value value(int bit, int width) {
        BigInteger now = bits(bit, width);
        boolean constant = true;
        for (int i = bit; i < bit + width && constant; i++) {
            constant = isSame(i);
        }
        if (constant) {
            return Value.of(now);
        }
        if (width == 16 && bit % 8 == 0) {
            Form known = known(bit / 8);
            if (known != null) {
                return new Value(now, known);
            }
        }
        return new Value(now, new Form.Slice(bit, width));
    }

    private BigInteger bits(int bit, int width) {
        int end = bit + width;
        byte[] b = Arrays.copyOfRange(frame, bit / 8, (end + 7) / 8);
        return new BigInteger(1, b)
                .shiftRight((8 - end % 8) % 8)
                .mod(BigInteger.ONE.shiftLeft(width));
    }

    /** What the 16 bits at a byte are; null: nothing that is calculated with. */
    private Form known(int at) {
        if (at == checksum) {
            return Form.Linear.of(checksumTerm(), 0);
        }
        if (protocol == UDP && at == transport + 4) {
            return Form.Linear.of(Form.Term.LENGTH, ip - transport);
        }
        if (ipv6) {
            return at == ip + 4 ? Form.Linear.of(Form.Term.LENGTH, -IPV6) : null;
        }
        if (at == ip + 2) {
            return Form.Linear.of(Form.Term.LENGTH, 0);
        }
        if (at == ip + 4) {
            return Form.Linear.of(Form.Term.ID, 0);
        }
        if (at == ip + 10) {
            // All words of a header add up to 0xffff.
            byte[] rest = Arrays.copyOfRange(frame, ip, transport);
            Arrays.fill(rest, 2, 6, (byte) 0);
            Arrays.fill(rest, 10, 12, (byte) 0);
            return Form.Linear.headerChecksum(sum(rest, 0, rest.length));
        }
        return null;
    }

    Form.Term checksumTerm() {
        return protocol == UDP ? Form.Term.UDP_CHECKSUM : Form.Term.CHECKSUM;
    }

    /** What to call a bit of the frame. */
    String name(int bit) {
        int at = bit / 8;
        if (at < ip) {
            return "ethernet";
        }
        if (at < transport) {
            return (ipv6 ? "ipv6 byte " : "ipv4 byte ") + (at - ip);
        }
        int header = protocol == TCP ? 20 : 8;
        String name = protocol == TCP ? "tcp" : protocol == UDP ? "udp" : "icmp";
        return at < transport + header ? name + " byte " + (at - transport) : "payload";
    }
}
