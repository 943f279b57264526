// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import java.util.Arrays;
import java.util.Random;

/** Damages frames, and repairs some of the checksums and lengths, so that they get further. */
final class Mutator {
    private static final int[] BYTES = {0, 1, 2, 4, 5, 8, 0x7f, 0x80, 0xfe, 0xff};
    private static final int[] NUMBERS = {0, 1, 2, 4, 6, 17, 41, 43, 44, 47, 50, 51, 58, 59, 60};

    /** Headers end here, and with it nearly all that decides. */
    private static final int HEADERS = 110;

    /** So that frames do not grow without end. */
    private static final int LONGEST = 9000;

    private final Random random;

    Mutator(Random random) {
        this.random = random;
    }

    /**
     * @param other a frame to take parts of
     * @return another array, also where nothing changed
     */
    byte[] mutate(byte[] frame, byte[] other) {
        byte[] f = frame.clone();
        int times = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(1 + random.nextInt(3));
        for (int i = 0; i < times && f.length > 0; i++) {
            f = once(f, other);
        }
        if (times > 0) {
            repair(f);
        }
        return f;
    }

    private int below(int bound) {
        return random.nextInt(bound);
    }

    /** Mostly within the headers. */
    private int place(byte[] f) {
        return below(below(5) == 0 ? f.length : Math.min(f.length, HEADERS));
    }

    private byte[] once(byte[] f, byte[] other) {
        switch (below(11)) {
            case 0:
                for (int n = 1 + below(4); n > 0; n--) {
                    f[place(f)] ^= (byte) (1 << below(8));
                }
                return f;
            case 1:
                f[place(f)] = (byte) BYTES[below(BYTES.length)];
                return f;
            case 2:
                f[place(f)] = (byte) below(256);
                return f;
            case 3:
            case 4:
                length(f);
                return f;
            case 5:
                return Arrays.copyOf(f, below(f.length + 1));
            case 6:
                return Arrays.copyOf(f, f.length + 1 + below(64));
            case 7:
                return insert(f, place(f), Arrays.copyOfRange(f, place(f), f.length));
            case 8:
                return insert(f, place(f), other);
            case 9:
                int at = place(f);
                byte[] tail = Arrays.copyOfRange(other, Math.min(at, other.length), other.length);
                byte[] spliced = Arrays.copyOf(f, at + tail.length);
                System.arraycopy(tail, 0, spliced, at, tail.length);
                return spliced;
            default:
                number(f);
                return f;
        }
    }

    private byte[] insert(byte[] f, int at, byte[] of) {
        int length = Math.min(of.length, below(4) == 0 ? 1 + below(64) : 4 * (1 + below(10)));
        if (f.length + length > LONGEST) {
            return f;
        }
        byte[] longer = new byte[f.length + length];
        System.arraycopy(f, 0, longer, 0, at);
        System.arraycopy(of, 0, longer, at, length);
        System.arraycopy(f, at, longer, at + length, f.length - at);
        return longer;
    }

    /** Changes a field that says how long something is. */
    private void length(byte[] f) {
        int l3 = Packet.networkAt(f);
        if (l3 < 0 || f.length < l3 + 40) {
            return;
        }
        Packet p = Packet.of(f);
        if (f[l3] >>> 4 == 4 && below(3) == 0) {
            word(f, l3 + 2);
        } else if (f[l3] >>> 4 == 4 && below(3) == 0) {
            f[l3] = (byte) (0x40 + below(16));
        } else if (f[l3] >>> 4 == 6 && below(3) == 0) {
            word(f, l3 + 4);
        } else if (p.protocol() == Packet.UDP && p.l4 + 8 <= f.length) {
            word(f, p.l4 + 4);
        } else if (p.protocol() == Packet.TCP && p.l4 + 20 <= f.length) {
            f[p.l4 + 12] = (byte) (below(16) << 4);
        } else if (p.l4 + 8 <= f.length) {
            f[p.l4 + below(8)] = (byte) below(256);
        }
    }

    private void word(byte[] f, int at) {
        int value = (f[at] & 255) << 8 | f[at + 1] & 255;
        switch (below(4)) {
            case 0:
                value += below(17) - 8;
                break;
            case 1:
                value = below(64);
                break;
            case 2:
                value = 0xffff - below(64);
                break;
            default:
                value = below(0x10000);
        }
        f[at] = (byte) (value >>> 8);
        f[at + 1] = (byte) value;
    }

    /** Says that another header follows than does. */
    private void number(byte[] f) {
        Packet p = Packet.of(f);
        if (p != null && p.version != 0 && p.protocolAt < f.length) {
            f[p.protocolAt] = (byte) NUMBERS[below(NUMBERS.length)];
        }
    }

    private void repair(byte[] f) {
        int l3 = Packet.networkAt(f);
        if (l3 < 0 || f.length < l3 + 40) {
            return;
        }
        boolean isIpv4 = (f[l3] & 0xf0) == 0x40;
        if (below(2) == 0) {
            int length = f.length - l3 - (isIpv4 ? 0 : 40);
            int at = l3 + (isIpv4 ? 2 : 4);
            f[at] = (byte) (length >>> 8);
            f[at + 1] = (byte) length;
        }
        if (isIpv4 && below(10) > 0) {
            Generator.writeHeaderChecksum(f, l3);
        }
        if (below(2) == 0) {
            Packet.of(f).writeChecksum();
        }
    }
}
