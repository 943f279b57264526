// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.proto.Hex;

/**
 * Values as text that says everything of them: fields in the order in which a class declares them,
 * without the names that Java has for them, and maps in that of their keys.
 */
final class ValueText {
    private ValueText() {}

    static String of(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String) {
            return "'" + value + "'";
        }
        if (value instanceof byte[]) {
            return Hex.text((byte[]) value);
        }
        if (value.getClass().isArray()) {
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                list.add(Array.get(value, i));
            }
            return of(list);
        }
        if (value instanceof List) {
            return ((List<?>) value)
                    .stream().map(ValueText::of).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map) {
            return ((Map<?, ?>) value)
                    .entrySet().stream()
                            .map(e -> of(e.getKey()) + ": " + of(e.getValue()))
                            .sorted()
                            .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        String name = value.getClass().getName();
        return name.startsWith("java.")
                        || name.startsWith("org.isthmus.core.net.")
                        || name.endsWith(".DeviceId")
                ? value.toString()
                : fields(value);
    }

    private static String fields(Object value) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> c = value.getClass(); c != Object.class; c = c.getSuperclass()) {
            fields.addAll(List.of(c.getDeclaredFields()));
        }
        return fields.stream()
                .filter(f -> !Modifier.isStatic(f.getModifiers()))
                // Derived from the others.
                .filter(f -> !Modifier.isTransient(f.getModifiers()))
                .map(f -> of(get(f, value)))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static Object get(Field field, Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(field.toString(), e);
        }
    }
}
