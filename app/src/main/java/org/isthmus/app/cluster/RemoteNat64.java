// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.isthmus.app.cluster.Wire.NOTHING;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.FabricView;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Health;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Pool;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.node.v1.ApiProto.Call;
import org.isthmus.proto.node.v1.ApiProto.DrainPool;
import org.isthmus.proto.node.v1.ApiProto.Result;
import org.isthmus.proto.node.v1.ApiProto.Result.ResultCase;
import org.isthmus.proto.node.v1.NodeProto.Answer.AnswerCase;
import org.isthmus.proto.node.v1.NodeProto.Question.QuestionCase;
import org.onosproject.cluster.NodeId;

/** The API of a core on another node: every method is asked there, and throws what it throws. */
public final class RemoteNat64 implements Nat64 {
    static final Exchange<Call, Result> CALL =
            new Exchange<>(
                    QuestionCase.CALL,
                    (to, call) -> to.setCall(call),
                    q -> Wire.known(q.getCall()),
                    AnswerCase.RESULT,
                    (to, result) -> to.setResult(result),
                    a -> Wire.known(a.getResult()));

    /** A change waits for the devices. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Peers peers;
    private final NodeId leader;

    private RemoteNat64(Peers peers, NodeId leader) {
        this.peers = peers;
        this.leader = leader;
    }

    /** The API of the core on that node. */
    public static Nat64 of(Peers peers, NodeId leader) {
        return new RemoteNat64(peers, leader);
    }

    /**
     * Answers other nodes.
     *
     * @param core null: there is none here
     * @param executor where methods are called, which wait; it refuses when there are too many
     */
    public static void serve(Peers peers, Supplier<Nat64> core, Executor executor) {
        peers.answer(
                CALL,
                call -> {
                    Function<Nat64, Result> method = CallReader.read(call);
                    CompletableFuture<Result> answer = new CompletableFuture<>();
                    try {
                        executor.execute(() -> call(core.get(), method, answer));
                    } catch (RejectedExecutionException e) {
                        throw new IllegalStateException("too many requests at once", e);
                    }
                    return answer;
                });
    }

