// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigServiceAdapter;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.service.PiPipeconfMappingStore;
import org.onosproject.store.service.StorageException;

class PipeconfBindingsTest {
    private static final DeviceId LEAF1 = DeviceId.deviceId("device:leaf1");
    private static final DeviceId LEAF2 = DeviceId.deviceId("device:leaf2");
    private static final DeviceId OTHER = DeviceId.deviceId("device:other");

    /** Of ONOS, by device. */
    private final Map<String, String> bound = new TreeMap<>();

    private final Map<DeviceId, BasicDeviceConfig> configs = new HashMap<>();
    private final List<NetworkConfigListener> listeners = new ArrayList<>();
    private final List<String> disconnected = new ArrayList<>();

    /** What is to be tried again. */
    private final List<Runnable> later = new ArrayList<>();

    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(1) {
                @Override
                public void execute(Runnable task) {
                    task.run();
                }

                @Override
                public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
                    later.add(task);
                    return null;
                }
            };

    /** ONOS has lost Atomix. */
    private boolean isLost;

    private final PiPipeconfMappingStore store =
            (PiPipeconfMappingStore)
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {PiPipeconfMappingStore.class},
                            (proxy, method, arguments) -> {
                                if (isLost) {
                                    throw new StorageException.Timeout();
                                }
                                String argument = arguments[0].toString();
                                switch (method.getName()) {
                                    case "getPipeconfId":
                                        String id = bound.get(argument);
                                        return id == null ? null : new PiPipeconfId(id);
                                    case "getDevices":
                                        return devices(((PiPipeconfId) arguments[0]).id());
                                    case "removeBinding":
                                        bound.remove(argument);
                                        return null;
                                    default:
                                        throw new AssertionError(method);
                                }
                            });

    private Set<DeviceId> devices(String pipeconf) {
        return bound.entrySet().stream()
                .filter(e -> e.getValue().equals(pipeconf))
                .map(e -> DeviceId.deviceId(e.getKey()))
                .collect(Collectors.toSet());
    }

    private final NetworkConfigServiceAdapter netcfg =
            new NetworkConfigServiceAdapter() {
                @Override
                public <S, C extends Config<S>> C getConfig(S subject, Class<C> type) {
                    return type.cast(configs.get(subject));
                }

                @Override
                public void addListener(NetworkConfigListener listener) {
                    listeners.add(listener);
                }

                @Override
                public void removeListener(NetworkConfigListener listener) {
                    listeners.remove(listener);
                }
            };

    private PipeconfBindings start() {
        return new PipeconfBindings(
                store,
                netcfg,
                (device, driver) -> disconnected.add(device + " " + driver),
                executor);
    }

    /**
     * @param pipeconf null: the device is not in netcfg any more
     */
    private void configure(DeviceId device, String pipeconf) {
        BasicDeviceConfig config = null;
        if (pipeconf != null) {
            ObjectMapper mapper = new ObjectMapper();
            config = new BasicDeviceConfig();
            config.init(device, "basic", mapper.createObjectNode(), mapper, c -> {});
            config.pipeconf(pipeconf);
            config.driver("isthmus");
        }
        BasicDeviceConfig before =
                config == null ? configs.remove(device) : configs.put(device, config);
        NetworkConfigEvent.Type type =
                config == null
                        ? NetworkConfigEvent.Type.CONFIG_REMOVED
                        : before == null
                                ? NetworkConfigEvent.Type.CONFIG_ADDED
                                : NetworkConfigEvent.Type.CONFIG_UPDATED;
        NetworkConfigEvent event =
                new NetworkConfigEvent(type, device, config, before, BasicDeviceConfig.class);
        List.copyOf(listeners).forEach(l -> l.event(event));
    }

    @Test
    void aDeviceThatLeavesNetcfgIsReleased() {
        start();
        configure(LEAF1, "org.isthmus.v1model");
        configure(OTHER, "org.other");
        bound.put("device:leaf1", "org.isthmus.v1model");
        bound.put("device:other", "org.other");
        configure(OTHER, null);
        assertEquals(2, bound.size());
        assertEquals(List.of(), disconnected);
        configure(LEAF1, null);
        assertEquals(Set.of("device:other"), bound.keySet());
        assertEquals(List.of("device:leaf1 isthmus"), disconnected);
    }

    @Test
    void aDeviceThatGetsAnotherProgramIsReleased() {
        start();
        configure(LEAF1, "org.isthmus.v1model");
        bound.put("device:leaf1", "org.isthmus.v1model");
        configure(LEAF1, "org.isthmus.v1model");
        assertEquals(1, bound.size());
        configure(LEAF1, "org.isthmus.bmv2");
        assertEquals(Map.of(), bound);
        assertEquals(1, disconnected.size());
    }

    @Test
    void whatHappenedMeanwhileIsMadeUpFor() {
        configure(LEAF2, "org.isthmus.v1model");
        bound.put("device:leaf1", "org.isthmus.bmv2");
        bound.put("device:leaf2", "org.isthmus.v1model");
        bound.put("device:other", "org.other");
        start();
        assertEquals(Set.of("device:leaf2", "device:other"), bound.keySet());
        assertEquals(List.of("device:leaf1 null"), disconnected);
    }

    @Test
    void eachNodeOfAClusterDisconnects() {
        start();
        configure(LEAF1, "org.isthmus.v1model");
        // Another node was faster.
        bound.clear();
        configure(LEAF1, null);
        assertEquals(List.of("device:leaf1 isthmus"), disconnected);
    }

    private void tryAgain() {
        List<Runnable> due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void whatAtomixDoesNotAnswerIsTriedAgain() {
        bound.put("device:leaf2", "org.isthmus.bmv2");
        isLost = true;
        start();
        configure(LEAF1, "org.isthmus.v1model");
        bound.put("device:leaf1", "org.isthmus.v1model");
        configure(LEAF1, null);
        tryAgain();
        assertEquals(2, bound.size());
        isLost = false;
        tryAgain();
        assertEquals(Map.of(), bound);
        assertTrue(disconnected.contains("device:leaf2 null"));
        assertTrue(disconnected.contains("device:leaf1 isthmus"));
        assertEquals(List.of(), later);
    }

    @Test
    void nothingIsHeardAfterTheEnd() {
        PipeconfBindings ended = start();
        configure(LEAF1, "org.isthmus.v1model");
        bound.put("device:leaf1", "org.isthmus.v1model");
        ended.deactivate();
        configure(LEAF1, null);
        assertEquals(1, bound.size());
    }
}
