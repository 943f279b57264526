// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Preamble;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * SDNet's description of a switch, the file that {@code p4c-sdnet --sdnet_info} writes, as far as
 * P4-NetFPGA's p4_px_tables.py reads it: of each table its number, its match kind and the fields of
 * keys and values, the first one in the highest bits. Fields with "hit" or "padding" in their names
 * are no part of a row, as there.
 */
public final class SwitchInfo {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BLOCK = "Pipe";
    private static final String ACTION_RUN = "action_run";
    private static final String NO_ACTION = "NoAction";

    /** How a table matches. */
    public enum Kind {
        EXACT("EM", MatchField.MatchType.EXACT),
        TERNARY("TCAM", MatchField.MatchType.TERNARY),
        LPM("LPM", MatchField.MatchType.LPM);

        private final String sdnet;
        final MatchField.MatchType p4;

        Kind(String sdnet, MatchField.MatchType p4) {
            this.sdnet = sdnet;
            this.p4 = p4;
        }

        private static Kind of(String sdnet) {
            for (Kind k : values()) {
                if (k.sdnet.equals(sdnet)) {
                    return k;
                }
            }
            return null;
        }
    }

    /** A field of a key or of a value. Immutable. */
    public static final class Field {
        public final String name;
        public final int bits;

        /** The action that has it for a parameter; null: none. */
        public final String action;

        private Field(String name, int bits, String action) {
            this.name = name;
            this.bits = bits;
            this.action = action;
        }
    }

    /** One table. Immutable. */
    public static final class Lookup {
        public final String name;
        public final int id;
        public final Kind kind;
        public final List<Field> key;

        /** Without the first one, the number of the action. */
        public final List<Field> params;

        /** Bits of the number of the action. */
        public final int actionBits;

        /** Their numbers, by name; that of none at all is 0. */
        public final Map<String, Integer> actions;

        /** Rows for which the table was made; 0: SDNet's description does not tell. */
        public final long size;

        private Lookup(
                String name,
                int id,
                Kind kind,
                List<Field> key,
                int actionBits,
                List<Field> params,
                Map<String, Integer> actions,
                long size) {
            this.name = name;
            this.id = id;
            this.kind = kind;
            this.key = List.copyOf(key);
            this.actionBits = actionBits;
            this.params = List.copyOf(params);
            this.actions = Map.copyOf(actions);
            this.size = size;
        }
    }

    private final Map<String, Lookup> lookups;

    private SwitchInfo(Map<String, Lookup> lookups) {
        this.lookups = Collections.unmodifiableMap(lookups);
    }

    /** By the tables' names in P4, in the order of the description. */
    public Map<String, Lookup> lookups() {
        return lookups;
    }

