// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.pipeline.PacketIo;
import org.isthmus.proto.node.v1.DataPlaneProto;
import org.isthmus.proto.node.v1.NodeProto.Answer.AnswerCase;
import org.isthmus.proto.node.v1.NodeProto.Question.QuestionCase;

/** What the leader and the nodes that master devices ask each other. */
final class DataPlaneCodec {
    /** See {@link org.isthmus.core.spi.DataPlane#apply}. */
    static final Exchange<Message.Apply, List<Refusal>> APPLY =
            new Exchange<>(
                    QuestionCase.APPLY,
                    (to, q) ->
                            to.getApplyBuilder()
                                    .setTerm(q.epoch)
                                    .setDevice(q.device.toString())
                                    .addAllChanges(Wire.list(q.changes, DataPlaneCodec::change)),
                    q -> apply(Wire.known(q.getApply())),
                    AnswerCase.REFUSALS,
                    (to, refusals) ->
                            to.getRefusalsBuilder()
                                    .addAllRefusals(Wire.list(refusals, DataPlaneCodec::refusal)),
                    a ->
                            Wire.list(
                                    Wire.known(a.getRefusals()).getRefusalsList(),
                                    DataPlaneCodec::refusal));

    static final Exchange<Message.Read, Message.Part> READ =
            new Exchange<>(
                    QuestionCase.READ,
                    (to, q) -> to.getReadBuilder().setTerm(q.epoch).setDevice(q.device.toString()),
                    q -> read(Wire.known(q.getRead())),
                    AnswerCase.INTENTS,
                    (to, part) -> to.setIntents(part(part)),
                    a -> part(a.getIntents()));

    static final Exchange<Message.ReadOn, Message.Part> READ_ON =
            new Exchange<>(
                    QuestionCase.READ_ON,
                    (to, q) -> to.getReadOnBuilder().setTerm(q.epoch).setReading(q.reading),
                    q -> readOn(Wire.known(q.getReadOn())),
                    AnswerCase.INTENTS,
                    (to, part) -> to.setIntents(part(part)),
                    a -> part(a.getIntents()));

    /** See {@link org.isthmus.core.spi.DataPlane#packets}. */
    static final Exchange<Message.Packets, long[]> PACKETS =
            new Exchange<>(
                    QuestionCase.COUNT_PACKETS,
                    (to, q) -> to.setCountPackets(packets(q)),
                    q -> packets(Wire.known(q.getCountPackets())),
                    AnswerCase.PACKET_COUNTS,
                    (to, counts) -> to.setPacketCounts(counts(counts)),
                    a -> counts(Wire.known(a.getPacketCounts())));

    static final Exchange<Message.Statistics, DeviceStatistics> STATISTICS =
            new Exchange<>(
                    QuestionCase.READ_STATISTICS,
                    (to, q) ->
                            to.getReadStatisticsBuilder()
                                    .setTerm(q.epoch)
                                    .setDevice(q.device.toString()),
                    q -> readStatistics(Wire.known(q.getReadStatistics())),
                    AnswerCase.STATISTICS,
                    (to, statistics) -> to.setStatistics(statistics(statistics)),
                    a -> statistics(a.getStatistics()));

    static final Exchange<Message.Frames, Void> FRAMES =
            Exchange.confirmed(
                    QuestionCase.FRAMES,
                    (to, q) -> to.setFrames(frames(q)),
                    q -> frames(Wire.known(q.getFrames())));

    static final Exchange<Message.Punts, Void> PUNTS =
            Exchange.confirmed(
                    QuestionCase.PUNTS,
                    (to, q) -> to.setPunts(punts(q)),
                    q -> punts(Wire.known(q.getPunts())));

    static final Exchange<Message.Devices, Message.LeaderStatus> DEVICES =
            new Exchange<>(
                    QuestionCase.MASTERED_DEVICES,
                    (to, q) -> to.setMasteredDevices(devices(q)),
                    q -> devices(Wire.known(q.getMasteredDevices())),
                    AnswerCase.LEADER_STATUS,
                    (to, status) ->
                            to.getLeaderStatusBuilder()
                                    .setTerm(status.epoch)
                                    .setConfigured(status.configured)
                                    .addAllProblems(status.problems),
                    a -> leaderStatus(Wire.known(a.getLeaderStatus())));

    /** Numbers of punt reasons, by ordinal. */
    private static final int[] REASONS = new int[PuntReason.values().length];

    static {
        for (PuntReason reason : PuntReason.values()) {
            REASONS[reason.ordinal()] = PacketIo.code(reason);
        }
    }

    private DataPlaneCodec() {}

    private static Message.Apply apply(DataPlaneProto.Apply m) {
        return new Message.Apply(
                m.getTerm(),
                DeviceId.of(m.getDevice()),
                Wire.list(m.getChangesList(), DataPlaneCodec::change));
    }

