// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import org.isthmus.netfpga.card.Buckets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.rtl.RtlBuckets;
import org.isthmus.netfpga.rtl.RtlCard;
import org.isthmus.netfpga.rtl.SumeSlot;
import org.isthmus.target.process.PortOpener;

/** A card whose program is Verilog of ours. It may have rows already, which are all read. */
final class RtlSumeHardware extends SumeHardware {
    private RtlProgram program;
    private RtlCard card;

    RtlSumeHardware(PortOpener opener) {
        super(opener);
    }

    @Override
    void open(AgentOptions o) throws IOException, MisfitException {
        program = new RtlProgram(o.card);
        // Of the libraries, only that of registers is ever loaded.
        SumeSlot slot = new SumeSlot(libraries(o, new SdnetCard.Files(o.libsume)));
        interfaces(o);
        card = program.card(() -> RtlCard.inUse(program.description, slot, super.packets()));
    }

    @Override
    String kind() {
        return "card";
    }

    @Override
    Rows rows() {
        return card;
    }

    @Override
    Registers registers() {
        return card;
    }

    @Override
    RegisterMap arrays() {
        return program.description.registers();
    }

    @Override
    SwitchInfo info() {
        return program.info;
    }

    @Override
    Buckets buckets() {
        return new RtlBuckets(card);
    }
}
