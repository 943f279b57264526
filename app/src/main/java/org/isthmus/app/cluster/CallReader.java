// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.node.v1.ApiProto.Call;
import org.isthmus.proto.node.v1.ApiProto.CheckStaticBinding;
import org.isthmus.proto.node.v1.ApiProto.DrainPool;
import org.isthmus.proto.node.v1.ApiProto.Flow;
import org.isthmus.proto.node.v1.ApiProto.ListRequest;
import org.isthmus.proto.node.v1.ApiProto.PathRequest;
import org.isthmus.proto.node.v1.ApiProto.ReplaceEamt;
import org.isthmus.proto.node.v1.ApiProto.ReplaceStaticBinding;
import org.isthmus.proto.node.v1.ApiProto.Result;
import org.isthmus.proto.node.v1.ApiProto.TransportAddress4;
import org.isthmus.proto.node.v1.ApiProto.WhoHad;

/** Calls of {@link RemoteNat64} as methods of a core. */
final class CallReader {
    private static final Result DONE = Result.newBuilder().setDone(Wire.NOTHING).build();

    private CallReader() {}

    /**
     * The method, with its arguments.
     *
     * @throws UnreadableException names what this release would not have asked
     */
    static Function<Nat64, Result> read(Call call) {
        try {
            return method(Wire.known(call));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException(e);
        }
    }

    private static Function<Nat64, Result> method(Call call) {
        switch (call.getMethodCase()) {
            case INSTANCES:
                Wire.known(call.getInstances());
                return returns(
                        (core, r) -> r.setInstances(InstanceCodec.instances(core.instances())));
            case POOLS:
                Wire.known(call.getPools());
                return returns((core, r) -> r.setPools(PoolCodec.pools(core.pools())));
            case ADD_POOL:
                PoolSpec spec = PoolCodec.poolSpec(call.getAddPool());
                return returns((core, r) -> r.setPool(PoolCodec.pool(core.addPool(spec))));
            case CHECK_POOL:
                PoolSpec checked = PoolCodec.poolSpec(call.getCheckPool());
                return returns((core, r) -> r.setFaults(ApiCodec.faults(core.checkPool(checked))));
            case DRAIN_POOL:
                DrainPool drain = Wire.known(call.getDrainPool());
                return returns(
                        (core, r) ->
                                r.setPool(
                                        PoolCodec.pool(
                                                core.drainPool(
                                                        drain.getName(), drain.getDrain()))));
            case REMOVE_POOL:
                String pool = call.getRemovePool();
                return changes(core -> core.removePool(pool));
            case STATIC_BINDINGS:
            case CONFIGURED_STATIC_BINDINGS:
            case ADD_STATIC_BINDING:
            case REPLACE_STATIC_BINDING:
            case CHECK_STATIC_BINDING:
            case REMOVE_STATIC_BINDING:
                return staticBindings(call);
            case EAMT:
            case CONFIGURED_EAMS:
            case ADD_EAMS:
            case REMOVE_EAM:
            case REPLACE_EAMT:
            case CHECK_EAMT:
                return eamt(call);
            case BINDINGS:
            case SESSIONS:
            case SUBSCRIBERS:
            case SOURCE_BINDINGS:
                return list(call);
            case WHO_HAD:
                return whoHad(Wire.known(call.getWhoHad()));
            case PATH:
                return path(Wire.known(call.getPath()));
            case DIAGNOSE:
                return diagnose(call.getDiagnose());
            default:
                return state(call);
        }
    }

