// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.fastpath.trace.Form.Linear;
import org.isthmus.target.fastpath.trace.Form.Term;

/**
 * The headers that leave, as a {@link Rewrite}. Bit for bit it is looked where they come from: what
 * the rewrite does not say must be what came, at the same distance from the payload. For one trace.
 */
final class Output {
    /** A bit that is the same in all packets; else the number of the input's bit. */
    private static final int SAME = -1;

    /** A bit of what is calculated. */
    private static final int CALCULATED = -2;

    private static final Untraceable OTHER = new Untraceable("not a rewrite of headers");

    private final Layout in;
    private final Numbers numbers;

    /** Of the headers, what they are now, and of each bit where it comes from. */
    private final byte[] now;

    private final int[] from;

    /** Sums of 16 bits, by the first byte; null elsewhere. */
    private final Linear[] sums;

    private final int parsed;

    Output(Bmv2Program program, State state, Layout in, Numbers numbers, int parsed)
            throws Untraceable {
        this.in = in;
        this.numbers = numbers;
        this.parsed = parsed;
        int bytes = 0;
        List<Header> emitted = new ArrayList<>();
        for (Header h : program.deparser) {
            if (state.valid(h)) {
                emitted.add(h);
                bytes += State.bytes(h);
            }
        }
        now = new byte[bytes];
        from = new int[8 * bytes];
        sums = new Linear[bytes];
        Arrays.fill(from, SAME);
        int bit = 0;
        for (Header h : emitted) {
            for (int i = 0; i < h.type.fields.size(); i++) {
                int width = h.type.fields.get(i).width;
                put(bit, width, state.get(h, i));
                bit += width;
            }
        }
    }

    private void put(int bit, int width, Value v) throws Untraceable {
        BigInteger n = v.now;
        for (int i = 0; i < width; i++) {
            if (n.testBit(width - 1 - i)) {
                now[(bit + i) / 8] |= (byte) (0x80 >> (bit + i) % 8);
            }
        }
        if (v.same()) {
            return;
        }
        if (v.form instanceof Form.Slice) {
            Form.Slice s = (Form.Slice) v.form;
            for (int i = 0; i < s.width; i++) {
                int source = s.bit + i;
                from[bit + width - s.width + i] = in.isSame(source) ? SAME : source;
            }
        } else if (v.form instanceof Linear && width == 16 && bit % 8 == 0) {
            sums[bit / 8] = (Linear) v.form;
            Arrays.fill(from, bit, bit + 16, CALCULATED);
        } else {
            throw numbers.reads(v);
        }
    }

    private int u16(int at) {
        return Layout.u16(now, at);
    }

    Rewrite rewrite() throws Untraceable {
        if (now.length < Layout.ETHERNET + Layout.IPV4) {
            throw OTHER;
        }
        int ip = Layout.ETHERNET;
        int tag = -1;
        int type = u16(12);
        if (type == 0x8100) {
            tag = u16(14);
            type = u16(16);
            ip += Layout.TAG;
        }
        boolean ipv6 = type == 0x86dd;
        int transport = ip + (ipv6 ? Layout.IPV6 : Layout.IPV4);
        if (!ipv6 && type != 0x0800 || now.length < transport) {
            throw OTHER;
        }
        same(0, ip);
        byte[] ethernet = Arrays.copyOf(now, Layout.ETHERNET);
        ethernet[12] = (byte) (type >> 8);
        ethernet[13] = (byte) type;
        // What was parsed and what leaves end together: the payload is copied.
        if (now.length - transport != parsed - in.transport) {
            throw OTHER;
        }
        byte[] header = Arrays.copyOfRange(now, ip, transport);
        Rewrite.Identification id = Rewrite.Identification.FIXED;
        if (ipv6) {
            same(ip, ip + 4);
            length(ip + 4, Layout.IPV6);
            same(ip + 6, transport);
            Arrays.fill(header, 4, 6, (byte) 0);
        } else {
            same(ip, ip + 2);
            length(ip + 2, 0);
            id = identification(ip + 4);
            same(ip + 6, ip + 10);
            same(ip + 12, transport);
            if ((header[0] & 0xff) != 0x45) {
                throw OTHER;
            }
            Arrays.fill(header, 2, 4, (byte) 0);
            if (id != Rewrite.Identification.FIXED) {
                Arrays.fill(header, 4, 6, (byte) 0);
            }
            Arrays.fill(header, 10, 12, (byte) 0);
            headerChecksum(ip + 10, header, id);
        }
        return transport(ethernet, tag, header, id, transport);
    }

    private void same(int fromByte, int toByte) throws Untraceable {
        for (int i = 8 * fromByte; i < 8 * toByte; i++) {
            if (from[i] != SAME) {
                throw OTHER;
            }
        }
    }

    private Linear sum(int at) throws Untraceable {
        if (sums[at] != null) {
            return sums[at];
        }
        same(at, at + 2);
        return Linear.of(u16(at));
    }

    /** Checks that a length is that of what leaves. */
    private void length(int at, int without) throws Untraceable {
        Linear l = sum(at);
        int before = in.transport - in.ip;
        int after = (without == 0 ? Layout.IPV4 : Layout.IPV6) - without;
        if (!l.onlyLength() || l.factor(Term.LENGTH) != 1 || l.constant != after - before) {
            throw OTHER;
        }
    }

    private Rewrite.Identification identification(int at) throws Untraceable {
        Linear l = sum(at);
        if (l.is(Term.ID)) {
            return Rewrite.Identification.KEPT;
        }
        if (l.is(Term.RANDOM)) {
            return Rewrite.Identification.RANDOM;
        }
        same(at, at + 2);
        return Rewrite.Identification.FIXED;
    }