    /**
     * @throws MisfitException it is no description of a switch; says where
     */
    public static SwitchInfo parse(byte[] json) throws MisfitException {
        JsonNode root;
        try {
            root = JSON.readTree(new String(json, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new MisfitException("it is no JSON: " + e.getMessage());
        }
        Map<String, Lookup> found = new LinkedHashMap<>();
        for (JsonNode block : root) {
            for (JsonNode lookup : block.path("px_lookups")) {
                Lookup one = lookup(lookup);
                if (found.put(one.name, one) != null) {
                    throw new MisfitException("table " + one.name + " is described twice");
                }
            }
        }
        if (found.isEmpty()) {
            throw new MisfitException("it describes no table (px_lookups)");
        }
        return new SwitchInfo(found);
    }

    private static Lookup lookup(JsonNode lookup) throws MisfitException {
        String name = shortName(text(lookup, "p4_name", "a table"));
        String where = "table " + name;
        String match = text(lookup, "match_type", where);
        Kind kind = Kind.of(match);
        if (kind == null) {
            throw new MisfitException(
                    where + ": match_type " + match + " is none of EM, TCAM, LPM");
        }
        // A number in some versions, a string of digits in others.
        int id;
        try {
            id = Integer.parseInt(text(lookup, "tableID", where));
        } catch (NumberFormatException e) {
            throw new MisfitException(where + ": tableID is no number");
        }
        List<Field> value = fields(lookup.path("response_fields"), where + " response_fields");
        if (value.isEmpty() || !value.get(0).name.equals(ACTION_RUN)) {
            throw new MisfitException(where + ": response_fields do not begin with " + ACTION_RUN);
        }
        Map<String, Integer> actions = new HashMap<>();
        for (Map.Entry<String, JsonNode> e : lookup.path("action_ids").properties()) {
            if (!e.getValue().canConvertToInt()) {
                throw new MisfitException(where + ": action " + e.getKey() + " has no number");
            }
            actions.put(shortName(e.getKey()), e.getValue().asInt());
        }
        return new Lookup(
                name,
                id,
                kind,
                fields(lookup.path("request_fields"), where + " request_fields"),
                value.get(0).bits,
                value.subList(1, value.size()),
                actions,
                0);
    }

    private static List<Field> fields(JsonNode list, String where) throws MisfitException {
        List<Field> found = new ArrayList<>();
        for (JsonNode field : list) {
            if (field.path("type").asText().equals("struct")) {
                String action =
                        field.has("p4_action") ? shortName(field.get("p4_action").asText()) : null;
                for (JsonNode inner : field.path("fields")) {
                    add(inner, action, where, found);
                }
            } else {
                add(field, null, where, found);
            }
        }
        return found;
    }

    private static void add(JsonNode field, String action, String where, List<Field> to)
            throws MisfitException {
        String name = text(field, "px_name", where);
        if (isNoPartOfARow(name)) {
            return;
        }
        int bits = field.path("size").asInt();
        if (bits <= 0) {
            throw new MisfitException(where + ": " + name + " has no size");
        }
        to.add(new Field(name, bits, action));
    }

    private static boolean isNoPartOfARow(String name) {
        return name.contains("hit") || name.contains("padding");
    }

    private static String text(JsonNode of, String field, String where) throws MisfitException {
        JsonNode found = of.path(field);
        if (!found.isValueNode() || found.asText().isEmpty()) {
            throw new MisfitException(where + " has no " + field);
        }
        return found.asText();
    }

    /**
     * The last part of a name, as P4Info's alias: P4 puts the controls in front that it is in,
     * SDNet the block.
     */
    public static String shortName(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** As tables and actions are called here. */
    public static String name(Preamble p) {
        return p.getAlias().isEmpty() ? shortName(p.getName()) : p.getAlias();
    }

    /**
     * What SDNet would say of a program, for cards that are not made by SDNet: tables are numbered
     * in the order of the P4Info. It has their sizes as well.
     *
     * @throws MisfitException a table with keys of several match kinds, or of others than SDNet's
     */
    public static SwitchInfo of(P4Info info) throws MisfitException {
        Map<Integer, Action> actions = new HashMap<>();
        info.getActionsList().forEach(a -> actions.put(a.getPreamble().getId(), a));
        Map<String, Lookup> lookups = new LinkedHashMap<>();
        for (Table t : info.getTablesList()) {
            Lookup one = lookup(t, lookups.size(), actions);
            lookups.put(one.name, one);
        }
        return new SwitchInfo(lookups);
    }

    private static Lookup lookup(Table t, int id, Map<Integer, Action> actions)
            throws MisfitException {
        String name = name(t.getPreamble());
        Set<Kind> kinds = new HashSet<>();
        List<Field> key = new ArrayList<>();
        for (MatchField f : t.getMatchFieldsList()) {
            kinds.add(kind(f));
            key.add(new Field(f.getName(), f.getBitwidth(), null));
        }
        if (kinds.size() != 1 || kinds.contains(null)) {
            throw new MisfitException(
                    "table " + name + ": its keys are not all exact, all ternary or one lpm");
        }
        Map<String, Integer> numbers = new LinkedHashMap<>();
        numbers.put(NO_ACTION, 0);
        List<Field> params = new ArrayList<>();
        for (ActionRef ref : t.getActionRefsList()) {
            Action a = actions.get(ref.getId());
            String action = name(a.getPreamble());
            numbers.putIfAbsent(action, numbers.size());
            if (ref.getScope() != ActionRef.Scope.DEFAULT_ONLY) {
                a.getParamsList()
                        .forEach(p -> params.add(new Field(p.getName(), p.getBitwidth(), action)));
            }
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(numbers.size() - 1);
        return new Lookup(
                name,
                id,
                kinds.iterator().next(),
                key,
                Math.max(1, bits),
                params,
                numbers,
                t.getSize());
    }

    /** Null: one that SDNet has not. */
    private static Kind kind(MatchField f) {
        for (Kind k : Kind.values()) {
            if (k.p4 == f.getMatchType()) {
                return k;
            }
        }
        return null;
    }

    /** As {@link #parse} reads it. */
    public byte[] toJson() {
        ObjectNode root = JSON.createObjectNode();
        ArrayNode all = root.putObject(BLOCK).putArray("px_lookups");
        for (Lookup l : lookups.values()) {
            ObjectNode one = all.addObject();
            one.put("p4_name", l.name);
            one.put("px_name", l.name);
            one.put("tableID", l.id);
            one.put("match_type", l.kind.sdnet);
            ObjectNode ids = one.putObject("action_ids");
            l.actions.forEach(
                    (action, number) ->
                            ids.put(
                                    (action.equals(NO_ACTION) ? "" : BLOCK) + "." + action,
                                    number));
            ArrayNode request = one.putArray("request_fields");
            l.key.forEach(f -> bits(request, f.name, f.bits));
            ArrayNode response = one.putArray("response_fields");
            bits(response, "hit", 1);
            bits(response, ACTION_RUN, l.actionBits);
            Map<String, ArrayNode> structs = new HashMap<>();
            for (Field f : l.params) {
                bits(structs.computeIfAbsent(f.action, a -> struct(response, a)), f.name, f.bits);
            }
        }
        return root.toPrettyString().getBytes(StandardCharsets.UTF_8);
    }

    private static ArrayNode struct(ArrayNode response, String action) {
        ObjectNode struct = response.addObject();
        struct.put("type", "struct");
        struct.put("px_name", action + "_0");
        struct.put("p4_action", BLOCK + "." + action);
        return struct.putArray("fields");
    }

    private static void bits(ArrayNode to, String name, int size) {
        to.addObject().put("type", "bits").put("px_name", name).put("size", size);
    }
}