    private static DataPlaneProto.Change change(Change change) {
        DataPlaneProto.Change.Builder to = DataPlaneProto.Change.newBuilder();
        switch (change.kind()) {
            case SET:
                return to.setSet(IntentCodec.encode(change.intent())).build();
            case REMOVE:
                return to.setRemove(IntentCodec.encode(change.intent())).build();
            default:
                throw new IllegalArgumentException("no message of a " + change.kind());
        }
    }

    private static Change change(DataPlaneProto.Change m) {
        Wire.known(m);
        switch (m.getChangeCase()) {
            case SET:
                return Change.set(IntentCodec.decode(m.getSet()));
            case REMOVE:
                return Change.remove(IntentCodec.decode(m.getRemove()));
            default:
                throw Wire.nothing(m);
        }
    }

    private static DataPlaneProto.Refusal refusal(Refusal refusal) {
        return DataPlaneProto.Refusal.newBuilder()
                .setChange(change(refusal.change()))
                .setExhausted(refusal.exhausted())
                .setMessage(refusal.message())
                .build();
    }

    private static Refusal refusal(DataPlaneProto.Refusal m) {
        Wire.known(m);
        return new Refusal(change(m.getChange()), m.getExhausted(), m.getMessage());
    }

    private static Message.Read read(DataPlaneProto.Read m) {
        return new Message.Read(m.getTerm(), DeviceId.of(m.getDevice()));
    }

    private static Message.ReadOn readOn(DataPlaneProto.ReadOn m) {
        return new Message.ReadOn(m.getTerm(), m.getReading());
    }

    private static DataPlaneProto.IntentPart part(Message.Part part) {
        return DataPlaneProto.IntentPart.newBuilder()
                .addAllIntents(Wire.list(part.intents, IntentCodec::encode))
                .setReading(part.reading)
                .build();
    }

    private static Message.Part part(DataPlaneProto.IntentPart m) {
        Wire.known(m);
        return new Message.Part(Wire.list(m.getIntentsList(), IntentCodec::decode), m.getReading());
    }

    private static DataPlaneProto.CountPackets packets(Message.Packets q) {
        DataPlaneProto.CountPackets.Builder to =
                DataPlaneProto.CountPackets.newBuilder()
                        .setTerm(q.epoch)
                        .setDevice(q.device.toString());
        if (q.sides.stream().allMatch(i -> i instanceof BibIntent.Outbound)) {
            q.sides.forEach(i -> to.addBindings(IntentCodec.outbound((BibIntent.Outbound) i)));
        } else {
            q.sides.forEach(i -> to.addSides(IntentCodec.encode(i)));
        }
        return to.build();
    }

    private static Message.Packets packets(DataPlaneProto.CountPackets m) {
        List<Intent> sides = new ArrayList<>(Wire.list(m.getBindingsList(), IntentCodec::outbound));
        sides.addAll(Wire.list(m.getSidesList(), IntentCodec::decode));
        return new Message.Packets(m.getTerm(), DeviceId.of(m.getDevice()), sides);
    }

    private static DataPlaneProto.PacketCounts counts(long[] counts) {
        DataPlaneProto.PacketCounts.Builder to = DataPlaneProto.PacketCounts.newBuilder();
        for (long count : counts) {
            to.addCounts(count);
        }
        return to.build();
    }

    private static long[] counts(DataPlaneProto.PacketCounts m) {
        long[] counts = new long[m.getCountsCount()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = m.getCounts(i);
        }
        return counts;
    }

    private static Message.Statistics readStatistics(DataPlaneProto.ReadStatistics m) {
        return new Message.Statistics(m.getTerm(), DeviceId.of(m.getDevice()));
    }

    static DataPlaneProto.DeviceStatistics statistics(DeviceStatistics statistics) {
        DataPlaneProto.DeviceStatistics.Builder to =
                DataPlaneProto.DeviceStatistics.newBuilder()
                        .putAllDrops(statistics.reasons())
                        .putAllTranslated(statistics.translated());
        statistics.ports().forEach((port, counts) -> to.putPorts(port, portCounters(counts)));
        return to.build();
    }

    static DeviceStatistics statistics(DataPlaneProto.DeviceStatistics m) {
        Wire.known(m);
        Map<Integer, long[]> ports = new TreeMap<>();
        m.getPortsMap().forEach((port, counters) -> ports.put(port, portCounters(counters)));
        return new DeviceStatistics(m.getDropsMap(), m.getTranslatedMap(), ports);
    }

    /**
     * @param counts packets in, bytes in, packets out, bytes out
     */
    static DataPlaneProto.PortCounters portCounters(long... counts) {
        return DataPlaneProto.PortCounters.newBuilder()
                .setPacketsIn(counts[0])
                .setBytesIn(counts[1])
                .setPacketsOut(counts[2])
                .setBytesOut(counts[3])
                .build();
    }

