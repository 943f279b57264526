// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import com.google.protobuf.ByteString;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.image.Image;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.rtl.RtlCard;
import org.isthmus.netfpga.rtl.RtlDescription;
import org.isthmus.netfpga.rtl.Verilated;
import org.isthmus.netfpga.target.CardProgram;
import org.isthmus.netfpga.target.CardTarget;
import org.isthmus.netfpga.target.ControllerPackets;
import org.isthmus.target.api.Target.PacketInListener;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.p4rt.P4RuntimeServer;
import org.isthmus.target.process.P4InfoFile;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * A program of hw/netfpga/rtl/examples, as {@code make rtl-examples} builds it, with P4Runtime
 * before it. Controllers get no packets: what goes to the host's interfaces is looked at here.
 */
final class ExampleCard implements AutoCloseable {
    /** A frame that left. */
    static final class Left {
        /** "port 1" to "port 4", and those of the host, "nf0" to "nf3". */
        final String where;

        final byte[] frame;

        Left(String where, byte[] frame) {
            this.where = where;
            this.frame = frame;
        }
    }

    /** A field of a key with the length of its prefix, or without. */
    static final class Match {
        final long value;
        final int length;

        private Match(long value, int length) {
            this.value = value;
            this.length = length;
        }

        static Match exact(long value) {
            return new Match(value, -1);
        }

        static Match prefix(long value, int length) {
            return new Match(value, length);
        }
    }

    private static final class NoController implements ControllerPackets {
        @Override
        public void packetOut(byte[] frame) {}

        @Override
        public void run(CardProgram program) {}

        @Override
        public void onPacketIn(PacketInListener listener) {}
    }

    private final P4Info p4info;
    private final RtlDescription description;
    private final Verilated verilated;
    private final RtlCard card;
    private final Image image;
    private final CardTarget target;
    private final P4RuntimeServer server;
    private final P4RuntimeClient control;
    private final List<Left> left = new ArrayList<>();

    /**
     * @param directory for the agent's image
     */
    ExampleCard(String program, Path directory) throws Exception {
        Path built = Path.of("../../../target/rtl").resolve(program);
        p4info = P4InfoFile.read(built.resolve(program + ".p4info.txtpb"));
        description =
                RtlDescription.parse(Files.readAllBytes(built.resolve(program + ".rtl.json")));
        SwitchInfo info = SwitchInfo.of(p4info);
        description.check(p4info, info);
        verilated = new Verilated(built.resolve("libisthmus_rtl.so"));
        card = RtlCard.afterReset(description, verilated, verilated);
        image = new Image(directory.resolve("image"));
        target =
                new CardTarget(
                        card, card, info, description.registers(), image, new NoController());
        server =
                new P4RuntimeServer(
                        target,
                        P4RuntimeClient.DEVICE_ID,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create());
        verilated.onWires((port, buf, off, len) -> left("port " + port, buf, off, len));
        card.onFrame((nf, buf, off, len) -> left("nf" + nf, buf, off, len));
        control =
                new P4RuntimeClient(
                        NettyChannelBuilder.forAddress(
                                        new InetSocketAddress(
                                                InetAddress.getLoopbackAddress(), server.port()),
                                        InsecureChannelCredentials.create())
                                .build());
        control.push(p4info, new byte[0]);
    }

    private void left(String where, byte[] buf, int off, int len) {
        left.add(new Left(where, Arrays.copyOfRange(buf, off, off + len)));
    }

    void insert(String table, List<Match> key, String action, long... params) {
        write(Update.Type.INSERT, table, key, action, params);
    }

    void modify(String table, List<Match> key, String action, long... params) {
        write(Update.Type.MODIFY, table, key, action, params);
    }

    void delete(String table, List<Match> key) {
        write(Update.Type.DELETE, table, key, null);
    }

    private void write(
            Update.Type type, String table, List<Match> key, String action, long... params) {
        Table t =
                p4info.getTablesList().stream()
                        .filter(x -> x.getPreamble().getAlias().equals(table))
                        .findFirst()
                        .orElseThrow();
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(t.getPreamble().getId());
        for (int i = 0; i < key.size(); i++) {
            if (key.get(i).length != 0) {
                entry.addMatch(match(t.getMatchFields(i), key.get(i)));
            }
        }
        if (action != null) {
            entry.getActionBuilder().setAction(action(action, params));
        }
        control.write(
                List.of(
                        Update.newBuilder()
                                .setType(type)
                                .setEntity(
                                        P4RuntimeOuterClass.Entity.newBuilder()
                                                .setTableEntry(entry))
                                .build()));
    }

    private static FieldMatch match(MatchField field, Match of) {
        FieldMatch.Builder match = FieldMatch.newBuilder().setFieldId(field.getId());
        ByteString value = bytes(of.value, field.getBitwidth());
        if (of.length < 0) {
            match.getExactBuilder().setValue(value);
        } else {
            match.getLpmBuilder().setValue(value).setPrefixLen(of.length);
        }
        return match.build();
    }

    private P4RuntimeOuterClass.Action action(String name, long... params) {
        Action a =
                p4info.getActionsList().stream()
                        .filter(x -> x.getPreamble().getAlias().equals(name))
                        .findFirst()
                        .orElseThrow();
        P4RuntimeOuterClass.Action.Builder action =
                P4RuntimeOuterClass.Action.newBuilder().setActionId(a.getPreamble().getId());
        for (int i = 0; i < params.length; i++) {
            Action.Param p = a.getParams(i);
            action.addParamsBuilder()
                    .setParamId(p.getId())
                    .setValue(bytes(params[i], p.getBitwidth()));
        }
        return action.build();
    }

    private static ByteString bytes(long value, int bits) {
        byte[] bytes = new byte[(bits + 7) / 8];
        for (int i = 0; i < bytes.length; i++) {
            bytes[bytes.length - 1 - i] = (byte) (value >> 8 * i);
        }
        return ByteString.copyFrom(bytes);
    }

    /** What leaves of a frame that came in by a port from 1 to 4, ordered by where. */
    List<Left> receive(int port, byte[] frame) throws CardException {
        verilated.receive(port, frame, 0, frame.length);
        return exits();
    }

    /** What leaves of a frame that the host sent by one of its interfaces. */
    List<Left> send(int nf, byte[] frame) throws CardException {
        card.send(nf, frame);
        return exits();
    }

    private List<Left> exits() throws CardException {
        verilated.finish();
        List<Left> all = new ArrayList<>(left);
        left.clear();
        all.sort(Comparator.comparing(l -> l.where));
        return all;
    }

    /** A cell of a counter, in the card. */
    int counter(String name, int cell) throws CardException {
        return card.readRegister(description.registers().array(name).address(cell));
    }

    @Override
    public void close() {
        control.close();
        server.close();
        target.close();
        image.close();
        verilated.close();
    }
}
