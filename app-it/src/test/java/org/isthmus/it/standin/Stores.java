// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it.standin;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.ConsistentMapBuilder;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.EventuallyConsistentMapBuilder;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;

/** ONOS's maps, in the memory of one node; as far as the application uses them. */
final class Stores {
    /** Of all values: nobody else writes. */
    private static final long VERSION = 1;

    private final Map<String, Map<Object, Object>> maps = new ConcurrentHashMap<>();

    StorageService service() {
        return proxy(
                StorageService.class,
                (self, method, args) -> {
                    switch (method.getName()) {
                        case "consistentMapBuilder":
                            return new Builder<>();
                        case "eventuallyConsistentMapBuilder":
                            return eventualBuilder();
                        default:
                            throw new UnsupportedOperationException(method.toString());
                    }
                });
    }

    private final class Builder<K, V> extends ConsistentMapBuilder<K, V> {
        @Override
        public ConsistentMap<K, V> build() {
            Map<Object, Object> rows = rows(name());
            @SuppressWarnings("unchecked")
            ConsistentMap<K, V> map =
                    proxy(
                            ConsistentMap.class,
                            (self, method, args) -> consistent(rows, method, args));
            return map;
        }

        @Override
        public AsyncConsistentMap<K, V> buildAsyncMap() {
            throw new UnsupportedOperationException("the application has no asynchronous map");
        }
    }

    private EventuallyConsistentMapBuilder<?, ?> eventualBuilder() {
        String[] name = new String[1];
        return proxy(
                EventuallyConsistentMapBuilder.class,
                (self, method, args) -> {
                    if (method.getName().equals("build")) {
                        Map<Object, Object> rows = rows(name[0]);
                        return proxy(
                                EventuallyConsistentMap.class, (map, m, a) -> eventual(rows, m, a));
                    }
                    if (method.getName().equals("withName")) {
                        name[0] = (String) args[0];
                    }
                    return self;
                });
    }

    private Map<Object, Object> rows(String name) {
        return maps.computeIfAbsent(name, n -> new LinkedHashMap<>());
    }

    private static Object consistent(Map<Object, Object> rows, Method method, Object[] args) {
        synchronized (rows) {
            switch (method.getName()) {
                case "get":
                    return versioned(rows.get(args[0]));
                case "put":
                    return versioned(rows.put(args[0], args[1]));
                case "putIfAbsent":
                    return versioned(rows.putIfAbsent(args[0], args[1]));
                case "replace":
                    Object expected = args[1] instanceof Long ? VERSION : rows.get(args[0]);
                    return Objects.equals(expected, args[1]) && rows.put(args[0], args[2]) != null;
                case "remove":
                    return versioned(rows.remove(args[0]));
                case "keySet":
                    return new LinkedHashSet<>(rows.keySet());
                default:
                    return ignored(method);
            }
        }
    }

    private static Object eventual(Map<Object, Object> rows, Method method, Object[] args) {
        synchronized (rows) {
            switch (method.getName()) {
                case "get":
                    return rows.get(args[0]);
                case "put":
                    rows.put(args[0], args[1]);
                    return null;
                case "remove":
                    return rows.remove(args[0]);
                case "values":
                    return List.copyOf(rows.values());
                case "entrySet":
                    return new LinkedHashMap<>(rows).entrySet();
                default:
                    return ignored(method);
            }
        }
    }

    private static Object versioned(Object value) {
        return value == null ? null : new Versioned<>(value, VERSION);
    }

    /** Listeners come and go; nobody else writes. */
    private static Object ignored(Method method) {
        if (method.getReturnType() == void.class || !method.getReturnType().isPrimitive()) {
            return null;
        }
        throw new UnsupportedOperationException(method.toString());
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        Stores.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
