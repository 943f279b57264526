// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LibCTest {
    @Test
    void errorsAreSaidInWordsAndAMissingRightByItsName() {
        assertEquals("mmap: Cannot allocate memory", LibC.message("mmap", 12));
        String right = LibC.message("socket(AF_PACKET)", LibC.EPERM);
        assertTrue(
                right.startsWith(
                        "socket(AF_PACKET): Operation not permitted: it needs CAP_NET_RAW and"
                                + " CAP_NET_ADMIN"),
                right);
    }
}
