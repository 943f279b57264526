// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.rpc.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.RefusedException;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** What a program may not have is refused by its name. */
class RefusalTest {
    private static final P4Info NOTHING = P4Info.getDefaultInstance();

    private static String json() {
        return new MiniProgram().in("a", 8, false).out("b", 8, false).json();
    }

    private static void refused(Code code, String what, P4Info info, String json) {
        RefusedException e =
                assertThrows(
                        RefusedException.class,
                        () -> new Harness(info, json.getBytes(StandardCharsets.UTF_8)));
        assertEquals(code, e.code(), e.getMessage());
        assertTrue(e.getMessage().contains(what), e.getMessage());
    }

    private static void unsupported(String what, String json) {
        refused(Code.UNIMPLEMENTED, what, NOTHING, json);
    }

    private static String with(String member) {
        return json().replaceFirst("\\{", "{" + member + ",");
    }

    private static String running(String op, String... args) {
        return new MiniProgram()
                .in("a", 8, false)
                .in("w", 200, false)
                .out("b", 8, false)
                .run(op, args)
                .json();
    }

    @Test
    void acceptsTheProgramThatTheOthersAreMadeFrom() throws RefusedException {
        Harness h = new Harness(NOTHING, json().getBytes(StandardCharsets.UTF_8));
        assertEquals("1:00", h.send(0, "07").get(0).toString());
    }

    @Test
    void whatThisTargetDoesNotHave() {
        unsupported("value set pvs", with("\"parse_vsets\":[{\"name\":\"pvs\"}]"));
        unsupported("extern x", with("\"extern_instances\":[{\"name\":\"x\"}]"));
        unsupported("version", json().replace("[2,23]", "[2,99]"));
        unsupported("version", json().replace("[2,23]", "[3,0]"));
    }

    /** The first register alone has 2^32 words, as an int none. */
    @Test
    void arraysThatTheHeapMayNotHold() {
        String array = "{\"name\":\"a\",\"size\":67108864,";
        for (String many :
                new String[] {
                    "\"register_arrays\":[" + array + "\"bitwidth\":4096}]",
                    "\"meter_arrays\":[" + array + "\"type\":\"bytes\",\"rate_count\":2}]"
                }) {
            refused(Code.RESOURCE_EXHAUSTED, "half of the heap", NOTHING, with(many));
        }
    }

    @Test
    void primitivesAndOperators() {
        unsupported("primitive teleport in action act", running("teleport"));
        String b = MiniProgram.field("out", "b");
        String a = MiniProgram.field("in", "a");
        unsupported(
                "operator **",
                running("assign", b, MiniProgram.expression(MiniProgram.op("**", a, a))));
        String w = MiniProgram.field("in", "w");
        unsupported(
                "multiplication",
                running(
                        "assign",
                        MiniProgram.field("in", "w"),
                        MiniProgram.expression(MiniProgram.op("*", w, w))));
        for (int index : new int[] {-1, 1}) {
            unsupported(
                    "parameter " + index,
                    running("assign", b, "{\"type\":\"runtime_data\",\"value\":" + index + "}"));
        }
    }

    @Test
    void algorithms() {
        MiniProgram m = new MiniProgram().in("a", 8, false).out("b", 8, false);
        m.calculations.append(
                "{\"name\":\"c\",\"id\":0,\"algo\":\"md6\",\"input\":["
                        + MiniProgram.field("in", "a")
                        + "]}");
        m.run(
                "modify_field_with_hash_based_offset",
                MiniProgram.field("out", "b"),
                MiniProgram.hex("0x0"),
                "{\"type\":\"calculation\",\"value\":\"c\"}",
                MiniProgram.hex("0x10"));
        unsupported("algorithm md6 in calculation c", m.json());
    }

    @Test
    void whatIsNotAProgram() {
        refused(Code.INVALID_ARGUMENT, "not JSON", NOTHING, "P4");
        refused(Code.INVALID_ARGUMENT, "not a JSON object", NOTHING, "[]");
        refused(
                Code.INVALID_ARGUMENT,
                "no format version (__meta__.version)",
                NOTHING,
                json().replace("\"version\"", "\"compiler\""));
        refused(Code.INVALID_ARGUMENT, "parsers", NOTHING, json().replace("\"parsers\"", "\"x\""));
        refused(
                Code.INVALID_ARGUMENT,
                "unknown field in.zz",
                NOTHING,
                running("assign", MiniProgram.field("in", "zz"), MiniProgram.hex("0x1")));
        refused(
                Code.INVALID_ARGUMENT,
                "unknown node nowhere",
                NOTHING,
                json().replace("{\"act\":null}", "{\"act\":\"nowhere\"}"));
    }

