// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.emulated.EmulatedCard;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.packets.NfInterfaces;
import org.isthmus.netfpga.standin.Faults;
import org.isthmus.netfpga.standin.StandInLibrary;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.io.Port;
import org.isthmus.target.io.PortLoop;
import org.isthmus.target.io.PortSet;
import org.isthmus.target.process.Opened;
import org.isthmus.target.process.P4InfoFile;
import org.isthmus.target.process.PortInterface;
import org.isthmus.target.process.PortOpener;

/** A card, real or emulated, with its description; opened as the command line says. */
final class Hardware implements AutoCloseable {
    /**
     * Until a call of the card's libraries is given up. A row takes them some microseconds; but the
     * machine may have other things to do.
     */
    private static final long PATIENCE_MILLIS = 5000;

    private final PortOpener opener;
    private final Opened open = new Opened();
    private final List<Port> ports = new ArrayList<>();
    private SwitchInfo info;
    private RegisterMap registers;
    private SdnetCard card;
    private Packets packets;
    private NfInterfaces nf;
    private EmulatedCard emulated;
    private StandInLibrary library;

    private Hardware(PortOpener opener) {
        this.opener = opener;
    }

    /**
     * @throws IOException a file cannot be read, an interface not opened
     * @throws MisfitException a description is none
     * @throws RefusedException the program cannot be emulated
     */
    static Hardware open(AgentOptions o, PortOpener opener)
            throws IOException, MisfitException, RefusedException {
        Hardware h = new Hardware(opener);
        try {
            if (o.emulated == null) {
                h.real(o);
            } else {
                h.emulate(o);
            }
            return h;
        } catch (IOException | MisfitException | RefusedException | RuntimeException e) {
            h.close();
            throw e;
        }
    }

    private void real(AgentOptions o) throws IOException, MisfitException {
        Path cli = o.card.resolve("sw").resolve("CLI");
        info = SwitchInfo.parse(Files.readAllBytes(o.card.resolve(".sdnet_switch_info.dat")));
        registers = RegisterMap.parse(Files.readAllBytes(one(cli, "*_extern_defines.json")));
        if (!Files.isReadable(o.libsume)) {
            throw new NoSuchFileException(o.libsume.toString());
        }
        card(new SdnetCard.Files(cli, o.libsume));
        List<Port> interfaces = new ArrayList<>();
        for (int i = 0; i < o.nf.size(); i++) {
            interfaces.add(port(i, o.nf.get(i)));
        }
        nf = new NfInterfaces(interfaces);
        packets = nf;
    }

    private static Path one(Path folder, String pattern) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            for (Path file : found) {
                return file;
            }
        }
        throw new IOException("there is no " + pattern + " in " + folder);
    }

    private void emulate(AgentOptions o) throws IOException, MisfitException, RefusedException {
        emulated =
                new EmulatedCard(
                        P4InfoFile.read(o.emulated.resolve("isthmus.p4info.txtpb")),
                        Files.readAllBytes(o.emulated.resolve("isthmus.json")),
                        System::nanoTime);
        open.add(emulated);
        info = emulated.info();
        registers = emulated.registers();
        packets = emulated;
        library = new StandInLibrary(emulated, emulated);
        open.add(library);
        card(new SdnetCard.Files(library.file()));
        for (PortInterface i : o.interfaces) {
            port(i.port, i.name);
        }
    }

    private void card(SdnetCard.Files files) {
        card = new SdnetCard(files, SdnetCard.Patience.ofMillis(PATIENCE_MILLIS));
        open.add(card);
    }

    private Port port(int number, String name) throws IOException {
        Port port = opener.open(number, name);
        ports.add(port);
        open.add(port);
        return port;
    }

    /** Begins to receive; after that nothing is opened any more. */
    void start() throws IOException {
        if (nf != null) {
            nf.start();
            open.add(nf);
            return;
        }
        PortSet fromHost = new PortSet(ports);
        open.add(fromHost);
        emulated.onWires(
                (port, buf, off, len) -> {
                    synchronized (fromHost) {
                        fromHost.send(port, buf, off, len);
                        fromHost.flush();
                    }
                });
        PortSet out = new PortSet(ports);
        open.add(out);
        PortLoop loop = new PortLoop("ports");
        var worker = emulated.newWorker(out);
        ports.forEach(p -> loop.add(p, worker, out));
        loop.start();
        open.add(loop);
    }

    SdnetCard card() {
        return card;
    }

    Packets packets() {
        return packets;
    }

    SwitchInfo info() {
        return info;
    }

    RegisterMap registers() {
        return registers;
    }

    /** Null: the card is real. */
    EmulatedCard emulated() {
        return emulated;
    }

    /** Of the library in front of an emulated card. */
    Faults faults() {
        return library.faults();
    }

    /** The interfaces that were opened. */
    List<Port> ports() {
        return ports;
    }

    @Override
    public void close() {
        // What receives was opened last, so no packet is under way when what it needs is closed.
        open.close();
    }
}
