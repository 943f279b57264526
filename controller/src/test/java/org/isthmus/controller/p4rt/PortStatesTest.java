// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.gnmi.GnmiMethods;
import org.isthmus.gnmi.InterfacePaths;
import org.isthmus.gnmi.Notification;
import org.isthmus.gnmi.Path;
import org.isthmus.gnmi.SubscribeRequest;
import org.isthmus.gnmi.SubscribeResponse;
import org.isthmus.gnmi.TypedValue;
import org.isthmus.gnmi.Update;
import org.isthmus.target.gnmi.GnmiService;
import org.isthmus.target.gnmi.Interfaces;
import org.isthmus.target.io.PortCounters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the core is told of ports; all of it happens on the test's thread. */
class PortStatesTest implements DataPlane.Listener, BindableService {
    private static final DeviceId DEVICE = DeviceId.of("device:s1");

    private final List<String> told = new ArrayList<>();
    private final Periods timer = new Periods();
    private final PortStates states = new PortStates(DEVICE, Runnable::run, timer, this);
    private final List<AutoCloseable> open = new ArrayList<>();

    /** Calls to this service, in which tests say what a server would. */
    private final List<StreamObserver<SubscribeResponse>> calls = new ArrayList<>();

    private final List<SubscribeRequest> requests = new ArrayList<>();

