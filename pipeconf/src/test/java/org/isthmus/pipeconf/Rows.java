// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.RoutingIntent.Hop;
import org.isthmus.core.model.RoutingIntent.Via;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.PortPrefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.pipeline.Translator;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** Entries of every table. */
final class Rows {
    /** Golden files of the pipeline module. */
    static final String PIPELINE = "../pipeline/src/test/resources/org/isthmus/pipeline";

    private Rows() {}

    /** Those of an intent of each kind. */
    static List<Entity> chosen() {
        return golden("intents.txt");
    }

    static List<Entity> golden(String file) {
        List<Entity> all = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        try {
            for (String line : Files.readAllLines(Path.of(PIPELINE, file))) {
                if (line.equals("--")) {
                    Entity.Builder entity = Entity.newBuilder();
                    TextFormat.merge(text, entity);
                    all.add(entity.build());
                    text.setLength(0);
                } else if (!line.startsWith("##")) {
                    text.append(line).append('\n');
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    static List<TableEntry> tableEntries(Iterable<Entity> entities) {
        List<TableEntry> all = new ArrayList<>();
        for (Entity entity : entities) {
            if (entity.hasTableEntry()) {
                all.add(entity.getTableEntry());
            }
        }
        return all;
    }

    static List<TableEntry> random(Translator translator, Random random, int count) {
        List<Entity> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.addAll(translator.entities(intent(random)));
        }
        return tableEntries(all);
    }

    private static Intent intent(Random random) {
        int bits = random.nextInt();
        long high = random.nextLong() >>> random.nextInt(64);
        long low = random.nextLong() >>> random.nextInt(64);
        int port = random.nextInt(1 << 16);
        int other = random.nextInt(1 << 16);
        Protocol protocol = Protocol.values()[random.nextInt(3)];
        switch (random.nextInt(7)) {
            case 0:
                return new BibIntent.Outbound(
                        random.nextInt(256), protocol, high, low, port, bits, other);
            case 1:
                return new BibIntent.Inbound(protocol, bits, port, high, low, other);
            case 2:
                return new RoutingIntent.Route4(
                        Ipv4Prefix.of(bits, random.nextInt(33)), Via.NEXT, 1 + random.nextInt(99));
            case 3:
                return new RoutingIntent.Route6(
                        Ipv6Prefix.of(high, low, random.nextInt(129)), Via.CONNECTED, 0);
            case 4:
                return new TranslationIntent.Denied(
                        random.nextInt(256), Ipv4Prefix.of(bits, random.nextInt(33)));
            case 5:
                return new TranslationIntent.DeniedService(
                        random.nextInt(256),
                        Ipv4Prefix.of(bits, random.nextInt(33)),
                        protocol,
                        PortPrefix.of(port, random.nextInt(17)));
            default:
                List<Hop> hops = new ArrayList<>();
                for (int n = 0, count = 1 + random.nextInt(4); n < count; n++) {
                    // Hops are in the order of their ports.
                    hops.add(hop(n * 99 + random.nextInt(99), random));
                }
                return new RoutingIntent.Next(1 + random.nextInt(65535), hops);
        }
    }

    private static Hop hop(int port, Random random) {
        return new Hop(
                port,
                MacAddress.of(random.nextLong() >>> 16),
                MacAddress.of(random.nextLong() >>> 16),
                random.nextInt(4095),
                random.nextInt(1 << 14));
    }
}
