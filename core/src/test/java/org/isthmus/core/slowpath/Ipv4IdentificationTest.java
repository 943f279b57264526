// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.packet.FrameTuple;
import org.junit.jupiter.api.Test;

/** The slow path's policy, held to the vectors that every target passes. */
class Ipv4IdentificationTest {
    private static final Path VECTORS = Path.of("..", "p4", "vectors");
    private static final int L3 = 14;

    private final Ipv4Identification identification = new Ipv4Identification(new Random(1));

    @Test
    void isThePipelines() throws IOException {
        int translated = 0;
        Set<Integer> flags = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(VECTORS, "*.json")) {
            for (Path file : files) {
                for (JsonNode vector : new ObjectMapper().readTree(file.toFile()).get("vectors")) {
                    JsonNode sent = vector.get("send");
                    JsonNode left = vector.get("expect");
                    if (sent.size() != 1 || left.size() != 1) {
                        continue;
                    }
                    byte[] in = packet(sent.get(0));
                    byte[] out = packet(left.get(0));
                    if (u16(in, 12) == FrameTuple.ETHER_IPV6
                            && u16(out, 12) == FrameTuple.ETHER_IPV4) {
                        String name = file.getFileName() + ": " + vector.get("name");
                        check(name, in, out, left.get(0).path("generated_id").asBoolean());
                        flags.add(u16(out, L3 + 6) & 0x6000);
                        translated++;
                    }
                }
            }
        }
        assertTrue(translated > 20, translated + " vectors");
        assertEquals(Set.of(0, 0x2000, 0x4000), flags, "DF, MF and neither are among them");
    }

    private void check(String name, byte[] in, byte[] expected, boolean generated) {
        byte[] out = expected.clone();
        put16(out, L3 + 4, ~u16(expected, L3 + 4));
        put16(out, L3 + 6, ~u16(expected, L3 + 6));
        identification.write(parse(in), u16(expected, L3 + 2), out, L3);
        assertEquals(u16(expected, L3 + 6), u16(out, L3 + 6), name + ", flags and offset");
        if (!generated) {
            assertEquals(u16(expected, L3 + 4), u16(out, L3 + 4), name + ", identification");
        }
    }

    private static byte[] packet(JsonNode frame) {
        // A leading 1 keeps leading zeros.
        byte[] bytes = new BigInteger("1" + frame.get("packet").asText(), 16).toByteArray();
        return Arrays.copyOfRange(bytes, 1, bytes.length);
    }

    @Test
    void twoSourcesDoNotCountInStep() {
        FrameTuple t = new FrameTuple();
        t.fragmentHeader = -1;
        byte[] one = new byte[8];
        byte[] other = new byte[8];
        Ipv4Identification second = new Ipv4Identification(new Random(2));
        identification.write(t, 100, one, 0);
        second.write(t, 100, other, 0);
        assertNotEquals(u16(one, 4), u16(other, 4));
        int before = u16(one, 4);
        identification.write(t, 100, one, 0);
        assertNotEquals(before + 1 & 0xffff, u16(one, 4));
    }
}
