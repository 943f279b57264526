// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import org.isthmus.core.loop.EventLoop;
import org.isthmus.core.loop.PuntQueue;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;

/**
 * What the core does in each step of its loop, beside tasks: packets that came up, each passed to
 * the part that its reason is for, and what is done at its time.
 *
 * <p>Threading: the core's thread, but for {@link #isPending}.
 */
final class Steps implements EventLoop.Work {
    private static final int PUNTS_PER_STEP = 4096;
    private static final int PUNTS_BRIEFLY = 128;
    private static final long SLOW_TICK_MILLIS = 1000;
    private static final long FAST_TICK_MILLIS = 100;

    /** Ticks after the first configuration until which devices may take to connect. */
    private static final int AWAITED_TICKS = 30;

    private final PuntQueue punts;
    private Wiring core;
    private long slowTick;
    private long fastTick;
    private long configuredTick;

    Steps(PuntQueue punts) {
        this.punts = punts;
    }

    /** Sets the parts, which need the loop themselves; to be called before its first step. */
    void drive(Wiring parts) {
        core = parts;
    }

    @Override
    public boolean isPending() {
        return !punts.isEmpty();
    }

    @Override
    public boolean run(boolean briefly) {
        core.clock.step();
        int count = punts.drain(briefly ? PUNTS_BRIEFLY : PUNTS_PER_STEP, this::punt);
        core.counters.add(Counter.PUNTS, count);
        if (!briefly) {
            tickWhenDue(count);
        }
        core.binder.flush();
        core.devices.flush();
        return count > 0;
    }

    /**
     * @param count punts of this step
     */
    private void tickWhenDue(int count) {
        long now = core.clock.millis();
        if (now >= fastTick) {
            fastTick = now + FAST_TICK_MILLIS;
            core.slowPath.tick(now);
            core.heldSyns.tick();
            core.liveness.tick();
            if (count < PUNTS_PER_STEP) {
                core.sources.tick();
            }
        }
        if (now >= slowTick) {
            slowTick = now + SLOW_TICK_MILLIS;
            tick();
        }
    }

    private void tick() {
        core.deferred.run();
        core.pools.tick(core.clock.seconds());
        // Until there is a configuration nobody knows which addresses are in pools.
        core.leases.tick(a -> !core.config.exists() || core.pools.poolOf(a) != null);
        core.expirer.tick();
        core.sessionTimers.tick();
        core.limits.tick();
        core.devices.tick();
        core.deletions.tick();
        core.journal.tick();
        core.history.tick();
        if (core.config.exists() && ++configuredTick == AWAITED_TICKS) {
            core.liveness.awaited();
        }
        core.statistics.tick();
        core.alarms.refresh();
    }

    /**
     * Whether packets of that reason go back into the pipeline, which sends up none of the core's
     * for their MSS.
     */
    private static boolean goesOn(PuntReason reason) {
        return reason == PuntReason.MSS
                || reason == PuntReason.BIB_MISS
                || reason == PuntReason.SESSION_MISS
                || reason == PuntReason.SOURCE_UNBOUND
                || reason == PuntReason.EXTENSION_HEADERS
                || reason == PuntReason.IPV4_OPTIONS;
    }

    /**
     * Whether packets from IPv6 come up for that reason before a switch looks for their binding.
     */
    private static boolean isBeforeBinding(PuntReason reason) {
        return reason == PuntReason.FRAGMENT
                || reason == PuntReason.EXTENSION_HEADERS
                || reason == PuntReason.HAIRPIN_ECHO;
    }

    private void punt(DeviceId device, int port, PuntReason reason, byte[] frame) {
        core.counters.punted(reason);
        if (goesOn(reason)) {
            core.mss.clamp(device, frame);
        }
        if (core.devices.get(device) == null) {
            core.counters.add(Counter.PUNTS_MISPLACED);
        } else if (reason == PuntReason.BIB_MISS
                || isBeforeBinding(reason) && core.binder.opens(frame)) {
            core.binder.miss(device, port, frame);
        } else if (reason == PuntReason.SESSION_MISS) {
            core.binder.sessionMiss(device, port, frame);
        } else if (reason == PuntReason.UNSOLICITED_SYN) {
            unsolicited(device, port, frame);
        } else if (reason == PuntReason.TCP_STATE) {
            core.tracker.segment(device, frame);
        } else if (isBeforeBinding(reason) || reason == PuntReason.IPV4_OPTIONS) {
            if (core.slowPath.packetIn(device, port, reason, frame)) {
                core.tracker.translated(device, frame);
            }
        } else if (reason == PuntReason.TOO_BIG) {
            if (core.slowPath.packetIn(device, port, reason, frame)) {
                core.tracker.counted(device, frame);
            }
        } else if (reason != PuntReason.LOCAL || !core.liveness.heard(device, port, frame)) {
            core.slowPath.packetIn(device, port, reason, frame);
        }
    }

    /** A SYN that nobody waits for. That of a host of ours comes again when it has a binding. */
    private void unsolicited(DeviceId device, int port, byte[] frame) {
        if (core.binder.opens(frame)) {
            core.mss.clamp(device, frame);
            core.binder.miss(device, port, frame);
        } else {
            core.heldSyns.hold(device, port, frame);
        }
    }
}
