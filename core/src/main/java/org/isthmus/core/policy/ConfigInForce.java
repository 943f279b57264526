// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.AlarmThresholds;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.Program;

/**
 * The configuration in force.
 *
 * <p>Threading: the core's thread.
 */
public final class ConfigInForce {
    private final Instances instances;

    /** Null before the first. */
    private Nat64Config nat64;

    private FabricConfig network;
    private Map<DeviceId, Program> programs;

    /** Of the configuration, in the order of the table. */
    private final Set<Eam> eams = new LinkedHashSet<>();

    public ConfigInForce(Instances instances) {
        this.instances = instances;
    }

    void set(Nat64Config config, FabricConfig fabric, Map<DeviceId, Program> devicePrograms) {
        nat64 = config;
        network = fabric;
        programs = devicePrograms;
        eams.clear();
        config.eamt.stream().sorted(Comparator.comparing(e -> e.prefix4)).forEach(eams::add);
    }

    /** Whether there is one. */
    public boolean exists() {
        return nat64 != null;
    }

    /** Whether there is something to translate. */
    public boolean hasInstances() {
        return !instances.all().isEmpty();
    }

    /** When alarms are raised that something runs out. */
    public AlarmThresholds alarms() {
        return exists() ? nat64.alarms : AlarmThresholds.DEFAULT;
    }

    /** Whether it has this mapping, whatever operators added. */
    boolean has(Eam eam) {
        return eams.contains(eam);
    }

    /** Those of its own, in the order of the table. */
    public List<Eam> eams() {
        return eams.stream()
                .filter(e -> e.equals(instances.eamt().get(e.prefix4)))
                .collect(Collectors.toList());
    }

    /**
     * Before there is one, nobody knows what operators have.
     *
     * @throws IllegalStateException there is none yet
     */
    void require() {
        if (!exists()) {
            throw new IllegalStateException("there is no configuration yet");
        }
    }

    /**
     * @throws IllegalStateException there is none yet
     */
    Nat64Config nat64() {
        require();
        return nat64;
    }

    FabricConfig network() {
        return network;
    }

    /** Of devices, as far as they are known. */
    Map<DeviceId, Program> programs() {
        return programs;
    }
}
