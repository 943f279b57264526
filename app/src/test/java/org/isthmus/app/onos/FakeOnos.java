// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.isthmus.pipeconf.DriverOf;
import org.isthmus.pipeconf.FlowRuleView;
import org.isthmus.pipeconf.Pipeconfs;
import org.onlab.packet.Ethernet;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipEvent;
import org.onosproject.mastership.MastershipInfo;
import org.onosproject.mastership.MastershipListener;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.FlowRuleEvent;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.group.GroupDescription;
import org.onosproject.net.group.GroupService;
import org.onosproject.net.group.GroupServiceAdapter;
import org.onosproject.net.packet.DefaultInboundPacket;
import org.onosproject.net.packet.DefaultPacketContext;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketProcessor;
import org.onosproject.net.packet.PacketServiceAdapter;
import org.onosproject.net.pi.PiPipeconfServiceAdapter;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.net.pi.service.PiPipeconfWatchdogEvent;
import org.onosproject.net.pi.service.PiPipeconfWatchdogListener;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService;
import org.onosproject.store.service.StorageException;

/** One node of ONOS with its switches, on one thread; our own driver writes what they hold. */
public final class FakeOnos {
    public final ApplicationId app = new DefaultApplicationId(7, "org.isthmus");
    public final TestScheduler scheduler = new TestScheduler();
    public final FakeNetworkConfigs configs = new FakeNetworkConfigs(app);
    public final FakeDevices devices = new FakeDevices();
    public final FakeP4Runtime p4runtime = new FakeP4Runtime();
    public final FakeFlowRules flowRules = new FakeFlowRules(this::driver);

    /** What listeners for flow rules heard. */
    public final List<FlowRuleEvent> flowRuleEvents = new ArrayList<>();

    public final Map<DeviceId, FakeSwitch> switches = new HashMap<>();

    /** What was done to switches, in order. */
    public final List<String> journal = new ArrayList<>();

    public final List<GroupDescription> groupsAdded = new ArrayList<>();

    /** ONOS has lost Atomix, and cannot tell which program a device has. */
    public boolean lostAtomix;

    private final Map<DeviceId, PiPipeconf> pipeconfOf = new HashMap<>();
    private final Set<DeviceId> mastered = new HashSet<>();
    private final Set<DeviceId> loaded = new HashSet<>();
    private final List<PacketProcessor> processors = new ArrayList<>();
    private final List<MastershipListener> mastershipListeners = new ArrayList<>();
    private final List<PiPipeconfWatchdogListener> watchdogListeners = new ArrayList<>();

    public final MastershipServiceAdapter masterships =
            new MastershipServiceAdapter() {
                @Override
                public MastershipRole getLocalRole(DeviceId id) {
                    return mastered.contains(id) ? MastershipRole.MASTER : MastershipRole.STANDBY;
                }

                @Override
                public CompletableFuture<Void> relinquishMastership(DeviceId id) {
                    flowRules.masterless = false;
                    flowRules.unchangeable = false;
                    return CompletableFuture.completedFuture(null);
                }

                @Override
                public void addListener(MastershipListener listener) {
                    mastershipListeners.add(listener);
                }

                @Override
                public void removeListener(MastershipListener listener) {
                    mastershipListeners.remove(listener);
                }
            };

    public final FlowRuleView view =
            new FlowRuleView(flowRules.store(), masterships, flowRuleEvents::add);

    public final PiPipeconfService pipeconfs =
            new PiPipeconfServiceAdapter() {
                @Override
                public Optional<PiPipeconf> getPipeconf(DeviceId id) {
                    if (lostAtomix) {
                        throw new StorageException.Timeout();
                    }
                    return Optional.ofNullable(pipeconfOf.get(id));
                }
            };

