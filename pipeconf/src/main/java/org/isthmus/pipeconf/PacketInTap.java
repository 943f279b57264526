// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.model.PuntReason;
import org.isthmus.pipeline.PacketIo;
import org.onosproject.net.DeviceId;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

/**
 * A connection to a device from which the application takes the packets that are for it alone. On
 * ONOS's way up each of them costs eight reads of Raft, one after the other, to find out what the
 * device runs. All else goes to ONOS's client as it came; so do those that nobody takes. A program
 * goes to the device by a {@link ProgramCall}.
 *
 * <p>Any thread.
 */
public final class PacketInTap extends ManagedChannel {
    private static final String STREAM = "p4.v1.P4Runtime/StreamChannel";
    private static final String PROGRAM = "p4.v1.P4Runtime/SetForwardingPipelineConfig";

    private static final List<Listener> LISTENERS = new CopyOnWriteArrayList<>();

    /** Who takes packets. */
    public interface Listener {
        /**
         * A packet came up, those of one device one after another; must not wait.
         *
         * @param port by which it came in
         * @param frame from the Ethernet header on
         * @return false: it is not for this listener
         */
        boolean packetIn(DeviceId device, int port, PuntReason reason, byte[] frame);
    }

    private final DeviceId device;
    private final ManagedChannel channel;

    PacketInTap(DeviceId device, ManagedChannel channel) {
        this.device = device;
        this.channel = channel;
    }

    /** From now on the listener is asked for each packet of any device. */
    public static void add(Listener listener) {
        LISTENERS.add(listener);
    }

    public static void remove(Listener listener) {
        LISTENERS.remove(listener);
    }

    /** False where it is ONOS's. */
    boolean take(PacketIn packet) {
        PuntReason reason = PacketIo.reason(packet);
        int port = PacketIo.port(packet);
        if (reason == null || port < 0 || IsthmusInterpreter.isForOnos(reason)) {
            return false;
        }
        byte[] frame = packet.getPayload().toByteArray();
        for (Listener listener : LISTENERS) {
            if (listener.packetIn(device, port, reason, frame)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
        String name = method.getFullMethodName();
        if (name.equals(PROGRAM)) {
            return new ProgramCall<>(channel, method, options);
        }
        ClientCall<Q, A> call = channel.newCall(method, options);
        return name.equals(STREAM) ? new Stream<>(call) : call;
    }

    private final class Stream<Q, A> extends SimpleForwardingClientCall<Q, A> {
        Stream(ClientCall<Q, A> call) {
            super(call);
        }

        @Override
        public void start(ClientCall.Listener<A> listener, Metadata headers) {
            super.start(
                    new SimpleForwardingClientCallListener<A>(listener) {
                        @Override
                        public void onMessage(A message) {
                            StreamMessageResponse response = (StreamMessageResponse) message;
                            if (response.hasPacket() && take(response.getPacket())) {
                                // Whoever is not given it does not ask for the next one.
                                request(1);
                            } else {
                                super.onMessage(message);
                            }
                        }
                    },
                    headers);
        }
    }

    @Override
    public String authority() {
        return channel.authority();
    }

    @Override
    public ManagedChannel shutdown() {
        channel.shutdown();
        return this;
    }

    @Override
    public ManagedChannel shutdownNow() {
        channel.shutdownNow();
        return this;
    }

    @Override
    public boolean isShutdown() {
        return channel.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return channel.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return channel.awaitTermination(timeout, unit);
    }

    @Override
    public ConnectivityState getState(boolean requestConnection) {
        return channel.getState(requestConnection);
    }

    @Override
    public void notifyWhenStateChanged(ConnectivityState source, Runnable callback) {
        channel.notifyWhenStateChanged(source, callback);
    }

    @Override
    public void resetConnectBackoff() {
        channel.resetConnectBackoff();
    }

    @Override
    public void enterIdle() {
        channel.enterIdle();
    }
}
