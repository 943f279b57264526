// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.ConfigFactory;
import org.onosproject.net.config.InvalidConfigException;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigRegistryAdapter;
import org.onosproject.net.config.SubjectFactory;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.config.basics.BasicLinkConfig;
import org.onosproject.net.config.basics.InterfaceConfig;
import org.onosproject.net.config.basics.SubjectFactories;

/** ONOS's network configuration in one JVM: what is not valid is refused, with ONOS's words. */
public final class FakeNetworkConfigs extends NetworkConfigRegistryAdapter {
    private final Map<String, ConfigFactory<?, ?>> factories = new LinkedHashMap<>();
    private final Map<Object, Map<Class<?>, JsonNode>> configs = new LinkedHashMap<>();
    private final Set<NetworkConfigListener> listeners = new HashSet<>();
    private final ApplicationId app;

    public FakeNetworkConfigs(ApplicationId app) {
        this.app = app;
        registerConfigFactory(
                new ConfigFactory<>(
                        SubjectFactories.DEVICE_SUBJECT_FACTORY, BasicDeviceConfig.class, "basic") {
                    @Override
                    public BasicDeviceConfig createConfig() {
                        return new BasicDeviceConfig();
                    }
                });
        registerConfigFactory(
                new ConfigFactory<>(
                        SubjectFactories.CONNECT_POINT_SUBJECT_FACTORY,
                        InterfaceConfig.class,
                        "interfaces",
                        true) {
                    @Override
                    public InterfaceConfig createConfig() {
                        return new InterfaceConfig();
                    }
                });
        registerConfigFactory(
                new ConfigFactory<>(
                        SubjectFactories.LINK_SUBJECT_FACTORY, BasicLinkConfig.class, "basic") {
                    @Override
                    public BasicLinkConfig createConfig() {
                        return new BasicLinkConfig();
                    }
                });
    }

    /**
     * What ONOS's REST API does with a document.
     *
     * @return what it answers, empty when all was taken
     */
    public List<String> post(JsonNode document) {
        List<String> refused = new ArrayList<>();
        document.fields()
                .forEachRemaining(
                        subjects ->
                                subjects.getValue()
                                        .fields()
                                        .forEachRemaining(
                                                subject ->
                                                        subject.getValue()
                                                                .fields()
                                                                .forEachRemaining(
                                                                        c ->
                                                                                post(
                                                                                        subjects
                                                                                                .getKey(),
                                                                                        subject
                                                                                                .getKey(),
                                                                                        c.getKey(),
                                                                                        c
                                                                                                .getValue(),
                                                                                        refused))));
        return refused;
    }

    private void post(
            String subjects, String subject, String key, JsonNode json, List<String> refused) {
        ConfigFactory<?, ?> factory = factories.get(subjects + "." + key);
        if (factory == null) {
            throw new AssertionError("no factory for " + subjects + "." + key);
        }
        try {
            apply(factory, subject, json);
        } catch (InvalidConfigException e) {
            refused.add(e.getMessage());
        }
    }

    private <S, C extends Config<S>> void apply(
            ConfigFactory<S, C> factory, String name, JsonNode json) {
        SubjectFactory<S> subjects = factory.subjectFactory();
        Object subject =
                subjects.subjectClass() == ApplicationId.class ? app : subjects.createSubject(name);
        C config = create(factory, subjects.subjectClass().cast(subject), json);
        try {
            if (!config.isValid()) {
                throw new IllegalArgumentException("JSON is invalid");
            }
        } catch (RuntimeException e) {
            throw new InvalidConfigException(
                    subjects.subjectClassKey(), name, factory.configKey(), e);
        }
        configs.computeIfAbsent(subject, s -> new HashMap<>()).put(factory.configClass(), json);
        tell(NetworkConfigEvent.Type.CONFIG_UPDATED, subject, factory.configClass());
    }

    private <S, C extends Config<S>> C create(
            ConfigFactory<S, C> factory, S subject, JsonNode json) {
        C config = factory.createConfig();
        config.init(subject, factory.configKey(), json, new ObjectMapper(), c -> {});
        return config;
    }

    private void tell(NetworkConfigEvent.Type type, Object subject, Class<?> configClass) {
        NetworkConfigEvent event = new NetworkConfigEvent(type, subject, configClass);
        new ArrayList<>(listeners).forEach(l -> l.event(event));
    }

    @Override
    public <S, C extends Config<S>> void removeConfig(S subject, Class<C> configClass) {
        configs.getOrDefault(subject, new HashMap<>()).remove(configClass);
        tell(NetworkConfigEvent.Type.CONFIG_REMOVED, subject, configClass);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <S> Set<S> getSubjects(Class<S> subjectClass) {
        Set<S> all = new HashSet<>();
        configs.keySet().stream().filter(subjectClass::isInstance).forEach(s -> all.add((S) s));
        return all;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <S, C extends Config<S>> C getConfig(S subject, Class<C> configClass) {
        JsonNode json = configs.getOrDefault(subject, Map.of()).get(configClass);
        if (json == null) {
            return null;
        }
        for (ConfigFactory<?, ?> factory : factories.values()) {
            if (factory.configClass() == configClass) {
                return create((ConfigFactory<S, C>) factory, subject, json);
            }
        }
        return null;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void registerConfigFactory(ConfigFactory factory) {
        factories.put(
                factory.subjectFactory().subjectClassKey() + "." + factory.configKey(),
                (ConfigFactory<?, ?>) factory);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void unregisterConfigFactory(ConfigFactory factory) {
        factories.remove(factory.subjectFactory().subjectClassKey() + "." + factory.configKey());
    }

    /**
     * @param kind such as {@code apps.nat64}
     */
    public boolean isRegistered(String kind) {
        return factories.containsKey(kind);
    }

    @Override
    public void addListener(NetworkConfigListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(NetworkConfigListener listener) {
        listeners.remove(listener);
    }
}
