// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of differences in README.md: each row names tests that there are. */
class DifferencesTest {
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

    @Test
    void eachRowNamesItsTests() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String section = readme.substring(readme.indexOf("## Differences"));
        int rows = 0;
        for (String line : section.substring(0, section.indexOf("## Inside")).split("\n")) {
            if (!line.startsWith("| ") || line.startsWith("| |")) {
                continue;
            }
            rows++;
            String last = line.substring(line.lastIndexOf('|', line.length() - 2));
            Matcher m = TEST.matcher(last);
            assertTrue(m.find(), line);
            do {
                assertTrue(isTest(m.group(1), m.group(2)), "no test " + m.group());
            } while (m.find());
        }
        assertTrue(rows > 20, rows + " rows");
    }

    private static boolean isTest(String type, String method) {
        for (String name : new String[] {"bmv2.", "p4rt."}) {
            try {
                Class<?> c = Class.forName("org.isthmus.target." + name + type);
                return Arrays.stream(c.getDeclaredMethods())
                        .filter(m -> m.isAnnotationPresent(Test.class))
                        .map(Method::getName)
                        .anyMatch(method::equals);
            } catch (ClassNotFoundException e) {
                continue;
            }
        }
        return false;
    }
}
