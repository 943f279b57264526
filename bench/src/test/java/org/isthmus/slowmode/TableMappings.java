// SPDX-License-Identifier: Apache-2.0
package org.isthmus.slowmode;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PortPrefix;
import org.isthmus.core.net.Protocol;

/** What the entries of a packet vector say about addresses, as the core would know it. */
final class TableMappings implements Mappings {
    private final List<JsonNode> rows = new ArrayList<>();
    private int tos = -1;
    private int lowestIpv6Mtu = 1280;

    /** Whether the core has no configuration by which a switch would have the entries. */
    private boolean isForeign;

    /**
     * @param entries of a suite, and of a vector
     */
    TableMappings(Iterable<JsonNode> entries, Iterable<JsonNode> more) {
        entries.forEach(rows::add);
        more.forEach(rows::add);
        for (JsonNode row : rows("translation_options")) {
            JsonNode options = row.get("params");
            boolean isFixed = options.get("tos_override").asInt() == 1;
            tos = isFixed ? options.get("tos").asInt() : -1;
            lowestIpv6Mtu = options.get("lowest_ipv6_mtu").asInt();
            isForeign =
                    options.get("simple_hairpinning").asInt() == 1
                            || isFixed != (options.get("tos_ignore").asInt() == 1);
        }
    }

    boolean isForeign() {
        return isForeign;
    }

