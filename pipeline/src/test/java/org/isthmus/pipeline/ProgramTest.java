// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.PuntReason;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.PacketOut;

/** What Java and the P4 program must agree on. */
class ProgramTest {
    @Test
    void everyTableIsDescribed() {
        Descriptors descriptors = new Descriptors(Descriptors.PROGRAM);
        for (Table table : Pipeline.v1model().p4Info().getTablesList()) {
            if (table.getMatchFieldsCount() > 0) {
                assertNotNull(
                        descriptors.table(table.getPreamble().getId()),
                        "no descriptor for table " + table.getPreamble().getAlias());
            }
        }
    }

    @Test
    void everyKindOfIntentHasASample() {
        Set<Class<?>> sampled =
                Samples.chosen().stream().map(Object::getClass).collect(Collectors.toSet());
        for (Descriptor<?> one : Descriptors.PROGRAM) {
            assertTrue(sampled.contains(one.kind()), "no sample of " + one.kind());
        }
    }

    @Test
    void everyTableIsInTheListOfSteps() throws IOException {
        String steps = Files.readString(Path.of("../p4/README.md"));
        for (Table table : Pipeline.v1model().p4Info().getTablesList()) {
            String name = "`" + table.getPreamble().getAlias() + "`";
            assertTrue(steps.contains(name), () -> "p4/README.md does not have " + name);
        }
    }

    @Test
    void portsAreNumberedAsTheCoreSays() {
        assertEquals(Limits.SWITCH_PORT.max, PacketIo.PORTS - 2);
        assertEquals(Limits.CONTROLLER_PORT, P4.CPU_PORT);
    }

    @Test
    void puntReasonsAreTheSameInP4AndInTheCore() {
        Set<String> inP4 = new TreeSet<>();
        for (int i = 0; i < P4.PuntReasons.limit(); i++) {
            String name = P4.PuntReasons.name(i);
            if (name != null && i != P4.PuntReasons.NONE) {
                inP4.add(name);
                assertEquals(i, PacketIo.code(PuntReason.valueOf(name)));
                assertEquals(PuntReason.valueOf(name), PacketIo.reason(i));
            }
        }
        assertEquals(
                Arrays.stream(PuntReason.values())
                        .map(Enum::name)
                        .collect(Collectors.toCollection(TreeSet::new)),
                inP4);
        assertNull(PacketIo.reason(P4.PuntReasons.NONE));
        assertNull(PacketIo.reason(255));
        assertNull(P4.PuntReasons.name(-1));
    }

    @Test
    void pipelinesAreFoundByPipeconf() {
        assertEquals(Pipeline.bmv2().cookie(), Pipeline.of("org.isthmus.bmv2").cookie());
        assertEquals(Pipeline.v1model().cookie(), Pipeline.of("org.isthmus.v1model").cookie());
        assertEquals(
                Pipeline.named("minimal").cookie(), Pipeline.of("org.isthmus.minimal").cookie());
        assertNotEquals(Pipeline.bmv2().cookie(), Pipeline.v1model().cookie());
        assertThrows(IllegalArgumentException.class, () -> Pipeline.of("org.example"));
    }

    @Test
    void aPacketInSaysPortAndReason() {
        PacketIn packet =
                PacketIn.newBuilder()
                        .addMetadata(
                                PacketMetadata.newBuilder()
                                        .setMetadataId(P4.PacketIn.REASON)
                                        .setValue(Bytes.of(P4.PuntReasons.TOO_BIG)))
                        .addMetadata(
                                PacketMetadata.newBuilder()
                                        .setMetadataId(P4.PacketIn.INGRESS_PORT)
                                        .setValue(ByteString.copyFrom(new byte[] {1, 4})))
                        .build();
        assertEquals(PuntReason.TOO_BIG, PacketIo.reason(packet));
        assertEquals(260, PacketIo.port(packet));
        assertNull(PacketIo.reason(PacketIn.getDefaultInstance()));
        assertEquals(-1, PacketIo.port(PacketIn.getDefaultInstance()));
    }

    @Test
    void aPacketOutSaysWhereItGoes() {
        PacketOut sent = PacketIo.send(260, new byte[] {7});
        assertEquals(3, sent.getMetadataCount());
        assertEquals(P4.PacketOut.EGRESS_PORT, sent.getMetadata(0).getMetadataId());
        assertEquals(260, Bytes.intOf(sent.getMetadata(0).getValue()));
        assertEquals(0, Bytes.intOf(sent.getMetadata(1).getValue()));
        PacketOut submitted = PacketIo.submit(new byte[] {7});
        assertEquals(P4.PacketOut.SUBMIT, submitted.getMetadata(1).getMetadataId());
        assertEquals(1, Bytes.intOf(submitted.getMetadata(1).getValue()));
        assertEquals(ByteString.copyFrom(new byte[] {7}), submitted.getPayload());
    }

    @Test
    void byteStringsAreCanonical() {
        assertEquals(ByteString.copyFrom(new byte[] {0}), Bytes.of(0L));
        assertEquals(ByteString.copyFrom(new byte[] {(byte) 255}), Bytes.of(255L));
        assertEquals(ByteString.copyFrom(new byte[] {1, 0}), Bytes.of(256L));
        assertEquals(ByteString.copyFrom(new byte[] {-1, -1, -1, -1}), Bytes.of(-1));
        assertEquals(8, Bytes.of(-1L).size());
        for (int bit = 0; bit < 64; bit++) {
            ByteString bytes = Bytes.of(1L << bit, 5);
            assertEquals(8 + bit / 8 + 1, bytes.size());
            assertEquals(1L << bit, Bytes.high(bytes));
            assertEquals(5, Bytes.low(bytes));
        }
    }
}
