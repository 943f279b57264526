// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.emulated.EmulatedCard;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.standin.StandInLibrary;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Worker;
import org.isthmus.target.conformance.Artifacts;

/** The program in its shell, behind JNA and the library in C. */
final class EmulatedUnderTest implements CardUnderTest {
    private static final long PATIENCE_MILLIS = 10_000;

    private final EmulatedCard emulated;
    private final StandInLibrary library;
    private final SdnetCard card;
    private final Worker worker;
    private PortSink wires;

    /**
     * @param compiled folder of the shell's P4Info and JSON
     * @param nanos of the program
     */
    EmulatedUnderTest(Path compiled, LongSupplier nanos) throws Exception {
        emulated = new EmulatedCard(Artifacts.p4info(compiled), Artifacts.config(compiled), nanos);
        library = new StandInLibrary(emulated, emulated);
        card =
                new SdnetCard(
                        new SdnetCard.Files(library.file()),
                        SdnetCard.Patience.ofMillis(PATIENCE_MILLIS));
        worker = emulated.newWorker((port, buf, off, len) -> wires.send(port, buf, off, len));
    }

    @Override
    public Rows rows() {
        return card;
    }

    @Override
    public Registers registers() {
        return card;
    }

    @Override
    public Registers cells() {
        return emulated;
    }

    @Override
    public RegisterMap arrays() {
        return emulated.registers();
    }

    @Override
    public Packets packets() {
        return emulated;
    }

    @Override
    public SwitchInfo info() {
        return emulated.info();
    }

    @Override
    public boolean hasJumboFrames() {
        return false;
    }

    @Override
    public void onWires(PortSink sink) {
        wires = sink;
        emulated.onWires(sink);
    }

    @Override
    public void receive(int port, byte[] frame) {
        worker.process(port, frame, 0, frame.length);
    }

    /** Each frame is processed at once. */
    @Override
    public void finish() {}

    @Override
    public void close() throws IOException {
        card.close();
        emulated.close();
        library.close();
    }
}
