// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isthmus.core.model.PuntReason;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.PacketIo;
import org.junit.jupiter.api.Test;
import org.onlab.packet.Ethernet;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flowobjective.DefaultForwardingObjective;
import org.onosproject.net.flowobjective.DefaultNextObjective;
import org.onosproject.net.flowobjective.ForwardingObjective;
import org.onosproject.net.flowobjective.NextObjective;
import org.onosproject.net.flowobjective.Objective;
import org.onosproject.net.flowobjective.ObjectiveContext;
import org.onosproject.net.flowobjective.ObjectiveError;
import org.onosproject.net.packet.DefaultOutboundPacket;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.pi.model.PiPacketMetadataId;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.model.PiPipelineInterpreter.PiInterpreterException;
import org.onosproject.net.pi.runtime.PiPacketMetadata;
import org.onosproject.net.pi.runtime.PiPacketOperation;

class PacketsTest {
    private static final DeviceId DEVICE = DeviceId.deviceId("device:leaf1");

    private final IsthmusInterpreter interpreter = new IsthmusInterpreter();
    private final byte[] frame = new byte[60];

    private static PiPacketMetadata metadata(String name, int... bytes) {
        byte[] value = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            value[i] = (byte) bytes[i];
        }
        return PiPacketMetadata.builder()
                .withId(PiPacketMetadataId.of(name))
                .withValue(ImmutableByteSequence.copyFrom(value))
                .build();
    }

    private PiPacketOperation packetIn(int port, int reason) {
        return PiPacketOperation.builder()
                .withType(PiPacketOperationType.PACKET_IN)
                .withMetadata(metadata("ingress_port", port >> 8, port & 255))
                .withMetadata(metadata("pad", 0))
                .withMetadata(metadata("reason", reason))
                .withData(ImmutableByteSequence.copyFrom(frame))
                .build();
    }

    private static Map<String, Long> values(PiPacketOperation packet) {
        Map<String, Long> values = new HashMap<>();
        for (PiPacketMetadata metadata : packet.metadatas()) {
            long value = 0;
            for (byte b : metadata.value().asArray()) {
                value = value << 8 | b & 255;
            }
            values.put(metadata.id().id(), value);
        }
        return values;
    }

    private Collection<PiPacketOperation> out(PortNumber... ports) throws PiInterpreterException {
        TrafficTreatment.Builder treatment = DefaultTrafficTreatment.builder();
        for (PortNumber port : ports) {
            treatment.setOutput(port);
        }
        return interpreter.mapOutboundPacket(
                new DefaultOutboundPacket(DEVICE, treatment.build(), ByteBuffer.wrap(frame)));
    }

    @Test
    void packetsComeUpWithPortAndReason() throws PiInterpreterException {
        frame[12] = (byte) 0x86;
        frame[13] = (byte) 0xdd;
        for (PuntReason reason : PuntReason.values()) {
            int code = PacketIo.code(reason);
            InboundPacket packet = interpreter.mapInboundPacket(packetIn(300, code), DEVICE);
            assertEquals(
                    new ConnectPoint(DEVICE, PortNumber.portNumber(300)), packet.receivedFrom());
            assertEquals(Optional.of((long) code), packet.cookie());
            assertArrayEquals(frame, packet.unparsed().array());
        }
    }

    @Test
    void onlyNeighboursAndLinksAreSeenByOthers() throws PiInterpreterException {
        frame[12] = (byte) 0x88;
        frame[13] = (byte) 0xb5;
        for (PuntReason reason : PuntReason.values()) {
            Ethernet parsed =
                    interpreter
                            .mapInboundPacket(packetIn(1, PacketIo.code(reason)), DEVICE)
                            .parsed();
            switch (reason) {
                case NEIGHBOR:
                case ROUTER_SOLICITATION:
                case LINK_DISCOVERY:
                    assertNotNull(parsed, reason::name);
                    break;
                default:
                    assertNull(parsed, reason::name);
            }
        }
        // Cut short: nobody can make sense of it.
        frame[12] = 0x08;
        frame[13] = 0x06;
        assertNull(
                interpreter
                        .mapInboundPacket(
                                PiPacketOperation.builder()
                                        .withType(PiPacketOperationType.PACKET_IN)
                                        .withMetadatas(packetIn(1, 6).metadatas())
                                        .withData(ImmutableByteSequence.copyFrom(new byte[] {1}))
                                        .build(),
                                DEVICE)
                        .parsed());
    }

    @Test
    void packetsOfNoKnownReasonAreRefused() {
        assertThrows(
                PiInterpreterException.class,
                () -> interpreter.mapInboundPacket(packetIn(1, 250), DEVICE));
    }

    @Test
    void packetsLeaveByAPort() throws PiInterpreterException {
        PiPacketOperation packet = out(PortNumber.portNumber(258)).iterator().next();
        assertEquals(PiPacketOperationType.PACKET_OUT, packet.type());
        assertEquals(Map.of("egress_port", 258L, "submit", 0L, "pad", 0L), values(packet));
        assertArrayEquals(frame, packet.data().asArray());
        assertEquals(2, out(PortNumber.portNumber(1), PortNumber.portNumber(2)).size());
    }

    @Test
    void packetsGoThroughThePipeline() throws PiInterpreterException {
        assertEquals(1L, values(out(PortNumber.TABLE).iterator().next()).get("submit"));
    }

    @Test
    void noOtherPortIsSentTo() {
        assertThrows(PiInterpreterException.class, () -> out(PortNumber.IN_PORT));
        assertThrows(PiInterpreterException.class, () -> out(PortNumber.portNumber(512)));
        assertThrows(
                PiInterpreterException.class,
                () ->
                        interpreter.mapOutboundPacket(
                                new DefaultOutboundPacket(
                                        DEVICE,
                                        DefaultTrafficTreatment.builder().popVlan().build(),
                                        ByteBuffer.wrap(frame))));
    }

    @Test
    void theControllerIsAPort() {
        assertEquals(
                Optional.of(P4.CPU_PORT), interpreter.mapLogicalPortNumber(PortNumber.CONTROLLER));
        assertTrue(interpreter.mapLogicalPortNumber(PortNumber.ALL).isEmpty());
    }

    private static final class Outcome implements ObjectiveContext {
        final List<Object> seen = new ArrayList<>();

        @Override
        public void onSuccess(Objective objective) {
            seen.add("done");
        }

        @Override
        public void onError(Objective objective, ObjectiveError error) {
            seen.add(error);
        }
    }

    private static List<Object> forward(PortNumber port) {
        Outcome outcome = new Outcome();
        ForwardingObjective objective =
                DefaultForwardingObjective.builder()
                        .withSelector(
                                DefaultTrafficSelector.builder()
                                        .matchEthType(Ethernet.TYPE_LLDP)
                                        .build())
                        .withTreatment(DefaultTrafficTreatment.builder().setOutput(port).build())
                        .withFlag(ForwardingObjective.Flag.VERSATILE)
                        .fromApp(new DefaultApplicationId(1, "org.other"))
                        .makePermanent()
                        .add(outcome);
        new IsthmusPipeliner().forward(objective);
        return outcome.seen;
    }

    @Test
    void interceptsAreTakenAndAllElseRefused() {
        assertEquals(List.of("done"), forward(PortNumber.CONTROLLER));
        assertEquals(List.of(ObjectiveError.UNSUPPORTED), forward(PortNumber.portNumber(1)));
        Outcome outcome = new Outcome();
        new IsthmusPipeliner()
                .next(
                        DefaultNextObjective.builder()
                                .withId(1)
                                .withType(NextObjective.Type.SIMPLE)
                                .addTreatment(DefaultTrafficTreatment.emptyTreatment())
                                .fromApp(new DefaultApplicationId(1, "org.other"))
                                .add(outcome));
        assertEquals(List.of(ObjectiveError.UNSUPPORTED), outcome.seen);
    }
}
