// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.packets.NfInterfaces;
import org.isthmus.target.io.Port;
import org.isthmus.target.process.PortOpener;

/** A card whose program SDNet has made, by the libraries that were generated with it. */
final class SdnetHardware extends Hardware {
    /**
     * Until a call of the card's libraries is given up. A row takes them some microseconds; but the
     * machine may have other things to do.
     */
    static final long PATIENCE_MILLIS = 5000;

    private SwitchInfo info;
    private RegisterMap arrays;
    private SdnetCard card;
    private NfInterfaces nf;

    SdnetHardware(PortOpener opener) {
        super(opener);
    }

    @Override
    void open(AgentOptions o) throws IOException, MisfitException {
        Path cli = o.card.resolve("sw").resolve("CLI");
        info = SwitchInfo.parse(Files.readAllBytes(o.card.resolve(".sdnet_switch_info.dat")));
        arrays = RegisterMap.parse(Files.readAllBytes(one(cli, "*_extern_defines.json")));
        if (!Files.isReadable(o.libsume)) {
            throw new NoSuchFileException(o.libsume.toString());
        }
        card =
                new SdnetCard(
                        new SdnetCard.Files(cli, o.libsume),
                        SdnetCard.Patience.ofMillis(PATIENCE_MILLIS));
        open.add(card);
        List<Port> interfaces = new ArrayList<>();
        for (int i = 0; i < o.nf.size(); i++) {
            interfaces.add(port(i, o.nf.get(i)));
        }
        nf = new NfInterfaces(interfaces);
    }

    @Override
    void start() throws IOException {
        nf.start();
        open.add(nf);
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
        return arrays;
    }

    @Override
    Packets packets() {
        return nf;
    }

    @Override
    SwitchInfo info() {
        return info;
    }
}