    /** What a core is asked without arguments. */
    private static Function<Nat64, Result> state(Call call) {
        switch (call.getMethodCase()) {
            case DEVICES:
                Wire.known(call.getDevices());
                return returns((core, r) -> r.setDevices(FabricCodec.devices(core.devices())));
            case STATISTICS:
                Wire.known(call.getStatistics());
                return returns(
                        (core, r) ->
                                r.setStatistics(MonitoringCodec.statistics(core.statistics())));
            case EXPORTERS:
                Wire.known(call.getExporters());
                return returns(
                        (core, r) -> r.setExporters(ExporterCodec.exporters(core.exporters())));
            case HEALTH:
                Wire.known(call.getHealth());
                return returns((core, r) -> r.setHealth(MonitoringCodec.health(core.health())));
            case ALARMS:
                Wire.known(call.getAlarms());
                return returns((core, r) -> r.setAlarms(MonitoringCodec.alarms(core.alarms())));
            case FABRIC:
                Wire.known(call.getFabric());
                return returns((core, r) -> r.setFabric(FabricCodec.fabric(core.fabric())));
            default:
                throw Wire.nothing(call);
        }
    }

    private static Function<Nat64, Result> eamt(Call call) {
        switch (call.getMethodCase()) {
            case EAMT:
                Wire.known(call.getEamt());
                return returns((core, r) -> r.setEams(ApiCodec.eams(core.eamt())));
            case CONFIGURED_EAMS:
                Wire.known(call.getConfiguredEams());
                return returns((core, r) -> r.setEams(ApiCodec.eams(core.configuredEams())));
            case ADD_EAMS:
                List<Eam> added = ApiCodec.eams(call.getAddEams());
                return changes(core -> core.addEams(added));
            case REMOVE_EAM:
                Ipv4Prefix removed = Wire.prefix(call.getRemoveEam());
                return changes(core -> core.removeEam(removed));
            case REPLACE_EAMT:
                ReplaceEamt m = Wire.known(call.getReplaceEamt());
                List<Eam> eams = ApiCodec.eams(m.getEams());
                List<Eam> expected = m.hasExpected() ? ApiCodec.eams(m.getExpected()) : null;
                return changes(core -> core.replaceEamt(eams, expected));
            default:
                List<Eam> checked = ApiCodec.eams(call.getCheckEamt());
                return returns((core, r) -> r.setFaults(ApiCodec.faults(core.checkEamt(checked))));
        }
    }

    private static Function<Nat64, Result> staticBindings(Call call) {
        switch (call.getMethodCase()) {
            case STATIC_BINDINGS:
                Wire.known(call.getStaticBindings());
                return returns(
                        (core, r) ->
                                r.setStaticBindings(
                                        ApiCodec.staticBindings(core.staticBindings())));
            case CONFIGURED_STATIC_BINDINGS:
                Wire.known(call.getConfiguredStaticBindings());
                return returns(
                        (core, r) ->
                                r.setStaticBindings(
                                        ApiCodec.staticBindings(core.configuredStaticBindings())));
            case ADD_STATIC_BINDING:
                StaticBinding binding = ApiCodec.staticBinding(call.getAddStaticBinding());
                return returns(
                        (core, r) ->
                                r.setStaticBinding(
                                        ApiCodec.staticBinding(core.addStaticBinding(binding))));
            case REPLACE_STATIC_BINDING:
                return replaceStaticBinding(Wire.known(call.getReplaceStaticBinding()));
            case CHECK_STATIC_BINDING:
                return checkStaticBinding(Wire.known(call.getCheckStaticBinding()));
            default:
                TransportAddress4 removed = Wire.known(call.getRemoveStaticBinding());
                Protocol protocol = NetCodec.protocol(removed.getProtocol());
                int address4 = NetCodec.address4(removed.getAddress());
                return changes(
                        core -> core.removeStaticBinding(protocol, address4, removed.getPort()));
        }
    }

    private static Function<Nat64, Result> replaceStaticBinding(ReplaceStaticBinding m) {
        TransportAddress4 replaced = Wire.known(m.getReplaced());
        Protocol protocol = NetCodec.protocol(replaced.getProtocol());
        int address4 = NetCodec.address4(replaced.getAddress());
        StaticBinding by = ApiCodec.staticBinding(m.getBy());
        return returns(
                (core, r) ->
                        r.setStaticBinding(
                                ApiCodec.staticBinding(
                                        core.replaceStaticBinding(
                                                protocol, address4, replaced.getPort(), by))));
    }

