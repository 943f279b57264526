// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Configurations as text, read, and what is wrong with them. Stateless. */
final class NetcfgText {
    private NetcfgText() {}

    /** The example in the documentation. */
    static String example() throws IOException {
        String page = Files.readString(Path.of("../docs/netcfg.md"));
        int from = page.indexOf("```json\n") + "```json\n".length();
        return page.substring(from, page.indexOf("```", from));
    }

    static Netcfg parse(String json) throws NetcfgException {
        return Netcfg.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    /** As ONOS hands it over, where parts may be missing. */
    static Netcfg part(String json) throws NetcfgException, IOException {
        return Netcfg.of(new ObjectMapper().readTree(json));
    }

    static List<String> problems(String json) {
        return assertThrows(NetcfgException.class, () -> parse(json)).problems();
    }

    /** What is wrong with the example after a replacement, which must hit something. */
    static List<String> problemsAfter(String what, String with) throws IOException {
        String before = example();
        String after = before.replace(what, with);
        assertFalse(before.equals(after), "the example does not hold " + what);
        return problems(after);
    }
}
