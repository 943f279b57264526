// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes {@code PuntReason} and {@code DropReason} of {@code org.isthmus.core.model} out of {@code
 * punt_reason_t} and {@code drop_reason_t} in {@code include/reasons.p4}: the values above 0, in
 * their order, each with its comment. Run by the build from source: {@code java
 * GenerateReasons.java P4_DIRECTORY SOURCES}.
 */
public final class GenerateReasons {
    private static final String HEAD =
            "// SPDX-License-Identifier: Apache-2.0\n"
                    + "// Generated from p4/include/reasons.p4 by GenerateReasons; not to be edited.\n"
                    + "package org.isthmus.core.model;\n\n";

    private static final String FIELD =
            "    private final String counter ="
                    + " \"punted_\" + name().toLowerCase(java.util.Locale.ROOT);\n";
    private static final String COUNTER =
            "    /** The name in the API of how many there were. */\n"
                    + "    public String counter() {\n"
                    + "        return counter;\n    }\n\n";

    private GenerateReasons() {}

    /**
     * @param args the directory of the P4 program, where Java goes
     */
    public static void main(String[] args) throws IOException {
        String p4 = Files.readString(Path.of(args[0], "include", "reasons.p4"));
        Path out = Path.of(args[1], "org", "isthmus", "core", "model");
        Files.createDirectories(out);
        write(out, "PuntReason", "punt", "Why a switch sent a packet up", p4);
        write(out, "DropReason", "drop", "Why a switch did not send a packet on", p4);
    }

    private static void write(Path out, String name, String kind, String what, String p4)
            throws IOException {
        Path file = out.resolve(name + ".java");
        String source = source(name, kind, what, p4);
        // A file that is written anew has the whole module compiled again.
        if (!Files.exists(file) || !Files.readString(file).equals(source)) {
            Files.writeString(file, source);
        }
    }

    private static String source(String name, String kind, String what, String p4) {
        StringBuilder values = new StringBuilder();
        Matcher value =
                Pattern.compile(
                                String.format(
                                        "^const %s_reason_t %s_(\\w+) = (\\d+);((?: *// .+\n)+)",
                                        kind, kind.toUpperCase(Locale.ROOT)),
                                Pattern.MULTILINE)
                        .matcher(p4);
        while (value.find()) {
            // 0 stands for a packet that was not sent up, or not dropped.
            if (!value.group(2).equals("0")) {
                String comment = value.group(3).replaceAll("\\s*// ", " ").strip();
                String sentence =
                        comment.substring(0, 1).toUpperCase(Locale.ROOT) + comment.substring(1);
                values.append(values.length() == 0 ? "" : ",\n")
                        .append("    /** ")
                        .append(sentence)
                        .append(". */\n    ")
                        .append(value.group(1))
                        .append("(\"")
                        .append(comment.replace("\\", "\\\\").replace("\"", "\\\""))
                        .append("\")");
            }
        }
        if (values.length() == 0) {
            throw new IllegalArgumentException("reasons.p4: no constants of " + kind + "_reason_t");
        }
        return HEAD
                + ("/** " + what + ": {@code " + kind + "_reason_t} of the P4 program. */\n")
                + ("public enum " + name + " {\n" + values + ";\n\n")
                + (kind.equals("punt") ? FIELD : "")
                + "    private final String text;\n\n"
                + ("    " + name + "(String text) {\n        this.text = text;\n    }\n\n")
                + (kind.equals("punt") ? COUNTER : "")
                + "    /** For operators: what the P4 program says of it, neither a capital first nor a full stop. */\n"
                + "    public String text() {\n        return text;\n    }\n}\n";
    }
}
