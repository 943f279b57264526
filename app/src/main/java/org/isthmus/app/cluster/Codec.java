// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.spi.DataPlane;
import org.onlab.util.KryoNamespace;

/**
 * Messages between nodes as bytes. The classes that can be in one are those that the API and the
 * messages lead to, each with a number by the order of their names: so it takes the same version of
 * this bundle on both sides, which is why the version is in the subjects of {@link Peers}.
 */
final class Codec {
    private static final KryoNamespace NAMESPACE = namespace();

    private Codec() {}

    static byte[] encode(Object message) {
        return NAMESPACE.serialize(message);
    }

    static <T> T decode(byte[] bytes) {
        return NAMESPACE.deserialize(bytes);
    }

    private static KryoNamespace namespace() {
        TreeMap<String, Class<?>> classes = new TreeMap<>();
        for (Class<?> api : List.of(Nat64.class, DataPlane.class)) {
            for (Method method : api.getMethods()) {
                collect(method.getGenericReturnType(), classes);
                for (Type type : method.getGenericParameterTypes()) {
                    collect(type, classes);
                }
            }
        }
        collect(Message.class, classes);
        KryoNamespace.Builder builder =
                KryoNamespace.newBuilder()
                        .register(byte[].class, int[].class, long[].class)
                        .register(ArrayList.class, HashMap.class, Duration.class)
                        .register(
                                new ListSerializer(),
                                Arrays.asList(1).getClass(),
                                List.of().getClass(),
                                List.of(1).getClass(),
                                List.of(1, 2, 3).subList(0, 2).getClass(),
                                new ArrayList<>(List.of(1)).subList(0, 1).getClass(),
                                Collections.unmodifiableList(new ArrayList<>()).getClass())
                        .register(
                                new MapSerializer(),
                                Map.of().getClass(),
                                Map.of(1, 1).getClass(),
                                LinkedHashMap.class,
                                TreeMap.class,
                                Collections.unmodifiableMap(Map.of()).getClass());
        classes.values().forEach(builder::register);
        return builder.build("isthmus");
    }

    /** Finds the classes of this project among a type, its parts, and theirs. */
    private static void collect(Type type, Map<String, Class<?>> classes) {
        if (type instanceof ParameterizedType) {
            for (Type argument : ((ParameterizedType) type).getActualTypeArguments()) {
                collect(argument, classes);
            }
            collect(((ParameterizedType) type).getRawType(), classes);
        } else if (type instanceof Class) {
            Class<?> c = (Class<?>) type;
            if (c.isArray()) {
                collect(c.getComponentType(), classes);
            } else if (c.getName().startsWith("org.isthmus.")
                    && !c.isInterface()
                    && classes.put(c.getName(), c) == null) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        collect(field.getGenericType(), classes);
                    }
                }
                for (Class<?> part : c.getDeclaredClasses()) {
                    collect(part, classes);
                }
            }
        }
    }

    /** Lists that only promise to be lists; they arrive unmodifiable. */
    private static final class ListSerializer extends Serializer<List<?>> {
        @Override
        public void write(Kryo kryo, Output output, List<?> list) {
            output.writeInt(list.size(), true);
            list.forEach(item -> kryo.writeClassAndObject(output, item));
        }

        @Override
        public List<?> read(Kryo kryo, Input input, Class<List<?>> type) {
            int size = input.readInt(true);
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                list.add(kryo.readClassAndObject(input));
            }
            return Collections.unmodifiableList(list);
        }
    }

    /** Maps likewise, in the order they had. */
    private static final class MapSerializer extends Serializer<Map<?, ?>> {
        @Override
        public void write(Kryo kryo, Output output, Map<?, ?> map) {
            output.writeInt(map.size(), true);
            map.forEach(
                    (k, v) -> {
                        kryo.writeClassAndObject(output, k);
                        kryo.writeClassAndObject(output, v);
                    });
        }

        @Override
        public Map<?, ?> read(Kryo kryo, Input input, Class<Map<?, ?>> type) {
            int size = input.readInt(true);
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < size; i++) {
                map.put(kryo.readClassAndObject(input), kryo.readClassAndObject(input));
            }
            return Collections.unmodifiableMap(map);
        }
    }
}
