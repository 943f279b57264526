// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.logging.WrongFileException;
import org.isthmus.netfpga.card.Buckets;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.io.Port;
import org.isthmus.target.process.Opened;
import org.isthmus.target.process.PortInterface;
import org.isthmus.target.process.PortOpener;

/** A card of some kind, with its description and the interfaces that belong to it. */
abstract class Hardware implements AutoCloseable {
    private final PortOpener opener;
    private final List<Port> ports = new ArrayList<>();

    /** What was opened for the card, in its order. */
    final Opened open = new Opened();

    Hardware(PortOpener opener) {
        this.opener = opener;
    }

    /**
     * The kind of card that the command line says, programmed before if it is to be.
     *
     * @throws IOException another agent has the card, it was not programmed, a file cannot be read,
     *     an interface not opened, a card not reached
     * @throws MisfitException a description is not the card's
     * @throws RefusedException the program cannot be emulated
     */
    static Hardware open(AgentOptions o, PortOpener opener)
            throws IOException, MisfitException, RefusedException, InterruptedException {
        Hardware h = of(o, opener);
        try {
            h.claim(o);
            program(o.flash);
            h.open(o);
            return h;
        } catch (IOException
                | MisfitException
                | RefusedException
                | InterruptedException
                | RuntimeException e) {
            h.close();
            throw e;
        }
    }

    /**
     * @param command null: the card has its program
     */
    private static void program(String command) throws IOException, InterruptedException {
        if (command == null) {
            return;
        }
        Process programming = new ProcessBuilder("sh", "-c", command).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(programming), "flash"));
        int status = programming.waitFor();
        if (status != 0) {
            throw new IOException(
                    "the card was not programmed: status " + status + " of " + command);
        }
    }

    /** While it goes on, the card is this process's, so that no other one programs it as well. */
    private static void end(Process programming) {
        programming.descendants().forEach(ProcessHandle::destroy);
        programming.destroy();
        programming.onExit().join();
    }

    private static Hardware of(AgentOptions o, PortOpener opener) throws IOException {
        if (o.emulated != null) {
            return new EmulatedHardware(opener);
        }
        if (o.rtl != null) {
            return new RtlHardware(opener);
        }
        if (RtlProgram.isIn(o.card)) {
            return new RtlSumeHardware(opener);
        }
        if (Files.exists(o.card.resolve(SdnetHardware.DESCRIPTION))) {
            return new SdnetHardware(opener);
        }
        throw new WrongFileException(
                String.format(
                        "%s is of no card: it has neither %s nor %s of make bitstream",
                        o.card, RtlProgram.DESCRIPTION, SdnetHardware.DESCRIPTION));
    }

    /**
     * From now on the card is this process's.
     *
     * @throws IOException another agent has it
     */
    void claim(AgentOptions o) throws IOException {
        // A card in this process is nobody else's.
    }

    /** Opens all that the card needs. */
    abstract void open(AgentOptions o) throws IOException, MisfitException, RefusedException;

    /** Begins to receive; after that nothing is opened any more. */
    abstract void start() throws IOException;

    /** What to call it. */
    abstract String kind();

    abstract Rows rows();

    abstract Registers registers();

    /** Where in the registers the program's arrays are. */
    abstract RegisterMap arrays();

    abstract Packets packets();

    abstract SwitchInfo info();

    /** What limits what the card gives up; null: the card has none of it. */
    Buckets buckets() {
        return null;
    }

    /** Lines that tell what was counted, beside the interfaces' counters. */
    List<String> counters() {
        return List.of();
    }

    /** The only file, or the first one, with such a name. */
    static Path one(Path folder, String pattern) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            for (Path file : found) {
                return file;
            }
        }
        throw new WrongFileException("there is no " + pattern + " in " + folder);
    }

    final Port port(int number, String name) throws IOException {
        Port port = opener.open(number, name);
        ports.add(port);
        open.add(port);
        return port;
    }

    /** Interfaces in the place of wires. */
    final void ports(List<PortInterface> interfaces) throws IOException {
        for (PortInterface i : interfaces) {
            port(i.port, i.name);
        }
    }

    /** The interfaces that were opened. */
    final List<Port> ports() {
        return ports;
    }

    @Override
    public final void close() {
        // What receives was opened last, so no packet is under way when what it needs is closed.
        open.close();
    }
}
