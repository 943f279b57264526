// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;
import org.isthmus.target.conformance.VectorRunner;

/** Switches with a fast path, and the packets of the vectors that the kernel may forward. */
abstract class FastPathVectors {
    static final List<Integer> PORTS = List.of(1, 2, 3, 4);
    static final Path COMPILED = VectorRunner.P4.resolve("compiled");

    /** By tcx; a subclass may take another way. */
    FastSwitch newSwitch(Collection<Integer> ports, int flows) throws IOException {
        return new FastSwitch(ports, flows, true);
    }

    /**
     * Has a switch run the program of a suite, with its entries.
     *
     * @return as {@link #frames}
     */
    static List<Frame> start(FastSwitch device, String name) throws IOException {
        JsonNode suite = suite(name);
        new VectorRunner(device, COMPILED).start(suite);
        return frames(device, suite);
    }

    /** Frames of a suite's vectors that add no entries, and whose flows the kernel gets. */
    static List<Frame> frames(FastSwitch device, JsonNode suite) {
        List<Frame> frames = new ArrayList<>();
        for (JsonNode v : suite.get("vectors")) {
            JsonNode sent = v.get("send").get(0);
            if (v.path("entries").isEmpty() && sent.has("port")) {
                Frame f =
                        new Frame(sent.get("port").asInt(), Hex.bytes(sent.get("packet").asText()));
                if (device.isTraceable(f)) {
                    frames.add(f);
                }
            }
        }
        return frames;
    }

    static JsonNode suite(String name) throws IOException {
        return VectorRunner.read(VectorRunner.P4.resolve("vectors").resolve(name));
    }

    /** Random identifications apart. */
    static String text(List<Frame> frames) {
        return text(frames, false);
    }

    /**
     * @param atomic whether identifications of packets with DF are left out as well
     */
    static String text(List<Frame> frames, boolean atomic) {
        StringBuilder b = new StringBuilder();
        for (Frame f : frames) {
            byte[] bytes = Candidate.untagged(f.bytes).clone();
            if (bytes[12] == 8 && bytes[13] == 0 && (atomic || (bytes[20] & 0x40) == 0)) {
                Arrays.fill(bytes, 18, 20, (byte) 0);
                Arrays.fill(bytes, 24, 26, (byte) 0);
            }
            b.append(new Frame(f.port, bytes)).append(' ').append(f.bytes.length).append('\n');
        }
        return b.toString();
    }
}
