// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.onlab.util.KryoNamespace;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The network configuration that came into force last, for a leader that finds one with faults and
 * has none in force: a node that was started meanwhile, or one whose core refuses what is there.
 *
 * <p>Compressed, in pieces that are far shorter than the longest entry of a Raft log, and a head,
 * {@code EPOCH NUMBER PIECES}, that says which of them count. The head is written last, by
 * comparing it with what was there; so an end in the midst leaves the configuration before.
 *
 * <p>Threading: {@link #put} on one thread, {@link #get} on any. Both wait for the cluster.
 */
public final class AcceptedNetcfg {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptedNetcfg.class);
    private static final String HEAD = "head";

    private final ConsistentMap<String, byte[]> map;

    /** Which pieces count. */
    private static final class Head {
        final long epoch;
        final long number;
        final int pieces;

        Head(long epoch, long number, int pieces) {
            this.epoch = epoch;
            this.number = number;
            this.pieces = pieces;
        }

        static Head parse(byte[] bytes) {
            String[] parts = new String(bytes, StandardCharsets.US_ASCII).split(" ");
            return new Head(
                    Long.parseLong(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
        }

        byte[] bytes() {
            return (epoch + " " + number + " " + pieces).getBytes(StandardCharsets.US_ASCII);
        }

        String piece(int index) {
            return epoch + "." + number + "." + index;
        }
    }

    public AcceptedNetcfg(StorageService storage) {
        map =
                storage.<String, byte[]>consistentMapBuilder()
                        .withName("isthmus-netcfg")
                        .withSerializer(
                                Serializer.using(
                                        KryoNamespace.newBuilder().register(byte[].class).build()))
                        .build();
    }

    /**
     * Puts a configuration in the place of the one before.
     *
     * @param epoch of the leader term in which it came into force
     * @throws IllegalStateException a later term has put one
     * @throws StorageException it may not be there; to be tried again
     */
    public void put(long epoch, byte[] json) {
        Versioned<byte[]> before = map.get(HEAD);
        Head old = before == null ? null : Head.parse(before.value());
        if (old != null && old.epoch > epoch) {
            throw new IllegalStateException("leader term " + epoch + " is over");
        }
        byte[] packed = compress(json);
        int pieces = (packed.length + Journal.CHUNK - 1) / Journal.CHUNK;
        Head head = new Head(epoch, old == null ? 1 : old.number + 1, pieces);
        Set<String> kept = new HashSet<>(Set.of(HEAD));
        for (int i = 0; i < pieces; i++) {
            int from = i * Journal.CHUNK;
            kept.add(head.piece(i));
            map.put(
                    head.piece(i),
                    Arrays.copyOfRange(
                            packed, from, Math.min(packed.length, from + Journal.CHUNK)));
        }
        boolean moved =
                before == null
                        ? map.putIfAbsent(HEAD, head.bytes()) == null
                        : map.replace(HEAD, before.version(), head.bytes());
        if (!moved) {
            throw new StorageException.ConcurrentModification();
        }
        for (String key : Set.copyOf(map.keySet())) {
            if (!kept.contains(key)) {
                map.remove(key);
            }
        }
    }

    /**
     * The JSON that was put last; null: there is none that can be read.
     *
     * @throws StorageException the cluster does not answer
     */
    public byte[] get() {
        byte[] head = Versioned.valueOrNull(map.get(HEAD));
        while (head != null) {
            byte[] packed = packed(Head.parse(head));
            if (packed != null) {
                return inflate(packed);
            }
            byte[] now = Versioned.valueOrNull(map.get(HEAD));
            if (Arrays.equals(head, now)) {
                LOG.error("the configuration that was in force last is not whole");
                return null;
            }
            // Another was put meanwhile.
            head = now;
        }
        return null;
    }

    /** All pieces; null: one is missing. */
    private byte[] packed(Head head) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        for (int i = 0; i < head.pieces; i++) {
            byte[] piece = Versioned.valueOrNull(map.get(head.piece(i)));
            if (piece == null) {
                return null;
            }
            packed.writeBytes(piece);
        }
        return packed.toByteArray();
    }

    private static byte[] inflate(byte[] packed) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        } catch (IOException e) {
            LOG.error("the configuration that was in force last cannot be read", e);
            return null;
        }
    }

    private static byte[] compress(byte[] json) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException("in memory", e);
        }
        return packed.toByteArray();
    }
}
