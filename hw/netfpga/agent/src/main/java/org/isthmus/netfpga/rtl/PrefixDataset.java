// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isthmus.netfpga.card.CardException;

/**
 * The rows of an LPM table as {@link org.isthmus.netfpga.card.Rows#loadPrefixes} has them in a
 * file: a line for each, with an address, the length of its prefix, and the value in hexadecimal.
 */
final class PrefixDataset {
    private static final int IPV4 = 32;
    private static final int IPV6 = 128;
    private static final int HEX = 16;

    private PrefixDataset() {}

    /** Whether keys of so many bits are addresses. */
    static boolean isAddress(int bits) {
        return bits == IPV4 || bits == IPV6;
    }

    /**
     * Values by {mask, key}, the key in the lower half.
     *
     * @param bits of an address
     */
    static Map<BigInteger, BigInteger> read(Path file, int bits) throws CardException {
        Map<BigInteger, BigInteger> rows = new LinkedHashMap<>();
        int number = 0;
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
                number++;
                String[] words = line.split(" ");
                if (words.length != 3) {
                    throw wrong(number, line);
                }
                int length = Integer.parseInt(words[1]);
                if (length < 0 || length > bits) {
                    throw wrong(number, line);
                }
                BigInteger mask = ones(length).shiftLeft(bits - length);
                BigInteger key = address(words[0], bits).and(mask);
                rows.put(mask.shiftLeft(bits).or(key), new BigInteger(words[2], HEX));
            }
        } catch (IOException e) {
            throw new CardException("a file of prefixes: " + e.getMessage());
        } catch (NumberFormatException e) {
            throw new CardException("a file of prefixes: line " + number + ": " + e.getMessage());
        }
        return rows;
    }

    private static CardException wrong(int number, String line) {
        return new CardException("a file of prefixes: line " + number + ": " + line);
    }

    private static BigInteger ones(int bits) {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }

    /** Dotted bytes of an IPv4 address, the eight groups of an IPv6 address. */
    private static BigInteger address(String text, int bits) {
        String[] parts = text.split(bits == IPV4 ? "\\." : ":");
        int partBits = bits / parts.length;
        BigInteger address = BigInteger.ZERO;
        for (String part : parts) {
            address = address.shiftLeft(partBits).or(new BigInteger(part, bits == IPV4 ? 10 : HEX));
        }
        return address;
    }
}