    @Test
    void aP4InfoOfAnotherProgram() throws IOException {
        P4InfoOuterClass.Preamble p =
                P4InfoOuterClass.Preamble.newBuilder().setId(1).setName("other").build();
        P4Info.Builder renamed = Harness.p4info("l3").toBuilder();
        renamed.getTablesBuilder(0).getPreambleBuilder().setName("other");
        refused(
                Code.INVALID_ARGUMENT,
                "of two programs: the one has table other, the other I.flows",
                renamed.build(),
                new String(Harness.resource("l3.json"), StandardCharsets.UTF_8));
        for (int type : new int[] {2, 3, 4, 5, 6}) {
            P4Info.Builder other = Harness.p4info("l3").toBuilder();
            P4InfoOuterClass.MatchField.Builder field =
                    other.getTablesBuilder(0).getMatchFieldsBuilder(0);
            if (field.getMatchTypeValue() != type) {
                field.setMatchTypeValue(type);
                refused(
                        Code.INVALID_ARGUMENT,
                        "differs from the P4Info",
                        other.build(),
                        new String(Harness.resource("l3.json"), StandardCharsets.UTF_8));
            }
        }
        refused(
                Code.INVALID_ARGUMENT,
                "no counter other",
                P4Info.newBuilder()
                        .addCounters(P4InfoOuterClass.Counter.newBuilder().setPreamble(p))
                        .build(),
                json());
        refused(
                Code.INVALID_ARGUMENT,
                "no digest other",
                P4Info.newBuilder()
                        .addDigests(P4InfoOuterClass.Digest.newBuilder().setPreamble(p))
                        .build(),
                json());
    }

    /** As of an older P4Info: each field behind the first would be read at the wrong bit. */
    @Test
    void headersOfPacketsToTheControllerWithOtherWidths() throws RefusedException {
        byte[] json =
                new MiniProgram()
                        .in("port", 9, false)
                        .in("pad", 7, false)
                        .out("b", 8, false)
                        .bytes();
        new Harness(packetIn("port", 9, "pad", 7), json);
        // Not this header, which another one of the program may be.
        new Harness(packetIn("port", 9, "reason", 15), json);
        refused(
                Code.INVALID_ARGUMENT,
                "the fields of packet_in have [8, 8] bits in the P4Info and [9, 7] in the program",
                packetIn("port", 8, "pad", 8),
                new String(json, StandardCharsets.UTF_8));
    }

    private static P4Info packetIn(String first, int width, String second, int secondWidth) {
        P4InfoOuterClass.ControllerPacketMetadata.Builder b =
                P4InfoOuterClass.ControllerPacketMetadata.newBuilder();
        b.getPreambleBuilder().setId(1).setName("packet_in");
        b.addMetadataBuilder().setId(1).setName(first).setBitwidth(width);
        b.addMetadataBuilder().setId(2).setName(second).setBitwidth(secondWidth);
        return P4Info.newBuilder().addControllerPacketMetadata(b).build();
    }

    @Test
    void fieldsThatAHeaderDoesNotHave() throws Exception {
        JsonNode root = new ObjectMapper().readTree(Harness.resource("semantics.json"));
        ObjectNode access =
                root.findParents("op").stream()
                        .filter(n -> n.get("op").asText().equals("access_field"))
                        .map(ObjectNode.class::cast)
                        .findFirst()
                        .orElseThrow();
        for (String field : List.of("99999", "-1", "\"mpls\"")) {
            access.set("right", new ObjectMapper().readTree(field));
            refused(
                    Code.INVALID_ARGUMENT,
                    "unknown field " + field + " of ",
                    Harness.p4info("semantics"),
                    root.toString());
        }
    }

    /** Any damage to a program ends in a program or in a refusal, never in another exception. */
    @Test
    void damagedPrograms() throws Exception {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        ObjectMapper mapper = new ObjectMapper();
        JsonNode whole = mapper.readTree(Harness.resource("semantics.json"));
        P4Info info = Harness.p4info("semantics");
        int refused = 0;
        for (int i = 0; i < Integer.getInteger("isthmus.rounds", 300); i++) {
            JsonNode root = whole.deepCopy();
            damage(root, random);
            byte[] json = mapper.writeValueAsBytes(root);
            try {
                new Harness(info, json);
            } catch (RefusedException e) {
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + " program " + i, e);
            }
        }
        assertTrue(refused > 60, "refused " + refused);
    }

    private static void damage(JsonNode root, Random random) {
        JsonNode at = root;
        for (int depth = random.nextInt(12); ; depth--) {
            List<JsonNode> below = new ArrayList<>();
            at.forEach(n -> below.add(n));
            below.removeIf(n -> n.size() == 0);
            if (depth <= 0 || below.isEmpty()) {
                break;
            }
            at = below.get(random.nextInt(below.size()));
        }
        JsonNode[] others = {
            NullNode.instance,
            new IntNode(-1),
            new IntNode(99999),
            new TextNode("x"),
            BooleanNode.TRUE
        };
        JsonNode other = others[random.nextInt(others.length)];
        if (at instanceof ObjectNode) {
            List<String> names = new ArrayList<>();
            at.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            if (random.nextBoolean()) {
                ((ObjectNode) at).remove(name);
            } else {
                ((ObjectNode) at).set(name, other);
            }
        } else {
            int i = random.nextInt(at.size());
            if (random.nextBoolean()) {
                ((ArrayNode) at).remove(i);
            } else {
                ((ArrayNode) at).set(i, other);
            }
        }
    }
}
