// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.onlab.util.ItemNotFoundException;
import org.onosproject.net.DeviceId;
import org.onosproject.net.behaviour.PiPipelineProgrammable;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.device.DeviceDescriptionDiscovery;
import org.onosproject.net.device.DeviceHandshaker;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.driver.DefaultDriver;
import org.onosproject.net.driver.DefaultDriverData;
import org.onosproject.net.driver.DefaultDriverHandler;
import org.onosproject.net.driver.DefaultDriverProvider;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverAdminService;
import org.onosproject.net.driver.DriverEvent;
import org.onosproject.net.driver.DriverListener;
import org.onosproject.net.driver.DriverProvider;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes our pipeconfs and the driver {@code isthmus} known to ONOS while it is active. The driver
 * is for devices that speak P4Runtime and nothing else, which takes their ports from the network
 * configuration. Others keep their own, as {@code stratum-bmv2}: what is ours comes with the
 * pipeconf.
 */
@Component(immediate = true)
public class PipeconfLoader {
    static final String DRIVER = "isthmus";
    private static final String PARENT = "p4runtime";

    private static final Logger LOG = LoggerFactory.getLogger(PipeconfLoader.class);

    private final DriverListener listener = this::driverEvent;

    private final PiPipeconfService pipeconfs;
    private final DriverAdminService drivers;
    private final NetworkConfigService netcfg;
    private final DeviceService devices;
    private final Function<DeviceId, DeviceHandshaker> handshakers;

    /** Null while there is no {@link #PARENT}. */
    private DriverProvider provider;

    @Activate
    public PipeconfLoader(
            @Reference PiPipeconfService pipeconfs,
            @Reference DriverAdminService drivers,
            @Reference NetworkConfigService netcfg,
            @Reference DeviceService devices) {
        this(pipeconfs, drivers, netcfg, devices, device -> handshaker(drivers, device));
    }

    /**
     * @param handshakers those of our driver
     */
    PipeconfLoader(
            PiPipeconfService pipeconfs,
            DriverAdminService drivers,
            NetworkConfigService netcfg,
            DeviceService devices,
            Function<DeviceId, DeviceHandshaker> handshakers) {
        this.pipeconfs = pipeconfs;
        this.drivers = drivers;
        this.netcfg = netcfg;
        this.devices = devices;
        this.handshakers = handshakers;
        unregisterMerged();
        for (PiPipeconf pipeconf : Pipeconfs.all()) {
            pipeconfs.register(pipeconf);
        }
        drivers.addListener(listener);
        registerDriver();
        if (provider != null) {
            reconnect();
        }
        LOG.info("Started");
    }

    @Deactivate
    public synchronized void deactivate() {
        drivers.removeListener(listener);
        for (PiPipeconf pipeconf : Pipeconfs.all()) {
            pipeconfs.unregister(pipeconf.id());
        }
        unregisterMerged();
        if (provider != null) {
            drivers.unregisterProvider(provider);
            provider = null;
        }
        BoundDrivers.release(devices, PipeconfLoader::isOurs);
        TappedController.close();
        LOG.info("Stopped");
    }

    /** The parent may come later than we do, and again. */
    private void driverEvent(DriverEvent event) {
        if (event.type() == DriverEvent.Type.DRIVER_ENHANCED
                && event.subject().name().equals(PARENT)) {
            registerDriver();
        }
    }

    private synchronized void registerDriver() {
        Driver parent;
        try {
            parent = drivers.getDriver(PARENT);
        } catch (ItemNotFoundException e) {
            LOG.info("Driver {} waits for driver {}", DRIVER, PARENT);
            return;
        }
        if (provider != null) {
            drivers.unregisterProvider(provider);
        }
        DefaultDriverProvider ours = new DefaultDriverProvider();
        ours.addDriver(
                new DefaultDriver(
                        DRIVER,
                        List.of(parent),
                        "Isthmus",
                        "P4Runtime",
                        "NAT64",
                        Map.of(
                                PiPipelineProgrammable.class, IsthmusPipelineProgrammable.class,
                                DeviceDescriptionDiscovery.class, NetcfgPorts.class,
                                DeviceHandshaker.class, IsthmusHandshaker.class),
                        Map.of()));
        drivers.registerProvider(ours);
        provider = ours;
        mergeDrivers();
        BoundDrivers.release(devices, PipeconfLoader::isOurs);
    }

    /**
     * ONOS makes a driver of a device's driver and its pipeconf once, when it first sees the
     * device; those of an earlier version of this bundle were taken away with it.
     */
    private void mergeDrivers() {
        for (DeviceId device : netcfg.getSubjects(DeviceId.class, BasicDeviceConfig.class)) {
            pipeconfs
                    .getPipeconf(device)
                    .map(PiPipeconf::id)
                    .filter(id -> Pipeconfs.of(id) != null)
                    .ifPresent(id -> pipeconfs.getMergedDriver(device, id));
        }
    }

    /**
     * ONOS keeps its clients while the application is replaced. Those that an earlier instance of
     * this bundle made are tapped by its {@link PacketInTap}, of which nobody takes packets any
     * more, and their connections ended with it.
     */
    private void reconnect() {
        for (DeviceId device : netcfg.getSubjects(DeviceId.class, BasicDeviceConfig.class)) {
            BasicDeviceConfig config = netcfg.getConfig(device, BasicDeviceConfig.class);
            if (config == null || !DRIVER.equals(config.driver())) {
                continue;
            }
            try {
                DeviceHandshaker handshaker = handshakers.apply(device);
                if (handshaker.hasConnection()) {
                    handshaker.disconnect();
                    handshaker.connect();
                }
            } catch (RuntimeException e) {
                // ONOS itself connects a device that has no connection, within seconds.
                LOG.warn("{}: cannot connect it anew: {}", device, e.toString());
            }
        }
    }

    private static DeviceHandshaker handshaker(DriverAdminService drivers, DeviceId device) {
        Driver driver = drivers.getDriver(DRIVER);
        return driver.createBehaviour(
                new DefaultDriverHandler(new DefaultDriverData(driver, device)),
                DeviceHandshaker.class);
    }

    /** ONOS never does; they would keep the classes of a bundle that is gone. */
    private void unregisterMerged() {
        for (DriverProvider merged : List.copyOf(drivers.getProviders())) {
            if (merged.getDrivers().stream().anyMatch(PipeconfLoader::isMerged)) {
                drivers.unregisterProvider(merged);
            }
        }
    }

    private static boolean isMerged(Driver driver) {
        return Pipeconfs.all().stream().anyMatch(p -> driver.name().endsWith(":" + p.id()));
    }

    private static boolean isOurs(Driver driver) {
        return driver.name().equals(DRIVER) || isMerged(driver);
    }
}
