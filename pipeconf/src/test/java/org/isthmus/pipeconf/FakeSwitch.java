// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.DeviceId;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiEntityType;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadRequest;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.Atomicity;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.UpdateType;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteResponse;

/** ONOS's client of a switch whose tables are a map. */
final class FakeSwitch {
    final DeviceId device;
    final Map<PiHandle, PiTableEntry> entries = new LinkedHashMap<>();

    /** The entries that the switch has no room for. */
    final Set<PiHandle> refused = new HashSet<>();

    /** ONOS's client was shut down. */
    boolean broken;

    /** Done when what is held has been read. */
    Runnable onRead = () -> {};

    /** What was asked for by type, a request each. */
    final List<List<String>> requests = new ArrayList<>();

    /** What was asked for, in order. */
    final List<PiHandle> written = new ArrayList<>();

    /** What was read: methods of the request, and the name of the table. */
    final List<String> reads = new ArrayList<>();

    /** Whether who writes may. */
    boolean primary = true;

    boolean reachable = true;

    FakeSwitch(DeviceId device) {
        this.device = device;
    }

    /** Fails a test that calls anything but reads and writes. */
    P4RuntimeClient client() {
        return (P4RuntimeClient)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {P4RuntimeClient.class},
                        (proxy, method, args) -> {
                            switch (method.getName()) {
                                case "write":
                                    if (broken) {
                                        throw new IllegalStateException("shut down");
                                    }
                                    return new Write();
                                case "read":
                                    return read();
                                default:
                                    throw new AssertionError(method);
                            }
                        });
    }

    private ReadRequest read() {
        return (ReadRequest)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {ReadRequest.class},
                        (proxy, method, args) -> {
                            if (method.getName().equals("submitSync")) {
                                Read answer = new Read();
                                onRead.run();
                                return answer;
                            }
                            reads.add(method.getName() + " " + args[0]);
                            return proxy;
                        });
    }

    private final class Read implements ReadResponse {
        private final List<PiTableEntry> held = new ArrayList<>(entries.values());

        @Override
        public boolean isSuccess() {
            return reachable;
        }

        @Override
        public Collection<PiEntity> all() {
            List<PiEntity> all = new ArrayList<>();
            for (PiTableEntry entry : held) {
                PiTableId table = entry.table();
                if (reads.contains("tableEntries " + table)
                        || (entry.isDefaultAction()
                                && reads.contains("defaultTableEntry " + table))) {
                    all.add(entry);
                }
            }
            return all;
        }

        @Override
        public <E extends PiEntity> Collection<E> all(Class<E> type) {
            List<E> all = new ArrayList<>();
            all().stream().filter(type::isInstance).forEach(e -> all.add(type.cast(e)));
            return all;
        }

        @Override
        public String explanation() {
            return reachable ? null : "gone";
        }

        @Override
        public Throwable throwable() {
            return null;
        }
    }

    private final class Update implements EntityUpdateResponse {
        private final UpdateType type;
        private final PiHandle handle;
        private final PiEntity entity;
        private EntityUpdateStatus status = EntityUpdateStatus.PENDING;

        private Update(UpdateType type, PiHandle handle, PiEntity entity) {
            this.type = type;
            this.handle = handle;
            this.entity = entity;
        }

        private void run() {
            boolean held = entries.containsKey(handle);
            boolean always = entity != null && ((PiTableEntry) entity).isDefaultAction();
            if (!primary
                    || !reachable
                    || refused.contains(handle)
                    || (always && type != UpdateType.MODIFY)) {
                status = EntityUpdateStatus.OTHER_ERROR;
            } else if (type == UpdateType.INSERT && held) {
                status = EntityUpdateStatus.ALREADY_EXIST;
            } else if (type != UpdateType.INSERT && !held && !always) {
                status = EntityUpdateStatus.NOT_FOUND;
            } else {
                status = EntityUpdateStatus.OK;
                if (type == UpdateType.DELETE) {
                    entries.remove(handle);
                } else {
                    entries.put(handle, (PiTableEntry) entity);
                }
            }
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
            return primary
                    ? status.toString()
                    : "io.grpc.StatusRuntimeException: PERMISSION_DENIED: Not primary";
        }

        @Override
        public Throwable throwable() {
            return null;
        }
    }

    private final class Write implements WriteRequest, WriteResponse {
        private final List<Update> updates = new ArrayList<>();

        @Override
        public WriteRequest withAtomicity(Atomicity atomicity) {
            return this;
        }

        @Override
        public WriteRequest insert(PiEntity entity) {
            return entity(entity, UpdateType.INSERT);
        }

        @Override
        public WriteRequest insert(Iterable<? extends PiEntity> entities) {
            return entities(entities, UpdateType.INSERT);
        }

        @Override
        public WriteRequest modify(PiEntity entity) {
            return entity(entity, UpdateType.MODIFY);
        }

        @Override
        public WriteRequest modify(Iterable<? extends PiEntity> entities) {
            return entities(entities, UpdateType.MODIFY);
        }

        @Override
        public WriteRequest delete(PiHandle handle) {
            updates.add(new Update(UpdateType.DELETE, handle, null));
            return this;
        }

        @Override
        public WriteRequest delete(Iterable<? extends PiHandle> handles) {
            handles.forEach(this::delete);
            return this;
        }

        @Override
        public WriteRequest entity(PiEntity entity, UpdateType type) {
            updates.add(new Update(type, entity.handle(device), entity));
            return this;
        }

        @Override
        public WriteRequest entities(Iterable<? extends PiEntity> entities, UpdateType type) {
            entities.forEach(e -> entity(e, type));
            return this;
        }

        @Override
        public CompletableFuture<WriteResponse> submit() {
            return CompletableFuture.completedFuture(submitSync());
        }

        @Override
        public WriteResponse submitSync() {
            List<String> asked = new ArrayList<>();
            for (Update update : updates) {
                update.run();
                asked.add(update.type.toString());
                written.add(update.handle);
            }
            if (!asked.isEmpty()) {
                requests.add(asked);
            }
            return this;
        }

        @Override
        public Collection<EntityUpdateRequest> pendingUpdates() {
            return List.copyOf(updates);
        }

        @Override
        public boolean isSuccess() {
            return failed().isEmpty();
        }

        @Override
        public Collection<EntityUpdateResponse> all() {
            return List.copyOf(updates);
        }

        @Override
        public Collection<EntityUpdateResponse> success() {
            return status(EntityUpdateStatus.OK);
        }

        @Override
        public Collection<EntityUpdateResponse> failed() {
            List<EntityUpdateResponse> failed = new ArrayList<>(updates);
            failed.removeAll(success());
            return failed;
        }

        @Override
        public Collection<EntityUpdateResponse> status(EntityUpdateStatus status) {
            List<EntityUpdateResponse> some = new ArrayList<>();
            updates.stream().filter(u -> u.status == status).forEach(some::add);
            return some;
        }
    }
}
