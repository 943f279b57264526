// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.lower;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.isthmus.rtl.graph.TableShape;
import org.isthmus.rtl.verilog.Verilog;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.JsonReader;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * The learning switch of the examples, with something else in it: what p4c would have made of such
 * a program. Packets are looked up in {@code stations}, then in {@code macs}.
 */
public final class EditedProgram {
    private static final Path SWITCH = Path.of("../examples/switch");
    private static final ObjectMapper JSON = new ObjectMapper();

    private ObjectNode json;
    private P4Info.Builder info;

    public EditedProgram() throws IOException {
        read(
                Files.readString(SWITCH.resolve("switch.json")),
                Files.readString(SWITCH.resolve("switch.p4info.txtpb")));
    }

    private void read(String program, String p4info) throws IOException {
        json = (ObjectNode) JSON.readTree(program);
        info = P4Info.newBuilder();
        TextFormat.Parser.newBuilder().setAllowUnknownFields(true).build().merge(p4info, info);
    }

    /** An action or a table of its control. */
    public void rename(String old, String name) throws IOException {
        read(
                json.toString().replace("Switch." + old, name),
                info.build()
                        .toString()
                        .replace("\"Switch." + old + "\"", "\"" + name + "\"")
                        .replace("\"" + old + "\"", "\"" + name + "\""));
    }

    /** A field of a header. */
    public void renameField(String old, String name) throws IOException {
        read(
                json.toString().replace("\"" + old + "\"", "\"" + name + "\""),
                info.build().toString());
    }

    /** A counter of four cells, counted up by an action. */
    public void counter(String action, String name) throws IOException {
        list("counter_arrays").add(node("{'name': '" + name + "', 'size': 4}"));
        does(
                action,
                "{'op': 'count', 'parameters': [{'type': 'counter_array', 'value': '"
                        + name
                        + "'}, {'type': 'field', 'value': ['ethernet', 'ether_type']}]}");
    }

    private static ObjectNode named(JsonNode list, String name) {
        for (JsonNode one : list) {
            if (one.path("name").asText().equals(name)) {
                return (ObjectNode) one;
            }
        }
        throw new IllegalArgumentException("no " + name);
    }

    /** What JSON says. */
    public static JsonNode node(String text) throws IOException {
        return JSON.readTree(text.replace('\'', '"'));
    }

    public ArrayNode list(String name) {
        return (ArrayNode) json.get(name);
    }

    private ObjectNode action(String name) {
        return named(json.get("actions"), "Switch." + name);
    }

    /** Something that an action does behind all else. */
    public void does(String action, String primitive) throws IOException {
        ((ArrayNode) action(action).get("primitives")).add(node(primitive));
    }

    /** An action has no effect. */
    public void doesNothing(String action) {
        action(action).putArray("primitives");
    }

    /** An assignment that an action does behind all else. */
    public void assigns(String action, String header, String field, String value)
            throws IOException {
        String target = "{'type': 'field', 'value': ['" + header + "', '" + field + "']}";
        does(action, "{'op': 'assign', 'parameters': [" + target + ", " + value + "]}");
    }

    /** A parameter of an action. */
    public void param(String action, String name, int bits) throws IOException {
        ((ArrayNode) action(action).get("runtime_data"))
                .add(node("{'name': '" + name + "', 'bitwidth': " + bits + "}"));
        Action.Builder a = info.getActionsBuilder(indexOf(action));
        a.addParamsBuilder().setId(a.getParamsCount()).setName(name).setBitwidth(bits);
    }

    private int indexOf(String action) {
        for (int i = 0; i < info.getActionsCount(); i++) {
            if (info.getActions(i).getPreamble().getAlias().equals(action)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no " + action);
    }

    /** No row has the action. */
    public void defaultOnly(String table, String action) {
        int id = info.getActions(indexOf(action)).getPreamble().getId();
        for (Table.Builder t : info.getTablesBuilderList()) {
            if (t.getPreamble().getAlias().equals(table)) {
                t.getActionRefsBuilderList().stream()
                        .filter(r -> r.getId() == id)
                        .forEach(r -> r.setScope(ActionRef.Scope.DEFAULT_ONLY));
            }
        }
    }

    private ObjectNode control() {
        return named(json.get("pipelines"), "ingress");
    }

    public ObjectNode table(String name) {
        return named(control().get("tables"), "Switch." + name);
    }

    public void next(String table, String nodes) throws IOException {
        table(table).set("next_tables", node(nodes));
    }

    public void keyField(String table, int number, String header, String field) {
        ObjectNode key = (ObjectNode) table(table).get("key").get(number);
        key.putArray("target").add(header).add(field);
    }

    /** Something else that a node asks. */
    public void condition(String name, String expression) throws IOException {
        named(control().get("conditionals"), name).set("expression", node(expression));
    }

    /** Something that the parser does behind its header. */
    public void parserDoes(String op) throws IOException {
        parserOps().add(node(op));
    }

    /** Something that the parser does first. */
    public void parserBegins(String op) throws IOException {
        parserOps().insert(0, node(op));
    }

    private ArrayNode parserOps() {
        return (ArrayNode) json.at("/parsers/0/parse_states/0/parser_ops");
    }

    /** A header of one field, which is emitted first. */
    public void header(String name, int bits) throws IOException {
        String type = name + "_t";
        list("header_types")
                .add(node("{'name': '" + type + "', 'fields': [['all', " + bits + ", false]]}"));
        int id = list("headers").size();
        list("headers")
                .add(
                        node(
                                "{'name': '"
                                        + name
                                        + "', 'id': "
                                        + id
                                        + ", 'header_type': '"
                                        + type
                                        + "', 'metadata': false}"));
        ((ArrayNode) json.at("/deparsers/0/order")).insert(0, name);
    }

    public void deparserDoes(String primitive) throws IOException {
        ((ArrayNode) json.at("/deparsers/0/primitives")).add(node(primitive));
    }

    /** A field of a header is int and not bit. */
    public void signed(String headerType, String field) {
        for (JsonNode f : named(json.get("header_types"), headerType).get("fields")) {
            if (f.get(0).asText().equals(field)) {
                ((ArrayNode) f).set(2, true);
            }
        }
    }

    private Bmv2Program program() throws RefusedException {
        return JsonReader.read(json.toString().getBytes(StandardCharsets.UTF_8));
    }

    public Map<String, TableShape> shapes() throws NotSupportedException {
        return TableShapes.of(info.build());
    }

    public Pipe pipe() throws RefusedException, NotSupportedException {
        return new Pipe(program(), shapes());
    }

    public Verilog verilog() throws RefusedException, NotSupportedException {
        return new Verilog("switch", pipe(), shapes(), program().counters);
    }
}