    /** Checks that it is the checksum of the header that leaves. */
    private void headerChecksum(int at, byte[] header, Rewrite.Identification id)
            throws Untraceable {
        Linear sum = Linear.of(Layout.sum(header, 0, header.length));
        int longer = Layout.IPV4 - (in.transport - in.ip);
        sum = sum.plus(Linear.of(Term.LENGTH, longer), 1);
        if (id == Rewrite.Identification.KEPT) {
            sum = sum.plus(Linear.of(Term.ID, 0), 1);
        } else if (id == Rewrite.Identification.RANDOM) {
            sum = sum.plus(Linear.of(Term.RANDOM, 0), 1);
        }
        Linear is = sum(at);
        Linear wanted = sum.times(-1);
        if (is.min(numbers.lengths) < 0
                || is.max(numbers.lengths) >= Linear.MODULUS
                || !is.congruentTo(wanted)) {
            throw new Untraceable("IPv4 checksum that is not right");
        }
    }

    private Rewrite transport(
            byte[] ethernet, int tag, byte[] header, Rewrite.Identification id, int transport)
            throws Untraceable {
        boolean echo = in.protocol == Layout.ICMP || in.protocol == Layout.ICMPV6;
        int moved = transport - in.transport;
        int checksum = in.checksum + moved;
        for (int i = transport; i < now.length; i++) {
            int at = i - transport;
            boolean written = echo ? at < 2 || at == 4 || at == 5 : at < 4;
            if (written) {
                same(i, i + 1);
            } else if (i == checksum || i == checksum + 1) {
                continue;
            } else if (sums[i] != null) {
                // The length of UDP, which is what it was.
                Linear l = sums[i];
                boolean ofUdp = in.protocol == Layout.UDP && at == 4;
                if (!ofUdp
                        || !l.onlyLength()
                        || l.factor(Term.LENGTH) != 1
                        || l.constant != in.ip - in.transport) {
                    throw OTHER;
                }
                i++;
            } else {
                untouched(i, i - moved);
            }
        }
        // What was not parsed is payload.
        int written = echo ? 6 : 4;
        byte[] first = new byte[written];
        for (int i = 0; i < written; i++) {
            first[i] = transport + i < now.length ? now[transport + i] : in.frame[in.transport + i];
        }
        boolean parsedChecksum = checksum + 1 < now.length;
        if (checksum + 1 == now.length) {
            throw OTHER;
        }
        int pseudo = 0;
        int rest = 0;
        int lengths = 0;
        boolean changed = false;
        boolean notZero = false;
        Term term = in.checksumTerm();
        Linear sum = parsedChecksum ? sum(checksum) : Linear.of(term, 0);
        if (!sum.is(term)) {
            Linear left = sum.residue().plus(Linear.of(term, 0), -1);
            changed = true;
            if (sum.min(numbers.lengths) != 0
                    || sum.max(numbers.lengths) != Linear.MODULUS - 1
                    || !left.isConstant() && !left.onlyLength()
                    || Math.abs(left.factor(Term.LENGTH)) > 1) {
                throw OTHER;
            }
            lengths = (int) -left.factor(Term.LENGTH);
            long all = Math.floorMod(-left.constant, Linear.MODULUS);
            if (echo) {
                rest = (int) all;
            } else {
                pseudo = pseudo(header);
                rest = (int) Math.floorMod(all - pseudo, Linear.MODULUS);
                // Where the checksum is left to the hardware, it is right for what leaves.
                if (lengths != 0 || rest != written(first)) {
                    throw new Untraceable("transport checksum that is not kept right");
                }
            }
            if (pseudo == 0 && rest == 0) {
                rest = (int) Linear.MODULUS;
            }
            for (Linear l : numbers.notZero) {
                if (!l.congruentTo(sum)) {
                    throw new Untraceable("reads a length or checksum");
                }
                notZero = true;
            }
        } else if (!numbers.notZero.isEmpty()) {
            throw new Untraceable("reads a length or checksum");
        } else if (!echo && pseudo(header) != 0 || written(first) != 0) {
            throw new Untraceable("transport checksum that is not kept right");
        }
        return new Rewrite(
                ethernet,
                tag,
                header,
                id,
                first,
                changed,
                pseudo,
                rest,
                lengths,
                notZero,
                (int) numbers.lengths.min(),
                (int) numbers.lengths.max());
    }

    private void untouched(int out, int source) throws Untraceable {
        for (int b = 0; b < 8; b++) {
            int bit = 8 * source + b;
            if (from[8 * out + b] != (in.isSame(bit) ? SAME : bit)
                    || in.isSame(bit) && ((now[out] ^ in.frame[source]) & 0x80 >> b) != 0) {
                throw OTHER;
            }
        }
    }

    /** What the change of addresses and protocol adds to the complement of a checksum. */
    private int pseudo(byte[] header) {
        int before = addresses(in.frame, in.ip, in.ipv6);
        int after = addresses(header, 0, header.length == Layout.IPV6);
        return Math.floorMod(after - before, 0xffff);
    }

    private static int addresses(byte[] b, int ip, boolean ipv6) {
        return ipv6
                ? Layout.sum(b, ip + 8, ip + Layout.IPV6) + (b[ip + 6] & 0xff)
                : Layout.sum(b, ip + 12, ip + Layout.IPV4) + (b[ip + 9] & 0xff);
    }

    /** What other ports add to it. */
    private int written(byte[] first) {
        int sum = 0;
        for (int i = 0; i < first.length; i += 2) {
            if (i != 2 || first.length == 4) {
                sum += Layout.u16(first, i) - Layout.u16(in.frame, in.transport + i);
            }
        }
        return Math.floorMod(sum, 0xffff);
    }
}
