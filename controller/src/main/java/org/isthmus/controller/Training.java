// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.controller.http.RestServer;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.controller.p4rt.Rehearsal;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.logging.LogLevel;
import org.isthmus.logging.Logs;
import org.isthmus.mappinglog.Retention;
import org.isthmus.rest.Nat64Application;

/**
 * A run that is there for the classes it loads, which the JVM archives: a controller with a
 * directory of its own, whose only device never answers, rehearses and ends. It is what {@code
 * isthmus-controller --archive-classes} runs.
 */
public final class Training {
    private Training() {}

    public static void main(String[] args) throws IOException, NetcfgException {
        // As in Main.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        Logs.level(Logs.ROOT, LogLevel.OFF);
        runIn(Files.createTempDirectory("isthmus-training"));
        System.exit(0);
    }

    /** Deletes the directory at the end. */
    static void runIn(Path data) throws IOException, NetcfgException {
        try {
            run(data);
        } finally {
            delete(data);
        }
    }

    private static void run(Path data) throws IOException, NetcfgException {
        Netcfg netcfg;
        try (InputStream in = Training.class.getResourceAsStream("training.json")) {
            netcfg = Netcfg.parse(in.readAllBytes());
        }
        try (Host host =
                        new Host(
                                data,
                                false,
                                Retention.of(0, Retention.MEGABYTES_BY_DEFAULT),
                                Channels.tcp(null, null, null),
                                TimeSource.system(),
                                new SecureRandom());
                RestServer rest =
                        new RestServer(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                null,
                                null,
                                new Nat64Application(host::nat64, Clock.systemUTC(), () -> host))) {
            Rehearsal rehearsal = new Rehearsal();
            rehearsal.start();
            host.configure(netcfg);
            try (InputStream devices = URI.create(rest.url() + "/devices").toURL().openStream()) {
                devices.readAllBytes();
            }
            rehearsal.await(0);
        }
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = new ArrayList<>(walk.collect(Collectors.toList()));
        }
        // What is in a directory goes first.
        Collections.reverse(all);
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
