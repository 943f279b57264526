// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.target.api.Hex;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What packets tell the control plane, by digests.p4. */
class DigestTest {
    private static final int[] LEARNED = {48, 9};
    private static final int[] SEEN = {72, 1, 8, 48, 9};
    private static final String REST = "0a0b0c0d0e0f" + "112233445566778899";

    private final List<String> told = new ArrayList<>();
    private Harness h;
    private int learned;
    private int seen;

    @BeforeEach
    void load() throws Exception {
        h = Harness.of("digests");
        learned = h.p4info.getDigests(0).getPreamble().getId();
        seen = h.p4info.getDigests(1).getPreamble().getId();
    }

    private void tell(byte[][] values) {
        told.add(Arrays.stream(values).map(Hex::of).collect(Collectors.joining(" ")));
    }

    @Test
    void aDigestHasTheValuesOfItsCall() throws Exception {
        h.program.onDigest(learned, LEARNED, this::tell);
        h.program.onDigest(seen, SEEN, this::tell);
        assertEquals(
                "1:01000000000000112233445566778899", h.send(5, "01" + REST).get(0).toString());
        assertEquals(List.of("0a0b0c0d0e0f 0005"), told);
        // A packet that is dropped has one too.
        assertEquals(List.of(), h.send(256, "02" + REST));
        assertEquals("112233445566778899 01 02 0a0b0c0d0e0f 0100", told.get(1));
        h.send(5, "03" + REST);
        assertEquals(2, told.size());
    }

    @Test
    void nobodyNeedsToListen() {
        assertEquals(1, h.send(5, "01" + REST).size());
    }

    @Test
    void valuesOfOtherWidthsAreRefused() {
        assertEquals(
                Code.INVALID_ARGUMENT,
                Harness.code(() -> h.program.onDigest(learned, SEEN, this::tell)));
    }
}
