// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.gnmi.Encoding;
import org.isthmus.gnmi.GnmiMethods;
import org.isthmus.gnmi.InterfacePaths;
import org.isthmus.gnmi.Notification;
import org.isthmus.gnmi.PathElem;
import org.isthmus.gnmi.SubscribeRequest;
import org.isthmus.gnmi.SubscribeResponse;
import org.isthmus.gnmi.Subscription;
import org.isthmus.gnmi.SubscriptionList;
import org.isthmus.gnmi.SubscriptionMode;
import org.isthmus.gnmi.Update;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which ports of a device are up, as it tells over gNMI; P4Runtime knows nothing of that. A device
 * without gNMI has ports that are up.
 *
 * <p>Threading: on the device's network thread.
 */
final class PortStates {
    private static final Logger LOG = LoggerFactory.getLogger(PortStates.class);

    /** Until it is asked again, when it has stopped to tell. */
    static final int RETRY_SECONDS = 30;

    /** OpenConfig has it for interfaces of which nobody knows. */
    private static final String UNKNOWN = "UNKNOWN";

    private final DeviceId device;
    private final Executor loop;
    private final ScheduledExecutorService timer;
    private final DataPlane.Listener listener;

    /** Those the listener was told of, by their names; whatever connection that was over. */
    private final Map<Integer, String> down = new HashMap<>();

    /** The last failure; a device that stays as it is gives the same each time. */
    private String lastFailure;

    /** Over which it is asked; null: none. */
    private Channel channel;

    /**
     * @param loop the device's network thread
     */
    PortStates(
            DeviceId device,
            Executor loop,
            ScheduledExecutorService timer,
            DataPlane.Listener listener) {
        this.device = device;
        this.loop = loop;
        this.timer = timer;
        this.listener = listener;
    }

    /** Asks over a connection, in the place of the last; once, however often it is called. */
    void ask(Channel over) {
        if (channel != over) {
            channel = over;
            lastFailure = null;
            subscribe(over);
        }
    }

    /** Hears no more of it. What is down stays so until the next connection says otherwise. */
    void lost() {
        channel = null;
    }

    /** Who comes to the device next begins with ports that are up. */
    void leave() {
        channel = null;
        keepDown(Set.of());
    }

    private void subscribe(Channel over) {
        SubscriptionList all =
                SubscriptionList.newBuilder()
                        .setEncoding(Encoding.PROTO)
                        .setMode(SubscriptionList.Mode.STREAM)
                        .addSubscription(
                                Subscription.newBuilder()
                                        .setPath(InterfacePaths.all())
                                        .setMode(SubscriptionMode.ON_CHANGE))
                        .build();
        StreamObserver<SubscribeRequest> requests =
                ClientCalls.asyncBidiStreamingCall(
                        over.newCall(GnmiMethods.SUBSCRIBE, CallOptions.DEFAULT),
                        new Answers(over));
        requests.onNext(SubscribeRequest.newBuilder().setSubscribe(all).build());
    }

    /** Tells that all ports are up that are down, but for some. */
    private void keepDown(Set<Integer> some) {
        Map<Integer, String> up = new HashMap<>(down);
        up.keySet().removeAll(some);
        up.forEach((port, name) -> tell(port, name, true));
    }

    private void tell(int port, String name, boolean up) {
        if (up ? down.remove(port) != null : down.put(port, name) == null) {
            LOG.info(
                    "{}: port {} ({}) is {}",
                    device,
                    Integer.toUnsignedString(port),
                    name,
                    up ? "up" : "down");
            listener.portState(device, port, up);
        }
    }

    private void failed(Channel over, Throwable t) {
        Status.Code code = Status.fromThrowable(t).getCode();
        if (channel != over) {
            return;
        }
        String reason = CallFailures.reason(t);
        if (code == Status.Code.UNIMPLEMENTED) {
            LOG.debug("{}: states of ports are not known: {}", device, reason);
            keepDown(Set.of());
            return;
        }
        if (!reason.equals(lastFailure)) {
            lastFailure = reason;
            LOG.warn("{}: states of ports are not known: {}", device, reason);
        }
        timer.schedule(
                () ->
                        loop.execute(
                                () -> {
                                    if (channel == over) {
                                        subscribe(over);
                                    }
                                }),
                RETRY_SECONDS,
                TimeUnit.SECONDS);
    }

    /** Of one call. */
    private final class Answers implements StreamObserver<SubscribeResponse> {
        private final Channel over;
        private final Map<String, Integer> numbers = new HashMap<>();
        private final Map<String, Boolean> up = new HashMap<>();

        Answers(Channel over) {
            this.over = over;
        }

        @Override
        public void onNext(SubscribeResponse response) {
            if (channel != over) {
                return;
            }
            if (response.hasUpdate()) {
                take(response.getUpdate());
            } else if (response.getSyncResponse()) {
                // Ports that it has no more are not down.
                keepDown(new HashSet<>(numbers.values()));
            } else if (response.hasError()) {
                LOG.warn("{}: states of ports: {}", device, response.getError().getMessage());
            }
        }

        private void take(Notification news) {
            for (Update each : news.getUpdateList()) {
                List<PathElem> path = new ArrayList<>(news.getPrefix().getElemList());
                path.addAll(each.getPath().getElemList());
                String name = InterfacePaths.interfaceOf(path);
                if (name != null) {
                    take(name, path.get(path.size() - 1).getName(), each);
                }
            }
        }

        private void take(String name, String leaf, Update news) {
            if (leaf.equals(InterfacePaths.ID)) {
                numbers.put(name, (int) news.getVal().getUintVal());
            } else if (leaf.equals(InterfacePaths.OPER_STATUS)) {
                String status = news.getVal().getStringVal();
                up.put(name, status.equals(InterfacePaths.UP) || status.equals(UNKNOWN));
            } else {
                return;
            }
            Integer port = numbers.get(name);
            Boolean isUp = up.get(name);
            if (port != null && isUp != null) {
                tell(port, name, isUp);
            }
        }

        @Override
        public void onError(Throwable t) {
            failed(over, t);
        }

        @Override
        public void onCompleted() {
            failed(over, Status.CANCELLED.withDescription("the device ended it").asException());
        }
    }
}
