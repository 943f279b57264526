// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.ControllerPacketMetadata;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Preamble;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * Writes what the build makes of the compiled P4 program:
 *
 * <ul>
 *   <li>{@code org.isthmus.pipeline.P4}: the names of the program as Java constants, out of its
 *       P4Info and of the constants that P4Info does not have;
 *   <li>for each profile of {@code profiles.json}, its program with the table sizes of that
 *       profile: the BMv2 JSON, the P4Info in binary form, which is quicker to read, and as text
 *       without what ONOS's parser does not know.
 * </ul>
 *
 * <p>And, for tests, {@code org.isthmus.pipeline.NewTable}: the names of {@code new_table.p4}.
 *
 * <p>Run by the build from source: {@code java GenerateP4.java P4_DIRECTORY SOURCES RESOURCES
 * TEST_SOURCES}. One input gives one output, byte for byte.
 */
public final class GenerateP4 {
    private static final String HEAD =
            "// SPDX-License-Identifier: Apache-2.0\n"
                    + "// Generated from the P4 program by GenerateP4; not to be edited.\n"
                    + "package org.isthmus.pipeline;\n\n"
                    + "/** Ids, widths and numbers of the P4 program. */\n"
                    + "public final class NAME {\n"
                    + "    private NAME() {}\n\n"
                    + "    /** Javac copies constants, and byte code does not tell whence. */\n"
                    + "    private static int number(int value) {\n"
                    + "        return value;\n"
                    + "    }\n";

    /** The parser would report every field it was told to pass over. */
    private static final Logger PARSER_LOG = Logger.getLogger(TextFormat.class.getName());

    private final StringBuilder out = new StringBuilder();

    private GenerateP4(String name) {
        out.append(HEAD.replace("NAME", name));
    }

    /**
     * @param args the directory of the P4 program, where Java goes, where resources go, where Java
     *     of the tests goes
     */
    public static void main(String[] args) throws IOException {
        Path p4 = Path.of(args[0]);
        Path packagePath = Path.of("org", "isthmus", "pipeline");
        PARSER_LOG.setLevel(Level.OFF);
        P4Info info = read(p4.resolve("compiled/isthmus.p4info.txtpb"));
        write(
                Path.of(args[1]).resolve(packagePath).resolve("P4.java"),
                source(info, p4.resolve("include")).getBytes(StandardCharsets.UTF_8));
        GenerateP4 newTable = new GenerateP4("NewTable");
        newTable.info(read(p4.resolve("compiled/new_table.p4info.txtpb")));
        write(
                Path.of(args[3]).resolve(packagePath).resolve("NewTable.java"),
                newTable.out.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
        ObjectMapper json = new ObjectMapper();
        for (Map.Entry<String, JsonNode> profile :
                json.readTree(p4.resolve("profiles.json").toFile()).properties()) {
            Path out = Path.of(args[2]).resolve(packagePath).resolve(profile.getKey());
            JsonNode sizes = profile.getValue().required("sizes");
            Path program =
                    p4.resolve("compiled").resolve(profile.getValue().path("program").asText());
            P4Info.Builder sizedInfo = read(program.resolve("isthmus.p4info.txtpb")).toBuilder();
            JsonNode sizedConfig = json.readTree(program.resolve("isthmus.json").toFile());
            for (Map.Entry<String, JsonNode> size : sizes.properties()) {
                resize(sizedInfo, sizedConfig, size.getKey(), size.getValue());
            }
            write(out.resolve("isthmus.p4info.bin"), sizedInfo.build().toByteArray());
            write(
                    out.resolve("isthmus.p4info.txtpb"),
                    TextFormat.printer().printToString(sizedInfo).getBytes(StandardCharsets.UTF_8));
            write(out.resolve("isthmus.json"), json.writeValueAsBytes(sizedConfig));
        }
    }

    /**
     * Gives a table another size, in entries.
     *
     * @throws IllegalArgumentException if there is no such table, or that is no size
     */
    private static void resize(P4Info.Builder info, JsonNode config, String table, JsonNode size) {
        if (!size.canConvertToInt() || size.intValue() <= 0) {
            throw new IllegalArgumentException("profiles.json: " + table + " has size " + size);
        }
        boolean inInfo = false;
        for (Table.Builder t : info.getTablesBuilderList()) {
            if (t.getPreamble().getName().equals(table)) {
                t.setSize(size.intValue());
                inInfo = true;
            }
        }
        boolean inConfig = false;
        for (JsonNode pipeline : config.required("pipelines")) {
            for (JsonNode t : pipeline.required("tables")) {
                if (t.required("name").asText().equals(table)) {
                    ((ObjectNode) t).set("max_size", size);
                    inConfig = true;
                }
            }
        }
        if (!inInfo || !inConfig) {
            throw new IllegalArgumentException(
                    "profiles.json: no table " + table + " in the " + (inInfo ? "JSON" : "P4Info"));
        }
    }

    private static String source(P4Info info, Path include) throws IOException {
        GenerateP4 generator = new GenerateP4("P4");
        generator.info(info);
        String reasons = Files.readString(include.resolve("reasons.p4"));
        generator.names("DropReasons", "drop_reason_t DROP_", reasons);
        generator.names("PuntReasons", "punt_reason_t PUNT_", reasons);
        String packetIo = Files.readString(include.resolve("packet_io.p4"));
        generator.constant("CPU_PORT", packetIo);
        generator.constant("CPU_CLONE_SESSION", packetIo);
        generator.constant("WHOLE_SWITCH", Files.readString(include.resolve("types.p4")));
        return generator.out.append("}\n").toString();
    }

    private static P4Info read(Path file) throws IOException {
        P4Info.Builder info = P4Info.newBuilder();
        // Newer compilers write fields that our P4Info does not know and that we do not need.
        TextFormat.Parser.newBuilder()
                .setAllowUnknownFields(true)
                .build()
                .merge(Files.readString(file), info);
        return info.build();
    }

    /** A file that is written anew has the whole module compiled again. */
    private static void write(Path file, byte[] bytes) throws IOException {
        if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        }
    }

