// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.isthmus.controller.OptionFiles.load;
import static org.isthmus.controller.OptionFiles.reason;
import static org.isthmus.controller.OptionFiles.warnOfReaders;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.controller.http.Credentials;
import org.isthmus.controller.http.Keystore;
import org.isthmus.controller.http.RestServer;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.controller.p4rt.Rehearsal;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.export.Pem;
import org.isthmus.logging.Ending;
import org.isthmus.logging.LogLevel;
import org.isthmus.logging.LogOptions;
import org.isthmus.logging.Logs;
import org.isthmus.logging.WrongFileException;
import org.isthmus.mappinglog.Retention;
import org.isthmus.rest.Nat64Application;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The controller as a process. */
@Command(
        name = "isthmus-controller",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        sortOptions = false,
        description = "Network-wide NAT64 over P4 switches.",
        footer = {
            "",
            "Exit codes: 0 stopped by a signal, 1 failed, 2 wrong options or a file they name.",
            "SIGHUP, or a change of netcfg, reads netcfg, credentials and keystore again; what is",
            "wrong is refused, stays as it was, and is an alarm."
        },
        subcommands = {PasswordCommand.class, RestoreCommand.class})
public final class Main implements Callable<Integer> {
    static final int FAILED = 1;
    static final int WRONG = 2;
    private static final int WATCH_SECONDS = 2;
    private static final String DEVICE_CERTIFICATE = "--device-certificate";

    /** A start waits so long at most for what makes the first set-ups faster. */
    private static final int REHEARSAL_MILLIS = 2000;

    @Option(
            names = "--netcfg",
            paramLabel = "FILE",
            description = "Devices, ports, links and NAT64 (docs/netcfg.md).")
    private Path netcfg;