    private static Function<Nat64, Result> checkStaticBinding(CheckStaticBinding m) {
        StaticBinding binding = ApiCodec.staticBinding(m.getBinding());
        StaticBinding replaced = m.hasReplaced() ? ApiCodec.staticBinding(m.getReplaced()) : null;
        return returns(
                (core, r) ->
                        r.setFaults(ApiCodec.faults(core.checkStaticBinding(binding, replaced))));
    }

    private static Function<Nat64, Result> list(Call call) {
        ListRequest m;
        switch (call.getMethodCase()) {
            case BINDINGS:
                m = Wire.known(call.getBindings());
                break;
            case SESSIONS:
                m = Wire.known(call.getSessions());
                break;
            case SOURCE_BINDINGS:
                m = Wire.known(call.getSourceBindings());
                break;
            default:
                m = Wire.known(call.getSubscribers());
                break;
        }
        Filter filter = ApiCodec.filter(m.getFilter());
        PageRequest request = ApiCodec.pageRequest(m);
        switch (call.getMethodCase()) {
            case BINDINGS:
                return returns(
                        (core, r) ->
                                r.setBindings(ApiCodec.bindings(core.bindings(filter, request))));
            case SESSIONS:
                return returns(
                        (core, r) ->
                                r.setSessions(ApiCodec.sessions(core.sessions(filter, request))));
            case SOURCE_BINDINGS:
                return returns(
                        (core, r) ->
                                r.setSourceBindings(
                                        FabricCodec.sourceBindings(
                                                core.sourceBindings(
                                                        filter, request.after, request.limit))));
            default:
                return returns(
                        (core, r) ->
                                r.setSubscribers(
                                        ApiCodec.subscribers(
                                                core.subscribers(
                                                        filter, request.after, request.limit))));
        }
    }

    private static Function<Nat64, Result> whoHad(WhoHad m) {
        TransportAddress4 holder = Wire.known(m.getHolder());
        Protocol protocol = NetCodec.protocol(holder.getProtocol());
        int address4 = NetCodec.address4(holder.getAddress());
        return returns(
                (core, r) ->
                        r.setMappings(
                                ApiCodec.mappings(
                                        core.whoHad(
                                                protocol,
                                                address4,
                                                holder.getPort(),
                                                m.getEpochMillis()))));
    }

    private static Function<Nat64, Result> path(PathRequest m) {
        TransportAddress4 binding = Wire.known(m.getBinding());
        Protocol protocol = NetCodec.protocol(binding.getProtocol());
        Ipv4Address address4 = Ipv4Address.of(NetCodec.address4(binding.getAddress()));
        Ipv4Address peer4 =
                m.getPeer4().isEmpty() ? null : Ipv4Address.of(NetCodec.address4(m.getPeer4()));
        return returns(
                (core, r) ->
                        r.setPath(
                                FabricCodec.path(
                                        core.path(protocol, address4, binding.getPort(), peer4))));
    }

    private static Function<Nat64, Result> diagnose(Flow m) {
        Diagnosis.Flow flow = DiagnosisCodec.flow(m);
        return returns((core, r) -> r.setDiagnosis(DiagnosisCodec.diagnosis(core.diagnose(flow))));
    }

    /** Calls a method, and writes what it returns. */
    private interface Method {
        void call(Nat64 core, Result.Builder to);
    }

    private static Function<Nat64, Result> returns(Method method) {
        return core -> {
            Result.Builder to = Result.newBuilder();
            method.call(core, to);
            return to.build();
        };
    }

    private static Function<Nat64, Result> changes(Consumer<Nat64> method) {
        return core -> {
            method.accept(core);
            return DONE;
        };
    }
}
