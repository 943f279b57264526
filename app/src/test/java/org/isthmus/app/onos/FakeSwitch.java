// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.onosproject.net.DeviceId;
import org.onosproject.net.pi.runtime.PiCounterCell;
import org.onosproject.net.pi.runtime.PiCounterCellHandle;
import org.onosproject.net.pi.runtime.PiCounterCellId;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiEntityType;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.net.pi.runtime.PiMatchKey;
import org.onosproject.net.pi.runtime.PiMeterCellConfig;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.net.pi.runtime.PiTableEntryHandle;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadRequest;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.UpdateType;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteResponse;

/**
 * What a switch holds, behind ONOS's P4Runtime client: an INSERT of what is there, and a MODIFY or
 * DELETE of what is not, fail; default actions and meters are always there.
 */
public final class FakeSwitch {
    private final DeviceId id;
    public final Map<PiHandle, PiEntity> held = new LinkedHashMap<>();

    /** Each update that was done, in order. */
    public final List<String> log = new ArrayList<>();

    /** Packets counted for an entry. */
    public final Map<PiMatchKey, Long> counted = new LinkedHashMap<>();

    /** Packets given to it, in order. */
    public final List<PiPacketOperation> sent = new ArrayList<>();

    /** What the switch has no room for. */
    public BiPredicate<UpdateType, PiEntity> refuses = (type, entity) -> false;

    /** Nothing gets through in either direction. */
    public boolean unreachable;

    /** Another controller is its primary. */
    public boolean notPrimary;

    public int reads;
    public int writes;

    /** Answers wait here; null: they do not wait. */
    private List<Runnable> heldAnswers;

    private final List<String> journal;

    /**
     * @param journal of all switches together
     */
    public FakeSwitch(DeviceId id, List<String> journal) {
        this.id = id;
        this.journal = journal;
    }

    public long entries() {
        return held.values().stream()
                .filter(e -> e instanceof PiTableEntry && !((PiTableEntry) e).isDefaultAction())
                .count();
    }