    @Option(names = "--check", description = "Only check the netcfg, and say what is in it.")
    private boolean check;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "isthmus-data",
            converter = Directory.class,
            description = "State and mapping log; default: ${DEFAULT-VALUE}.")
    private Path data;

    @Option(
            names = "--recover",
            description =
                    "Go on with what can be read of a damaged store or mapping log"
                            + " (docs/store.md, docs/mapping-log.md).")
    private boolean recover;

    @Option(
            names = "--mapping-log-days",
            paramLabel = "N",
            defaultValue = "0",
            description = "Keep the mapping log for so long; default: for ever.")
    private int mappingLogDays;

    @Option(
            names = "--mapping-log-size",
            paramLabel = "MB",
            defaultValue = "" + Retention.MEGABYTES_BY_DEFAULT,
            description =
                    "Space for the mapping log; the oldest goes first; default: ${DEFAULT-VALUE}.")
    private int mappingLogSize;

    @Mixin private final ApiOptions api = new ApiOptions();

    @Option(
            names = "--device-ca",
            paramLabel = "FILE",
            description = "Who may sign the certificates of grpcs devices, PEM.")
    private Path deviceCa;

    @Option(
            names = DEVICE_CERTIFICATE,
            paramLabel = "FILE",
            description = "Our certificate for grpcs devices, PEM.")
    private Path deviceCertificate;

    @Option(names = "--device-key", paramLabel = "FILE", description = "Its key, PKCS 8 in PEM.")
    private Path deviceKey;

    @Option(
            names = "--no-rehearsal",
            description =
                    "Do not set up dummy flows before the controller connects to its devices,"
                            + " by which the JVM has compiled what a set-up runs.")
    private boolean noRehearsal;

    @Mixin private final LogOptions log = new LogOptions();

    @Spec private CommandSpec spec;

    /** As the archive says. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"isthmus-controller " + (version == null ? "" : version)};
        }
    }

    /** An empty name, as of a variable that is not set, would be where we happen to be started. */
    static final class Directory implements CommandLine.ITypeConverter<Path> {
        @Override
        public Path convert(String name) {
            if (name.isEmpty()) {
                throw new CommandLine.TypeConversionException("the name is empty");
            }
            return Path.of(name);
        }
    }

    public static void main(String[] args) {
        // The P4Runtime stubs of ONOS are older than protobuf 22, which would warn of each.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        try {
            System.exit(commandLine().execute(args));
        } catch (Error e) {
            // Other threads would keep the process.
            e.printStackTrace();
            System.exit(FAILED);
        }
    }

    /** Ready to execute, or to be described. */
    public static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setParameterExceptionHandler(
                        (e, args) -> {
                            Logs.print(
                                    LogLevel.ERROR,
                                    "isthmus-controller: " + e.getMessage() + "; see --help");
                            return WRONG;
                        });
    }

    @Override
    public Integer call() {
        log.check(spec.commandLine());
        if (netcfg == null) {
            return wrong(List.of("--netcfg is missing"));
        }
        try {
            ConfigWatch.Stamp stamp = load("--netcfg", () -> ConfigWatch.Stamp.of(netcfg));
            Netcfg config = load("--netcfg", () -> Netcfg.read(netcfg));
            if (check) {
                List<String> problems = Host.check(config);
                if (!problems.isEmpty()) {
                    return wrongNetcfg(problems);
                }
                config.warnings().forEach(w -> report(LogLevel.WARN, "warning: " + w));
                System.out.println("isthmus-controller: " + netcfg + ": ok: " + Summary.of(config));
                return 0;
            }
            return run(config, stamp);
        } catch (NetcfgException e) {
            return wrongNetcfg(e.problems());
        } catch (WrongOption e) {
            return wrong(List.of(e.getMessage()));
        } catch (IOException e) {
            Logs.print(LogLevel.ERROR, "isthmus-controller: " + reason(e));
            return WrongFileException.is(e) ? WRONG : FAILED;
        }
    }

    private int wrongNetcfg(List<String> problems) {
        problems.forEach(p -> report(LogLevel.ERROR, p));
        return WRONG;
    }

    private void report(LogLevel level, String line) {
        Logs.print(level, "isthmus-controller: " + netcfg + ": " + line);
    }

    private int wrong(List<String> problems) {
        problems.forEach(p -> Logs.print(LogLevel.ERROR, "isthmus-controller: " + p));
        return WRONG;
    }

    private int run(Netcfg config, ConfigWatch.Stamp stamp) throws IOException, NetcfgException {
        load(
                "--log-file",
                () -> {
                    Logs.configure(log);
                    return null;
                });
        InetSocketAddress address = api.address();
        if (mappingLogDays < 0) {
            throw new WrongOption("--mapping-log-days: must not be negative: " + mappingLogDays);
        }
        if (mappingLogSize < Retention.MEGABYTES_MIN || mappingLogSize > Retention.MEGABYTES_MAX) {
            throw new WrongOption(
                    "--mapping-log-size: must be "
                            + Retention.MEGABYTES_MIN
                            + " to "
                            + Retention.MEGABYTES_MAX
                            + " MB, not "
                            + mappingLogSize);
        }
        Credentials users = api.users();
        Keystore keys = api.keys();
        if ((deviceCertificate == null) != (deviceKey == null)) {
            throw new WrongOption("--device-certificate and --device-key go together");
        }
        api.guard(address, users, keys);
        Channels channels =
                load(
                        "TLS of grpcs devices",
                        () -> Channels.tcp(deviceCa, deviceCertificate, deviceKey));
        api.warnOfReaders();
        warnOfReaders("--device-key", deviceKey);
        SecondCompiler.letOthersGoFirst();
        AtomicReference<Host> running = new AtomicReference<>();
        Rehearsal rehearsal = new Rehearsal();
        if (!noRehearsal) {
            rehearsal.start();
        }
        // Listens before it touches a switch: a second controller started by mistake ends here.
        try (RestServer rest =
                new RestServer(
                        address,
                        keys == null ? null : keys.context(),
                        users,
                        new Nat64Application(
                                () -> nat64(running.get()), Clock.systemUTC(), running::get))) {
            try (Host host =
                            new Host(
                                    data,
                                    recover,
                                    Retention.of(mappingLogDays, mappingLogSize),
                                    channels,
                                    TimeSource.system(),
                                    new SecureRandom());
                    // Stops to answer before the host is closed.
                    RestServer front = rest) {
                rehearsal.await(REHEARSAL_MILLIS);
                List<String> problems = host.configure(config);
                if (!problems.isEmpty()) {
                    return wrongNetcfg(problems);
                }
                if (keys != null) {
                    host.certificate(ApiOptions.KEYSTORE, keys.valid());
                }
                if (deviceCertificate != null) {
                    host.certificate(
                            DEVICE_CERTIFICATE,
                            CertificateTime.of(Pem.certificates(deviceCertificate)));
                }
                running.set(host);
                ScheduledExecutorService watcher = watch(host, front, stamp);
                CountDownLatch signal = new CountDownLatch(1);
                Thread main = Thread.currentThread();
                Ending ending = new Ending("isthmus-controller");
                for (String name : List.of("TERM", "INT")) {
                    Signals.on(
                            name,
                            () -> {
                                signal.countDown();
                                ending.await(main);
                            });
                }
                System.out.println("isthmus-controller ready at " + front.url());
                System.out.flush();
                await(signal);
                watcher.shutdownNow();
            }
        }
        return 0;
    }

    private static Nat64 nat64(Host host) {
        return host == null ? null : host.nat64();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ScheduledExecutorService watch(Host host, RestServer rest, ConfigWatch.Stamp stamp) {
        ConfigWatch watch = new ConfigWatch(netcfg, stamp, host, () -> api.reload(host, rest));
        ScheduledExecutorService watcher =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread thread = new Thread(task, "netcfg");
                            thread.setDaemon(true);
                            return thread;
                        });
        watcher.scheduleWithFixedDelay(
                watch.repeated(watch::poll), WATCH_SECONDS, WATCH_SECONDS, TimeUnit.SECONDS);
        Signals.on("HUP", () -> watcher.execute(watch.repeated(watch::reload)));
        return watcher;
    }
}
