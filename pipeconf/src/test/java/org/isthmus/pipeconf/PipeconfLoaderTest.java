// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.ChassisId;
import org.onlab.util.ItemNotFoundException;
import org.onosproject.net.AbstractProjectableModel;
import org.onosproject.net.DefaultDevice;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.behaviour.PiPipelineProgrammable;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigServiceAdapter;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.device.DeviceDescriptionDiscovery;
import org.onosproject.net.device.DeviceHandshaker;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.driver.DefaultDriver;
import org.onosproject.net.driver.DefaultDriverProvider;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverAdminServiceAdapter;
import org.onosproject.net.driver.DriverEvent;
import org.onosproject.net.driver.DriverListener;
import org.onosproject.net.driver.DriverProvider;
import org.onosproject.net.driver.DriverServiceAdapter;
import org.onosproject.net.pi.PiPipeconfServiceAdapter;
import org.onosproject.net.pi.model.DefaultPiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.provider.ProviderId;

class PipeconfLoaderTest {
    private static final DeviceId OURS = DeviceId.deviceId("device:leaf1");
    private static final DeviceId OTHERS = DeviceId.deviceId("device:other");

    private final Set<String> registered = new HashSet<>();
    private final List<DeviceId> merged = new ArrayList<>();
    private final Set<DriverProvider> providers = new HashSet<>();
    private final List<DriverListener> listeners = new ArrayList<>();

    private final PiPipeconfServiceAdapter pipeconfs =
            new PiPipeconfServiceAdapter() {
                @Override
                public void register(PiPipeconf pipeconf) {
                    assertTrue(registered.add(pipeconf.id().id()));
                }

                @Override
                public void unregister(PiPipeconfId id) {
                    assertTrue(registered.remove(id.id()));
                }

                @Override
                public Optional<PiPipeconf> getPipeconf(DeviceId device) {
                    String id = device.equals(OURS) ? "org.isthmus.bmv2" : "org.other";
                    return Optional.of(
                            DefaultPiPipeconf.builder()
                                    .withId(new PiPipeconfId(id))
                                    .withPipelineModel(Pipeconfs.all().get(0).pipelineModel())
                                    .build());
                }

                @Override
                public String getMergedDriver(DeviceId device, PiPipeconfId id) {
                    merged.add(device);
                    return "";
                }
            };

    private final DriverAdminServiceAdapter drivers =
            new DriverAdminServiceAdapter() {
                @Override
                public Set<DriverProvider> getProviders() {
                    return providers;
                }

                @Override
                public void registerProvider(DriverProvider provider) {
                    providers.add(provider);
                    notify(provider, DriverEvent.Type.DRIVER_ENHANCED);
                }

                @Override
                public void unregisterProvider(DriverProvider provider) {
                    assertTrue(providers.remove(provider));
                    notify(provider, DriverEvent.Type.DRIVER_REDUCED);
                }

                private void notify(DriverProvider provider, DriverEvent.Type type) {
                    for (Driver driver : provider.getDrivers()) {
                        List.copyOf(listeners).forEach(l -> l.event(new DriverEvent(type, driver)));
                    }
                }

                @Override
                public Driver getDriver(String name) {
                    return providers.stream()
                            .flatMap(p -> p.getDrivers().stream())
                            .filter(d -> d.name().equals(name))
                            .findFirst()
                            .orElseThrow(() -> new ItemNotFoundException(name));
                }

                @Override
                public void addListener(DriverListener listener) {
                    listeners.add(listener);
                }

                @Override
                public void removeListener(DriverListener listener) {
                    listeners.remove(listener);
                }
            };

    private final DefaultDevice ours = device(OURS);
    private final DefaultDevice others = device(OTHERS);

    private final DeviceServiceAdapter devices =
            new DeviceServiceAdapter() {
                @Override
                public Iterable<Device> getDevices() {
                    return List.of(ours, others);
                }
            };

    /** What was done to connections. */
    private final List<String> connections = new ArrayList<>();

    private boolean connected;
    private boolean fails;