    private void info(P4Info info) {
        group(
                "Tables",
                "with their match fields",
                () -> {
                    for (Table t : sorted(info.getTablesList(), Table::getPreamble)) {
                        open("Table", t.getPreamble());
                        for (MatchField f : t.getMatchFieldsList()) {
                            part("Field", f.getName(), f.getId(), f.getBitwidth());
                        }
                        close();
                    }
                });
        group(
                "Actions",
                "with their parameters",
                () -> {
                    for (Action a : sorted(info.getActionsList(), Action::getPreamble)) {
                        open("Action", a.getPreamble());
                        for (Action.Param p : a.getParamsList()) {
                            part("Param", p.getName(), p.getId(), p.getBitwidth());
                        }
                        close();
                    }
                });
        ids("ActionProfiles", info.getActionProfilesList(), p -> p.getPreamble());
        ids("Counters", info.getCountersList(), c -> c.getPreamble());
        ids("DirectCounters", info.getDirectCountersList(), c -> c.getPreamble());
        ids("Meters", info.getMetersList(), m -> m.getPreamble());
        for (ControllerPacketMetadata header : info.getControllerPacketMetadataList()) {
            String name = header.getPreamble().getName();
            group(
                    camel(name),
                    "metadata by id, their width and first bit",
                    () -> {
                        int offset = 0;
                        for (ControllerPacketMetadata.Metadata m : header.getMetadataList()) {
                            value(m.getName(), m.getId());
                            value(m.getName() + "_bits", m.getBitwidth());
                            value(m.getName() + "_offset", offset);
                            offset += m.getBitwidth();
                        }
                        value("header_bits", offset);
                    });
        }
    }

    private <T> void ids(String group, List<T> all, Function<T, Preamble> preamble) {
        group(
                group,
                "by name",
                () -> {
                    for (T t : sorted(all, preamble)) {
                        Preamble p = preamble.apply(t);
                        out.append("        public static final int ")
                                .append(constantName(p.getAlias()))
                                .append(" = number(")
                                .append(hex(p.getId()))
                                .append(");\n");
                    }
                });
    }

