// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import org.isthmus.pipeconf.FlowRuleView;
import org.onosproject.core.ApplicationId;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.group.GroupService;
import org.onosproject.net.packet.PacketService;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService;
import org.onosproject.p4runtime.api.P4RuntimeController;

/** The services of ONOS by which devices are reached. Immutable. */
public final class Onos {
    final ApplicationId app;
    final DeviceService devices;
    final MastershipService masterships;
    final NetworkConfigService configs;
    final PiPipeconfService pipeconfs;
    final PiPipeconfWatchdogService watchdog;
    final FlowRuleService flowRules;
    final FlowRuleView view;
    final GroupService groups;
    final PacketService packets;
    final P4RuntimeController p4runtime;
    final ScheduledExecutorService executor;

    /**
     * @param app whose rules and groups ours are
     * @param flowRules to see which rules ONOS has
     * @param view to tell ONOS of them
     * @param executor of several threads, on which nothing waits for long; also the clock of time
     *     limits
     */
    public Onos(
            ApplicationId app,
            DeviceService devices,
            MastershipService masterships,
            NetworkConfigService configs,
            PiPipeconfService pipeconfs,
            PiPipeconfWatchdogService watchdog,
            FlowRuleService flowRules,
            FlowRuleView view,
            GroupService groups,
            PacketService packets,
            P4RuntimeController p4runtime,
            ScheduledExecutorService executor) {
        this.app = Objects.requireNonNull(app);
        this.devices = Objects.requireNonNull(devices);
        this.masterships = Objects.requireNonNull(masterships);
        this.configs = Objects.requireNonNull(configs);
        this.pipeconfs = Objects.requireNonNull(pipeconfs);
        this.watchdog = Objects.requireNonNull(watchdog);
        this.flowRules = Objects.requireNonNull(flowRules);
        this.view = Objects.requireNonNull(view);
        this.groups = Objects.requireNonNull(groups);
        this.packets = Objects.requireNonNull(packets);
        this.p4runtime = Objects.requireNonNull(p4runtime);
        this.executor = Objects.requireNonNull(executor);
    }
}
