// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.List;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Intent;
import org.isthmus.pipeline.IntentReader;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.pipeline.Translator;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.node.v1.IntentProto;
import p4.v1.P4RuntimeOuterClass.Entity;

/** The core's intents as those of {@code isthmus.node.v1}, and back. */
final class IntentCodec {
    /** The same for all devices, whatever program they run: profiles differ in sizes alone. */
    private static final Translator TRANSLATOR = Pipeline.v1model().translator();

    private IntentCodec() {}

    static IntentProto.Intent encode(Intent intent) {
        IntentProto.Intent.Builder to = IntentProto.Intent.newBuilder();
        if (intent instanceof BibIntent.Outbound) {
            return to.setOutboundBinding(outbound((BibIntent.Outbound) intent)).build();
        }
        if (intent instanceof BibIntent.Inbound) {
            return to.setInboundBinding(inbound((BibIntent.Inbound) intent)).build();
        }
        return to.setEntities(entities(intent)).build();
    }

    static Intent decode(IntentProto.Intent m) {
        Wire.known(m);
        switch (m.getIntentCase()) {
            case OUTBOUND_BINDING:
                return outbound(m.getOutboundBinding());
            case INBOUND_BINDING:
                return inbound(m.getInboundBinding());
            case ENTITIES:
                return intent(m.getEntities());
            default:
                throw Wire.nothing(m);
        }
    }

    static IntentProto.OutboundBinding outbound(BibIntent.Outbound i) {
        return IntentProto.OutboundBinding.newBuilder()
                .setInstance(i.instance)
                .setProtocol(NetCodec.protocol(i.protocol))
                .setAddress6High(i.address6High)
                .setAddress6Low(i.address6Low)
                .setPort6(i.port6)
                .setAddress4(i.address4)
                .setPort4(i.port4)
                .setFiltering(NetCodec.filtering(i.filtering))
                .setSetBits(i.setBits)
                .build();
    }

    static BibIntent.Outbound outbound(IntentProto.OutboundBinding m) {
        Wire.known(m);
        return new BibIntent.Outbound(
                m.getInstance(),
                NetCodec.protocol(m.getProtocol()),
                m.getAddress6High(),
                m.getAddress6Low(),
                m.getPort6(),
                m.getAddress4(),
                m.getPort4(),
                NetCodec.filtering(m.getFiltering()),
                m.getSetBits());
    }

    private static IntentProto.InboundBinding inbound(BibIntent.Inbound i) {
        return IntentProto.InboundBinding.newBuilder()
                .setProtocol(NetCodec.protocol(i.protocol))
                .setAddress4(i.address4)
                .setPort4(i.port4)
                .setAddress6High(i.address6High)
                .setAddress6Low(i.address6Low)
                .setPort6(i.port6)
                .setFiltering(NetCodec.filtering(i.filtering))
                .setSetBits(i.setBits)
                .build();
    }

    private static BibIntent.Inbound inbound(IntentProto.InboundBinding m) {
        Wire.known(m);
        return new BibIntent.Inbound(
                NetCodec.protocol(m.getProtocol()),
                m.getAddress4(),
                m.getPort4(),
                m.getAddress6High(),
                m.getAddress6Low(),
                m.getPort6(),
                NetCodec.filtering(m.getFiltering()),
                m.getSetBits());
    }

    private static IntentProto.Entities entities(Intent intent) {
        return IntentProto.Entities.newBuilder()
                .addAllEntities(Wire.list(TRANSLATOR.entities(intent), Entity::toByteString))
                .build();
    }

    private static Intent intent(IntentProto.Entities m) {
        Wire.known(m);
        List<Entity> entities =
                Wire.list(m.getEntitiesList(), bytes -> Wire.parse(Entity.parser(), bytes));
        IntentReader reader = TRANSLATOR.reader();
        entities.forEach(reader::add);
        List<Intent> intents = reader.intents();
        // Readers overlook what a device may add or arrange as it likes; a node does neither.
        if (intents.size() != 1 || !TRANSLATOR.entities(intents.get(0)).equals(entities)) {
            throw new IllegalArgumentException(
                    m.getDescriptorForType().getFullName()
                            + " are not those of one intent that this release knows: "
                            + Wire.list(entities, IntentCodec::name));
        }
        return intents.get(0);
    }

    /** What it is an entity of, by its id in the P4 program. */
    private static String name(Entity entity) {
        switch (entity.getEntityCase()) {
            case TABLE_ENTRY:
                return String.format("table 0x%08x", entity.getTableEntry().getTableId());
            case METER_ENTRY:
                return String.format("meter 0x%08x", entity.getMeterEntry().getMeterId());
            default:
                return entity.getEntityCase().name();
        }
    }
}