    /**
     * The constants of a P4 type as an array of names by number.
     *
     * @param prefix the type, a space, and what all their names begin with
     */
    private void names(String group, String prefix, String source) {
        SortedMap<Integer, String> values = new TreeMap<>();
        Matcher value = Pattern.compile("const " + prefix + "(\\w+) = (\\d+);").matcher(source);
        while (value.find()) {
            values.put(Integer.valueOf(value.group(2)), value.group(1));
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no constants " + prefix);
        }
        group(
                group,
                "by name; NAMES has the names by value, null where there is none",
                () -> {
                    for (Map.Entry<Integer, String> v : values.entrySet()) {
                        value(v.getValue(), v.getKey());
                    }
                    StringBuilder array = new StringBuilder();
                    for (int i = 0; i <= values.lastKey(); i++) {
                        array.append("            ")
                                .append(
                                        values.containsKey(i)
                                                ? "\"" + values.get(i) + "\""
                                                : "null")
                                .append(",\n");
                    }
                    out.append("\n        private static final String[] NAMES = {\n")
                            .append(array)
                            .append("        };\n\n")
                            .append("        /** The name of a value, or null. */\n")
                            .append("        public static String name(int value) {\n")
                            .append("            return value >= 0 && value < NAMES.length")
                            .append(" ? NAMES[value] : null;\n        }\n\n")
                            .append("        /** Values are below this. */\n")
                            .append("        public static int limit() {\n")
                            .append("            return NAMES.length;\n        }\n");
                });
    }

    private void constant(String name, String source) {
        Matcher m = Pattern.compile("const \\w+(?:<\\d+>)? " + name + " = (\\d+);").matcher(source);
        if (!m.find()) {
            throw new IllegalArgumentException("no constant " + name);
        }
        out.append("\n    public static final int ")
                .append(name)
                .append(" = number(")
                .append(m.group(1))
                .append(");\n");
    }

    private void group(String name, String what, Runnable body) {
        out.append("\n    /** ")
                .append(Character.toUpperCase(what.charAt(0)))
                .append(what.substring(1))
                .append(". */\n")
                .append("    public static final class ")
                .append(name)
                .append(" {\n")
                .append("        private ")
                .append(name)
                .append("() {}\n\n");
        body.run();
        out.append("    }\n");
    }

    /**
     * @param type of {@code Ids}
     */
    private void open(String type, Preamble p) {
        String name = camel(p.getAlias());
        out.append("        public static final class ")
                .append(name)
                .append(" {\n")
                .append("            private ")
                .append(name)
                .append("() {}\n\n")
                .append("            public static final Ids.")
                .append(type)
                .append(" ID = new Ids.")
                .append(type)
                .append("(")
                .append(hex(p.getId()))
                .append(", \"")
                .append(p.getAlias())
                .append("\");\n");
    }

    /** A field or a parameter of what was opened. */
    private void part(String type, String name, int id, int bits) {
        out.append("            public static final Ids.")
                .append(type)
                .append(" ")
                .append(constantName(name))
                .append(" = new Ids.")
                .append(type)
                .append("(ID, ")
                .append(id)
                .append(", \"")
                .append(name)
                .append("\", ")
                .append(bits)
                .append(");\n");
    }

    private void close() {
        out.append("        }\n\n");
    }

    private void value(String name, int value) {
        out.append("            public static final int ")
                .append(constantName(name))
                .append(" = number(")
                .append(value)
                .append(");\n");
    }

    private static <T> List<T> sorted(List<T> all, Function<T, Preamble> preamble) {
        return all.stream()
                .sorted(
                        Comparator.comparing(
                                t -> Integer.toUnsignedLong(preamble.apply(t).getId())))
                .collect(Collectors.toList());
    }

    private static String hex(int id) {
        return String.format("0x%08x", id);
    }

    /** {@code bind_to4} to {@code BindTo4}. */
    private static String camel(String name) {
        StringBuilder s = new StringBuilder();
        for (String word : name.split("[_.]")) {
            s.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return s.toString();
    }

    private static String constantName(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }
}
