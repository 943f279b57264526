// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest.ResponseType;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;

/**
 * The pipeline that reads and writes mean, and the one that runs: they differ from a
 * VERIFY_AND_SAVE until its COMMIT. Only {@link #running()} may be called without the lock that
 * guards writes.
 */
final class ForwardingPipelines {
    private final Target target;
    private final IdleTimeoutNotifier.Listener idle;
    private final Digests.Surroundings device;

    /** Null before the first. */
    private ForwardingPipeline current;

    private volatile ForwardingPipeline running;

    ForwardingPipelines(
            Target target, IdleTimeoutNotifier.Listener idle, Digests.Surroundings device) {
        this.target = target;
        this.device = device;
        this.idle = idle;
    }

    /** Null before the first commit. */
    ForwardingPipeline running() {
        return running;
    }

    /**
     * @throws RefusedException FAILED_PRECONDITION
     */
    ForwardingPipeline current() throws RefusedException {
        if (current == null) {
            throw Refusals.precondition("no forwarding pipeline config was set");
        }
        return current;
    }

    /**
     * Compiles what a request brings, which may take seconds. Changes nothing; any thread.
     *
     * @return null: the action takes no config
     * @throws RefusedException nothing can come of the request
     */
    ForwardingPipeline compile(SetForwardingPipelineConfigRequest r) throws RefusedException {
        switch (r.getAction()) {
            case VERIFY:
            case VERIFY_AND_SAVE:
            case VERIFY_AND_COMMIT:
            case RECONCILE_AND_COMMIT:
                if (!r.hasConfig()) {
                    throw Refusals.invalid(r.getAction() + " needs a config");
                }
                return compile(r.getConfig());
            case COMMIT:
                if (r.hasConfig()) {
                    throw Refusals.invalid("COMMIT takes no config");
                }
                return null;
            default:
                throw Refusals.invalid("action " + r.getActionValue());
        }
    }

    /**
     * Does what a request asks for.
     *
     * @param compiled of {@link #compile(SetForwardingPipelineConfigRequest)}
     */
    void set(SetForwardingPipelineConfigRequest.Action action, ForwardingPipeline compiled)
            throws RefusedException {
        switch (action) {
            case VERIFY_AND_SAVE:
                current = compiled;
                break;
            case VERIFY_AND_COMMIT:
                run(compiled);
                break;
            case COMMIT:
                if (current == running) {
                    throw Refusals.notFound("no saved config to commit");
                }
                run(current);
                break;
            case RECONCILE_AND_COMMIT:
                // What was saved has no state of the target's yet: that is in what runs.
                ForwardingPipeline from = running == null ? current : running;
                if (from != null) {
                    Reconciliation.checkRoom(from.rows(), freeHeap());
                    from.program.account();
                    Reconciliation.carryOver(from, compiled);
                }
                run(compiled);
                break;
            default:
                // VERIFY: that was all.
        }
    }

    /** Bytes that the heap can take at once, without what a collection would free. */
    private static long freeHeap() {
        Runtime r = Runtime.getRuntime();
        return r.maxMemory() - (r.totalMemory() - r.freeMemory());
    }

    /** Runs a program that no controller sent. */
    void install(ForwardingPipelineConfig config) throws RefusedException {
        run(compile(config));
    }

    private ForwardingPipeline compile(ForwardingPipelineConfig config) throws RefusedException {
        P4InfoSchema schema = new P4InfoSchema(config.getP4Info());
        Program program =
                target.compile(config.getP4Info(), config.getP4DeviceConfig().toByteArray());
        ForwardingPipeline p = new ForwardingPipeline(config, schema, program, device);
        for (TableSchema t : schema.tables.values()) {
            if (t.idleTimeout) {
                program.table(t.id).onIdle((id, entry, nanos) -> idle.idle(p, id, entry));
            }
        }
        return p;
    }

    /**
     * @throws RefusedException it does not run, and nothing has changed
     */
    private void run(ForwardingPipeline p) throws RefusedException {
        target.run(p.program, p.config);
        current = p;
        ForwardingPipeline before = running;
        running = p;
        if (before != null) {
            before.digests.end();
        }
    }

    /** Null where none was set. */
    ForwardingPipelineConfig get(ResponseType type, int typeValue) throws RefusedException {
        ForwardingPipelineConfig.Builder b = ForwardingPipelineConfig.newBuilder();
        if (type == ResponseType.UNRECOGNIZED) {
            throw Refusals.invalid("response type " + typeValue);
        }
        if (current == null) {
            return null;
        }
        ForwardingPipelineConfig c = current.config;
        if (c.hasCookie()) {
            b.setCookie(c.getCookie());
        }
        if (type == ResponseType.ALL || type == ResponseType.P4INFO_AND_COOKIE) {
            b.setP4Info(c.getP4Info());
        }
        if (type == ResponseType.ALL || type == ResponseType.DEVICE_CONFIG_AND_COOKIE) {
            b.setP4DeviceConfig(c.getP4DeviceConfig());
        }
        return b.build();
    }
}
