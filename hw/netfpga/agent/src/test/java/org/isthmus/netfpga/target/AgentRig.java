// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import com.google.rpc.Code;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import org.isthmus.netfpga.card.MemoryCard;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.image.Image;
import org.isthmus.netfpga.layout.Programs;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.standin.StandInLibrary;
import org.isthmus.target.api.Target.PacketInListener;
import org.isthmus.target.p4rt.P4RuntimeService;
import org.junit.jupiter.api.function.Executable;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/** A P4Runtime server over a card behind the C API, without a network. */
final class AgentRig implements AutoCloseable {
    static final long DEVICE = 7;
    static final ForwardingPipelineConfig CONFIG = config(Programs.SMALL);

    /** Outlives agents. */
    static final class Host {
        final MemoryCard card = new MemoryCard(t -> Programs.SIZE);
        final StandInLibrary library;
        final Path image;

        Host(Path folder) throws Exception {
            library = new StandInLibrary(card, card);
            image = folder.resolve("image.mv");
        }
    }

    final Host host;
    final CardTarget target;
    final Image image;
    final P4RuntimeGrpc.P4RuntimeBlockingStub stub;

    private final SdnetCard card;
    private final Server server;
    private final ManagedChannel channel;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    /** Begins with what the image has, and a primary. */
    AgentRig(Host host) throws Exception {
        this(host, SwitchInfo.of(Programs.SMALL), RegisterMap.of(Programs.SMALL), c -> c.get());
    }

    AgentRig(Host host, SwitchInfo info, RegisterMap arrays, SdnetCard.Patience patience)
            throws Exception {
        this.host = host;
        card = new SdnetCard(new SdnetCard.Files(host.library.file()), patience);
        image = new Image(host.image);
        target =
                new CardTarget(
                        card,
                        card,
                        info,
                        arrays,
                        image,
                        new ControllerPackets() {
                            @Override
                            public void packetOut(byte[] frame) {}

                            @Override
                            public void run(CardProgram program) {}

                            @Override
                            public void onPacketIn(PacketInListener listener) {}
                        });
        P4RuntimeService service =
                new P4RuntimeService(DEVICE, target, Runnable::run, Runnable::run, timer, () -> 0);
        if (target.saved() != null) {
            service.install(target.saved());
        }
        String name = InProcessServerBuilder.generateName();
        server =
                InProcessServerBuilder.forName(name)
                        .directExecutor()
                        .addService(service)
                        .build()
                        .start();
        channel = InProcessChannelBuilder.forName(name).directExecutor().build();
        stub = P4RuntimeGrpc.newBlockingStub(channel);
        become();
    }

    /** With the small program running, and its tables empty. */
    static AgentRig ready(Path folder) throws Exception {
        AgentRig rig = new AgentRig(new Host(folder));
        rig.set(Action.VERIFY_AND_COMMIT, CONFIG);
        return rig;
    }

