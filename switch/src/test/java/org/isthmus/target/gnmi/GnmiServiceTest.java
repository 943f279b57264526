// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.gnmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.gnmi.CapabilityRequest;
import org.isthmus.gnmi.CapabilityResponse;
import org.isthmus.gnmi.Encoding;
import org.isthmus.gnmi.GetRequest;
import org.isthmus.gnmi.GnmiMethods;
import org.isthmus.gnmi.InterfacePaths;
import org.isthmus.gnmi.ModelData;
import org.isthmus.gnmi.Notification;
import org.isthmus.gnmi.Path;
import org.isthmus.gnmi.PathElem;
import org.isthmus.gnmi.Poll;
import org.isthmus.gnmi.SubscribeRequest;
import org.isthmus.gnmi.SubscribeResponse;
import org.isthmus.gnmi.Subscription;
import org.isthmus.gnmi.SubscriptionList;
import org.isthmus.gnmi.SubscriptionList.Mode;
import org.isthmus.gnmi.SubscriptionMode;
import org.isthmus.gnmi.TypedValue;
import org.isthmus.gnmi.Update;
import org.isthmus.target.io.PortCounters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client is told of ports; all of it happens on the test's thread. */
class GnmiServiceTest {
    private static final String STATUS = "/interfaces/interface[name=eth1]/state/oper-status";

    private long now = 1000;
    private final Interfaces interfaces = new Interfaces(() -> now);
    private final PortCounters counters = new PortCounters();
    private Server server;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws Exception {
        interfaces.add(1, "eth1", counters);
        interfaces.set(1, true);
        interfaces.add(0xfffffffe, "a\"b", new PortCounters());
        server =
                InProcessServerBuilder.forName("gnmi")
                        .addService(new GnmiService(interfaces))
                        .directExecutor()
                        .build()
                        .start();
        channel = InProcessChannelBuilder.forName("gnmi").directExecutor().build();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        server.shutdownNow();
    }

    /** A path as gNMI writes it, with one key for each element at most. */
    private static Path path(String text) {
        Path.Builder path = Path.newBuilder();
        for (String each : text.substring(1).split("/")) {
            PathElem.Builder element = PathElem.newBuilder().setName(each.split("\\[")[0]);
            if (each.contains("[")) {
                String key = each.substring(each.indexOf('[') + 1, each.length() - 1);
                element.putKey(key.split("=")[0], key.split("=")[1]);
            }
            path.addElem(element);
        }
        return path.build();
    }

    private static String text(Update update) {
        String path =
                update.getPath().getElemList().stream()
                        .map(e -> "/" + e.getName() + String.join("", e.getKeyMap().values()))
                        .collect(Collectors.joining());
        TypedValue value = update.getVal();
        switch (value.getValueCase()) {
            case STRING_VAL:
                return path + " " + value.getStringVal();
            case UINT_VAL:
                return path + " " + value.getUintVal();
            case JSON_VAL:
                return path + " json " + value.getJsonVal().toStringUtf8();
            default:
                return path + " ietf " + value.getJsonIetfVal().toStringUtf8();
        }
    }

    private List<String> get(Encoding encoding, String... paths) {
        return get(
                GetRequest.newBuilder()
                        .setEncoding(encoding)
                        .addAllPath(
                                Arrays.stream(paths)
                                        .map(GnmiServiceTest::path)
                                        .collect(Collectors.toList())));
    }

    private List<String> get(GetRequest.Builder request) {
        return ClientCalls.blockingUnaryCall(
                        channel, GnmiMethods.GET, CallOptions.DEFAULT, request.build())
                .getNotificationList()
                .stream()
                .flatMap(n -> n.getUpdateList().stream())
                .map(GnmiServiceTest::text)
                .collect(Collectors.toList());
    }

    /** A call of Subscribe, and what came of it. */
    private final class Call extends ClientCall.Listener<SubscribeResponse> {
        final List<String> heard = new ArrayList<>();
        final List<Notification> notifications = new ArrayList<>();
        Status status;
        private final ClientCall<SubscribeRequest, SubscribeResponse> call =
                channel.newCall(GnmiMethods.SUBSCRIBE, CallOptions.DEFAULT);

        /**
         * @param taken answers that it takes
         */
        Call(int taken) {
            call.start(this, new Metadata());
            call.request(taken);
        }

        Call(SubscriptionList.Builder list) {
            this(1000);
            send(list);
        }

        void send(SubscriptionList.Builder list) {
            call.sendMessage(SubscribeRequest.newBuilder().setSubscribe(list).build());
        }

