// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.rpc.Code;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.api.RefusedException;

/**
 * Reads BMv2 JSON, major version 2. What is not supported is refused by its name; nothing is
 * skipped.
 */
public final class JsonReader {
    /** The format version that is read; later minor versions may mean what is not known here. */
    private static final int MAJOR = 2;

    private static final int MINOR = 24;

    private static final int MAX_WIDTH = 1 << 14;
    private static final int MAX_CELLS = 1 << 26;

    final List<Header> headers = new ArrayList<>();
    final List<HeaderStack> stacks = new ArrayList<>();
    final List<Action> actions = new ArrayList<>();
    final Map<Integer, Action> actionById = new HashMap<>();
    final List<Header> deparser = new ArrayList<>();
    final List<Action.Primitive> deparserPrimitives = new ArrayList<>();
    final Map<String, Calculation> calculations = new LinkedHashMap<>();
    final List<ChecksumDef> checksums = new ArrayList<>();
    final Map<String, MeterDef> meters = new LinkedHashMap<>();
    final Map<String, ArrayDef> counters = new LinkedHashMap<>();
    final Map<String, ArrayDef> registers = new LinkedHashMap<>();
    final Map<Integer, List<Expr.FieldRef>> fieldLists = new HashMap<>();
    final Map<Integer, DigestDef> digests = new LinkedHashMap<>();
    final Map<String, Expr.FieldRef> aliases = new HashMap<>();
    final Map<String, Integer> errors = new HashMap<>();
    final Map<String, Header> headerByName = new HashMap<>();
    final Map<String, HeaderStack> stackByName = new HashMap<>();
    final Map<Integer, Header> headerById = new HashMap<>();
    final Map<String, HeaderUnion> unionByName = new HashMap<>();
    final Map<String, HeaderUnionStack> unionStackByName = new HashMap<>();
    final Map<Header, HeaderUnion> unionByMember = new HashMap<>();
    ParserDef parser;
    PipelineDef ingress;
    PipelineDef egress;

    private final Map<String, HeaderType> types = new HashMap<>();
    private final ExprReader expressions = new ExprReader(this);

    private JsonReader() {}

