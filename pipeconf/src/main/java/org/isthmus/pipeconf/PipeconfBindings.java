// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.onlab.util.Tools.groupedThreads;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.onlab.util.ItemNotFoundException;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.device.DeviceHandshaker;
import org.onosproject.net.driver.DefaultDriverData;
import org.onosproject.net.driver.DefaultDriverHandler;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverService;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.service.PiPipeconfMappingStore;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases devices that netcfg gives no program of ours any more. ONOS 2.7 never does: it keeps the
 * pipeconf a device was bound to, and with it a driver that it cannot make without netcfg, so that
 * neither its list of devices nor the end of the connection works. Released, a device can be
 * removed, and comes back with whatever netcfg then says.
 *
 * <p>Threading: any thread; ONOS's store is waited for on a thread of its own.
 */
@Component(immediate = true)
public final class PipeconfBindings {
    private static final Logger LOG = LoggerFactory.getLogger(PipeconfBindings.class);

    /** What failed is tried again after so long. */
    private static final long RETRY_SECONDS = 10;

    /** Has a handshaker for any device that speaks P4Runtime. */
    private static final String P4RUNTIME = "p4runtime";

    private final NetworkConfigListener listener = this::configEvent;
    private final PiPipeconfMappingStore bindings;
    private final NetworkConfigService netcfg;
    private final BiConsumer<DeviceId, String> disconnect;
    private final ScheduledExecutorService executor;

    @Activate
    public PipeconfBindings(
            @Reference PiPipeconfMappingStore bindings,
            @Reference NetworkConfigService netcfg,
            @Reference DriverService drivers) {
        this(bindings, netcfg, (device, driver) -> disconnect(drivers, device, driver), executor());
    }

    private static ScheduledExecutorService executor() {
        ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(
                        1, groupedThreads("isthmus", "pipeconf-bindings", LOG));
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return executor;
    }

    /**
     * @param disconnect ends this node's connection to a device, given the name of its driver;
     *     null: not known
     */
    PipeconfBindings(
            PiPipeconfMappingStore bindings,
            NetworkConfigService netcfg,
            BiConsumer<DeviceId, String> disconnect,
            ScheduledExecutorService executor) {
        this.bindings = bindings;
        this.netcfg = netcfg;
        this.disconnect = disconnect;
        this.executor = executor;
        netcfg.addListener(listener);
        // What was removed while we were not there.
        executor.execute(() -> untilDone("devices that left", this::releaseAll));
    }

    @Deactivate
    public void deactivate() {
        netcfg.removeListener(listener);
        executor.shutdown();
    }

    private void configEvent(NetworkConfigEvent event) {
        if (event.configClass().equals(BasicDeviceConfig.class)) {
            String driver =
                    event.prevConfig().map(c -> ((BasicDeviceConfig) c).driver()).orElse(null);
            DeviceId device = (DeviceId) event.subject();
            // In a cluster another node may have removed the binding already.
            boolean wasOurs = event.prevConfig().map(PipeconfBindings::isOurs).orElse(false);
            release(device, driver, wasOurs);
        }
    }

    private static boolean isOurs(Config<?> config) {
        String pipeconf = ((BasicDeviceConfig) config).pipeconf();
        return pipeconf != null && Pipeconfs.of(new PiPipeconfId(pipeconf)) != null;
    }

    private void releaseAll() {
        for (PiPipeconf pipeconf : Pipeconfs.all()) {
            bindings.getDevices(pipeconf.id()).forEach(device -> release(device, null, true));
        }
    }

    private void release(DeviceId device, String driver, boolean wasOurs) {
        executor.execute(() -> untilDone(device.toString(), () -> check(device, driver, wasOurs)));
    }

    /** Again and again, as ONOS may have lost Atomix. */
    private void untilDone(String what, Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be released; trying again: {}", what, e.toString());
            executor.schedule(() -> untilDone(what, task), RETRY_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void check(DeviceId device, String driver, boolean wasOurs) {
        PiPipeconfId bound = bindings.getPipeconfId(device);
        boolean isOurs = bound != null && Pipeconfs.of(bound) != null;
        BasicDeviceConfig config = netcfg.getConfig(device, BasicDeviceConfig.class);
        boolean isWanted =
                config != null
                        && (bound == null
                                || config.pipeconf() == null
                                || config.pipeconf().equals(bound.id()));
        if ((isOurs || (bound == null && wasOurs)) && !isWanted) {
            LOG.info("{}: netcfg does not give it {} any more", device, bound);
            disconnect.accept(device, driver);
            bindings.removeBinding(device);
            DeviceRules.forget(device);
        }
    }

    /** As its driver would, which ONOS does not find any more. */
    private static void disconnect(DriverService drivers, DeviceId device, String name) {
        Driver driver;
        try {
            driver = drivers.getDriver(name == null ? P4RUNTIME : name);
        } catch (ItemNotFoundException e) {
            driver = drivers.getDriver(P4RUNTIME);
        }
        DefaultDriverHandler handler =
                new DefaultDriverHandler(new DefaultDriverData(driver, device));
        driver.createBehaviour(handler, DeviceHandshaker.class).disconnect();
    }
}
