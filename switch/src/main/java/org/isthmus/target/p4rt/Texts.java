// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;

/** Words of error messages. */
final class Texts {
    private static final int SHOWN = 16;

    private Texts() {}

    static String hex(ByteString s) {
        if (s.isEmpty()) {
            return "the empty string";
        }
        StringBuilder b = new StringBuilder("0x");
        for (int i = 0; i < s.size() && i < SHOWN; i++) {
            b.append(String.format("%02x", s.byteAt(i)));
        }
        return s.size() > SHOWN ? b + "..." : b.toString();
    }

    static String id(int id) {
        return String.format("0x%08x", id);
    }
}