    /**
     * @throws RefusedException INVALID_ARGUMENT: not BMv2 JSON; UNIMPLEMENTED: uses what this
     *     target does not have
     */
    public static Bmv2Program read(byte[] json) throws RefusedException {
        JsonNode root;
        try {
            root = new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new RefusedException(
                    Code.INVALID_ARGUMENT, "not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        if (root == null || !root.isObject()) {
            throw invalid("the device config is not a JSON object");
        }
        JsonReader r = new JsonReader();
        try {
            r.readRoot(root);
        } catch (NullPointerException | IllegalArgumentException | ArithmeticException e) {
            // A member that is not there, or of another type.
            throw invalid("malformed: " + e);
        }
        return new Bmv2Program(r);
    }

    static RefusedException invalid(String what) {
        return new RefusedException(Code.INVALID_ARGUMENT, "BMv2 JSON: " + what);
    }

    static RefusedException unsupported(String what) {
        return new RefusedException(Code.UNIMPLEMENTED, "not supported: " + what);
    }

    private void readRoot(JsonNode root) throws RefusedException {
        checkVersion(root.path("__meta__").path("version"));
        refuseAny(root, "parse_vsets", "parser value set");
        refuseAny(root, "extern_instances", "extern");
        for (JsonNode t : root.path("header_types")) {
            readType(t);
        }
        readHeaders(root);
        new UnionReader(this).read(root);
        for (JsonNode e : root.path("errors")) {
            errors.put(e.get(0).asText(), e.get(1).asInt());
        }
        addCoreErrors();
        readArrays(root);
        for (JsonNode c : root.path("calculations")) {
            Calculation calc = readCalculation(text(c, "name"), text(c, "algo"), c.path("input"));
            calculations.put(calc.name, calc);
        }
        for (JsonNode a : root.path("actions")) {
            readAction(a);
        }
        for (JsonNode f : root.path("field_lists")) {
            fieldLists.put(f.path("id").asInt(), readFields("field list", f));
        }
        for (JsonNode d : root.path("learn_lists")) {
            readDigest(d);
        }
        parser = new ParserReader(expressions).read(single(root, "parsers"));
        readDeparser(single(root, "deparsers"));
        PipelineReader pipelines = new PipelineReader(this, expressions);
        for (JsonNode p : root.path("pipelines")) {
            PipelineDef def = pipelines.read(p);
            if (def.name.equals("ingress")) {
                ingress = def;
            } else if (def.name.equals("egress")) {
                egress = def;
            } else {
                throw unsupported("pipeline " + def.name);
            }
        }
        if (ingress == null || egress == null) {
            throw invalid("needs the pipelines ingress and egress");
        }
        for (JsonNode c : root.path("checksums")) {
            readChecksum(c);
        }
        for (JsonNode a : root.path("field_aliases")) {
            aliases.put(a.get(0).asText(), expressions.fieldRef(a.get(1)));
        }
    }

    private static void checkVersion(JsonNode version) throws RefusedException {
        if (version.isMissingNode()) {
            throw invalid(
                    "no format version (__meta__.version): written by an old compiler, or not "
                            + "for BMv2; compile the program anew with p4c-bm2-ss");
        }
        if (!version.isArray()
                || version.get(0).asInt() != MAJOR
                || version.get(1).asInt() > MINOR) {
            throw unsupported("format version " + version + ", only up to " + MAJOR + "." + MINOR);
        }
    }

    private static void refuseAny(JsonNode root, String key, String what) throws RefusedException {
        JsonNode list = root.path(key);
        if (list.size() > 0) {
            throw unsupported(what + " " + list.get(0).path("name").asText());
        }
    }

    private static JsonNode single(JsonNode root, String key) throws RefusedException {
        if (root.path(key).size() != 1) {
            throw invalid("needs exactly one of " + key);
        }
        return root.path(key).get(0);
    }

    /** As "file:line", the file without its folders; empty: the compiler says nothing of it. */
    static String place(JsonNode node) {
        JsonNode source = node.path("source_info");
        String file = source.path("filename").asText("");
        return file.isEmpty()
                ? ""
                : file.substring(file.lastIndexOf('/') + 1) + ":" + source.path("line").asInt();
    }

    static String text(JsonNode node, String key) throws RefusedException {
        JsonNode v = node.path(key);
        if (!v.isTextual()) {
            throw invalid("no " + key + " in " + abbreviate(node));
        }
        return v.asText();
    }

    static String abbreviate(JsonNode node) {
        String s = node.toString();
        return s.length() > 120 ? s.substring(0, 120) + "..." : s;
    }

    static BigInteger hex(JsonNode node) throws RefusedException {
        return hex(node.asText());
    }

    /** Reads "0x1f", "1f" or "-0x1f". */
    static BigInteger hex(String s) throws RefusedException {
        boolean negative = s.startsWith("-");
        String digits = negative ? s.substring(1) : s;
        if (digits.startsWith("0x")) {
            digits = digits.substring(2);
        }
        try {
            BigInteger v = new BigInteger(digits, 16);
            return negative ? v.negate() : v;
        } catch (NumberFormatException e) {
            throw invalid("not a hexadecimal number: " + s);
        }
    }

    /** A number of cells, rows or bits: whole, and within reason. */
    static int count(JsonNode node, String key, int min, int max) throws RefusedException {
        JsonNode v = node.path(key);
        if (!v.canConvertToInt() || v.asInt() < min || v.asInt() > max) {
            throw invalid(key + " " + v + " of " + node.path("name"));
        }
        return v.asInt();
    }

    private void readType(JsonNode t) throws RefusedException {
        String name = text(t, "name");
        List<HeaderType.Field> fields = new ArrayList<>();
        int variables = 0;
        for (JsonNode f : t.path("fields")) {
            String field = f.get(0).asText();
            boolean signed = f.size() > 2 && f.get(2).asBoolean();
            if (f.size() > 3 && f.get(3).asBoolean()) {
                throw unsupported("saturating field " + name + "." + field);
            }
            if (f.get(1).asText().equals("*")) {
                variables++;
                fields.add(new HeaderType.Field(field, HeaderType.Field.VARIABLE, false));
            } else {
                int width = f.get(1).asInt();
                if (width <= 0 || width > MAX_WIDTH) {
                    throw invalid("width " + width + " of field " + name + "." + field);
                }
                fields.add(new HeaderType.Field(field, width, signed));
            }
        }
        if (variables > 1) {
            throw invalid("two variable fields in header type " + name);
        }
        int maxLength = t.path("max_length").asInt(0);
        boolean given = variables > 0 && t.hasNonNull("length_exp");
        Expr variableBits = given ? expressions.expr(t.get("length_exp")) : null;
        if (given && variableBits.type() != Expr.Type.DATA) {
            throw invalid("length_exp of header type " + name);
        }
        HeaderType type = new HeaderType(name, fields, maxLength, variableBits);
        if (variables > 0
                && (maxLength > MAX_WIDTH || maxLength * 8 < Math.max(1, type.fixedBits()))) {
            throw unsupported("max_length " + maxLength + " of header type " + name);
        }
        types.put(name, type);
    }

    private void readHeaders(JsonNode root) throws RefusedException {
        for (JsonNode h : root.path("headers")) {
            String name = text(h, "name");
            HeaderType type = types.get(text(h, "header_type"));
            if (type == null) {
                throw invalid("header type of " + name);
            }
            boolean metadata = h.path("metadata").asBoolean();
            if (!metadata && type.fixedBits() % 8 != 0) {
                throw invalid("header " + name + " is not whole bytes long");
            }
            int id = h.path("id").asInt();
            Header header = new Header(name, id, headers.size(), type, metadata);
            headers.add(header);
            headerByName.put(name, header);
            headerById.put(id, header);
        }
        for (JsonNode s : root.path("header_stacks")) {
            List<Header> elements = new ArrayList<>();
            for (JsonNode id : s.path("header_ids")) {
                Header h = headerById.get(id.asInt());
                if (h == null) {
                    throw invalid("header id " + id + " of stack " + text(s, "name"));
                }
                elements.add(h);
            }
            if (elements.isEmpty()) {
                throw invalid("empty stack " + text(s, "name"));
            }
            HeaderStack stack =
                    new HeaderStack(text(s, "name"), stacks.size(), elements.get(0).type, elements);
            stacks.add(stack);
            stackByName.put(stack.name, stack);
        }
    }

    private void addCoreErrors() {
        int next = errors.values().stream().mapToInt(v -> v + 1).max().orElse(0);
        String[] core = {
            "NoError",
            "PacketTooShort",
            "NoMatch",
            "StackOutOfBounds",
            "HeaderTooShort",
            "ParserTimeout",
            "ParserInvalidArgument"
        };
        for (String name : core) {
            if (errors.putIfAbsent(name, next) == null) {
                next++;
            }
        }
    }

    private void readArrays(JsonNode root) throws RefusedException {
        for (JsonNode c : root.path("counter_arrays")) {
            if (!c.path("is_direct").asBoolean()) {
                String name = text(c, "name");
                counters.put(name, new ArrayDef(name, count(c, "size", 0, MAX_CELLS), 0));
            }
        }
        for (JsonNode m : root.path("meter_arrays")) {
            String name = text(m, "name");
            boolean direct = m.path("is_direct").asBoolean();
            String type = text(m, "type");
            if (!type.equals("bytes") && !type.equals("packets")) {
                throw invalid("type " + type + " of meter " + name);
            }
            if (m.path("rate_count").asInt() != 2) {
                throw unsupported("meter " + name + " with " + m.path("rate_count") + " rates");
            }
            Expr.FieldRef target = direct ? expressions.fieldRef(m.path("result_target")) : null;
            int size = direct ? 0 : count(m, "size", 0, MAX_CELLS);
            meters.put(name, new MeterDef(name, type.equals("bytes"), size, direct, target));
        }
        for (JsonNode r : root.path("register_arrays")) {
            String name = text(r, "name");
            int width = count(r, "bitwidth", 1, MAX_WIDTH);
            registers.put(name, new ArrayDef(name, count(r, "size", 0, MAX_CELLS), width));
        }
    }

    Calculation readCalculation(String name, String algo, JsonNode input) throws RefusedException {
        List<Calculation.Input> inputs = new ArrayList<>();
        for (JsonNode i : input) {
            String type = text(i, "type");
            switch (type) {
                case "field":
                    inputs.add(Calculation.Input.of(expressions.fieldRef(i.path("value"))));
                    break;
                case "hexstr":
                    inputs.add(
                            Calculation.Input.of(hex(i.path("value")), i.path("bitwidth").asInt()));
                    break;
                case "header":
                    inputs.add(Calculation.Input.of(expressions.header(i.path("value").asText())));
                    break;
                case "payload":
                    inputs.add(Calculation.Input.ofPayload());
                    break;
                default:
                    throw unsupported("input of type " + type + " in calculation " + name);
            }
        }
        return new Calculation(name, algo, inputs);
    }

    private void readAction(JsonNode a) throws RefusedException {
        String name = text(a, "name");
        List<String> names = new ArrayList<>();
        JsonNode data = a.path("runtime_data");
        int[] widths = new int[data.size()];
        for (int i = 0; i < widths.length; i++) {
            names.add(text(data.get(i), "name"));
            widths[i] = count(data.get(i), "bitwidth", 1, MAX_WIDTH);
        }
        List<Action.Primitive> primitives = new ArrayList<>();
        for (JsonNode p : a.path("primitives")) {
            primitives.add(expressions.primitive(p));
        }
        int id = a.path("id").asInt();
        Action action = new Action(name, id, actions.size(), names, widths, primitives);
        actions.add(action);
        if (actionById.put(id, action) != null) {
            throw invalid("two actions with id " + id);
        }
    }

    private List<Expr.FieldRef> readFields(String what, JsonNode list) throws RefusedException {
        List<Expr.FieldRef> fields = new ArrayList<>();
        for (JsonNode e : list.path("elements")) {
            if (!text(e, "type").equals("field")) {
                throw unsupported(
                        "element of type "
                                + text(e, "type")
                                + " in "
                                + what
                                + " "
                                + text(list, "name"));
            }
            fields.add(expressions.fieldRef(e.path("value")));
        }
        return List.copyOf(fields);
    }

    private void readDigest(JsonNode d) throws RefusedException {
        DigestDef digest = new DigestDef(text(d, "name"), readFields("digest", d));
        for (Expr.FieldRef f : digest.fields) {
            if (f.index >= 0 && f.field().variable()) {
                throw unsupported("variable field " + f + " in digest " + digest.name);
            }
        }
        int id = count(d, "id", 1, 0xffff);
        if (digests.put(id, digest) != null) {
            throw invalid("two digests with id " + id);
        }
    }

    private void readDeparser(JsonNode d) throws RefusedException {
        for (JsonNode h : d.path("order")) {
            deparser.add(expressions.header(h.asText()));
        }
        for (JsonNode p : d.path("primitives")) {
            deparserPrimitives.add(expressions.primitive(p));
        }
    }

    private void readChecksum(JsonNode c) throws RefusedException {
        String name = text(c, "name");
        if (!text(c, "type").equals("generic")) {
            throw unsupported("checksum " + name + " of type " + text(c, "type"));
        }
        Calculation calculation = calculations.get(text(c, "calculation"));
        if (calculation == null) {
            throw invalid("calculation of checksum " + name);
        }
        JsonNode cond = c.path("if_cond");
        checksums.add(
                new ChecksumDef(
                        name,
                        expressions.fieldRef(c.path("target")),
                        calculation,
                        c.path("verify").asBoolean(true),
                        c.path("update").asBoolean(true),
                        cond.isMissingNode() || cond.isNull() ? null : expressions.expr(cond)));
    }
}
