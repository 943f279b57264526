// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.isthmus.core.model.PuntReason;
import org.isthmus.pipeline.PacketIo;
import org.onlab.packet.DeserializationException;
import org.onlab.packet.Ethernet;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.Instructions.OutputInstruction;
import org.onosproject.net.packet.DefaultInboundPacket;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.packet.OutboundPacket;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiPacketMetadata;
import org.onosproject.net.pi.runtime.PiPacketOperation;

/**
 * Packets between ONOS and the program. What comes up has its {@link PuntReason}, as {@link
 * PacketIo#code}, for a cookie. It is parsed where ONOS's own services have a use for it, which
 * find hosts and links; what is to be translated they do not see.
 */
public final class IsthmusInterpreter extends AbstractHandlerBehaviour
        implements PiPipelineInterpreter {
    private static final PacketHeaders HEADERS = PacketHeaders.of(Pipeconfs.anyPipeline());

    @Override
    public InboundPacket mapInboundPacket(PiPacketOperation packet, DeviceId device)
            throws PiInterpreterException {
        int port = -1;
        int code = -1;
        for (PiPacketMetadata metadata : packet.metadatas()) {
            if (metadata.id().equals(HEADERS.ingressPort)) {
                port = number(metadata.value());
            } else if (metadata.id().equals(HEADERS.reason)) {
                code = number(metadata.value());
            }
        }
        PuntReason reason = PacketIo.reason(code);
        if (port < 0 || reason == null) {
            throw new PiInterpreterException("a packet-in of no known reason: " + packet);
        }
        byte[] frame = packet.data().asArray();
        return new DefaultInboundPacket(
                new ConnectPoint(device, PortNumber.portNumber(port)),
                parsed(reason, frame),
                ByteBuffer.wrap(frame),
                Optional.of((long) code));
    }

    /** Whether ONOS's own services have a use for packets of a reason. */
    static boolean isForOnos(PuntReason reason) {
        return reason == PuntReason.NEIGHBOR
                || reason == PuntReason.ROUTER_SOLICITATION
                || reason == PuntReason.LINK_DISCOVERY;
    }

    private static Ethernet parsed(PuntReason reason, byte[] frame) {
        if (!isForOnos(reason)) {
            return null;
        }
        try {
            return Ethernet.deserializer().deserialize(frame, 0, frame.length);
        } catch (DeserializationException e) {
            return null;
        }
    }

    private static int number(ImmutableByteSequence value) {
        ByteBuffer bytes = value.asReadOnlyBuffer();
        int number = 0;
        while (bytes.hasRemaining()) {
            number = number << 8 | bytes.get() & 255;
        }
        return number;
    }

    /** A frame to a port; to {@link PortNumber#TABLE}, it goes through the pipeline as if new. */
    @Override
    public Collection<PiPacketOperation> mapOutboundPacket(OutboundPacket packet)
            throws PiInterpreterException {
        List<PiPacketOperation> all = new ArrayList<>(1);
        for (Instruction instruction : packet.treatment().allInstructions()) {
            if (instruction.type() != Instruction.Type.OUTPUT) {
                throw new PiInterpreterException("a packet-out cannot " + instruction);
            }
            // Whoever sent it may use the buffer again.
            ByteBuffer data = packet.data().duplicate();
            data.rewind();
            byte[] frame = new byte[data.remaining()];
            data.get(frame);
            PortNumber port = ((OutputInstruction) instruction).port();
            if (port.equals(PortNumber.TABLE)) {
                all.add(submit(frame));
            } else if (port.equals(PortNumber.FLOOD)) {
                flood(packet, frame, all);
            } else if (!port.isLogical() && port.toLong() < PacketIo.PORTS) {
                all.add(send((int) port.toLong(), frame));
            } else {
                throw new PiInterpreterException("no port " + port + " to send a packet to");
            }
        }
        return all;
    }

    private void flood(OutboundPacket packet, byte[] frame, List<PiPacketOperation> all) {
        for (Port port : handler().get(DeviceService.class).getPorts(packet.sendThrough())) {
            if (!port.number().equals(packet.inPort())) {
                all.add(send((int) port.number().toLong(), frame));
            }
        }
    }

    /** A frame that leaves by a port as it is; for whoever has the device's client at hand. */
    public static PiPacketOperation send(int port, byte[] frame) {
        return HEADERS.send(port, frame);
    }

    /** A frame that goes through the pipeline as if it had come in by a port. */
    public static PiPacketOperation submit(byte[] frame) {
        return HEADERS.submit(frame);
    }

    @Override
    public Optional<Integer> mapLogicalPortNumber(PortNumber port) {
        return port.equals(PortNumber.CONTROLLER)
                ? Optional.of(PacketIo.CPU_PORT)
                : Optional.empty();
    }

    /** Rules name tables, fields and actions of the program; there are no others. */
    @Override
    public Optional<PiMatchFieldId> mapCriterionType(Criterion.Type type) {
        return Optional.empty();
    }

    @Override
    public Optional<PiTableId> mapFlowRuleTableId(int table) {
        return Optional.empty();
    }

    @Override
    public PiAction mapTreatment(TrafficTreatment treatment, PiTableId table)
            throws PiInterpreterException {
        throw new PiInterpreterException(
                "table " + table + " takes actions of the program, not " + treatment);
    }
}