        void poll() {
            call.sendMessage(
                    SubscribeRequest.newBuilder().setPoll(Poll.getDefaultInstance()).build());
        }

        /** What came since this was asked last. */
        List<String> next() {
            List<String> all = List.copyOf(heard);
            heard.clear();
            return all;
        }

        @Override
        public void onMessage(SubscribeResponse response) {
            if (response.hasUpdate()) {
                notifications.add(response.getUpdate());
                response.getUpdate().getUpdateList().forEach(u -> heard.add(text(u)));
            } else {
                heard.add("sync");
            }
        }

        @Override
        public void onClose(Status ended, Metadata trailers) {
            status = ended;
        }
    }

    private static SubscriptionList.Builder list(Mode mode, Path path) {
        return SubscriptionList.newBuilder()
                .setMode(mode)
                .setEncoding(Encoding.PROTO)
                .addSubscription(
                        Subscription.newBuilder()
                                .setPath(path)
                                .setMode(SubscriptionMode.ON_CHANGE));
    }

    private static SubscriptionList.Builder list(Mode mode, String path) {
        return list(mode, path(path));
    }

    @Test
    void allThatThereIs() {
        List<String> all =
                List.of(
                        "/interfaces/interfaceeth1/state/name eth1",
                        "/interfaces/interfaceeth1/state/id 1",
                        "/interfaces/interfaceeth1/state/ifindex 1",
                        "/interfaces/interfaceeth1/state/oper-status UP",
                        "/interfaces/interfaceeth1/state/last-change 1000",
                        "/interfaces/interfacea\"b/state/name a\"b",
                        "/interfaces/interfacea\"b/state/id 4294967294",
                        "/interfaces/interfacea\"b/state/ifindex 4294967294",
                        "/interfaces/interfacea\"b/state/oper-status DOWN",
                        "/interfaces/interfacea\"b/state/last-change 1000");
        for (String path :
                List.of(
                        "/interfaces",
                        "/...",
                        "/interfaces/interface/...",
                        "/interfaces/interface[name=*]/state",
                        // ONOS 2.7 asks so.
                        "/interfaces/interface[name=...]/state")) {
            assertEquals(all, statesOf(get(Encoding.PROTO, path)), path);
        }
        for (Path path : List.of(Path.getDefaultInstance(), InterfacePaths.all())) {
            assertEquals(
                    all,
                    statesOf(
                            get(
                                    GetRequest.newBuilder()
                                            .setEncoding(Encoding.PROTO)
                                            .addPath(path))));
        }
    }

    private static List<String> statesOf(List<String> all) {
        return all.stream()
                .filter(each -> !each.contains("/counters/"))
                .collect(Collectors.toList());
    }

    @Test
    void countersAreToldWhenTheyAreAskedFor() {
        counters.tallyReceived(2, 300);
        counters.tallySent(1, 64);
        List<String> all =
                List.of(
                        "/interfaces/interfaceeth1/state/counters/in-pkts 2",
                        "/interfaces/interfaceeth1/state/counters/in-octets 300",
                        "/interfaces/interfaceeth1/state/counters/in-discards 0",
                        "/interfaces/interfaceeth1/state/counters/out-pkts 1",
                        "/interfaces/interfaceeth1/state/counters/out-octets 64",
                        "/interfaces/interfaceeth1/state/counters/out-discards 0");
        String path = "/interfaces/interface[name=eth1]/state/counters";
        assertEquals(all, get(Encoding.PROTO, path));
        now = 7000;
        Call once = new Call(list(Mode.ONCE, "/interfaces/interface[name=eth1]"));
        assertEquals(1000, once.notifications.get(0).getTimestamp());
        assertEquals(7000, once.notifications.get(1).getTimestamp(), "they are as they are now");
        assertEquals(all, once.next().subList(5, 11));
        refused(
                Status.Code.NOT_FOUND,
                "no changes are told of " + path + " here. There are, under",
                list(Mode.STREAM, path));
    }

    @Test
    void whatIsAskedForAlone() {
        assertEquals(
                List.of("/interfaces/interfaceeth1/state/oper-status UP"),
                get(Encoding.PROTO, STATUS));
        assertEquals(
                List.of(
                        "/interfaces/interfaceeth1/state/id 1",
                        "/interfaces/interfacea\"b/state/id 4294967294"),
                get(Encoding.PROTO, "/.../id", "/interfaces/*/state/id"));
        assertEquals(List.of(), get(Encoding.PROTO, "/interfaces/interface[name=eth2]"));
        assertEquals(
                List.of(),
                get(
                        GetRequest.newBuilder()
                                .setType(GetRequest.DataType.CONFIG)
                                .addPath(path("/interfaces"))));
    }

