// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class Nat64ManagerTest {
    /** ONOS reads names and defaults of properties from a file; the component has its own. */
    @Test
    void definitionsOfPropertiesAgree() throws IOException, ReflectiveOperationException {
        Map<String, String> defined = new TreeMap<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                Nat64Manager.class.getResourceAsStream("Nat64Manager.cfgdef"),
                                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    String[] parts = line.split("\\|", 4);
                    assertEquals("INTEGER", parts[1]);
                    assertTrue(parts[3].length() > 10, line);
                    defined.put(parts[0], parts[2]);
                }
            }
        }
        Map<String, String> declared = new TreeMap<>();
        for (Field field : OsgiPropertyConstants.class.getDeclaredFields()) {
            if (field.getType() == String.class) {
                Field byDefault =
                        OsgiPropertyConstants.class.getDeclaredField(field.getName() + "_DEFAULT");
                declared.put((String) field.get(null), byDefault.get(null).toString());
            }
        }
        assertEquals(declared, defined);
    }
}
