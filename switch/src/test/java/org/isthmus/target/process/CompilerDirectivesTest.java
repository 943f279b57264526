// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the JVM's compilers are told, of which they check the syntax alone. */
class CompilerDirectivesTest {
    private static final Path FILE =
            Path.of("target/classes/org/isthmus/target/process/compiler-directives.json");

    /** Our classes and methods as the directives name them: a/b/C*.method. */
    private static final Pattern OURS = Pattern.compile("\"-?(org/isthmus/[^\".]*)\\.([^\"]*)\"");

    private static List<MatchResult> ours() throws IOException {
        return OURS.matcher(Files.readString(FILE)).results().collect(Collectors.toList());
    }

    private static List<String> classesOf(String pattern) throws IOException {
        Path classes = Path.of("target/classes");
        String prefix =
                pattern.endsWith("*")
                        ? pattern.substring(0, pattern.length() - 1)
                        : pattern + ".class";
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(f -> classes.relativize(f).toString())
                    .filter(f -> f.endsWith(".class") && f.startsWith(prefix))
                    .map(f -> f.substring(0, f.length() - ".class".length()).replace('/', '.'))
                    .collect(Collectors.toList());
        }
    }

    @Test
    void nameClassesAndMethodsThatThereAre() throws Exception {
        assertFalse(ours().isEmpty());
        for (MatchResult name : ours()) {
            List<String> classes = classesOf(name.group(1));
            assertFalse(classes.isEmpty(), name.group());
            if (!name.group(2).equals("*")) {
                boolean found = false;
                for (String c : classes) {
                    found |=
                            Stream.of(
                                            Class.forName(c, false, getClass().getClassLoader())
                                                    .getDeclaredMethods())
                                    .anyMatch(m -> m.getName().equals(name.group(2)));
                }
                assertTrue(found, name.group());
            }
        }
    }

    @Test
    void areTakenByTheJvm() throws Exception {
        assertEquals("3 compiler directives added", CompilerDirectives.add());
    }
}
