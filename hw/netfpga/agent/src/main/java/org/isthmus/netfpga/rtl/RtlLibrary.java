// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import com.sun.jna.Library;
import com.sun.jna.Pointer;

/** The C interface of hw/netfpga/rtl/sim/shim.cpp, where it is described. */
interface RtlLibrary extends Library {
    Pointer rtl_open();

    void rtl_close(Pointer card);

    int rtl_send(Pointer card, int port, Pointer frame, int length);

    void rtl_claim(Pointer card, int length);

    /**
     * @param ports 32 bits
     * @param source 32 bits
     */
    int rtl_receive(Pointer card, Pointer buffer, int capacity, Pointer ports, Pointer source);

    long rtl_run(Pointer card, long cycles);

    long rtl_cycle(Pointer card);

    int rtl_read(Pointer card, int address);

    void rtl_write(Pointer card, int address, int value);

    void rtl_shake(Pointer card, int seed, int gaps, int stalls);
}