    private List<JsonNode> rows(String table) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode row : rows) {
            if (row.get("table").asText().equals(table)) {
                found.add(row);
            }
        }
        return found;
    }

    /** Those of an instance. */
    private List<JsonNode> rows(String table, int instance) {
        List<JsonNode> found = rows(table);
        found.removeIf(row -> instance(row) != instance);
        return found;
    }

    private static int instance(JsonNode row) {
        JsonNode in = row.get("match").has("instance") ? row.get("match") : row.get("params");
        return in.get("instance").asInt();
    }

    private static Ipv4Address address4(JsonNode text) {
        return Ipv4Address.parse(text.asText());
    }

    private static Ipv6Address address6(JsonNode text) {
        return Ipv6Address.parse(text.asText());
    }

    /** The row of a pool address and port, or null. */
    private JsonNode bib4(Protocol protocol, int address4, int port4) {
        for (JsonNode row : rows("bib4")) {
            JsonNode match = row.get("match");
            if (match.get("protocol").asInt() == protocol.v4()
                    && address4(match.get("dst_addr")).bits() == address4
                    && match.get("dst_port").asInt() == port4) {
                return row;
            }
        }
        return null;
    }

    /** The row of a port set that a pool address and port are in, or null. */
    private JsonNode portSet4(Protocol protocol, int address4, int port4) {
        for (JsonNode row : rows("port_sets4")) {
            JsonNode match = row.get("match");
            if (match.get("protocol").asInt() == protocol.v4()
                    && address4(match.get("dst_addr")).bits() == address4
                    && isIn(match.get("dst_port").asText(), port4)) {
                return row;
            }
        }
        return null;
    }

    @Override
    public boolean toIpv6(Protocol protocol, int address4, int port4, Transport6 out) {
        JsonNode row = bib4(protocol, address4, port4);
        row = row == null ? portSet4(protocol, address4, port4) : row;
        if (row == null) {
            return false;
        }
        Ipv6Address to = address6(row.get("params").get("addr6"));
        out.high = to.high();
        out.low = to.low();
        out.port =
                row.get("params").get("port6").asInt()
                        | port4 & row.get("params").path("low").asInt();
        out.instance = pool(address4);
        return true;
    }

    @Override
    public boolean admits(Protocol protocol, int address4, int port4, int peer4, int peerPort) {
        JsonNode row = bib4(protocol, address4, port4);
        if (row == null || !row.get("action").asText().equals("bind_to6_filtered")) {
            return true;
        }
        int port = peerPort & row.get("params").get("peer_mask").asInt();
        for (String table : List.of("session", "hairpin_session")) {
            for (JsonNode session : rows(table)) {
                JsonNode match = session.get("match");
                if (match.get("protocol").asInt() == protocol.v4()
                        && address4(match.get("addr4")).bits() == address4
                        && match.get("port4").asInt() == port4
                        && address4(match.get("peer_addr")).bits() == peer4
                        && match.get("peer_port").asInt() == port) {
                    return true;
                }
            }
        }
        return false;
    }

    private int pool(int address4) {
        for (JsonNode row : rows("pool4")) {
            if (Ipv4Prefix.parse(row.get("match").get("dst_addr").asText()).contains(address4)) {
                return row.get("params").get("instance").asInt();
            }
        }
        throw new IllegalStateException("no pool of " + Ipv4Address.of(address4));
    }

    @Override
    public boolean toIpv4(
            int instance, Protocol protocol, long high, long low, int port6, Transport4 out) {
        for (JsonNode row : rows("bib6")) {
            JsonNode match = row.get("match");
            if (match.get("instance").asInt() == instance
                    && match.get("protocol").asInt() == protocol.v6()
                    && address6(match.get("src_addr")).equals(Ipv6Address.of(high, low))
                    && match.get("src_port").asInt() == port6) {
                out.address = address4(row.get("params").get("addr4")).bits();
                out.port = row.get("params").get("port4").asInt();
                out.instance = instance;
                return true;
            }
        }
        for (JsonNode row : rows("port_sets6")) {
            JsonNode match = row.get("match");
            if (match.get("instance").asInt() == instance
                    && match.get("protocol").asInt() == protocol.v6()
                    && address6(match.get("src_addr")).equals(Ipv6Address.of(high, low))
                    && isIn(match.get("src_port").asText(), port6)) {
                JsonNode params = row.get("params");
                out.address = address4(params.get("addr4")).bits();
                out.port = params.get("port4").asInt() | port6 & params.get("low").asInt();
                out.instance = instance;
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean eamToHost6(int address4, Transport6 out) {
        return eamToIpv6(rows("eam4_dst"), "dst_addr", address4, out);
    }

    @Override
    public boolean eamToHost4(long high, long low, Transport4 out) {
        return eamToIpv4(rows("eam6_dst"), "dst_addr", high, low, out);
    }

    @Override
    public boolean eamOfHost6(int instance, long high, long low, Transport4 out) {
        return eamToIpv4(rows("eam6_src", instance), "src_addr", high, low, out);
    }

    @Override
    public boolean eamOfHost4(int instance, int address4, Transport6 out) {
        return eamToIpv6(rows("eam4_src", instance), "src_addr", address4, out);
    }

    private static boolean eamToIpv6(
            List<JsonNode> rows, String field, int address4, Transport6 out) {
        int length = -1;
        for (JsonNode row : rows) {
            Ipv4Prefix prefix = Ipv4Prefix.parse(row.get("match").get(field).asText());
            if (prefix.contains(address4) && prefix.length() > length) {
                length = prefix.length();
                JsonNode params = row.get("params");
                Ipv6Address base = address6(params.get("prefix6"));
                long suffix = address4 & params.get("suffix_mask").asLong();
                int shift = params.get("shift").asInt();
                out.low = base.low() | (shift < 64 ? suffix << shift : 0);
                out.high =
                        base.high()
                                | (shift >= 64
                                        ? suffix << (shift - 64)
                                        : shift > 0 ? suffix >>> (64 - shift) : 0);
                out.instance = instance(row);
            }
        }
        return length >= 0;
    }

    private static boolean eamToIpv4(
            List<JsonNode> rows, String field, long high, long low, Transport4 out) {
        int length = -1;
        for (JsonNode row : rows) {
            Ipv6Prefix prefix = Ipv6Prefix.parse(row.get("match").get(field).asText());
            if (prefix.contains(high, low) && prefix.length() > length) {
                length = prefix.length();
                JsonNode params = row.get("params");
                int shift = params.get("shift").asInt();
                long suffix =
                        shift >= 64
                                ? high >>> (shift - 64)
                                : shift > 0 ? low >>> shift | high << (64 - shift) : low;
                out.address =
                        address4(params.get("prefix4")).bits()
                                | (int) (suffix & params.get("suffix_mask").asLong());
                out.instance = instance(row);
            }
        }
        return length >= 0;
    }

    @Override
    public int instanceOf(long high, long low) {
        for (JsonNode row : rows("pool6")) {
            if (Ipv6Prefix.parse(row.get("match").get("dst_addr").asText()).contains(high, low)) {
                return row.get("params").get("instance").asInt();
            }
        }
        return 0;
    }

    @Override
    public Ipv6Prefix prefix(int instance) {
        for (JsonNode row : rows("prefix6")) {
            if (row.get("match").get("instance").asInt() == instance) {
                Ipv6Address prefix = address6(row.get("params").get("prefix6"));
                int length = row.get("params").get("length").asInt();
                return Ipv6Prefix.of(prefix.high(), prefix.low(), length);
            }
        }
        throw new IllegalStateException("no prefix of instance " + instance);
    }

    @Override
    public int subscriberPrefixLength(int instance) {
        return 64;
    }

    @Override
    public boolean denied(int instance, int address4, Protocol protocol, int port) {
        for (JsonNode row : rows("denied_services")) {
            JsonNode match = row.get("match");
            if (protocol != null
                    && match.get("instance").asInt() == instance
                    && match.get("protocol").asInt() == protocol.v4()
                    && (!match.has("addr4")
                            || Ipv4Prefix.parse(match.get("addr4").asText()).contains(address4))
                    && (!match.has("port") || isIn(match.get("port").asText(), port))) {
                return true;
            }
        }
        for (JsonNode row : rows("embedded")) {
            JsonNode match = row.get("match");
            if (match.get("instance").asInt() == instance
                    && Ipv4Prefix.parse(match.get("addr4").asText()).contains(address4)) {
                return true;
            }
        }
        return false;
    }

    /**
     * @param prefix as {@code 6912/10}
     */
    private static boolean isIn(String prefix, int port) {
        int slash = prefix.indexOf('/');
        int first = Integer.parseInt(prefix.substring(0, slash));
        return (port & PortPrefix.mask(Integer.parseInt(prefix.substring(slash + 1)))) == first;
    }

    @Override
    public int lowestIpv6Mtu() {
        return lowestIpv6Mtu;
    }

    @Override
    public boolean computesUdpChecksums() {
        return true;
    }

    @Override
    public boolean clampsMss() {
        return false;
    }

    @Override
    public int mssClamp(int instance) {
        return 0;
    }

    @Override
    public int tos() {
        return tos;
    }
}
