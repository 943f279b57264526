// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.ConfigFactory;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;

/** ONOS's netcfg, which has one configuration at most: {@code nat64} of the application. */
final class Configs implements InvocationHandler {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Map<String, ConfigFactory<?, ?>> factories = new ConcurrentHashMap<>();
    private final List<NetworkConfigListener> listeners = new CopyOnWriteArrayList<>();
    private volatile JsonNode nat64;

    /**
     * @param json empty: it is removed
     */
    void set(String json) throws IOException {
        JsonNode before = nat64;
        nat64 = json.isEmpty() ? null : MAPPER.readTree(json);
        ConfigFactory<?, ?> factory = factories.get("nat64");
        if (factory != null) {
            NetworkConfigEvent event =
                    new NetworkConfigEvent(
                            nat64 == null
                                    ? NetworkConfigEvent.Type.CONFIG_REMOVED
                                    : before == null
                                            ? NetworkConfigEvent.Type.CONFIG_ADDED
                                            : NetworkConfigEvent.Type.CONFIG_UPDATED,
                            "org.isthmus",
                            factory.configClass());
            listeners.forEach(listener -> listener.event(event));
        }
    }

    @Override
    public Object invoke(Object self, Method method, Object[] args) {
        switch (method.getName()) {
            case "registerConfigFactory":
                ConfigFactory<?, ?> added = (ConfigFactory<?, ?>) args[0];
                factories.put(added.configKey(), added);
                return null;
            case "unregisterConfigFactory":
                factories.remove(((ConfigFactory<?, ?>) args[0]).configKey());
                return null;
            case "addListener":
                listeners.add((NetworkConfigListener) args[0]);
                return null;
            case "removeListener":
                listeners.remove(args[0]);
                return null;
            case "getSubjects":
                return Set.of();
            case "getConfig":
                return config(args[0], (Class<?>) args[1]);
            default:
                throw new UnsupportedOperationException(method.toString());
        }
    }

    @SuppressWarnings("unchecked")
    private Object config(Object subject, Class<?> type) {
        ConfigFactory<?, ?> factory = factories.get("nat64");
        JsonNode now = nat64;
        if (now == null || factory == null || factory.configClass() != type) {
            return null;
        }
        Config<Object> config = (Config<Object>) factory.createConfig();
        config.init(subject, "nat64", now, MAPPER, changed -> {});
        return config;
    }
}