    @Test
    void prefixAndTarget() {
        SubscriptionList.Builder list = list(Mode.ONCE, "/state/id");
        list.setPrefix(
                path("/interfaces/interface[name=eth1]").toBuilder()
                        .setTarget("leaf1")
                        .setOrigin("openconfig"));
        Call call = new Call(list);
        assertEquals(List.of("/interfaces/interfaceeth1/state/id 1", "sync"), call.next());
        assertEquals(
                Path.newBuilder().setTarget("leaf1").build(),
                call.notifications.get(0).getPrefix());
    }

    @Test
    void valuesInJson() {
        now = 5;
        interfaces.set(0xfffffffe, true);
        assertEquals(
                List.of(
                        "/interfaces/interfacea\"b/state/name json \"a\\\"b\"",
                        "/interfaces/interfacea\"b/state/id json 4294967294",
                        "/interfaces/interfacea\"b/state/ifindex json 4294967294",
                        "/interfaces/interfacea\"b/state/oper-status json \"UP\"",
                        "/interfaces/interfacea\"b/state/last-change json 5"),
                statesOf(get(Encoding.JSON, "/interfaces/interface[name=a\"b]")));
        assertEquals(
                List.of(
                        "/interfaces/interfacea\"b/state/id ietf 4294967294",
                        "/interfaces/interfacea\"b/state/last-change ietf \"5\""),
                get(
                        Encoding.JSON_IETF,
                        "/interfaces/interface[name=a\"b]/state/id",
                        "/interfaces/interface[name=a\"b]/state/last-change"));
    }

    @Test
    void changesAreTold() {
        Call call = new Call(list(Mode.STREAM, InterfacePaths.all()));
        assertEquals(11, call.heard.size());
        assertEquals("sync", call.next().get(10));

        now = 2000;
        interfaces.set(1, true);
        assertEquals(List.of(), call.next(), "it was up before");
        interfaces.set(1, false);
        assertEquals(
                List.of(
                        "/interfaces/interfaceeth1/state/oper-status DOWN",
                        "/interfaces/interfaceeth1/state/last-change 2000"),
                call.next());
        assertEquals(2000, call.notifications.get(2).getTimestamp());
    }

    @Test
    void changesOfNothingThatWasAskedForAreNot() {
        Call call = new Call(list(Mode.STREAM, STATUS).setUpdatesOnly(true));
        assertEquals(List.of("sync"), call.next());
        interfaces.set(0xfffffffe, true);
        assertEquals(List.of(), call.next());
        interfaces.set(1, false);
        assertEquals(List.of("/interfaces/interfaceeth1/state/oper-status DOWN"), call.next());
    }

    @Test
    void whoHasSaidAllMayGoOnListening() {
        Call call = new Call(list(Mode.STREAM, STATUS));
        call.call.halfClose();
        call.next();
        interfaces.set(1, false);
        assertEquals(List.of("/interfaces/interfaceeth1/state/oper-status DOWN"), call.next());
        assertNull(call.status);
    }

    @Test
    void once() {
        Call call = new Call(list(Mode.ONCE, STATUS));
        assertEquals(
                List.of("/interfaces/interfaceeth1/state/oper-status UP", "sync"), call.next());
        assertTrue(call.status.isOk());
    }

    @Test
    void polls() {
        Call call = new Call(list(Mode.POLL, STATUS));
        assertEquals(List.of(), call.next());
        interfaces.set(1, false);
        call.poll();
        assertEquals(
                List.of("/interfaces/interfaceeth1/state/oper-status DOWN", "sync"), call.next());
        call.poll();
        call.call.halfClose();
        assertEquals(
                List.of("/interfaces/interfaceeth1/state/oper-status DOWN", "sync"), call.next());
        assertTrue(call.status.isOk());
    }

    @Test
    void whatAClientDoesNotTakeDoesNotGrow() {
        Call call = new Call(1);
        call.send(list(Mode.STREAM, STATUS));
        for (int i = 0; i < 1001; i++) {
            interfaces.set(1, i % 2 == 1);
        }
        assertEquals(1, call.heard.size());
        call.call.request(1000);
        assertEquals(
                List.of(
                        "/interfaces/interfaceeth1/state/oper-status UP",
                        "sync",
                        "/interfaces/interfaceeth1/state/oper-status DOWN"),
                call.next());
    }

    @Test
    void aPollWaitsUntilTheLastIsAnswered() {
        Call call = new Call(1);
        call.send(list(Mode.POLL, STATUS));
        for (int i = 0; i < 100; i++) {
            call.poll();
        }
        call.call.request(1);
        interfaces.set(1, false);
        call.call.request(1000);
        List<String> all = call.next();
        assertEquals(200, all.size());
        assertTrue(all.get(2).endsWith("DOWN"), "what is asked for is how it is then");
    }

