// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.FabricView;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Histogram;
import org.isthmus.core.api.Order;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.api.Totals;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.pipeline.Samples;

/**
 * Values of any class that goes between nodes, made by its constructor from random arguments. What
 * is null now and then, or not just any combination of arguments, is made here by hand.
 */
final class RandomValues {
    private final Random random;

    RandomValues(long seed) {
        random = new Random(seed);
    }

    private <T> T some(Class<T> type) {
        return type.cast(of(type));
    }

    <T> T maybe(Class<T> type) {
        return random.nextBoolean() ? some(type) : null;
    }

    private List<Object> list(Type type) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(of(type));
        }
        return list;
    }

    private int port() {
        return random.nextInt(0x10000);
    }

    private int maybePort() {
        return random.nextBoolean() ? -1 : port();
    }

    Object of(Type type) {
        if (type instanceof ParameterizedType) {
            return generic((ParameterizedType) type);
        }
        Class<?> c = (Class<?>) type;
        if (c.isEnum()) {
            return c.getEnumConstants()[random.nextInt(c.getEnumConstants().length)];
        }
        Object value = c.isArray() ? array(c) : c.getName().startsWith("java") ? jdk(c) : null;
        value = value == null && c.isPrimitive() ? jdk(c) : value;
        value = value == null ? address(c) : value;
        value = value == null ? byHand(c) : value;
        return value == null ? byConstructor(c) : value;
    }

    private Object generic(ParameterizedType type) {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == List.class) {
            return list(arguments[0]);
        }
        if (type.getRawType() == Page.class) {
            List<Object> items = list(arguments[0]);
            boolean counts = arguments[0] == Binding.class || arguments[0] == Session.class;
            return new Page<>(items, maybe(String.class), counts ? maybe(Totals.class) : null);
        }
        if (type.getRawType() == Map.class) {
            Map<Object, Object> map = new HashMap<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                map.put(of(arguments[0]), of(arguments[1]));
            }
            return map;
        }
        throw new IllegalArgumentException(type.toString());
    }

    private Object array(Class<?> type) {
        if (type == byte[].class) {
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            return bytes;
        }
        // One for each protocol.
        return type == int[].class ? random.ints(3).toArray() : random.longs(3).toArray();
    }

    private Object jdk(Class<?> type) {
        if (type == int.class || type == Integer.class) {
            return random.nextInt() >>> random.nextInt(32);
        }
        if (type == long.class || type == Long.class) {
            return random.nextLong() >>> random.nextInt(64);
        }
        if (type == boolean.class) {
            return random.nextBoolean();
        }
        if (type == Duration.class) {
            return Duration.ofSeconds(random.nextInt(100_000));
        }
        if (type == String.class) {
            return List.of("", "a", "Grüße", "[3].prefix6", "device:leaf1").get(random.nextInt(5));
        }
        throw new IllegalArgumentException(type.toString());
    }

    private Object address(Class<?> type) {
        if (type == Ipv4Address.class) {
            return Ipv4Address.of(random.nextInt());
        }
        if (type == Ipv6Address.class) {
            return Ipv6Address.of(random.nextLong(), random.nextLong());
        }
        if (type == Ipv4Prefix.class) {
            return Ipv4Prefix.of(random.nextInt(), random.nextInt(33));
        }
        if (type == Ipv6Prefix.class) {
            return Ipv6Prefix.of(random.nextLong(), random.nextLong(), random.nextInt(129));
        }
        if (type == MacAddress.class) {
            return MacAddress.of(random.nextLong() >>> 16);
        }
        if (type == DeviceId.class) {
            return DeviceId.of("device:leaf" + random.nextInt(5));
        }
        return null;
    }

    private Object byHand(Class<?> type) {
        if (type == Intent.class) {
            List<Intent> intents =
                    random.nextBoolean() ? Samples.chosen() : Samples.random(random, 1);
            return intents.get(random.nextInt(intents.size()));
        }
        if (type == Change.class) {
            Intent intent = some(Intent.class);
            return random.nextBoolean() ? Change.set(intent) : Change.remove(intent);
        }
        if (type == Message.Frame.class) {
            int port = random.nextBoolean() ? Message.Frame.SUBMIT : port();
            return new Message.Frame(some(DeviceId.class), port, some(byte[].class));
        }
        if (type == DeniedService.class) {
            Ipv4Prefix prefix = some(Ipv4Prefix.class);
            Protocol protocol = maybe(Protocol.class);
            int first = 1 + random.nextInt(0xffff);
            return protocol == Protocol.ICMP
                    ? DeniedService.of(prefix, protocol)
                    : new DeniedService(
                            prefix, protocol, first, first + random.nextInt(0x10000 - first));
        }
        if (type == Message.Mapping.class) {
            return new Message.Mapping(random.nextLong(), maybe(MappingEvent.class));
        }
        if (type == MappingEvent.class) {
            int first = port();
            return new MappingEvent(
                    some(MappingEvent.Kind.class),
                    random.nextLong(),
                    some(Protocol.class),
                    some(Ipv6Prefix.class),
                    some(Ipv4Address.class),
                    first,
                    first + random.nextInt(0x10000 - first));
        }
        return ofApi(type);
    }

    private Object ofApi(Class<?> type) {
        if (type == DeviceStatistics.class) {
            Map<Integer, long[]> ports = new HashMap<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                ports.put(port(), random.longs(4).toArray());
            }
            return new DeviceStatistics(counters(), counters(), ports);
        }
        if (type == Histogram.class) {
            double[] bounds = random.doubles(random.nextInt(4)).sorted().toArray();
            long[] counts = random.longs(bounds.length + 1).toArray();
            return new Histogram(bounds, counts, random.nextDouble());
        }
        if (type == FabricView.PortCounters.class) {
            return new FabricView.PortCounters(
                    some(FabricConfig.Port.class), random.longs(4).toArray(), random.nextLong());
        }
        if (type == Device.class) {
            return new Device(
                    some(DeviceId.class),
                    some(Device.State.class),
                    random.nextBoolean(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextBoolean() ? Set.of() : Set.of(some(Capability.class)),
                    random.nextBoolean()
                            ? List.of()
                            : List.of(
                                    new TableUse(
                                            some(String.class),
                                            random.nextLong(),
                                            random.nextLong())),
                    maybe(DeviceStatistics.class));
        }
        if (type == Exporter.class) {
            return new Exporter(
                    some(String.class),
                    some(ExporterConfig.Type.class),
                    some(String.class),
                    some(Exporter.State.class),
                    maybe(String.class),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong());
        }
        if (type == Fault.class) {
            return new Fault(some(String.class), some(String.class), maybe(String.class));
        }
        if (type == Filter.class) {
            return new Filter(
                    maybe(String.class),
                    maybe(Protocol.class),
                    maybe(Ipv6Prefix.class),
                    maybe(Ipv4Prefix.class),
                    maybePort(),
                    maybePort(),
                    maybe(Ipv4Prefix.class),
                    maybePort(),
                    maybe(String.class));
        }
        if (type == PageRequest.class) {
            return new PageRequest(
                    maybe(String.class),
                    random.nextInt(10_000),
                    maybe(Order.class),
                    random.nextBoolean());
        }
        if (type == FabricView.Host.class) {
            boolean ipv4 = random.nextBoolean();
            return new FabricView.Host(
                    ipv4 ? some(Ipv4Address.class) : null,
                    ipv4 ? null : some(Ipv6Address.class),
                    some(MacAddress.class),
                    some(FabricConfig.Port.class));
        }
        if (type == BindingPath.Direction.class) {
            List<BindingPath.Hop> hops =
                    list(BindingPath.Hop.class).stream()
                            .map(BindingPath.Hop.class::cast)
                            .collect(Collectors.toList());
            return new BindingPath.Direction(
                    maybe(FabricConfig.Port.class), maybe(FabricConfig.Port.class), hops);
        }
        if (type == Diagnosis.Flow.class) {
            return new Diagnosis.Flow(
                    some(Ipv6Address.class),
                    port(),
                    maybe(Ipv6Address.class),
                    maybe(Protocol.class),
                    port(),
                    maybe(String.class));
        }
        return type == FabricConfig.Interface.class ? interfaceOf() : null;
    }

    private FabricConfig.Interface interfaceOf() {
        List<Ipv4Address> addresses4 = new ArrayList<>();
        List<Ipv4Prefix> networks4 = new ArrayList<>();
        List<Ipv6Address> addresses6 = new ArrayList<>();
        List<Ipv6Prefix> networks6 = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            addresses4.add(some(Ipv4Address.class));
            networks4.add(some(Ipv4Prefix.class));
            addresses6.add(some(Ipv6Address.class));
            networks6.add(some(Ipv6Prefix.class));
        }
        return new FabricConfig.Interface(
                some(FabricConfig.Port.class),
                some(String.class),
                port(),
                port(),
                addresses4,
                networks4,
                addresses6,
                networks6,
                some(FabricConfig.SourceValidation.class),
                port());
    }

    private Map<String, Long> counters() {
        return random.nextBoolean() ? Map.of() : Map.of(some(String.class), random.nextLong());
    }

    /** By the constructor that takes most: others leave something at its default. */
    private Object byConstructor(Class<?> type) {
        Constructor<?> constructor =
                Arrays.stream(type.getDeclaredConstructors())
                        .max(Comparator.comparingInt(Constructor::getParameterCount))
                        .orElseThrow();
        Object[] arguments =
                Arrays.stream(constructor.getGenericParameterTypes()).map(this::of).toArray();
        try {
            constructor.setAccessible(true);
            Object value = constructor.newInstance(arguments);
            for (Method setter : setters(type)) {
                setter.invoke(value, of(setter.getGenericParameterTypes()[0]));
            }
            return value;
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " of " + Arrays.toString(arguments), e);
        }
    }

    /** Of a builder, in one order. */
    private static List<Method> setters(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(m -> m.getReturnType() == type && m.getParameterCount() == 1)
                .filter(m -> !Modifier.isStatic(m.getModifiers()))
                .filter(m -> type.getSimpleName().equals("Builder"))
                .sorted(Comparator.comparing(Method::getName))
                .collect(Collectors.toList());
    }
}
