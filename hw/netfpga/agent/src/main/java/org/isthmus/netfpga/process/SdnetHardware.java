// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isthmus.netfpga.card.CounterRegisters;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.target.process.PortOpener;

/** A card whose program SDNet has made, by the libraries that were generated with it. */
final class SdnetHardware extends SumeHardware {
    /** Of the card's program. */
    static final String DESCRIPTION = ".sdnet_switch_info.dat";

    private SwitchInfo info;
    private RegisterMap arrays;
    private SdnetCard card;

    SdnetHardware(PortOpener opener) {
        super(opener);
    }

    @Override
    void open(AgentOptions o) throws IOException, MisfitException {
        Path cli = o.card.resolve("sw").resolve("CLI");
        info = SwitchInfo.parse(Files.readAllBytes(o.card.resolve(DESCRIPTION)));
        arrays = RegisterMap.parse(Files.readAllBytes(one(cli, "*_extern_defines.json")));
        card = libraries(o, new SdnetCard.Files(cli, o.libsume));
        interfaces(o);
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
        return new CounterRegisters(card);
    }

    @Override
    RegisterMap arrays() {
        return arrays;
    }

    @Override
    SwitchInfo info() {
        return info;
    }
}
