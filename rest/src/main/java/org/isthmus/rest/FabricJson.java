// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.FabricView;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.V4Mapped;

/** Writes the network and paths through it as JSON. */
public final class FabricJson {
    private FabricJson() {}

    public static void fabric(JsonGenerator g, FabricView f) throws IOException {
        g.writeStartObject();
        JsonOutput.array(g, "devices", f.devices, FabricJson::device);
        JsonOutput.array(g, "links", f.links, FabricJson::link);
        JsonOutput.array(g, "interfaces", f.interfaces, FabricJson::face);
        JsonOutput.array(g, "hosts", f.hosts, FabricJson::host);
        JsonOutput.array(g, "ports", f.ports, FabricJson::port);
        g.writeEndObject();
    }

    private static void device(JsonGenerator g, FabricView.Device d) throws IOException {
        g.writeStartObject();
        g.writeStringField("id", d.config.id.toString());
        g.writeStringField("state", d.state.name().toLowerCase(Locale.ROOT));
        g.writeBooleanField("translator", d.config.translator);
        g.writeStringField("mac", d.config.mac.toString());
        g.writeArrayFieldStart("loopbacks");
        strings(g, d.config.loopbacks4);
        strings(g, d.config.loopbacks6);
        g.writeEndArray();
        g.writeEndObject();
    }

    private static void strings(JsonGenerator g, List<?> values) throws IOException {
        for (Object value : values) {
            g.writeString(value.toString());
        }
    }

    private static void link(JsonGenerator g, FabricView.Link l) throws IOException {
        g.writeStartObject();
        g.writeStringField("a", l.config.one.toString());
        g.writeStringField("b", l.config.other.toString());
        g.writeNumberField("mtu", l.config.mtu);
        g.writeBooleanField("up", l.up);
        g.writeEndObject();
    }

    private static void face(JsonGenerator g, FabricView.Interface i) throws IOException {
        FabricConfig.Interface c = i.config;
        g.writeStartObject();
        g.writeStringField("port", c.port.toString());
        g.writeStringField("name", c.name);
        g.writeArrayFieldStart("ips");
        for (int n = 0; n < c.addresses4.size(); n++) {
            g.writeString(c.addresses4.get(n) + "/" + c.networks4.get(n).length());
        }
        for (int n = 0; n < c.addresses6.size(); n++) {
            g.writeString(c.addresses6.get(n) + "/" + c.networks6.get(n).length());
        }
        g.writeEndArray();
        if (c.vlan == 0) {
            g.writeNullField("vlan");
        } else {
            g.writeNumberField("vlan", c.vlan);
        }
        g.writeNumberField("mtu", c.mtu);
        g.writeStringField("sourceValidation", c.sourceValidation.name().toLowerCase(Locale.ROOT));
        if (c.isLearned()) {
            g.writeNumberField("learnedAddresses", c.learnedAddresses);
        } else {
            g.writeNullField("learnedAddresses");
        }
        g.writeBooleanField("up", i.up);
        g.writeEndObject();
    }

    public static void sourceBinding(JsonGenerator g, SourceBinding b) throws IOException {
        g.writeStartObject();
        boolean v4 = V4Mapped.isIpv4(b.address);
        g.writeStringField(
                "address",
                v4 ? Ipv4Address.toString(V4Mapped.toIpv4(b.address)) : b.address.toString());
        g.writeStringField("port", b.port.toString());
        if (b.vlan == 0) {
            g.writeNullField("vlan");
        } else {
            g.writeNumberField("vlan", b.vlan);
        }
        g.writeStringField("state", b.state.name().toLowerCase(Locale.ROOT));
        g.writeEndObject();
    }

    private static void host(JsonGenerator g, FabricView.Host h) throws IOException {
        g.writeStartObject();
        Object address = h.address4 == null ? h.address6 : h.address4;
        g.writeStringField("address", address.toString());
        g.writeStringField("mac", h.mac.toString());
        g.writeStringField("port", h.port.toString());
        g.writeEndObject();
    }

    private static void port(JsonGenerator g, FabricView.PortCounters p) throws IOException {
        g.writeStartObject();
        g.writeStringField("port", p.port.toString());
        g.writeNumberField("packetsIn", p.packetsIn);
        g.writeNumberField("bytesIn", p.bytesIn);
        g.writeNumberField("packetsOut", p.packetsOut);
        g.writeNumberField("bytesOut", p.bytesOut);
        JsonOutput.time(g, "readAt", p.readEpochMillis);
        g.writeEndObject();
    }

    public static void path(JsonGenerator g, BindingPath p) throws IOException {
        g.writeStartObject();
        g.writeFieldName("binding");
        JsonOutput.binding(g, p.binding);
        direction(g, "outbound", p.outbound);
        direction(g, "inbound", p.inbound);
        g.writeEndObject();
    }

    private static void direction(JsonGenerator g, String name, BindingPath.Direction d)
            throws IOException {
        g.writeObjectFieldStart(name);
        g.writeStringField("from", d.from == null ? null : d.from.toString());
        g.writeStringField("to", d.to == null ? null : d.to.toString());
        JsonOutput.array(g, "hops", d.hops, FabricJson::hop);
        g.writeEndObject();
    }

    private static void hop(JsonGenerator g, BindingPath.Hop h) throws IOException {
        g.writeStartObject();
        g.writeStringField("device", h.device.toString());
        g.writeBooleanField("translates", h.translates);
        JsonOutput.array(g, "next", h.next, FabricJson::next);
        g.writeEndObject();
    }

    private static void next(JsonGenerator g, BindingPath.Next n) throws IOException {
        g.writeStartObject();
        g.writeNumberField("port", n.port);
        g.writeStringField("device", n.device.toString());
        g.writeEndObject();
    }
}
