// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isthmus.cli.migration.Draft.Row;
import org.isthmus.cli.migration.Draft.Section;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;

/** A draft together with a netcfg, checked as the controller does. For one thread. */
public final class Join {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(JsonParser.Feature.ALLOW_COMMENTS);

    private static final Pattern ROW =
            Pattern.compile("apps\\.org\\.isthmus\\.nat64\\.([a-z]+)\\[([0-9]+)].*");

    private static final Pattern OPTION =
            Pattern.compile("apps\\.org\\.isthmus\\.nat64\\.options\\.([A-Za-z0-9]+).*");

    private final Draft draft;
    private final Notes notes;
    private final String name;
    private final boolean whole;
    private final ObjectNode root;
    private final ObjectNode nat64;

    /** How many rows of each section were there before. */
    private final Map<Section, Integer> before = new EnumMap<>(Section.class);

    private List<String> warnings = List.of();

    private Join(Draft draft, String name, JsonNode base) throws ImportException {
        this.draft = draft;
        notes = draft.notes();
        this.name = name;
        whole = base != null;
        if (whole && !base.isObject()) {
            throw new ImportException(List.of(name + ": must be a JSON object"));
        }
        root = whole ? (ObjectNode) base : MAPPER.createObjectNode();
        nat64 = object(object(object(root, "apps"), "org.isthmus"), "nat64");
    }

    /**
     * @param netcfg what the draft is added to, UTF-8; null: nothing
     * @param name what messages call it
     * @throws ImportException with all that is wrong, each with its place
     */
    public static Join of(Draft draft, byte[] netcfg, String name) throws ImportException {
        draft.notes().throwIfWrong();
        JsonNode base = null;
        if (netcfg != null) {
            try {
                Netcfg.parse(netcfg);
                base = MAPPER.readTree(netcfg);
            } catch (NetcfgException e) {
                List<String> lines = new ArrayList<>();
                e.problems().forEach(p -> lines.add(name + ": " + p));
                throw new ImportException(lines);
            } catch (IOException e) {
                throw new IllegalStateException("it was parsed before", e);
            }
        }
        Join join = new Join(draft, name, base);
        join.join();
        join.check();
        return join;
    }

    private ObjectNode object(ObjectNode parent, String field) throws ImportException {
        JsonNode child = parent.get(field);
        if (child == null) {
            return parent.putObject(field);
        }
        return (ObjectNode) child;
    }

    private void join() throws ImportException {
        instances();
        owners();
        poolNames();
        for (Section section : Section.values()) {
            JsonNode list = nat64.path(section.field);
            before.put(section, list.size());
            List<Row> rows = draft.rows(section);
            if (!rows.isEmpty()) {
                ArrayNode all = list.isArray() ? (ArrayNode) list : nat64.putArray(section.field);
                rows.forEach(row -> all.add(row.json));
            }
        }
        options();
    }

    /** Adds the ids that several instances need. */
    private void instances() throws ImportException {
        JsonNode there = nat64.path("instances");
        List<Row> ours = draft.rows(Section.INSTANCES);
        Set<Integer> ids = new HashSet<>();
        for (JsonNode instance : there) {
            String its = instance.path("name").textValue();
            for (Row row : ours) {
                if (row.json.path("name").textValue().equals(its)) {
                    notes.wrong(
                            row.place,
                            name + " has an instance " + its + ": give another by --instance");
                }
            }
            ids.add(instance.path("id").asInt(1));
        }
        notes.throwIfWrong();
        if (there.size() + ours.size() < 2 || ours.isEmpty()) {
            return;
        }
        if (there.size() == 1) {
            // It was the only one, and needed not be named.
            ObjectNode only = (ObjectNode) there.get(0);
            only.put("id", only.path("id").asInt(1));
            for (Section section : List.of(Section.POOLS, Section.EAMT, Section.STATIC)) {
                for (JsonNode row : nat64.path(section.field)) {
                    if (!row.has("instance")) {
                        ((ObjectNode) row).set("instance", only.get("name"));
                    }
                }
            }
        }
        int id = 1;
        for (Row row : ours) {
            while (!ids.add(id)) {
                id++;
            }
            row.json.put("id", id);
        }
    }

    /** Names the instance of what the files name none for. */
    private void owners() throws ImportException {
        String only = null;
        for (Section section : List.of(Section.POOLS, Section.EAMT, Section.STATIC)) {
            for (Row row : draft.rows(section)) {
                if (!row.json.has("instance")) {
                    only = only == null ? only(row.place) : only;
                    row.json.put("instance", only);
                }
            }
        }
    }

