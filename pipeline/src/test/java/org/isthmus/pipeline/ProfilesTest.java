// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

/** Each profile of p4/profiles.json is the compiled program with other table sizes. */
class ProfilesTest {
    private static final Path P4_DIRECTORY = Path.of("../p4");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode profiles = json("profiles.json");

    ProfilesTest() throws IOException {}

    private static P4Info info(String file) throws IOException {
        return parse(Files.readString(P4_DIRECTORY.resolve(file)));
    }

    private static P4Info parse(String text) throws IOException {
        P4Info.Builder info = P4Info.newBuilder();
        // The compiler knows fields that are younger than our stubs.
        TextFormat.Parser.newBuilder().setAllowUnknownFields(true).build().merge(text, info);
        return info.build();
    }

    private static JsonNode json(String file) throws IOException {
        return JSON.readTree(P4_DIRECTORY.resolve(file).toFile());
    }

    /** What was compiled for a profile, a file in there. */
    private static String compiled(JsonNode profile, String file) {
        return Path.of("compiled", profile.path("program").asText(), file).toString();
    }

    /** Entries by table. */
    private static Map<String, Integer> sizes(P4Info info) {
        Map<String, Integer> sizes = new TreeMap<>();
        for (Table t : info.getTablesList()) {
            sizes.put(t.getPreamble().getName(), (int) t.getSize());
        }
        return sizes;
    }

    private static P4Info withoutSizes(P4Info info) {
        P4Info.Builder b = info.toBuilder();
        b.getTablesBuilderList().forEach(Table.Builder::clearSize);
        return b.build();
    }

    @Test
    void theP4InfoHasTheSizesOfTheProfileAndIsElseThatOfTheProgram() throws IOException {
        for (Map.Entry<String, JsonNode> profile : profiles.properties()) {
            P4Info info = info(compiled(profile.getValue(), "isthmus.p4info.txtpb"));
            Map<String, Integer> wanted = sizes(info);
            profile.getValue()
                    .get("sizes")
                    .properties()
                    .forEach(size -> wanted.put(size.getKey(), size.getValue().intValue()));
            P4Info sized = Pipeline.named(profile.getKey()).p4Info();
            assertEquals(wanted, sizes(sized), profile.getKey());
            assertEquals(withoutSizes(info), withoutSizes(sized), profile.getKey());
        }
    }

    @Test
    void theConfigurationHasTheSizesOfTheP4InfoAndIsElseThatOfTheProgram() throws IOException {
        for (String profile : (Iterable<String>) profiles::fieldNames) {
            Pipeline pipeline = Pipeline.named(profile);
            JsonNode sized = JSON.readTree(pipeline.deviceConfig().toByteArray());
            Map<String, Integer> sizes = sizes(pipeline.p4Info());
            JsonNode wanted = json(compiled(profiles.get(profile), "isthmus.json"));
            for (JsonNode table : wanted.findParents("max_size")) {
                String name = table.get("name").asText();
                if (sizes.containsKey(name)) {
                    ((ObjectNode) table).put("max_size", sizes.get(name));
                }
            }
            assertEquals(wanted, sized, profile);
        }
    }

    @Test
    void theTextForOnosIsTheSameP4Info() throws IOException {
        for (String profile : (Iterable<String>) profiles::fieldNames) {
            try (var text = Pipeline.class.getResourceAsStream(profile + "/isthmus.p4info.txtpb")) {
                assertEquals(
                        Pipeline.named(profile).p4Info(),
                        parse(new String(text.readAllBytes(), StandardCharsets.UTF_8)));
            }
        }
    }
}
