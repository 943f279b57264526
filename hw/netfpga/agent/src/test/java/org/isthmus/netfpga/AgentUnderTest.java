// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import com.google.protobuf.TextFormat;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.image.Image;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.packets.CardPackets;
import org.isthmus.netfpga.rows.Repair;
import org.isthmus.netfpga.target.CardTarget;
import org.isthmus.target.api.Frame;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.conformance.SwitchUnderTest;
import org.isthmus.target.p4rt.P4RuntimeServer;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * An agent with all that is between a controller and a card: P4Runtime, the image on a disk, and
 * what the kind of card needs. Packets are given to it and taken from it where the P4Runtime server
 * has its own.
 */
final class AgentUnderTest implements SwitchUnderTest {
    /** Of the meters, in ns. */
    private static final long NOW = 1_000_000_000;

    private final CardUnderTest card;
    private final CardTarget target;
    private final P4RuntimeServer server;
    private final Image image;
    private final P4RuntimeClient control;
    private List<Frame> out = new ArrayList<>();

    /**
     * On the program in its shell, with JNA and the library in C before it.
     *
     * @param compiled folder of the shell's P4Info and JSON
     * @param directory for the image
     */
    static AgentUnderTest emulated(Path compiled, Path directory) throws Exception {
        return new AgentUnderTest(new EmulatedUnderTest(compiled, () -> NOW), directory);
    }

    /**
     * On the program in Verilog.
     *
     * @param built the folder that {@code make rtl} makes
     * @param directory for the image
     */
    static AgentUnderTest inVerilog(Path built, Path directory) throws Exception {
        return new AgentUnderTest(RtlUnderTest.verilated(built), directory);
    }

    AgentUnderTest(CardUnderTest card, Path directory) throws Exception {
        this.card = card;
        image = new Image(directory.resolve("image"));
        CardPackets packets = new CardPackets(card.packets(), () -> NOW);
        target =
                new CardTarget(
                        card.rows(), card.registers(), card.info(), card.arrays(), image, packets);
        server =
                new P4RuntimeServer(
                        target,
                        P4RuntimeClient.DEVICE_ID,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create(),
                        target.saved());
        packets.onPacketIn(frame -> out.add(new Frame(CPU_PORT, frame)));
        card.onWires(
                (port, buf, off, len) ->
                        out.add(new Frame(port, Arrays.copyOfRange(buf, off, off + len))));
        control =
                new P4RuntimeClient(
                        NettyChannelBuilder.forAddress(
                                        new InetSocketAddress(
                                                InetAddress.getLoopbackAddress(), server.port()),
                                        InsecureChannelCredentials.create())
                                .build());
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
    public boolean hasJumboFrames() {
        return card.hasJumboFrames();
    }

    /** Lets a frame in, whatever becomes of it. */
    void enter(Frame f) {
        if (f.port == CPU_PORT) {
            target.packetOut(f.bytes);
        } else {
            card.receive(f.port, f.bytes);
        }
    }

    /** All that has left since this was called last, when nothing is under way any more. */
    List<Frame> left() {
        try {
            card.finish();
        } catch (CardException e) {
            throw new IllegalStateException(e);
        }
        List<Frame> left = out;
        out = new ArrayList<>();
        return left;
    }

    /** All that controllers can read of its tables, in one order. */
    List<String> entries() {
        Entity every = Entity.newBuilder().setTableEntry(TableEntry.getDefaultInstance()).build();
        return control.read(every).stream()
                .map(e -> TextFormat.printer().printToString(e))
                .sorted()
                .collect(Collectors.toList());
    }

    /** Compares the card's rows with those that it should have. */
    Repair refill() {
        return target.refill(false);
    }

    /** The cells of a register array in the card. */
    int[] cells(String array) {
        RegisterMap.Array a = card.arrays().array(array);
        int[] cells = new int[a.size()];
        try {
            for (int i = 0; i < cells.length; i++) {
                cells[i] = card.cells().readRegister(a.address(i));
            }
        } catch (CardException e) {
            throw new IllegalStateException(e);
        }
        return cells;
    }

    @Override
    public List<List<Frame>> exchange(List<Frame> frames) {
        List<List<Frame>> results = new ArrayList<>();
        for (Frame f : frames) {
            enter(f);
            results.add(left());
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
        image.close();
        try {
            card.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
