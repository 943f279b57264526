// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.packets.NfInterfaces;
import org.isthmus.target.io.Claim;
import org.isthmus.target.io.Port;
import org.isthmus.target.process.PortOpener;

/** A card in this machine: registers by its driver's library, packets by nf0 to nf3. */
abstract class SumeHardware extends Hardware {
    /**
     * Until a call of the card's libraries is given up. A row takes them some microseconds; but the
     * machine may have other things to do.
     */
    static final long PATIENCE_MILLIS = 5000;

    private NfInterfaces nf;

    SumeHardware(PortOpener opener) {
        super(opener);
    }

    /** By its interfaces, through one of which its registers are read and written as well. */
    @Override
    final void claim(AgentOptions o) throws IOException {
        for (String name : o.nf) {
            open.add(new Claim("isthmus-agent/" + name, "the card of " + name));
        }
    }

    /**
     * Calls of libraries.
     *
     * @throws NoSuchFileException there is no libsume
     */
    final SdnetCard libraries(AgentOptions o, SdnetCard.Files files) throws NoSuchFileException {
        if (!Files.isReadable(o.libsume)) {
            throw new NoSuchFileException(o.libsume.toString());
        }
        SdnetCard card =
                new SdnetCard(files, SdnetCard.Patience.ofMillis(SumeHardware.PATIENCE_MILLIS));
        open.add(card);
        return card;
    }

    final void interfaces(AgentOptions o) throws IOException {
        List<Port> interfaces = new ArrayList<>();
        for (int i = 0; i < o.nf.size(); i++) {
            interfaces.add(port(i, o.nf.get(i)));
        }
        nf = new NfInterfaces(interfaces);
    }

    @Override
    final void start() throws IOException {
        nf.start();
        open.add(nf);
    }

    @Override
    final Packets packets() {
        return nf;
    }
}