    @Test
    void aClientThatLeftIsForgotten() {
        Call call = new Call(list(Mode.STREAM, STATUS));
        call.call.cancel("left", null);
        call.next();
        interfaces.set(1, false);
        assertEquals(List.of(), call.next());
        assertFalse(call.status.isOk());
    }

    private void refused(Status.Code code, String reason, SubscriptionList.Builder list) {
        Call call = new Call(list);
        assertEquals(code, call.status.getCode());
        assertTrue(call.status.getDescription().contains(reason), call.status.getDescription());
    }

    @Test
    void whatIsNotKnownIsRefused() {
        refused(
                Status.Code.NOT_FOUND,
                "nothing is told of /system/state here. There are, under"
                        + " /interfaces/interface[name=NAME]/state: name, id, ifindex,"
                        + " oper-status, last-change, counters/in-pkts",
                list(Mode.ONCE, "/system/state"));
        refused(
                Status.Code.NOT_FOUND,
                "/interfaces/interface[id=1]",
                list(Mode.STREAM, "/interfaces/interface[id=1]"));
        refused(
                Status.Code.NOT_FOUND,
                "cli:/interfaces",
                list(Mode.ONCE, path("/interfaces").toBuilder().setOrigin("cli").build()));
        refused(Status.Code.NOT_FOUND, "/a/a/a", list(Mode.ONCE, path("/a".repeat(100))));
        refused(
                Status.Code.UNIMPLEMENTED,
                "encoding ASCII",
                list(Mode.ONCE, STATUS).setEncoding(Encoding.ASCII));
        refused(
                Status.Code.UNIMPLEMENTED,
                "use_models",
                list(Mode.ONCE, STATUS).addUseModels(ModelData.getDefaultInstance()));
        refused(
                Status.Code.UNIMPLEMENTED,
                "ON_CHANGE",
                list(Mode.STREAM, STATUS)
                        .addSubscription(
                                Subscription.newBuilder()
                                        .setPath(path(STATUS))
                                        .setMode(SubscriptionMode.SAMPLE)));
        refused(
                Status.Code.UNIMPLEMENTED,
                "no heartbeat",
                list(Mode.STREAM, STATUS)
                        .addSubscription(
                                Subscription.newBuilder()
                                        .setPath(path(STATUS))
                                        .setHeartbeatInterval(1)));
        refused(
                Status.Code.INVALID_ARGUMENT,
                "0 paths",
                SubscriptionList.newBuilder().setMode(Mode.ONCE));
        SubscriptionList.Builder many = SubscriptionList.newBuilder();
        for (int i = 0; i <= Selection.MAX_PATHS; i++) {
            many.addSubscription(Subscription.newBuilder().setPath(path(STATUS)));
        }
        refused(Status.Code.INVALID_ARGUMENT, "65 paths, and not 1 to 64", many);
        assertEquals(
                Status.Code.NOT_FOUND,
                assertThrows(
                                StatusRuntimeException.class,
                                () -> get(Encoding.PROTO, "/interfaces/interface/config"))
                        .getStatus()
                        .getCode());
    }

    @Test
    void requestsOutOfTurnAreRefused() {
        Call first = new Call(1000);
        first.poll();
        assertEquals(Status.Code.INVALID_ARGUMENT, first.status.getCode());
        Call streaming = new Call(list(Mode.STREAM, STATUS));
        streaming.poll();
        assertEquals(Status.Code.INVALID_ARGUMENT, streaming.status.getCode());
        Call twice = new Call(list(Mode.POLL, STATUS));
        twice.send(list(Mode.POLL, STATUS));
        assertEquals(Status.Code.INVALID_ARGUMENT, twice.status.getCode());
        Call nothing = new Call(1);
        nothing.call.halfClose();
        assertTrue(nothing.status.isOk());
    }

    @Test
    void whatItKnows() {
        CapabilityResponse all =
                ClientCalls.blockingUnaryCall(
                        channel,
                        GnmiMethods.CAPABILITIES,
                        CallOptions.DEFAULT,
                        CapabilityRequest.getDefaultInstance());
        assertEquals("0.10.0", all.getGNMIVersion());
        assertEquals("openconfig-interfaces", all.getSupportedModels(0).getName());
        assertEquals(
                List.of(Encoding.JSON, Encoding.PROTO, Encoding.JSON_IETF),
                all.getSupportedEncodingsList());
    }
}
