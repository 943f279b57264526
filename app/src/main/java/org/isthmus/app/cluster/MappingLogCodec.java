// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import org.isthmus.core.model.MappingEvent;
import org.isthmus.proto.mapping.MappingCodec;
import org.isthmus.proto.node.v1.MappingLogProto;
import org.isthmus.proto.node.v1.NodeProto.Answer.AnswerCase;
import org.isthmus.proto.node.v1.NodeProto.Question.QuestionCase;

/** What nodes tell each other of the mapping log. */
final class MappingLogCodec {
    static final Exchange<Message.Mappings, Void> MAPPINGS =
            Exchange.confirmed(
                    QuestionCase.MAPPINGS,
                    (to, q) ->
                            to.getMappingsBuilder()
                                    .setTerm(q.epoch)
                                    .addAllMappings(
                                            Wire.list(q.mappings, MappingLogCodec::mapping)),
                    q -> mappings(Wire.known(q.getMappings())));

    static final Exchange<Message.MappingsSince, Message.MappingPart> SINCE =
            new Exchange<>(
                    QuestionCase.MAPPINGS_SINCE,
                    (to, q) ->
                            to.getMappingsSinceBuilder()
                                    .setEpochMillis(q.epochMillis)
                                    .setCursor(q.cursor),
                    q -> since(Wire.known(q.getMappingsSince())),
                    AnswerCase.MAPPINGS,
                    (to, part) ->
                            to.getMappingsBuilder()
                                    .addAllEvents(Wire.list(part.events, MappingCodec::encode))
                                    .setCursor(part.cursor)
                                    .setLast(part.last)
                                    .setTerm(part.epoch)
                                    .setNumber(part.number)
                                    .setHeld(part.held)
                                    .setBegin(part.begin),
                    a -> part(Wire.known(a.getMappings())));

    private MappingLogCodec() {}

    private static MappingLogProto.Mapping mapping(Message.Mapping mapping) {
        MappingLogProto.Mapping.Builder to =
                MappingLogProto.Mapping.newBuilder().setNumber(mapping.number);
        if (mapping.event != null) {
            to.setEvent(MappingCodec.encode(mapping.event));
        }
        return to.build();
    }

    private static Message.Mapping mapping(MappingLogProto.Mapping m) {
        Wire.known(m);
        return new Message.Mapping(m.getNumber(), m.hasEvent() ? event(m.getEvent()) : null);
    }

    static MappingEvent event(org.isthmus.proto.mapping.v1.MappingEvent m) {
        Wire.known(m);
        Wire.known(m.getSubscriber());
        Wire.known(m.getPorts());
        return MappingCodec.decode(m);
    }

    private static Message.Mappings mappings(MappingLogProto.Mappings m) {
        return new Message.Mappings(
                m.getTerm(), Wire.list(m.getMappingsList(), MappingLogCodec::mapping));
    }

    private static Message.MappingsSince since(MappingLogProto.MappingsSince m) {
        return new Message.MappingsSince(m.getEpochMillis(), m.getCursor());
    }

    private static Message.MappingPart part(MappingLogProto.MappingPart m) {
        return new Message.MappingPart(
                Wire.list(m.getEventsList(), MappingLogCodec::event),
                m.getCursor(),
                m.getLast(),
                m.getTerm(),
                m.getNumber(),
                m.getHeld(),
                m.getBegin());
    }
}
