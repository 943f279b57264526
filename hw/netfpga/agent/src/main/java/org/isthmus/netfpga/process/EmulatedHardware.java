// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.nio.file.Files;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.emulated.EmulatedCard;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.standin.Faults;
import org.isthmus.netfpga.standin.StandInLibrary;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.io.PortLoop;
import org.isthmus.target.io.PortSet;
import org.isthmus.target.process.P4InfoFile;
import org.isthmus.target.process.PortOpener;

/** The program in its shell, behind the library that stands in for SDNet's. */
final class EmulatedHardware extends Hardware {
    private SdnetCard card;
    private EmulatedCard emulated;
    private StandInLibrary library;

    EmulatedHardware(PortOpener opener) {
        super(opener);
    }

    @Override
    void open(AgentOptions o) throws IOException, MisfitException, RefusedException {
        emulated =
                new EmulatedCard(
                        P4InfoFile.read(o.emulated.resolve("isthmus.p4info.txtpb")),
                        Files.readAllBytes(o.emulated.resolve("isthmus.json")),
                        System::nanoTime);
        open.add(emulated);
        library = new StandInLibrary(emulated, emulated);
        open.add(library);
        card =
                new SdnetCard(
                        new SdnetCard.Files(library.file()),
                        SdnetCard.Patience.ofMillis(SumeHardware.PATIENCE_MILLIS));
        open.add(card);
        ports(o.interfaces);
    }

    @Override
    void start() throws IOException {
        PortSet fromHost = new PortSet(ports());
        open.add(fromHost);
        emulated.onWires(
                (port, buf, off, len) -> {
                    synchronized (fromHost) {
                        fromHost.send(port, buf, off, len);
                        fromHost.flush();
                    }
                });
        PortSet out = new PortSet(ports());
        open.add(out);
        PortLoop loop = new PortLoop("ports");
        var worker = emulated.newWorker(out);
        ports().forEach(p -> loop.add(p, worker, out));
        loop.start();
        open.add(loop);
    }

    @Override
    String kind() {
        return "emulated card";
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
        return emulated.registers();
    }

    @Override
    Packets packets() {
        return emulated;
    }

    @Override
    SwitchInfo info() {
        return emulated.info();
    }

    EmulatedCard emulated() {
        return emulated;
    }

    /** Of the library in front of the card. */
    Faults faults() {
        return library.faults();
    }
}
