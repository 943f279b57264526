// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.capacity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.fabric.Room;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.Program;

/**
 * What the tables of each configured device have room for, connected or not: the size in the
 * P4Info, less where the device refused an entry as exhausted. That holds until it takes more, or
 * connects anew. A device whose tables are not known has room for everything.
 *
 * <p>Threading: the core's thread.
 */
public final class Capacity implements Room {
    /** What is to be held now. */
    public interface Demand {
        IntentCounts of(DeviceId device);
    }

    /** The tables of one device. */
    private static final class Room {
        final Program program;

        /** Entries each takes, as far as is known. */
        final long[] most;

        /** Entries it is to hold, refused, and does not hold. */
        final long[] refused;

        /** Entries accepted that are not in the demand yet. */
        final long[] reserved;

        Room(Program program) {
            this.program = program;
            int n = program.tableNames().size();
            most = new long[n];
            refused = new long[n];
            reserved = new long[n];
            reset();
        }

        void reset() {
            Arrays.setAll(most, program::size);
            Arrays.fill(refused, 0);
        }

        boolean isLowered() {
            for (int t = 0; t < most.length; t++) {
                if (most[t] < program.size(t)) {
                    return true;
                }
            }
            return false;
        }

        /** Which tables some intents have entries in. */
        boolean[] among(Collection<Intent> intents) {
            boolean[] among = new boolean[most.length];
            for (Intent intent : intents) {
                for (int t : program.tablesOf(intent)) {
                    among[t] = true;
                }
            }
            return among;
        }

        long[] rows(IntentCounts counts) {
            long[] rows = new long[most.length];
            counts.forEach(
                    (like, number) -> {
                        for (int t : program.tablesOf(like)) {
                            rows[t] += number;
                        }
                    });
            return rows;
        }
    }

    private final Demand demand;
    private Map<DeviceId, Room> rooms = new LinkedHashMap<>();

    public Capacity(Demand demand) {
        this.demand = demand;
    }

    /**
     * Sets the programs of the configured devices; what is known of devices that had the same
     * stays.
     */
    public void configure(Map<DeviceId, Program> programs) {
        Map<DeviceId, Room> now = new LinkedHashMap<>();
        programs.forEach((id, p) -> now.put(id, room(id, p)));
        rooms = now;
    }

    private Room room(DeviceId device, Program program) {
        Room room = rooms.get(device);
        return room != null && room.program.equals(program) ? room : new Room(program);
    }

    /**
     * Reserves what a change needs on every device, until {@link #release}.
     *
     * @param change how many more intents a device is to hold than now
     * @throws ExhaustedException a table that would have to take more has no room; nothing is
     *     reserved
     */
    public void reserve(Function<DeviceId, IntentCounts> change) {
        Map<Room, long[]> more = new HashMap<>();
        rooms.forEach((id, room) -> more.put(room, require(id, room, change.apply(id), false)));
        more.forEach(
                (room, rows) -> {
                    for (int t = 0; t < rows.length; t++) {
                        room.reserved[t] = Math.max(0, rows[t]);
                    }
                });
    }

    /** The same without reserving anything. */
    public void require(Function<DeviceId, IntentCounts> change) {
        rooms.forEach((id, room) -> require(id, room, change.apply(id), false));
    }

    /**
     * The same for what takes the place of as much as devices hold by now. Only a table that holds
     * more than it takes, as it does once a device has shrunk, has no room for that.
     */
    public void requireInstead(Function<DeviceId, IntentCounts> change) {
        rooms.forEach((id, room) -> require(id, room, change.apply(id), true));
    }

    /** The same for a configuration that brings other devices. */
    public void require(Map<DeviceId, Program> programs, Function<DeviceId, IntentCounts> change) {
        programs.forEach((id, p) -> require(id, room(id, p), change.apply(id), false));
    }

    /** What was reserved is in the demand by now, or will never be. */
    public void release() {
        rooms.values().forEach(room -> Arrays.fill(room.reserved, 0));
    }

