// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

/** All of one card. */
public interface Card extends Rows, Registers, Packets, AutoCloseable {
    @Override
    void close();
}