    private void become() {
        StreamObserver<StreamMessageRequest> out =
                P4RuntimeGrpc.newStub(channel)
                        .streamChannel(
                                new StreamObserver<>() {
                                    @Override
                                    public void onNext(StreamMessageResponse m) {}

                                    @Override
                                    public void onError(Throwable t) {}

                                    @Override
                                    public void onCompleted() {}
                                });
        out.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(DEVICE)
                                        .setElectionId(Uint128.newBuilder().setLow(1)))
                        .build());
    }

    /** The agent ends, and its card goes on. */
    @Override
    public void close() {
        channel.shutdownNow();
        server.shutdownNow();
        timer.shutdownNow();
        card.close();
        image.close();
    }

    static ForwardingPipelineConfig config(P4Info info) {
        return ForwardingPipelineConfig.newBuilder()
                .setP4Info(info)
                .setP4DeviceConfig(ByteString.copyFromUtf8("whatever"))
                .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(99))
                .build();
    }

    void set(Action action, ForwardingPipelineConfig config) {
        SetForwardingPipelineConfigRequest.Builder b =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(DEVICE)
                        .setElectionId(Uint128.newBuilder().setLow(1))
                        .setAction(action);
        if (config != null) {
            b.setConfig(config);
        }
        stub.setForwardingPipelineConfig(b.build());
    }

    void write(Update.Type type, String... entities) {
        WriteRequest.Builder b =
                WriteRequest.newBuilder()
                        .setDeviceId(DEVICE)
                        .setElectionId(Uint128.newBuilder().setLow(1));
        for (String e : entities) {
            b.addUpdates(Update.newBuilder().setType(type).setEntity(entity(e)));
        }
        stub.write(b.build());
    }

    void insert(String... entities) {
        write(Update.Type.INSERT, entities);
    }

    void modify(String... entities) {
        write(Update.Type.MODIFY, entities);
    }

    void delete(String... entities) {
        write(Update.Type.DELETE, entities);
    }

    /** What the server has of it, as it was written, in no particular order. */
    List<Entity> read(String what) {
        List<Entity> found = new ArrayList<>();
        stub.read(ReadRequest.newBuilder().setDeviceId(DEVICE).addEntities(entity(what)).build())
                .forEachRemaining(r -> found.addAll(r.getEntitiesList()));
        return found;
    }

    /** Texts of all entries, sorted. */
    List<String> entries() {
        return read("table_entry {}").stream()
                .map(e -> TextFormat.printer().printToString(e))
                .sorted()
                .collect(Collectors.toList());
    }

    static Entity entity(String text) {
        try {
            return TextFormat.parse(text, Entity.class);
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static List<p4.v1.P4RuntimeOuterClass.Error> errors(Executable call) {
        StatusRuntimeException e = assertThrows(StatusRuntimeException.class, call);
        List<p4.v1.P4RuntimeOuterClass.Error> errors = new ArrayList<>();
        try {
            for (Any any : StatusProto.fromThrowable(e).getDetailsList()) {
                errors.add(any.unpack(p4.v1.P4RuntimeOuterClass.Error.class));
            }
        } catch (InvalidProtocolBufferException x) {
            throw new IllegalStateException(x);
        }
        return errors;
    }

    static List<Code> codes(Executable call) {
        return errors(call).stream()
                .map(e -> Code.forNumber(e.getCanonicalCode()))
                .collect(Collectors.toList());
    }

    /** The one update of a batch fails. */
    static void refused(Code code, String message, Executable call) {
        List<p4.v1.P4RuntimeOuterClass.Error> errors = errors(call);
        assertEquals(1, errors.size());
        assertEquals(message, errors.get(0).getMessage());
        assertEquals(code, Code.forNumber(errors.get(0).getCanonicalCode()));
    }

    // Entries of the small program.

    private static String bytes(int value) {
        ByteString b =
                ByteString.copyFrom(new byte[] {(byte) (value >> 8), (byte) value})
                        .substring(value > 0xff ? 0 : 1);
        return "'" + TextFormat.escapeBytes(b) + "'";
    }

    /** In the exact table. */
    static String next(int id, int port) {
        return "table_entry { table_id: "
                + Programs.NEXT
                + " match { field_id: 1 exact { value: '\\x01' } }"
                + " match { field_id: 2 exact { value: "
                + bytes(id)
                + " } }"
                + " action { action { action_id: "
                + Programs.FORWARD
                + " params { param_id: 1 value: "
                + bytes(port)
                + " } params { param_id: 2 value: '\\x02\\x00\\x00\\x00\\x00\\x05' } } }"
                + " metadata: 'm"
                + id
                + "' }";
    }

    /** In the ternary table. */
    static String source(int port, int priority, int reason) {
        return "table_entry { table_id: "
                + Programs.SOURCE
                + " match { field_id: 1 ternary { value: "
                + bytes(port)
                + " mask: '\\x01\\xff' } } priority: "
                + priority
                + " action { action { action_id: "
                + Programs.DISCARD
                + " params { param_id: 1 value: "
                + bytes(reason)
                + " } } } }";
    }

    /** In the table of prefixes. */
    static String route(int net, int port) {
        return "table_entry { table_id: "
                + Programs.ROUTE
                + " match { field_id: 1 lpm { value: '"
                + TextFormat.escapeBytes(ByteString.copyFrom(new byte[] {10, (byte) net, 0, 0}))
                + "' prefix_len: 16 } } action { action { action_id: "
                + Programs.FORWARD
                + " params { param_id: 1 value: "
                + bytes(port)
                + " } params { param_id: 2 value: '\\x02\\x00\\x00\\x00\\x00\\x05' } } } }";
    }
}
