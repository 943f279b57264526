// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import org.junit.jupiter.api.Test;

/** What the oracle of {@link Fuzz} finds. */
class OracleTest {
    /** UDP with one byte, right in all respects. */
    private static final byte[] UDP6 =
            whole(
                    "020000000001020000000201 86dd 60000000 0009 11 40"
                            + "20010db8000100000000000000000001 20010db80064d1e200000000c6336409"
                            + "10920035 0009 0000 61");

    private static final byte[] UDP4 =
            whole(
                    "020000000203020000000001 0800 4500 001d 1234 0000 3f 11 0000"
                            + "cb007107 c6336409 04120035 0009 0000 61");

    /** An ICMPv4 echo reply of zeros. */
    private static final byte[] ZEROS =
            whole(
                    "020000000203020000000001 0800 4500 001c 1234 0000 3f 01 0000"
                            + "cb007107 c6336409 0000 0000 0000 0000");

    private final Oracle oracle = new Oracle(true);

    private static byte[] whole(String hex) {
        byte[] b = Hex.bytes(hex);
        Generator.writeHeaderChecksum(b, 14);
        Packet.of(b).writeChecksum();
        return b;
    }

    private static byte[] with(byte[] frame, int at, int value) {
        byte[] b = frame.clone();
        b[at] = (byte) value;
        return b;
    }

    private int wrong(byte[] in, byte[] out) {
        return oracle.judge(List.of(in), List.of(new Frame(3, out))).size();
    }

    @Test
    void seesWhatWasWhole() {
        assertEquals(0, wrong(UDP6, UDP4));
        assertEquals(1, wrong(UDP6, with(UDP4, 42, 'b')), "the payload");
        assertEquals(1, wrong(UDP6, with(UDP4, 39, 10)), "the length of UDP");
        assertEquals(1, wrong(UDP6, with(UDP4, 24, 0)), "the header");
        assertEquals(1, wrong(UDP6, Arrays.copyOf(UDP4, 42)), "the total length");
    }

    @Test
    void seesWhatIsMadeWhole() {
        byte[] broken = with(UDP6, 62, 'b');
        assertEquals(1, wrong(broken, UDP4));
        assertEquals(0, wrong(broken, with(UDP4, 42, 'b')), "it stays as broken");
        assertEquals(1, wrong(with(UDP6, 14, 0x40), UDP4), "its header was broken");
    }

    @Test
    void seesBothZeros() {
        assertEquals(0xff, ZEROS[36] & 255);
        byte[] other = with(with(ZEROS, 36, 0), 37, 0);
        assertEquals(1, wrong(ZEROS, other));
        assertEquals(0, wrong(other, ZEROS), "no difference tells one from the other");
    }

    @Test
    void knowsWhatWaited() {
        assertEquals(0, oracle.judge(List.of(UDP6), List.of()).size());
        assertEquals(0, wrong(ZEROS, UDP4), "it came in before");
        assertEquals(1, wrong(ZEROS, with(UDP4, 42, 'b')), "it did not");
    }

    @Test
    void putsFragmentsTogether() {
        byte[] first = fragment("2000", "04120035 0009 e6fd");
        byte[] last = fragment("0001", "61");
        byte[] right = UDP4.clone();
        first[40] = right[40];
        first[41] = right[41];
        List<Frame> out = List.of(new Frame(3, last), new Frame(3, first));
        assertEquals(0, oracle.judge(List.of(UDP6), out).size());
        first[41]++;
        assertEquals(1, oracle.judge(List.of(UDP6), out).size());
    }

    private static byte[] fragment(String flags, String upper) {
        int length = 20 + Hex.bytes(upper).length;
        byte[] b =
                Hex.bytes(
                        "020000000203020000000001 0800 4500"
                                + String.format("%04x", length)
                                + "1234"
                                + flags
                                + "3f 11 0000 cb007107 c6336409"
                                + upper);
        Generator.writeHeaderChecksum(b, 14);
        return b;
    }
}
