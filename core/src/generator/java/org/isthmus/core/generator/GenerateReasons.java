// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes {@code org.isthmus.core.model.PuntReason} out of {@code punt_reason_t} in {@code
 * include/reasons.p4}: the values above 0, in their order, each with its comment. Run by the build
 * from source: {@code java GenerateReasons.java P4_DIRECTORY SOURCES}.
 */
public final class GenerateReasons {
    private static final Pattern VALUE =
            Pattern.compile(
                    "^const punt_reason_t PUNT_(\\w+) = (\\d+);((?:\\s*// .+\n)+)",
                    Pattern.MULTILINE);
    private static final String HEAD =
            "// SPDX-License-Identifier: Apache-2.0\n"
                    + "// Generated from p4/include/reasons.p4 by GenerateReasons; not to be edited.\n"
                    + "package org.isthmus.core.model;\n\n"
                    + "/** Why a switch sent a packet up: {@code punt_reason_t} of the P4 program. */\n"
                    + "public enum PuntReason {\n";

    private GenerateReasons() {}

    /**
     * @param args the directory of the P4 program, where Java goes
     */
    public static void main(String[] args) throws IOException {
        Path out = Path.of(args[1], "org", "isthmus", "core", "model", "PuntReason.java");
        String source = source(Files.readString(Path.of(args[0], "include", "reasons.p4")));
        // A file that is written anew has the whole module compiled again.
        if (!Files.exists(out) || !Files.readString(out).equals(source)) {
            Files.createDirectories(out.getParent());
            Files.writeString(out, source);
        }
    }

    private static String source(String p4) {
        StringBuilder out = new StringBuilder(HEAD);
        Matcher value = VALUE.matcher(p4);
        while (value.find()) {
            // 0 stands for a packet that was not sent up.
            if (!value.group(2).equals("0")) {
                String comment = value.group(3).replaceAll("\\s*// ", " ").strip();
                out.append("    /** ")
                        .append(comment.substring(0, 1).toUpperCase(Locale.ROOT))
                        .append(comment.substring(1))
                        .append(". */\n    ")
                        .append(value.group(1))
                        .append(",\n");
            }
        }
        if (out.length() == HEAD.length()) {
            throw new IllegalArgumentException("reasons.p4: no constants of punt_reason_t");
        }
        return out.append("}\n").toString();
    }
}
