// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.health;

import org.isthmus.netfpga.target.CardProgram;
import org.isthmus.netfpga.target.CardTable;
import org.isthmus.target.api.Table;

/**
 * A router MAC address and an IPv6 address of the router that are in force: a row of table {@code
 * station} and one of {@code local6}. Immutable: nobody writes into its bytes.
 */
public final class OwnAddress {
    final byte[] mac;
    final byte[] address6;

    /**
     * @param mac 6 bytes
     * @param address6 16 bytes
     */
    public OwnAddress(byte[] mac, byte[] address6) {
        this.mac = mac;
        this.address6 = address6;
    }

    /** Of the rows that a program has now; null: not both tables have one. */
    public static OwnAddress of(CardProgram program) {
        CardTable station = program.table("station");
        CardTable local6 = program.table("local6");
        Table.Entry mac = station == null ? null : station.any();
        Table.Entry address = local6 == null ? null : local6.any();
        return mac == null || address == null
                ? null
                : new OwnAddress(mac.key().value(0), address.key().value(0));
    }
}
