// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.pipeline.Pipeline;
import org.onosproject.drivers.p4runtime.P4RuntimeReplicationGroupProgrammable;
import org.onosproject.net.behaviour.Pipeliner;
import org.onosproject.net.device.PortStatisticsDiscovery;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.group.GroupProgrammable;
import org.onosproject.net.meter.MeterProgrammable;
import org.onosproject.net.pi.model.DefaultPiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.onosproject.p4runtime.model.P4InfoParser;
import org.onosproject.p4runtime.model.P4InfoParserException;

/**
 * The P4 program as ONOS takes it, once for each kind of target. Immutable; any thread.
 *
 * <p>The behaviours come with the pipeconf, not with a driver: they hold for whatever driver a
 * device has.
 */
public final class Pipeconfs {
    /** Whose flow rules our devices take. */
    public static final String APP = "org.isthmus";

    private static final List<Pipeconfs> ALL =
            List.of(
                    new Pipeconfs("v1model", true),
                    new Pipeconfs("bmv2", true),
                    new Pipeconfs("minimal", true),
                    // Its agent loads the bitstream by itself.
                    new Pipeconfs("netfpga", false));

    private final PiPipeconf pipeconf;
    private final Pipeline pipeline;
    private final PiEntities entities;
    private final PiReads reads;

    private Pipeconfs(String profile, boolean software) {
        URL info = resource(profile + "/isthmus.p4info.txtpb");
        DefaultPiPipeconf.Builder builder =
                DefaultPiPipeconf.builder()
                        .withId(new PiPipeconfId(APP + "." + profile))
                        .addExtension(PiPipeconf.ExtensionType.P4_INFO_TEXT, info)
                        .addBehaviour(PiPipelineInterpreter.class, IsthmusInterpreter.class)
                        .addBehaviour(Pipeliner.class, IsthmusPipeliner.class)
                        .addBehaviour(FlowRuleProgrammable.class, IsthmusFlowRuleProgrammable.class)
                        // For clone sessions alone: the one for action profiles would take away
                        // next hops, which are entries of their table and no groups to ONOS.
                        .addBehaviour(
                                GroupProgrammable.class,
                                P4RuntimeReplicationGroupProgrammable.class)
                        .addBehaviour(MeterProgrammable.class, IsthmusMeterProgrammable.class)
                        .addBehaviour(PortStatisticsDiscovery.class, CounterPortStatistics.class);
        if (software) {
            builder.addExtension(
                    PiPipeconf.ExtensionType.BMV2_JSON, resource(profile + "/isthmus.json"));
        }
        try {
            this.pipeconf = builder.withPipelineModel(P4InfoParser.parse(info)).build();
        } catch (P4InfoParserException e) {
            throw new IllegalStateException("ONOS cannot read " + info, e);
        }
        this.pipeline = Pipeline.of(APP + "." + profile);
        this.entities = PiEntities.of(pipeline);
        this.reads = PiReads.of(pipeline, entities);
    }

    private static URL resource(String name) {
        URL url = Pipeline.class.getResource(name);
        if (url == null) {
            throw new IllegalStateException("not in this archive: " + name);
        }
        return url;
    }

    static List<PiPipeconf> all() {
        List<PiPipeconf> all = new ArrayList<>();
        for (Pipeconfs one : ALL) {
            all.add(one.pipeconf);
        }
        return all;
    }

    /** The one with that id, or null: a device may have a pipeconf of others. */
    public static Pipeconfs of(PiPipeconfId id) {
        for (Pipeconfs one : ALL) {
            if (one.pipeconf.id().equals(id)) {
                return one;
            }
        }
        return null;
    }

    /** Targets do not differ in the headers between switch and controller. */
    static Pipeline anyPipeline() {
        return ALL.get(0).pipeline;
    }

    public PiPipeconf pipeconf() {
        return pipeconf;
    }

    public Pipeline pipeline() {
        return pipeline;
    }

    public PiEntities entities() {
        return entities;
    }

    public PiReads reads() {
        return reads;
    }
}
