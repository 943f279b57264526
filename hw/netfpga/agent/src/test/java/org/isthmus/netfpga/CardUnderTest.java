// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import java.io.IOException;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.target.api.PortSink;

/** A card of some kind behind an agent. */
interface CardUnderTest extends AutoCloseable {
    Rows rows();

    Registers registers();

    RegisterMap arrays();

    /** The registers without what is between them and the agent. */
    default Registers cells() {
        return registers();
    }

    Packets packets();

    SwitchInfo info();

    /** As {@link org.isthmus.target.conformance.SwitchUnderTest#hasJumboFrames}. */
    boolean hasJumboFrames();

    /** Where frames leave by the 10G ports. */
    void onWires(PortSink sink);

    /** A frame comes in by a 10G port. */
    void receive(int port, byte[] frame);

    /** Returns when all that came in has left. */
    void finish() throws CardException;

    @Override
    void close() throws IOException;
}
