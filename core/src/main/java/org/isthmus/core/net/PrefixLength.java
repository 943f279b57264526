// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

/** The part of a prefix behind the slash. */
final class PrefixLength {
    private PrefixLength() {}

    static int parse(String text, int from, int max) {
        int digits = text.length() - from;
        int length = digits < 1 || digits > 3 || (digits > 1 && text.charAt(from) == '0') ? -1 : 0;
        for (int i = from; length >= 0 && i < text.length(); i++) {
            int d = text.charAt(i) - '0';
            length = d < 0 || d > 9 ? -1 : length * 10 + d;
        }
        if (length < 0 || length > max) {
            throw new IllegalArgumentException("not a prefix length of 0 to " + max + ": " + text);
        }
        return length;
    }
}