    static long[] portCounters(DataPlaneProto.PortCounters m) {
        Wire.known(m);
        return new long[] {m.getPacketsIn(), m.getBytesIn(), m.getPacketsOut(), m.getBytesOut()};
    }

    /** Devices by the index that frames name them by: each has its name once in a message. */
    private static final class DeviceIndex {
        private final Map<DeviceId, Integer> indices = new HashMap<>();
        final List<String> names = new ArrayList<>();

        int of(DeviceId device) {
            Integer index = indices.get(device);
            if (index == null) {
                index = names.size();
                indices.put(device, index);
                names.add(device.toString());
            }
            return index;
        }

        static DeviceId device(List<DeviceId> devices, int index) {
            if (index < 0 || index >= devices.size()) {
                throw new IllegalArgumentException("no device of index " + index);
            }
            return devices.get(index);
        }
    }

    private static DataPlaneProto.Frames frames(Message.Frames frames) {
        DataPlaneProto.Frames.Builder to = DataPlaneProto.Frames.newBuilder().setTerm(frames.epoch);
        DeviceIndex devices = new DeviceIndex();
        for (Message.Frame f : frames.frames) {
            DataPlaneProto.Frame.Builder frame =
                    DataPlaneProto.Frame.newBuilder()
                            .setDevice(devices.of(f.device))
                            .setFrame(Wire.bytes(f.bytes));
            if (f.port == Message.Frame.SUBMIT) {
                frame.setPipeline(true);
            } else {
                frame.setPort(f.port);
            }
            to.addFrames(frame);
        }
        return to.addAllDevices(devices.names).build();
    }

    private static Message.Frames frames(DataPlaneProto.Frames m) {
        List<DeviceId> devices = Wire.list(m.getDevicesList(), DeviceId::of);
        return new Message.Frames(
                m.getTerm(), Wire.list(m.getFramesList(), frame -> frame(devices, frame)));
    }

    private static Message.Frame frame(List<DeviceId> devices, DataPlaneProto.Frame m) {
        Wire.known(m);
        DeviceId device = DeviceIndex.device(devices, m.getDevice());
        byte[] bytes = m.getFrame().toByteArray();
        switch (m.getToCase()) {
            case PORT:
                return new Message.Frame(device, m.getPort(), bytes);
            case PIPELINE:
                return new Message.Frame(device, Message.Frame.SUBMIT, bytes);
            default:
                throw Wire.nothing(m);
        }
    }

    private static DataPlaneProto.Punts punts(Message.Punts punts) {
        DataPlaneProto.Punts.Builder to = DataPlaneProto.Punts.newBuilder();
        DeviceIndex devices = new DeviceIndex();
        for (Message.Punt p : punts.punts) {
            to.addPunts(
                    DataPlaneProto.Punt.newBuilder()
                            .setDevice(devices.of(p.device))
                            .setPort(p.port)
                            .setReason(reason(p.reason))
                            .setFrame(Wire.bytes(p.frame)));
        }
        return to.addAllDevices(devices.names).build();
    }

    private static Message.Punts punts(DataPlaneProto.Punts m) {
        List<DeviceId> devices = Wire.list(m.getDevicesList(), DeviceId::of);
        return new Message.Punts(Wire.list(m.getPuntsList(), punt -> punt(devices, punt)));
    }

    private static Message.Punt punt(List<DeviceId> devices, DataPlaneProto.Punt m) {
        Wire.known(m);
        return new Message.Punt(
                DeviceIndex.device(devices, m.getDevice()),
                m.getPort(),
                reason(m.getReason()),
                m.getFrame().toByteArray());
    }

    private static int reason(PuntReason reason) {
        return REASONS[reason.ordinal()];
    }

    private static PuntReason reason(int number) {
        PuntReason reason = PacketIo.reason(number);
        if (reason == null) {
            throw new IllegalArgumentException("unknown punt reason " + number);
        }
        return reason;
    }

    private static DataPlaneProto.MasteredDevices devices(Message.Devices said) {
        DataPlaneProto.MasteredDevices.Builder to =
                DataPlaneProto.MasteredDevices.newBuilder()
                        .setNode(said.node)
                        .setBoot(said.boot)
                        .setNumber(said.number)
                        .setDropped(said.dropped)
                        .setTerm(said.epoch);
        said.up.forEach((device, count) -> to.putUp(device.toString(), count));
        return to.build();
    }

    private static Message.Devices devices(DataPlaneProto.MasteredDevices m) {
        Map<DeviceId, Integer> up = new HashMap<>();
        m.getUpMap().forEach((device, count) -> up.put(DeviceId.of(device), count));
        return new Message.Devices(
                m.getNode(), m.getBoot(), m.getNumber(), up, m.getDropped(), m.getTerm());
    }

    private static Message.LeaderStatus leaderStatus(DataPlaneProto.LeaderStatus m) {
        return new Message.LeaderStatus(
                m.getTerm(), m.getConfigured(), List.copyOf(m.getProblemsList()));
    }
}
