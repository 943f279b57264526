// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import org.isthmus.netfpga.target.CardProgram;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Table;

/** The NAT64 prefixes that are in force: the rows of table {@code prefix6}. Any thread. */
@FunctionalInterface
public interface Prefixes {
    /** A prefix of RFC 6052 section 2.2. Immutable: nobody writes into its bytes. */
    final class Prefix {
        final byte[] bytes;
        final int length;

        /**
         * @param bytes 16, zero behind the prefix
         * @param length 32, 40, 48, 56, 64 or 96 bits
         */
        public Prefix(byte[] bytes, int length) {
            this.bytes = bytes;
            this.length = length;
        }

        /** The IPv6 address that stands for an IPv4 one (RFC 6052 section 2.2): 16 bytes. */
        byte[] embed(byte[] address4) {
            byte[] address = bytes.clone();
            int at = length / 8;
            for (byte b : address4) {
                // Bits 64 to 71 stay zero.
                at += at == 8 ? 1 : 0;
                address[at++] = b;
            }
            return address;
        }
    }

    /** Null: the instance has none. */
    Prefix of(int instance);

    /**
     * Those of a program: table {@code prefix6} with action {@code embed} (p4/shared/outbound.p4).
     */
    static Prefixes of(CardProgram program) {
        Table prefix6 = program.table("prefix6");
        if (prefix6 == null) {
            return instance -> null;
        }
        return instance -> {
            byte[] key = {(byte) (instance >> 8), (byte) instance};
            Prefix[] found = new Prefix[1];
            prefix6.read(
                    new MatchKey(new byte[][] {key}, new byte[1][], 0),
                    (e, packets, bytes, idle, meter) ->
                            found[0] = new Prefix(e.action().param(0), e.action().param(1)[0]));
            return found[0];
        };
    }
}