    public P4RuntimeClient client() {
        return proxy(
                P4RuntimeClient.class,
                (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "write":
                            return new Write().request();
                        case "read":
                            return new Read().request();
                        case "packetOut":
                            sent.add((PiPacketOperation) arguments[1]);
                            journal.add(id + " packet-out");
                            return null;
                        case "probeService":
                            return CompletableFuture.completedFuture(!unreachable);
                        default:
                            throw new AssertionError(method + " is not asked for");
                    }
                });
    }

    /** From now on what it is asked is done and its answers wait, or no longer. */
    public void hold(boolean isHeld) {
        List<Runnable> due = heldAnswers == null ? List.of() : heldAnswers;
        heldAnswers = isHeld ? new ArrayList<>(due) : null;
        if (!isHeld) {
            due.forEach(Runnable::run);
        }
    }

    /** Answers that wait. */
    public int heldAnswers() {
        return heldAnswers == null ? 0 : heldAnswers.size();
    }

    private <T> CompletableFuture<T> answer(T response) {
        if (heldAnswers == null) {
            return CompletableFuture.completedFuture(response);
        }
        CompletableFuture<T> later = new CompletableFuture<>();
        heldAnswers.add(() -> later.complete(response));
        return later;
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private final class Write {
        private final List<EntityUpdateResponse> done = new ArrayList<>();
        private WriteRequest request;

        WriteRequest request() {
            writes++;
            request =
                    proxy(
                            WriteRequest.class,
                            (proxy, method, arguments) -> {
                                switch (method.getName()) {
                                    case "insert":
                                        return all(UpdateType.INSERT, arguments[0]);
                                    case "modify":
                                        return all(UpdateType.MODIFY, arguments[0]);
                                    case "delete":
                                        return all(UpdateType.DELETE, arguments[0]);
                                    case "entity":
                                        return all((UpdateType) arguments[1], arguments[0]);
                                    case "submit":
                                        return answer(response());
                                    case "submitSync":
                                        return response();
                                    default:
                                        throw new AssertionError(method + " is not asked for");
                                }
                            });
            return request;
        }

        private WriteRequest all(UpdateType type, Object what) {
            if (what instanceof Iterable) {
                ((Iterable<?>) what).forEach(one -> update(type, one));
            } else {
                update(type, what);
            }
            return request;
        }

        private void update(UpdateType type, Object what) {
            PiEntity entity = what instanceof PiEntity ? (PiEntity) what : held.get(what);
            PiHandle handle = what instanceof PiEntity ? entity.handle(id) : (PiHandle) what;
            EntityUpdateStatus status =
                    unreachable || notPrimary
                            ? EntityUpdateStatus.OTHER_ERROR
                            : apply(type, handle, entity);
            String why = notPrimary ? "PERMISSION_DENIED: Not primary" : status.name();
            done.add(new Update(type, handle, entity, status, why));
        }

        private EntityUpdateStatus apply(UpdateType type, PiHandle handle, PiEntity entity) {
            boolean always =
                    entity instanceof PiMeterCellConfig
                            || entity instanceof PiTableEntry
                                    && ((PiTableEntry) entity).isDefaultAction();
            if (type == UpdateType.INSERT && (always || held.containsKey(handle))) {
                return EntityUpdateStatus.ALREADY_EXIST;
            }
            if (type != UpdateType.INSERT && !always && !held.containsKey(handle)) {
                return EntityUpdateStatus.NOT_FOUND;
            }
            if (refuses.test(type, entity)) {
                return EntityUpdateStatus.OTHER_ERROR;
            }
            log.add(type + " " + name(handle));
            journal.add(id + " " + type + " " + name(handle));
            if (type == UpdateType.DELETE) {
                held.remove(handle);
            } else {
                held.put(handle, entity);
            }
            return EntityUpdateStatus.OK;
        }

        private WriteResponse response() {
            return proxy(
                    WriteResponse.class,
                    (proxy, method, arguments) -> {
                        switch (method.getName()) {
                            case "isSuccess":
                                return done.stream().allMatch(EntityUpdateResponse::isSuccess);
                            case "all":
                                return done;
                            case "failed":
                                return done.stream()
                                        .filter(u -> !u.isSuccess())
                                        .collect(Collectors.toList());
                            default:
                                throw new AssertionError(method + " is not asked for");
                        }
                    });
        }
    }

    private static String name(PiHandle handle) {
        return handle instanceof PiTableEntryHandle
                ? ((PiTableEntryHandle) handle).tableId().id()
                : handle.entityType().name();
    }

    private static final class Update implements EntityUpdateResponse {
        private final UpdateType type;
        private final PiHandle handle;
        private final PiEntity entity;
        private final EntityUpdateStatus status;
        private final String explanation;

        Update(
                UpdateType type,
                PiHandle handle,
                PiEntity entity,
                EntityUpdateStatus status,
                String explanation) {
            this.type = type;
            this.handle = handle;
            this.entity = entity;
            this.status = status;
            this.explanation = explanation;
        }

        @Override
        public boolean isSuccess() {
            return status == EntityUpdateStatus.OK;
        }

        @Override
        public EntityUpdateStatus status() {
            return status;
        }

        @Override
        public String explanation() {
            return explanation;
        }

        @Override
        public Throwable throwable() {
            return null;
        }

        @Override
        public PiHandle handle() {
            return handle;
        }

        @Override
        public PiEntity entity() {
            return entity;
        }

        @Override
        public UpdateType updateType() {
            return type;
        }

        @Override
        public PiEntityType entityType() {
            return handle.entityType();
        }
    }

    private final class Read {
        private final List<PiEntity> found = new ArrayList<>();
        private boolean failed = unreachable;
        private ReadRequest request;

        private boolean isOfMeter(PiEntity e, Object meter) {
            return e instanceof PiMeterCellConfig
                    && ((PiMeterCellConfig) e).cellId().meterId().equals(meter);
        }

        ReadRequest request() {
            reads++;
            request =
                    proxy(
                            ReadRequest.class,
                            (proxy, method, arguments) -> {
                                switch (method.getName()) {
                                    case "tableEntries":
                                        rows(arguments[0], false);
                                        return request;
                                    case "defaultTableEntry":
                                        rows(arguments[0], true);
                                        return request;
                                    case "meterCells":
                                        held.values().stream()
                                                .filter(e -> isOfMeter(e, arguments[0]))
                                                .forEach(found::add);
                                        return request;
                                    case "counterCells":
                                        return request;
                                    case "directCounterCells":
                                        cells(arguments[0]);
                                        return request;
                                    case "handle":
                                        cell((PiCounterCellHandle) arguments[0]);
                                        return request;
                                    case "submit":
                                        return answer(response());
                                    case "submitSync":
                                        return response();
                                    default:
                                        throw new AssertionError(method + " is not asked for");
                                }
                            });
            return request;
        }

        private Collection<PiTableEntry> table(Object table) {
            return held.values().stream()
                    .filter(e -> e instanceof PiTableEntry)
                    .map(e -> (PiTableEntry) e)
                    .filter(e -> e.table().equals(table))
                    .collect(Collectors.toList());
        }

        private void rows(Object table, boolean isDefault) {
            table(table).stream().filter(e -> e.isDefaultAction() == isDefault).forEach(found::add);
        }

        private void cells(Object table) {
            for (PiTableEntry entry : table(table)) {
                found.add(
                        new PiCounterCell(
                                PiCounterCellId.ofDirect(entry),
                                counted.getOrDefault(entry.matchKey(), 0L),
                                0));
            }
        }

        /** As BMv2 does: one that is not there fails them all. */
        private void cell(PiCounterCellHandle handle) {
            PiTableEntry wanted = handle.cellId().tableEntry();
            failed |= !held.containsKey(wanted.handle(id));
            found.add(
                    new PiCounterCell(
                            handle.cellId(), counted.getOrDefault(wanted.matchKey(), 0L), 0));
        }

        private ReadResponse response() {
            return proxy(
                    ReadResponse.class,
                    (proxy, method, arguments) -> {
                        switch (method.getName()) {
                            case "isSuccess":
                                return !failed;
                            case "explanation":
                                return "UNAVAILABLE";
                            case "all":
                                if (arguments == null) {
                                    return List.copyOf(found);
                                }
                                Class<?> type = (Class<?>) arguments[0];
                                return found.stream()
                                        .filter(type::isInstance)
                                        .collect(Collectors.toList());
                            default:
                                throw new AssertionError(method + " is not asked for");
                        }
                    });
        }
    }
}