    public final PiPipeconfWatchdogService watchdog =
            new PiPipeconfWatchdogService() {
                @Override
                public void triggerProbe(DeviceId id) {
                    throw new AssertionError("not asked for");
                }

                @Override
                public PipelineStatus getStatus(DeviceId id) {
                    return loaded.contains(id) ? PipelineStatus.READY : PipelineStatus.UNKNOWN;
                }

                @Override
                public void addListener(PiPipeconfWatchdogListener listener) {
                    watchdogListeners.add(listener);
                }

                @Override
                public void removeListener(PiPipeconfWatchdogListener listener) {
                    watchdogListeners.remove(listener);
                }
            };

    public final PacketServiceAdapter packets =
            new PacketServiceAdapter() {
                @Override
                public void addProcessor(PacketProcessor processor, int priority) {
                    processors.add(processor);
                }

                @Override
                public void removeProcessor(PacketProcessor processor) {
                    processors.remove(processor);
                }
            };

    public final GroupService groups =
            new GroupServiceAdapter() {
                @Override
                public void addGroup(GroupDescription group) {
                    groupsAdded.add(group);
                }
            };

    /** A switch that ONOS knows and that is ready, with this node as its master. */
    public FakeSwitch add(String name) {
        return add(name, "org.isthmus.v1model");
    }

    /** The same with a program. */
    public FakeSwitch add(String name, String pipeconf) {
        DeviceId id = DeviceId.deviceId(name);
        FakeSwitch fake = new FakeSwitch(id, journal);
        switches.put(id, fake);
        p4runtime.put(id, fake.client());
        pipeconfOf.put(id, Pipeconfs.of(new PiPipeconfId(pipeconf)).pipeconf());
        mastered.add(id);
        loaded.add(id);
        configs.post(
                new ObjectMapper()
                        .createObjectNode()
                        .set(
                                "devices",
                                new ObjectMapper()
                                        .createObjectNode()
                                        .set(
                                                name,
                                                new ObjectMapper()
                                                        .createObjectNode()
                                                        .set("basic", basic(pipeconf)))));
        devices.add(id);
        devices.available(id, true);
        return fake;
    }

    /** ONOS forgets a device, and which program it had. */
    public void remove(DeviceId id) {
        pipeconfOf.remove(id);
        devices.remove(id);
    }

    private static ObjectNode basic(String pipeconf) {
        return new ObjectMapper()
                .createObjectNode()
                .put("managementAddress", "grpc://192.0.2.9:50001?device_id=1")
                .put("driver", "isthmus")
                .put("pipeconf", pipeconf);
    }

    public void master(DeviceId id, boolean here) {
        if (here) {
            mastered.add(id);
        } else {
            mastered.remove(id);
        }
        MastershipEvent event =
                new MastershipEvent(MastershipEvent.Type.MASTER_CHANGED, id, new MastershipInfo());
        mastershipListeners.forEach(l -> l.event(event));
    }

    public void program(DeviceId id, boolean isLoaded) {
        if (isLoaded) {
            loaded.add(id);
        } else {
            loaded.remove(id);
        }
        PiPipeconfWatchdogEvent event =
                new PiPipeconfWatchdogEvent(
                        isLoaded
                                ? PiPipeconfWatchdogEvent.Type.PIPELINE_READY
                                : PiPipeconfWatchdogEvent.Type.PIPELINE_UNKNOWN,
                        id);
        watchdogListeners.forEach(l -> l.event(event));
    }

    public PacketContext packetIn(
            DeviceId id, int port, Long cookie, Ethernet parsed, byte[] frame) {
        PacketContext context =
                new DefaultPacketContext(
                        0,
                        new DefaultInboundPacket(
                                new ConnectPoint(id, PortNumber.portNumber(port)),
                                parsed,
                                ByteBuffer.wrap(frame),
                                Optional.ofNullable(cookie)),
                        null,
                        false) {
                    @Override
                    public void send() {
                        throw new AssertionError("not asked for");
                    }
                };
        processors.forEach(p -> p.process(context));
        return context;
    }

    /** What ONOS writes our devices with. */
    private FlowRuleProgrammable driver(DeviceId id) {
        return new DriverOf(
                id, p4runtime.get(id), Pipeconfs.of(pipeconfOf.get(id).id()), app, view);
    }
}
