// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * BMv2 JSON of a small program: header "in" is parsed, one action runs, header "out" is emitted in
 * its place with the payload behind it, to port 1. A test adds fields and primitives.
 */
final class MiniProgram {
    private final List<String> inFields = new ArrayList<>();
    private final List<String> outFields = new ArrayList<>();
    private final List<String> primitives = new ArrayList<>();
    final StringBuilder calculations = new StringBuilder();

    MiniProgram in(String name, int width, boolean signed) {
        inFields.add("[\"" + name + "\"," + width + "," + signed + "]");
        return this;
    }

    MiniProgram out(String name, int width, boolean signed) {
        outFields.add("[\"" + name + "\"," + width + "," + signed + "]");
        return this;
    }

    /** Adds a primitive with its arguments as JSON. */
    MiniProgram run(String op, String... args) {
        primitives.add("{\"op\":\"" + op + "\",\"parameters\":[" + String.join(",", args) + "]}");
        return this;
    }

    static String field(String header, String name) {
        return "{\"type\":\"field\",\"value\":[\"" + header + "\",\"" + name + "\"]}";
    }

    static String hex(String value) {
        return "{\"type\":\"hexstr\",\"value\":\"" + value + "\"}";
    }

    static String op(String op, String left, String right) {
        return "{\"type\":\"expression\",\"value\":{\"op\":\""
                + op
                + "\",\"left\":"
                + left
                + ",\"right\":"
                + right
                + "}}";
    }

    static String expression(String e) {
        return "{\"type\":\"expression\",\"value\":" + e + "}";
    }

    String json() {
        String sm =
                "[[\"ingress_port\",9],[\"egress_spec\",9],[\"egress_port\",9],"
                        + "[\"instance_type\",32],[\"packet_length\",32],[\"_pad\",5]]";
        return "{\"__meta__\":{\"version\":[2,23]},\"header_types\":["
                + "{\"name\":\"in_t\",\"id\":0,\"fields\":["
                + String.join(",", inFields)
                + "]},{\"name\":\"out_t\",\"id\":1,\"fields\":["
                + String.join(",", outFields)
                + "]},{\"name\":\"sm_t\",\"id\":2,\"fields\":"
                + sm
                + "}],\"headers\":["
                + "{\"name\":\"in\",\"id\":0,\"header_type\":\"in_t\",\"metadata\":false},"
                + "{\"name\":\"out\",\"id\":1,\"header_type\":\"out_t\",\"metadata\":false},"
                + "{\"name\":\"standard_metadata\",\"id\":2,\"header_type\":\"sm_t\","
                + "\"metadata\":true}],\"header_stacks\":[],"
                + "\"parsers\":[{\"name\":\"parser\",\"id\":0,\"init_state\":\"start\","
                + "\"parse_states\":[{\"name\":\"start\",\"id\":0,\"parser_ops\":[{\"op\":"
                + "\"extract\",\"parameters\":[{\"type\":\"regular\",\"value\":\"in\"}]}],"
                + "\"transitions\":[{\"type\":\"default\",\"value\":null,\"mask\":null,"
                + "\"next_state\":null}],\"transition_key\":[]}]}],"
                + "\"deparsers\":[{\"name\":\"deparser\",\"id\":0,\"order\":[\"out\"]}],"
                + "\"calculations\":["
                + calculations
                + "],\"actions\":[{\"name\":\"act\",\"id\":0,\"runtime_data\":[],\"primitives\":["
                + "{\"op\":\"add_header\",\"parameters\":[{\"type\":\"header\",\"value\":\"out\"}]},"
                + "{\"op\":\"assign\",\"parameters\":["
                + field("standard_metadata", "egress_spec")
                + ","
                + hex("0x1")
                + "]}"
                + (primitives.isEmpty() ? "" : "," + String.join(",", primitives))
                + "]}],\"pipelines\":[{\"name\":\"ingress\",\"id\":0,\"init_table\":\"t\","
                + "\"tables\":[{\"name\":\"t\",\"id\":0,\"key\":[],\"match_type\":\"exact\","
                + "\"type\":\"simple\",\"max_size\":1,\"action_ids\":[0],\"actions\":[\"act\"],"
                + "\"base_default_next\":null,\"next_tables\":{\"act\":null},\"default_entry\":{"
                + "\"action_id\":0,\"action_const\":true,\"action_data\":[],"
                + "\"action_entry_const\":true}}],\"conditionals\":[]},"
                + "{\"name\":\"egress\",\"id\":1,\"init_table\":null,\"tables\":[],"
                + "\"conditionals\":[]}],\"checksums\":[],\"field_aliases\":[],\"errors\":[]}";
    }

    byte[] bytes() {
        return json().getBytes(StandardCharsets.UTF_8);
    }
}
