// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isthmus.app.api.Nat64Event;
import org.junit.jupiter.api.Test;
import org.onosproject.common.event.impl.TestEventDispatcher;
import org.onosproject.net.Device;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.osgi.service.component.ComponentContext;

class Nat64ManagerTest {
    /** ONOS reads names and defaults of properties from a file; the component has its own. */
    @Test
    void definitionsOfPropertiesAgree() throws IOException, ReflectiveOperationException {
        Map<String, String> types = new TreeMap<>();
        Map<String, String> defined = new TreeMap<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                Nat64Manager.class.getResourceAsStream("Nat64Manager.cfgdef"),
                                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    String[] parts = line.split("\\|", 4);
                    types.put(parts[0], parts[1]);
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
                String name = (String) field.get(null);
                declared.put(name, byDefault.get(null).toString());
                assertEquals(
                        byDefault.getType() == boolean.class ? "BOOLEAN" : "INTEGER",
                        types.get(name),
                        name);
            }
        }
        assertEquals(declared, defined);
    }

    @Test
    void deactivationTakesAllOffTheDevicesUnlessItIsNotTo() {
        assertTrue(isPurgedWith(Map.of()));
        assertTrue(isPurgedWith(Map.of("purgeOnDeactivation", "true")));
        assertFalse(isPurgedWith(Map.of("purgeOnDeactivation", "false")));
    }

    /** Whether a manager that ONOS tells of these properties asks for devices to empty. */
    private static boolean isPurgedWith(Map<String, String> properties) {
        AtomicBoolean isAsked = new AtomicBoolean();
        Nat64Manager manager = new Nat64Manager();
        manager.eventDispatcher = new TestEventDispatcher();
        manager.eventDispatcher.addSink(Nat64Event.class, event -> {});
        manager.deviceService =
                new DeviceServiceAdapter() {
                    @Override
                    public Iterable<Device> getAvailableDevices() {
                        isAsked.set(true);
                        return List.of();
                    }
                };
        ComponentContext context =
                (ComponentContext)
                        Proxy.newProxyInstance(
                                Nat64ManagerTest.class.getClassLoader(),
                                new Class<?>[] {ComponentContext.class},
                                (self, method, arguments) -> new Hashtable<>(properties));
        manager.modified(context);
        manager.removed();
        return isAsked.get();
    }
}