    private static void call(
            Nat64 core, Function<Nat64, Result> method, CompletableFuture<Result> answer) {
        try {
            if (core == null) {
                throw new NotReadyException("The NAT64 is not ready yet.");
            }
            answer.complete(method.apply(core));
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Calls a method there, and reads what it returned as what it has to be. */
    private <T> T call(Consumer<Call.Builder> method, ResultCase kind, Function<Result, T> reader) {
        Call.Builder call = Call.newBuilder();
        method.accept(call);
        try {
            return peers.ask(leader, CALL, call.build(), LIMIT)
                    .thenApply(result -> read(result, kind, reader))
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException) {
                throw (RuntimeException) e.getCause();
            }
            // It has died, or a change takes too long; who leads next will know.
            throw new NotReadyException(
                    "The leader, " + leader + ", does not answer: " + e.getCause());
        }
    }

    private <T> T read(Result result, ResultCase kind, Function<Result, T> reader) {
        try {
            if (result.getResultCase() == ResultCase.RESULT_NOT_SET) {
                throw Wire.nothing(result);
            }
            if (result.getResultCase() != kind) {
                throw new IllegalArgumentException(result.getResultCase() + ", not " + kind);
            }
            return reader.apply(result);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("node " + leader + " answers: " + e.getMessage(), e);
        }
    }

    private void change(Consumer<Call.Builder> method) {
        call(method, ResultCase.DONE, result -> Wire.known(result.getDone()));
    }

    @Override
    public List<InstanceConfig> instances() {
        return call(
                c -> c.setInstances(NOTHING),
                ResultCase.INSTANCES,
                r -> InstanceCodec.instances(r.getInstances()));
    }

    @Override
    public List<Pool> pools() {
        return call(c -> c.setPools(NOTHING), ResultCase.POOLS, r -> PoolCodec.pools(r.getPools()));
    }

    @Override
    public Pool addPool(PoolSpec spec) {
        return call(
                c -> c.setAddPool(PoolCodec.poolSpec(spec)),
                ResultCase.POOL,
                r -> PoolCodec.pool(r.getPool()));
    }

    @Override
    public List<Fault> checkPool(PoolSpec spec) {
        return call(
                c -> c.setCheckPool(PoolCodec.poolSpec(spec)),
                ResultCase.FAULTS,
                r -> ApiCodec.faults(r.getFaults()));
    }

    @Override
    public Pool drainPool(String name, boolean drain) {
        return call(
                c -> c.setDrainPool(DrainPool.newBuilder().setName(name).setDrain(drain)),
                ResultCase.POOL,
                r -> PoolCodec.pool(r.getPool()));
    }

    @Override
    public void removePool(String name) {
        change(c -> c.setRemovePool(name));
    }

    @Override
    public List<Eam> eamt() {
        return call(c -> c.setEamt(NOTHING), ResultCase.EAMS, r -> ApiCodec.eams(r.getEams()));
    }

    @Override
    public List<Eam> configuredEams() {
        return call(
                c -> c.setConfiguredEams(NOTHING),
                ResultCase.EAMS,
                r -> ApiCodec.eams(r.getEams()));
    }

    @Override
    public void addEams(List<Eam> eams) {
        change(c -> c.setAddEams(ApiCodec.eams(eams)));
    }

    @Override
    public void removeEam(Ipv4Prefix prefix4) {
        change(c -> c.setRemoveEam(NetCodec.prefix(prefix4)));
    }

    @Override
    public void replaceEamt(List<Eam> eams, List<Eam> expected) {
        change(c -> c.setReplaceEamt(ApiCodec.replaceEamt(eams, expected)));
    }

    @Override
    public List<Fault> checkEamt(List<Eam> eams) {
        return call(
                c -> c.setCheckEamt(ApiCodec.eams(eams)),
                ResultCase.FAULTS,
                r -> ApiCodec.faults(r.getFaults()));
    }

    @Override
    public List<StaticBinding> staticBindings() {
        return call(
                c -> c.setStaticBindings(NOTHING),
                ResultCase.STATIC_BINDINGS,
                r -> ApiCodec.staticBindings(r.getStaticBindings()));
    }

    @Override
    public List<StaticBinding> configuredStaticBindings() {
        return call(
                c -> c.setConfiguredStaticBindings(NOTHING),
                ResultCase.STATIC_BINDINGS,
                r -> ApiCodec.staticBindings(r.getStaticBindings()));
    }

    @Override
    public StaticBinding addStaticBinding(StaticBinding binding) {
        return call(
                c -> c.setAddStaticBinding(ApiCodec.staticBinding(binding)),
                ResultCase.STATIC_BINDING,
                r -> ApiCodec.staticBinding(r.getStaticBinding()));
    }

    @Override
    public StaticBinding replaceStaticBinding(
            Protocol protocol, int address4, int port4, StaticBinding by) {
        return call(
                c ->
                        c.getReplaceStaticBindingBuilder()
                                .setReplaced(ApiCodec.transport(protocol, address4, port4))
                                .setBy(ApiCodec.staticBinding(by)),
                ResultCase.STATIC_BINDING,
                r -> ApiCodec.staticBinding(r.getStaticBinding()));
    }

    @Override
    public List<Fault> checkStaticBinding(StaticBinding binding, StaticBinding replaced) {
        return call(
                c -> c.setCheckStaticBinding(ApiCodec.checkStaticBinding(binding, replaced)),
                ResultCase.FAULTS,
                r -> ApiCodec.faults(r.getFaults()));
    }

    @Override
    public void removeStaticBinding(Protocol protocol, int address4, int port4) {
        change(c -> c.setRemoveStaticBinding(ApiCodec.transport(protocol, address4, port4)));
    }

    @Override
    public Page<Binding> bindings(Filter filter, PageRequest request) {
        return call(
                c -> c.setBindings(ApiCodec.listRequest(filter, request)),
                ResultCase.BINDINGS,
                r -> ApiCodec.bindings(r.getBindings()));
    }

    @Override
    public Page<Session> sessions(Filter filter, PageRequest request) {
        return call(
                c -> c.setSessions(ApiCodec.listRequest(filter, request)),
                ResultCase.SESSIONS,
                r -> ApiCodec.sessions(r.getSessions()));
    }

    @Override
    public Page<Subscriber> subscribers(Filter filter, String after, int limit) {
        return call(
                c -> c.setSubscribers(ApiCodec.listRequest(filter, PageRequest.of(after, limit))),
                ResultCase.SUBSCRIBERS,
                r -> ApiCodec.subscribers(r.getSubscribers()));
    }

    @Override
    public Page<SourceBinding> sourceBindings(Filter filter, String after, int limit) {
        return call(
                c ->
                        c.setSourceBindings(
                                ApiCodec.listRequest(filter, PageRequest.of(after, limit))),
                ResultCase.SOURCE_BINDINGS,
                r -> FabricCodec.sourceBindings(r.getSourceBindings()));
    }

    @Override
    public List<Device> devices() {
        return call(
                c -> c.setDevices(NOTHING),
                ResultCase.DEVICES,
                r -> FabricCodec.devices(r.getDevices()));
    }

    @Override
    public Statistics statistics() {
        return call(
                c -> c.setStatistics(NOTHING),
                ResultCase.STATISTICS,
                r -> MonitoringCodec.statistics(r.getStatistics()));
    }

    @Override
    public List<MappingEvent> whoHad(Protocol protocol, int address4, int port, long epochMillis) {
        return call(
                c ->
                        c.getWhoHadBuilder()
                                .setHolder(ApiCodec.transport(protocol, address4, port))
                                .setEpochMillis(epochMillis),
                ResultCase.MAPPINGS,
                r -> ApiCodec.mappings(r.getMappings()));
    }

    @Override
    public List<Exporter> exporters() {
        return call(
                c -> c.setExporters(NOTHING),
                ResultCase.EXPORTERS,
                r -> ExporterCodec.exporters(r.getExporters()));
    }

    @Override
    public Health health() {
        return call(
                c -> c.setHealth(NOTHING),
                ResultCase.HEALTH,
                r -> MonitoringCodec.health(r.getHealth()));
    }

    @Override
    public List<Alarm> alarms() {
        return call(
                c -> c.setAlarms(NOTHING),
                ResultCase.ALARMS,
                r -> MonitoringCodec.alarms(r.getAlarms()));
    }

    @Override
    public FabricView fabric() {
        return call(
                c -> c.setFabric(NOTHING),
                ResultCase.FABRIC,
                r -> FabricCodec.fabric(r.getFabric()));
    }

    @Override
    public BindingPath path(Protocol protocol, Ipv4Address address4, int port4, Ipv4Address peer4) {
        return call(
                c -> c.setPath(FabricCodec.pathRequest(protocol, address4, port4, peer4)),
                ResultCase.PATH,
                r -> FabricCodec.path(r.getPath()));
    }

    @Override
    public Diagnosis diagnose(Diagnosis.Flow flow) {
        return call(
                c -> c.setDiagnose(DiagnosisCodec.flow(flow)),
                ResultCase.DIAGNOSIS,
                r -> DiagnosisCodec.diagnosis(r.getDiagnosis()));
    }
}