    private long[] require(DeviceId device, Room room, IntentCounts change, boolean instead) {
        long[] more = room.rows(change);
        long[] used = null;
        for (int t = 0; t < more.length; t++) {
            if (more[t] <= 0) {
                continue;
            }
            used = used == null ? used(device, room) : used;
            if (used[t] + (instead ? 0 : more[t]) > room.most[t]) {
                throw new ExhaustedException(
                        device
                                + " has no room: of the "
                                + room.most[t]
                                + " entries of table "
                                + room.program.tableNames().get(t)
                                + ", "
                                + used[t]
                                + " are used and "
                                + Math.max(0, room.most[t] - used[t])
                                + " free; this needs "
                                + more[t]
                                + " more");
            }
        }
        return more;
    }

    private long[] used(DeviceId device, Room room) {
        long[] used = room.rows(demand.of(device));
        for (int t = 0; t < used.length; t++) {
            used[t] += room.reserved[t];
        }
        return used;
    }

    @Override
    public boolean hasRoom(DeviceId device, Intent like) {
        Room room = rooms.get(device);
        if (room == null) {
            return true;
        }
        long[] used = used(device, room);
        for (int t : room.program.tablesOf(like)) {
            if (used[t] >= room.most[t]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long most(DeviceId device, Intent like) {
        Room room = rooms.get(device);
        long most = Long.MAX_VALUE;
        if (room != null) {
            for (int t : room.program.tablesOf(like)) {
                most = Math.min(most, room.most[t]);
            }
        }
        return most;
    }

    @Override
    public int mostHops(DeviceId device) {
        Room room = rooms.get(device);
        return room == null ? Integer.MAX_VALUE : room.program.mostHops();
    }

    /** How full the tables of a device are; empty if they are not known. */
    public List<TableUse> use(DeviceId device) {
        Room room = rooms.get(device);
        if (room == null) {
            return List.of();
        }
        List<TableUse> all = new ArrayList<>();
        long[] used = used(device, room);
        for (int t = 0; t < used.length; t++) {
            all.add(new TableUse(room.program.tableNames().get(t), room.most[t], used[t]));
        }
        return all;
    }

    /** A device connected, and may be another one than before. */
    public void connected(DeviceId device) {
        Room room = rooms.get(device);
        if (room != null) {
            room.reset();
        }
    }

    /** What a device refused is to be set anew. */
    public void retried(DeviceId device) {
        Room room = rooms.get(device);
        if (room != null) {
            Arrays.fill(room.refused, 0);
        }
    }

    /**
     * A device refused an intent that it is to hold, or no longer is to, or holds now.
     *
     * @param more 1, or -1
     */
    public void refused(DeviceId device, Intent intent, int more) {
        Room room = rooms.get(device);
        if (room != null) {
            for (int t : room.program.tablesOf(intent)) {
                room.refused[t] += more;
            }
        }
    }

    /**
     * A device answered changes, after {@link #refused} was called for them.
     *
     * @param exhausted what it refused because a table is full
     * @param set what it took; asked for where less is known than the P4Info says
     * @return whether something else is known now
     */
    public boolean answered(
            DeviceId device, Collection<Intent> exhausted, Supplier<Collection<Intent>> set) {
        Room room = rooms.get(device);
        if (room == null || exhausted.isEmpty() && !room.isLowered()) {
            return false;
        }
        long[] used = room.rows(demand.of(device));
        boolean[] more = room.among(set.get());
        boolean[] full = room.among(exhausted);
        for (int t = 0; t < used.length; t++) {
            long held = Math.max(0, used[t] - room.refused[t]);
            if (full[t]) {
                room.most[t] = Math.min(room.most[t], held);
            } else if (more[t]) {
                room.most[t] = Math.max(room.most[t], Math.min(room.program.size(t), held));
            }
        }
        return true;
    }
}