    private DeviceHandshaker handshaker(DeviceId device) {
        return (DeviceHandshaker)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {DeviceHandshaker.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("hasConnection")) {
                                return connected;
                            }
                            if (fails) {
                                throw new IllegalStateException("ONOS was faster");
                            }
                            connections.add(method.getName() + " " + device);
                            return method.getName().equals("connect") ? true : null;
                        });
    }

    private final NetworkConfigServiceAdapter netcfg =
            new NetworkConfigServiceAdapter() {
                @Override
                @SuppressWarnings("unchecked")
                public <S, C extends Config<S>> Set<S> getSubjects(
                        Class<S> subject, Class<C> config) {
                    return (Set<S>) Set.of(OURS, OTHERS);
                }

                @Override
                public <S, C extends Config<S>> C getConfig(S subject, Class<C> type) {
                    ObjectMapper mapper = new ObjectMapper();
                    BasicDeviceConfig config = new BasicDeviceConfig();
                    config.init(
                            (DeviceId) subject,
                            "basic",
                            mapper.createObjectNode(),
                            mapper,
                            c -> {});
                    config.driver(subject.equals(OURS) ? "isthmus" : "bmv2");
                    return type.cast(config);
                }
            };

    private static DefaultDevice device(DeviceId id) {
        return new DefaultDevice(
                ProviderId.NONE, id, Device.Type.SWITCH, "", "", "", "", new ChassisId());
    }

    @BeforeEach
    void serveDrivers() {
        AbstractProjectableModel.setDriverService(
                null,
                new DriverServiceAdapter() {
                    @Override
                    public Driver getDriver(DeviceId device) {
                        return drivers.getDriver(
                                device.equals(OURS)
                                        ? "isthmus:org.isthmus.bmv2"
                                        : "bmv2:org.other");
                    }
                });
    }

    /** Each device is bound to its driver, as when ONOS has used it. */
    private void bind() {
        drivers.registerProvider(provider("isthmus:org.isthmus.bmv2"));
        drivers.registerProvider(provider("bmv2:org.other"));
        for (DefaultDevice device : List.of(ours, others)) {
            device.is(DeviceHandshaker.class);
            assertNotNull(device.driver());
        }
    }

    private static DriverProvider provider(String name) {
        DefaultDriverProvider provider = new DefaultDriverProvider();
        provider.addDriver(new DefaultDriver(name, List.of(), "", "", "", Map.of(), Map.of()));
        return provider;
    }

    private Set<String> names() {
        Set<String> names = new HashSet<>();
        providers.forEach(p -> p.getDrivers().forEach(d -> names.add(d.name())));
        return names;
    }

    private PipeconfLoader activate() {
        return new PipeconfLoader(pipeconfs, drivers, netcfg, devices, this::handshaker);
    }

    @Test
    void theDriverIsOneOfP4Runtime() {
        drivers.registerProvider(provider("p4runtime"));
        activate();
        Driver driver = drivers.getDriver("isthmus");
        assertEquals("p4runtime", driver.parents().get(0).name());
        assertEquals(
                IsthmusPipelineProgrammable.class,
                driver.implementation(PiPipelineProgrammable.class));
        assertEquals(NetcfgPorts.class, driver.implementation(DeviceDescriptionDiscovery.class));
        assertEquals(Pipeconfs.all().size(), registered.size());
    }

    @Test
    void theDriverWaitsForItsParentAndFollowsIt() {
        activate();
        assertEquals(Pipeconfs.all().size(), registered.size());
        assertEquals(Set.of(), names());
        DriverProvider first = provider("p4runtime");
        drivers.registerProvider(first);
        assertEquals(Set.of("p4runtime", "isthmus"), names());
        drivers.unregisterProvider(first);
        DriverProvider second = provider("p4runtime");
        drivers.registerProvider(second);
        assertEquals(2, providers.size());
        assertEquals(List.copyOf(second.getDrivers()), drivers.getDriver("isthmus").parents());
    }

    @Test
    void nothingIsLeft() {
        drivers.registerProvider(provider("p4runtime"));
        PipeconfLoader loader = activate();
        drivers.registerProvider(provider("isthmus:org.isthmus.bmv2"));
        drivers.registerProvider(provider("bmv2:org.other"));
        loader.deactivate();
        assertEquals(Set.of(), registered);
        assertEquals(Set.of("p4runtime", "bmv2:org.other"), names());
        assertEquals(List.of(), listeners);
    }

    @Test
    void driversOfAnEarlierVersionAreMadeAnew() {
        drivers.registerProvider(provider("p4runtime"));
        drivers.registerProvider(provider("isthmus:org.isthmus.bmv2"));
        activate();
        assertEquals(Set.of("p4runtime", "isthmus"), names());
        assertEquals(List.of(OURS), merged);
    }

    @Test
    void devicesDoNotGoOnWithTheDriversOfAnEarlierVersion() {
        drivers.registerProvider(provider("p4runtime"));
        bind();
        activate();
        assertNull(ours.driver());
        assertEquals("bmv2:org.other", others.driver().name());
    }

    @Test
    void devicesDoNotGoOnWithDriversThatAreGone() {
        drivers.registerProvider(provider("p4runtime"));
        PipeconfLoader loader = activate();
        bind();
        loader.deactivate();
        assertNull(ours.driver());
        assertEquals("bmv2:org.other", others.driver().name());
    }

    @Test
    void connectionsOfAnEarlierVersionAreMadeAnew() {
        connected = true;
        drivers.registerProvider(provider("p4runtime"));
        activate();
        assertEquals(List.of("disconnect " + OURS, "connect " + OURS), connections);
    }

    @Test
    void noConnectionIsMadeInThePlaceOfOnos() {
        drivers.registerProvider(provider("p4runtime"));
        activate();
        assertEquals(List.of(), connections);
    }

    @Test
    void aConnectionThatCannotBeMadeAnewStopsNothing() {
        connected = true;
        fails = true;
        drivers.registerProvider(provider("p4runtime"));
        activate();
        assertEquals(Pipeconfs.all().size(), registered.size());
    }
}