    private ManagedChannel serve(BindableService... services) throws Exception {
        String name = InProcessServerBuilder.generateName();
        InProcessServerBuilder builder = InProcessServerBuilder.forName(name).directExecutor();
        for (BindableService each : services) {
            builder.addService(each);
        }
        Server server = builder.build().start();
        open.add(server::shutdownNow);
        ManagedChannel channel = InProcessChannelBuilder.forName(name).directExecutor().build();
        open.add(channel::shutdownNow);
        return channel;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Override
    public ServerServiceDefinition bindService() {
        return ServerServiceDefinition.builder(GnmiMethods.SERVICE)
                .addMethod(
                        GnmiMethods.SUBSCRIBE,
                        ServerCalls.asyncBidiStreamingCall(
                                out -> {
                                    calls.add(out);
                                    return new StreamObserver<>() {
                                        @Override
                                        public void onNext(SubscribeRequest request) {
                                            requests.add(request);
                                        }

                                        @Override
                                        public void onError(Throwable t) {
                                            // The client left.
                                        }

                                        @Override
                                        public void onCompleted() {
                                            // It says no more.
                                        }
                                    };
                                }))
                .build();
    }

    private void says(Path path, TypedValue.Builder value) {
        calls.get(calls.size() - 1)
                .onNext(
                        SubscribeResponse.newBuilder()
                                .setUpdate(
                                        Notification.newBuilder()
                                                .addUpdate(
                                                        Update.newBuilder()
                                                                .setPath(path)
                                                                .setVal(value)))
                                .build());
    }

    private void number(String name, int port) {
        says(
                InterfacePaths.leaf(name, InterfacePaths.ID),
                TypedValue.newBuilder().setUintVal(port));
    }

    private void status(String name, String status) {
        says(
                InterfacePaths.leaf(name, InterfacePaths.OPER_STATUS),
                TypedValue.newBuilder().setStringVal(status));
    }

    private void sync() {
        calls.get(calls.size() - 1)
                .onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
    }

    /** What was told since this was asked last. */
    private List<String> next() {
        List<String> all = List.copyOf(told);
        told.clear();
        return all;
    }

    @Test
    void theEmbeddedSwitchTells() throws Exception {
        Interfaces interfaces = new Interfaces(() -> 0);
        interfaces.add(1, "eth1", new PortCounters());
        interfaces.set(1, true);
        interfaces.add(2, "eth2", new PortCounters());
        states.ask(serve(new GnmiService(interfaces)));
        assertEquals(List.of("2 down"), next());
        interfaces.set(1, false);
        interfaces.set(2, true);
        assertEquals(List.of("1 down", "2 up"), next());
    }

    @Test
    void itIsAskedForChangesOfAll() throws Exception {
        states.ask(serve(this));
        assertEquals(
                InterfacePaths.all(), requests.get(0).getSubscribe().getSubscription(0).getPath());
    }

    /** Who loses the device to another controller, and gets it back, has the same connection. */
    @Test
    void aConnectionIsAskedOnce() throws Exception {
        ManagedChannel channel = serve(this);
        states.ask(channel);
        states.ask(channel);
        assertEquals(1, calls.size());
    }

    @Test
    void inWhateverOrderNumbersAndStatesCome() throws Exception {
        states.ask(serve(this));
        status("eth1", "DOWN");
        assertEquals(List.of(), next(), "nobody knows which port that is");
        number("eth1", 7);
        assertEquals(List.of("7 down"), next());
        number("eth2", 8);
        for (String status : List.of("UNKNOWN", "LOWER_LAYER_DOWN", "NOT_PRESENT", "UP", "UP")) {
            status("eth2", status);
        }
        assertEquals(List.of("8 down", "8 up"), next());
        says(Path.getDefaultInstance(), TypedValue.newBuilder().setStringVal("DOWN"));
        says(InterfacePaths.leaf("eth2", "mtu"), TypedValue.newBuilder().setUintVal(1500));
        assertEquals(List.of(), next());
    }

    @Test
    void whatIsDownStaysSoUntilTheNextConnectionSaysOtherwise() throws Exception {
        states.ask(serve(this));
        for (int port = 1; port <= 3; port++) {
            number("eth" + port, port);
            status("eth" + port, "DOWN");
        }
        sync();
        assertEquals(3, next().size());
        states.lost();
        status("eth1", "UP");
        assertEquals(List.of(), next(), "who is asked no more is not heard");

        states.ask(serve(this));
        number("eth1", 1);
        status("eth1", "UP");
        number("eth2", 2);
        status("eth2", "DOWN");
        assertEquals(List.of("1 up"), next());
        sync();
        assertEquals(List.of("3 up"), next(), "the device has that port no more");
    }

    @Test
    void withoutGnmiPortsAreUp() throws Exception {
        states.ask(serve(this));
        number("eth1", 1);
        status("eth1", "DOWN");
        states.lost();
        next();
        states.ask(serve());
        assertEquals(List.of("1 up"), next());
        timer.fire();
        assertEquals(1, calls.size());
    }

    @Test
    void whoLeavesTheDeviceLeavesItsPortsUp() throws Exception {
        states.ask(serve(this));
        number("eth1", 1);
        status("eth1", "DOWN");
        states.leave();
        assertEquals(List.of("1 down", "1 up"), next());
        status("eth1", "DOWN");
        assertEquals(List.of(), next());
    }

    @Test
    void aServerThatStopsIsAskedAgain() throws Exception {
        states.ask(serve(this));
        number("eth1", 1);
        status("eth1", "DOWN");
        next();
        calls.get(0).onError(Status.INTERNAL.withDescription("broken").asException());
        assertEquals(List.of(), next(), "nothing is known to have changed");
        timer.fire();
        assertEquals(2, calls.size());
        number("eth1", 1);
        status("eth1", "UP");
        assertEquals(List.of("1 up"), next());
        calls.get(1).onCompleted();
        timer.fire();
        assertEquals(3, calls.size());
        states.lost();
        calls.get(2).onCompleted();
        timer.fire();
        assertEquals(3, calls.size(), "the next connection is asked, and not this one");
    }

    @Test
    void anErrorThatIsNotTheEndIsSaid() throws Exception {
        states.ask(serve(this));
        calls.get(0)
                .onNext(
                        SubscribeResponse.newBuilder()
                                .setError(
                                        org.isthmus.gnmi.Error.newBuilder()
                                                .setMessage("unsupported path"))
                                .build());
        number("eth1", 1);
        status("eth1", "DOWN");
        assertTrue(next().contains("1 down"));
    }

    @Override
    public void deviceUp(DeviceId device) {
        throw new IllegalStateException("of no matter here");
    }

    @Override
    public void deviceDown(DeviceId device) {
        throw new IllegalStateException("of no matter here");
    }

    @Override
    public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
        throw new IllegalStateException("of no matter here");
    }

    @Override
    public void portState(DeviceId device, int port, boolean up) {
        told.add(port + (up ? " up" : " down"));
    }
}
