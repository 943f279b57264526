// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.emulated.EmulatedCard;
import org.isthmus.netfpga.image.Image;
import org.isthmus.netfpga.packets.CardPackets;
import org.isthmus.netfpga.standin.StandInLibrary;
import org.isthmus.netfpga.target.CardTarget;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Worker;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.conformance.SwitchUnderTest;
import org.isthmus.target.p4rt.P4RuntimeServer;

/**
 * An agent with all that is between a controller and a card, which is an emulated one: P4Runtime,
 * the image on a disk, JNA, the library in C, and the program of the card in its shell. Packets are
 * given to it and taken from it where the P4Runtime server has its own.
 */
final class AgentUnderTest implements SwitchUnderTest {
    private static final long PATIENCE_MILLIS = 10_000;

    final EmulatedCard emulated;
    final StandInLibrary library;
    final SdnetCard card;
    final CardPackets packets;
    final CardTarget target;
    final P4RuntimeServer server;
    private final Image image;
    private final P4RuntimeClient control;
    private final Worker worker;
    private List<Frame> out = new ArrayList<>();

    /** Of the meters. */
    long nanos = 1_000_000_000;

    /**
     * @param compiled folder of the shell's P4Info and JSON
     * @param directory for the image
     */
    AgentUnderTest(Path compiled, Path directory) throws Exception {
        emulated =
                new EmulatedCard(
                        Artifacts.p4info(compiled), Artifacts.config(compiled), () -> nanos);
        library = new StandInLibrary(emulated, emulated);
        card =
                new SdnetCard(
                        new SdnetCard.Files(library.file()),
                        SdnetCard.Patience.ofMillis(PATIENCE_MILLIS));
        image = new Image(directory.resolve("image"));
        packets = new CardPackets(emulated, () -> nanos);
        target = new CardTarget(card, card, emulated.info(), emulated.registers(), image, packets);
        server =
                new P4RuntimeServer(
                        target,
                        P4RuntimeClient.DEVICE_ID,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create());
        packets.onPacketIn(frame -> out.add(new Frame(CPU_PORT, frame)));
        worker = emulated.newWorker(this::left);
        emulated.onWires(this::left);
        control =
                new P4RuntimeClient(
                        NettyChannelBuilder.forAddress(
                                        new InetSocketAddress(
                                                InetAddress.getLoopbackAddress(), server.port()),
                                        InsecureChannelCredentials.create())
                                .build());
    }

    private void left(int port, byte[] buf, int off, int len) {
        out.add(new Frame(port, Arrays.copyOfRange(buf, off, off + len)));
    }

    @Override
    public String name() {
        return "agent";
    }

    @Override
    public P4RuntimeClient control() {
        return control;
    }

    @Override
    public boolean hasCloneSessions() {
        return false;
    }

    @Override
    public List<List<Frame>> exchange(List<Frame> frames) {
        List<List<Frame>> results = new ArrayList<>();
        for (Frame f : frames) {
            out = new ArrayList<>();
            if (f.port == CPU_PORT) {
                target.packetOut(f.bytes);
            } else {
                worker.process(f.port, f.bytes, 0, f.bytes.length);
            }
            results.add(out);
        }
        return results;
    }

    /** Of a copy, what a digest has of it. */
    @Override
    public boolean isPacketIn(Frame wanted, Frame got) {
        return wanted.equals(got) || DigestForm.of(wanted.bytes).equals(DigestForm.of(got.bytes));
    }

    @Override
    public void close() {
        control.close();
        server.close();
        target.close();
        card.close();
        image.close();
        emulated.close();
        try {
            library.close();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
