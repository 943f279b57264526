// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.gnmi;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.isthmus.gnmi.Notification;
import org.isthmus.gnmi.SubscribeRequest;
import org.isthmus.gnmi.SubscribeResponse;
import org.isthmus.gnmi.Subscription;
import org.isthmus.gnmi.SubscriptionList;
import org.isthmus.gnmi.SubscriptionList.Mode;
import org.isthmus.gnmi.SubscriptionMode;
import org.isthmus.target.gnmi.Interfaces.Interface;

/**
 * One call of Subscribe. What a client does not take yet waits as the number of a port, once, and
 * leaves as it is by then: nothing grows with changes that nobody reads.
 *
 * <p>Threading: any thread, with its lock held; nothing waits.
 */
final class SubscribeCall implements StreamObserver<SubscribeRequest> {
    private final Interfaces interfaces;
    private final ServerCallStreamObserver<SubscribeResponse> out;
    private final Consumer<Interface> listener = this::changed;

    /** Null until the client has said what it wants. */
    private Selection wanted;

    private Mode mode;

    /** Ports to be told of as a whole. */
    private final Deque<Integer> whole = new ArrayDeque<>();

    /** Whether the client is to be told that this was all. */
    private boolean sync;

    private final Set<Integer> changed = new LinkedHashSet<>();

    /** Whether the client has nothing more to say. */
    private boolean closing;

    private boolean ended;

    SubscribeCall(Interfaces interfaces, ServerCallStreamObserver<SubscribeResponse> out) {
        this.interfaces = interfaces;
        this.out = out;
        out.disableAutoRequest();
        out.setOnReadyHandler(this::pump);
        out.setOnCancelHandler(this::end);
        out.request(1);
    }

    @Override
    public synchronized void onNext(SubscribeRequest request) {
        try {
            if (wanted == null && request.hasSubscribe()) {
                begin(request.getSubscribe());
            } else if (wanted != null && request.hasPoll() && mode == Mode.POLL) {
                tellAll();
            } else {
                throw Status.INVALID_ARGUMENT
                        .withDescription(
                                wanted == null
                                        ? "the first request is none to subscribe"
                                        : "a further request, and none to poll what mode POLL has")
                        .asRuntimeException();
            }
        } catch (StatusRuntimeException e) {
            end();
            out.onError(e);
            return;
        }
        pump();
    }

    private void begin(SubscriptionList list) {
        mode = list.getMode();
        for (Subscription each : list.getSubscriptionList()) {
            if (mode == Mode.STREAM
                    && (each.getMode() != SubscriptionMode.ON_CHANGE
                                    && each.getMode() != SubscriptionMode.TARGET_DEFINED
                            || each.getHeartbeatInterval() != 0)) {
                throw Status.UNIMPLEMENTED
                        .withDescription(
                                "nothing is told but changes: mode ON_CHANGE, no heartbeat")
                        .asRuntimeException();
            }
        }
        wanted =
                new Selection(
                        list.getPrefix(),
                        list.getSubscriptionList().stream()
                                .map(Subscription::getPath)
                                .collect(Collectors.toList()),
                        list.getUseModelsCount(),
                        list.getEncoding(),
                        mode == Mode.STREAM
                                ? EnumSet.complementOf(EnumSet.of(Leaf.Kind.COUNTER))
                                : EnumSet.allOf(Leaf.Kind.class));
        if (mode == Mode.STREAM) {
            // Before it is told how all are, so that nothing is missed in between.
            interfaces.listen(listener);
        }
        if (mode == Mode.POLL) {
            out.request(1);
        } else if (list.getUpdatesOnly()) {
            sync = true;
        } else {
            tellAll();
        }
    }

    private void tellAll() {
        interfaces.all().forEach(each -> whole.add(each.port));
        sync = true;
    }

    private synchronized void changed(Interface now) {
        if (!ended) {
            changed.add(now.port);
            pump();
        }
    }

    private synchronized void pump() {
        while (!ended && out.isReady()) {
            if (!whole.isEmpty()) {
                send(wanted.whole(interfaces.at(whole.poll()), interfaces.now()));
            } else if (sync) {
                sync = false;
                out.onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
                if (mode == Mode.ONCE) {
                    complete();
                } else {
                    out.request(1);
                }
            } else if (!changed.isEmpty()) {
                Iterator<Integer> first = changed.iterator();
                int port = first.next();
                first.remove();
                send(wanted.changed(interfaces.at(port)));
            } else {
                if (closing && mode == Mode.POLL) {
                    complete();
                }
                return;
            }
        }
    }

    private void send(List<Notification> found) {
        found.forEach(each -> out.onNext(SubscribeResponse.newBuilder().setUpdate(each).build()));
    }

    private void complete() {
        end();
        out.onCompleted();
    }

    @Override
    public void onError(Throwable t) {
        end();
    }

    /** Changes it still may want to hear. */
    @Override
    public synchronized void onCompleted() {
        closing = true;
        if (wanted == null && !ended) {
            complete();
        }
        pump();
    }

    private synchronized void end() {
        ended = true;
        interfaces.forget(listener);
    }
}