    private String only(Place place) throws ImportException {
        List<String> names = new ArrayList<>();
        nat64.path("instances").forEach(i -> names.add(i.path("name").asText()));
        draft.rows(Section.INSTANCES).forEach(r -> names.add(r.json.path("name").asText()));
        String given = draft.givenInstance();
        if (names.isEmpty()) {
            draft.instance(place, given == null ? "default" : given, null);
            notes.throwIfWrong();
            return draft.rows(Section.INSTANCES).get(0).json.path("name").textValue();
        }
        if (given != null && names.contains(given)) {
            return given;
        }
        if (given != null || names.size() > 1) {
            notes.wrong(
                    place,
                    (given == null ? "which instance is it of?" : "there is no instance " + given)
                            + " --instance names one of "
                            + String.join(", ", names));
            notes.throwIfWrong();
        }
        return names.get(0);
    }

    /** Pools are called after their instance. */
    private void poolNames() {
        Set<String> names = new HashSet<>();
        nat64.path("pools").forEach(p -> names.add(p.path("name").asText()));
        // The last number of each stem: those before are taken.
        Map<String, Integer> numbers = new HashMap<>();
        for (Row row : draft.rows(Section.POOLS)) {
            String instance = row.json.path("instance").textValue();
            String stem = instance.substring(0, Math.min(58, instance.length()));
            String pool = instance;
            while (!names.add(pool)) {
                pool = stem + "-" + numbers.merge(stem, 2, (last, two) -> last + 1);
            }
            ObjectNode rest = row.json.deepCopy();
            row.json.removeAll();
            row.json.put("name", pool).put("instance", instance).setAll(rest);
        }
    }

    private void options() throws ImportException {
        for (Map.Entry<String, Row> e : draft.options().entrySet()) {
            ObjectNode options = object(nat64, "options");
            String option = e.getKey();
            JsonNode value = e.getValue().json.get(option);
            JsonNode there = options.get(option);
            if (there != null && !there.equals(value)) {
                notes.dropped(
                        e.getValue().place,
                        value,
                        name + " has options." + option + " " + there + ", for all instances");
            } else {
                options.set(option, value);
            }
        }
    }

    private void check() throws ImportException {
        try {
            Netcfg netcfg = whole ? Netcfg.parse(netcfg()) : Netcfg.of(root);
            if (whole) {
                warnings = netcfg.warnings();
            }
        } catch (NetcfgException e) {
            List<String> lines = new ArrayList<>();
            e.problems().forEach(p -> lines.add(located(p)));
            throw new ImportException(lines);
        }
    }

    /** A problem of the netcfg with the place in the file it comes from. */
    private String located(String problem) {
        Place place = null;
        Matcher row = ROW.matcher(problem);
        Matcher option = OPTION.matcher(problem);
        if (row.matches()) {
            for (Section section : Section.values()) {
                int i = section.field.equals(row.group(1)) ? Integer.parseInt(row.group(2)) : -1;
                if (i >= before.get(section)) {
                    place = draft.rows(section).get(i - before.get(section)).place;
                }
            }
        } else if (option.matches() && draft.options().containsKey(option.group(1))) {
            place = draft.options().get(option.group(1)).place;
        }
        return (place == null ? "" : place + ": ") + problem;
    }

    /**
     * Takes the EAMs that were imported out of the netcfg, as CSV that {@code eamt import} takes.
     */
    public String takeEams() {
        StringBuilder csv = new StringBuilder("ipv4,ipv6,instance,host\r\n");
        ArrayNode all = (ArrayNode) nat64.get(Section.EAMT.field);
        for (Row row : draft.rows(Section.EAMT)) {
            csv.append(row.json.path("ipv4").textValue()).append(',');
            csv.append(row.json.path("ipv6").textValue()).append(',');
            csv.append(row.json.path("instance").textValue()).append(",ipv6\r\n");
            all.remove(all.size() - 1);
        }
        if (all != null && all.isEmpty()) {
            nat64.remove(Section.EAMT.field);
        }
        return csv.toString();
    }

    /** The whole netcfg, UTF-8 with a final line break. */
    public byte[] netcfg() {
        try {
            String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
            return (text + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can be written", e);
        }
    }

    /** What the controller would warn of; nothing without a netcfg. */
    public List<String> warnings() {
        return warnings;
    }

    /** How many of each were taken over: {@code 1 instance, 2 pools}. */
    public String counts() {
        List<String> parts = new ArrayList<>();
        for (Section section : Section.values()) {
            int n = draft.rows(section).size();
            if (n > 0) {
                parts.add(n + " " + noun(section) + (n == 1 ? "" : "s"));
            }
        }
        return parts.isEmpty() ? "nothing" : String.join(", ", parts);
    }

    private static String noun(Section section) {
        switch (section) {
            case INSTANCES:
                return "instance";
            case POOLS:
                return "pool";
            case EAMT:
                return "EAM";
            default:
                return "static binding";
        }
    }
}
