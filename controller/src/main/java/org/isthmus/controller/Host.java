// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.disk.Backup;
import org.isthmus.controller.disk.DiskStore;
import org.isthmus.controller.disk.Restoration;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.controller.p4rt.Elections;
import org.isthmus.controller.p4rt.P4RuntimeDataPlane;
import org.isthmus.core.Controller;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.IncompleteException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Program;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.export.Exporters;
import org.isthmus.logging.Logs;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.rest.Administration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The core with all that it needs in one JVM: switches over P4Runtime, a store on disk. */
public final class Host implements Administration, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Host.class);

    /** There is one controller in a data directory, so any name that stays will do. */
    private static final String NAME = "controller";

    private final DiskStore store;
    private final DiskMappingLog log;
    private final Backup backup;
    private final TimeSource time;
    private final Exporters exporters;
    private final P4RuntimeDataPlane dataPlane;
    private final Controller core;

    /** Of this controller itself. Guarded by this. */
    private final Map<String, CertificateTime> certificates = new HashMap<>();

    /**
     * Starts without a configuration and without devices.
     *
     * @param data directory of the store and the mapping log
     * @param recover go on with what can be read of a damaged store or mapping log
     * @param retention how much of the mapping log is kept
     * @param random hard to predict
     * @throws IOException the directory cannot be used, another controller uses it, or a file in it
     *     is damaged or missing
     */
    public Host(
            Path data,
            boolean recover,
            Retention retention,
            Channels channels,
            TimeSource time,
            Random random)
            throws IOException {
        Restoration.finish(data);
        store = new DiskStore(data, recover);
        try {
            Path mappings = data.resolve("mappings");
            log = new DiskMappingLog(mappings, !store.isNew(), recover, retention);
        } catch (IOException e) {
            store.close();
            throw e;
        }
        backup = new Backup(store, log);
        this.time = time;
        exporters = new Exporters(log, time);
        dataPlane =
                new P4RuntimeDataPlane(
                        channels,
                        Elections.of(store, time.epochMillis()),
                        new Random(random.nextLong()));
        core = new Controller(NAME, dataPlane, store, log, exporters, time, random);
        core.start();
        dataPlane.onCertificates(this::tellCertificates);
    }

    /**
     * Brings a configuration into force, as a whole or not at all, but for static bindings that the
     * store does not take: of these there is an alarm.
     *
     * @return what is wrong with it, one line each with the path of the field; empty: it is in
     *     force
     */
    public List<String> configure(Netcfg netcfg) {
        List<String> problems = new ArrayList<>();
        Map<DeviceId, P4RuntimeDataPlane.Target> targets = targets(netcfg, problems);
        if (!problems.isEmpty()) {
            return problems;
        }
        Map<DeviceId, Program> programs = new TreeMap<>();
        targets.forEach((device, target) -> programs.put(device, target.program()));
        try {
            core.configure(netcfg.nat64(), netcfg.fabric(), programs);
        } catch (InvalidException e) {
            return List.of(problem(e.field(), e.getMessage()));
        } catch (ConflictException e) {
            return List.of(problem(e.field(), e.getMessage() + " (" + e.other() + ")"));
        } catch (ExhaustedException e) {
            return List.of(problem(e.field(), e.getMessage()));
        } catch (IncompleteException e) {
            // An alarm until the next one is.
            LOG.error("the configuration is {}", e.getMessage());
        }
        exporters.configure(netcfg.exporters());
        dataPlane.connect(targets);
        // No more of devices that are gone.
        tellCertificates();
        return problems;
    }

    /**
     * Raises the alarm of a configuration that was refused, and counts it.
     *
     * @param problems one line each; at least one
     */
    public void refused(List<String> problems) {
        core.refused(problems);
    }

    /**
     * Says when a certificate of this controller is valid: there is an alarm before its end, and
     * outside of that time.
     *
     * @param name of the option whose file it is in
     */
    synchronized void certificate(String name, CertificateTime valid) {
        certificates.put(name, valid);
        tellCertificates();
    }

    /** Those of this controller and of its devices, one call behind another. */
    private synchronized void tellCertificates() {
        Map<String, CertificateTime> all = new HashMap<>(certificates);
        dataPlane.certificates().forEach((device, valid) -> all.put(device.toString(), valid));
        core.certificates(all);
    }

    /** What is wrong with a configuration that never came to a core, as far as it can be told. */
    static List<String> check(Netcfg netcfg) {
        List<String> problems = new ArrayList<>();
        targets(netcfg, problems);
        return problems;
    }

    private static String problem(String field, String message) {
        return "apps.org.isthmus.nat64" + (field.isEmpty() ? "" : "." + field) + ": " + message;
    }

    private static Map<DeviceId, P4RuntimeDataPlane.Target> targets(
            Netcfg netcfg, List<String> problems) {
        Map<String, Pipeline> pipelines = new TreeMap<>();
        Map<DeviceId, P4RuntimeDataPlane.Target> targets = new TreeMap<>();
        netcfg.management()
                .forEach(
                        (device, address) -> {
                            try {
                                targets.put(
                                        device,
                                        new P4RuntimeDataPlane.Target(
                                                address,
                                                pipelines.computeIfAbsent(
                                                        netcfg.pipeconfs().get(device),
                                                        Pipeline::of)));
                            } catch (IllegalArgumentException e) {
                                problems.add(
                                        "devices." + device + ".basic.pipeconf: " + e.getMessage());
                            }
                        });
        return targets;
    }

    /** A {@link Backup} of the data directory; the core goes on. */
    @Override
    public Archive backup() throws IOException {
        // Before the answer begins, it can be told that the disk fails.
        log.flush();
        return to -> backup.write(time.epochMillis(), to);
    }

    @Override
    public List<LogLevel> logLevels() {
        List<LogLevel> levels = new ArrayList<>();
        Logs.levels().forEach((logger, level) -> levels.add(new LogLevel(logger, level.text())));
        return levels;
    }

    @Override
    public void setLogLevel(LogLevel asked) {
        org.isthmus.logging.LogLevel level = null;
        try {
            if (asked.level != null) {
                level = org.isthmus.logging.LogLevel.parse(asked.level);
            }
        } catch (IllegalArgumentException e) {
            throw new InvalidException("level", e.getMessage());
        }
        try {
            Logs.level(asked.logger, level);
        } catch (IllegalArgumentException e) {
            throw new InvalidException("logger", e.getMessage());
        }
    }

    public Nat64 nat64() {
        return core;
    }

    /** Leaves the switches as they are. */
    @Override
    public void close() {
        dataPlane.close();
        core.close();
        exporters.close();
        log.close();
        store.close();
    }
}
