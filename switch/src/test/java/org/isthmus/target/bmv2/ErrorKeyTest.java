// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.isthmus.target.api.MatchKey;
import org.junit.jupiter.api.Test;

/** Keys of type error, by error_key.p4. */
class ErrorKeyTest {
    /** The program's own comes after those of core.p4. */
    private static final int BAD_COMMAND = 7;

    @Test
    void errorsAreNumbersOf32Bits() throws Exception {
        Harness h = Harness.of("error_key");
        byte[][] values = {Harness.number(BAD_COMMAND, MatchKey.ERROR_BITS), new byte[1]};
        byte[][] masks = {null, new byte[1]};
        h.table("I.by_error")
                .insert(
                        Harness.entry(
                                new MatchKey(values, masks, 1),
                                h.action("I.send", Harness.number(5, 9))));
        assertEquals("1:08", h.send(1, "08").get(0).toString());
        assertEquals("5:09", h.send(1, "09").get(0).toString());
    }
}
