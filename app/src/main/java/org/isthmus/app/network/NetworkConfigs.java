// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.network;

import java.util.List;
import org.isthmus.config.Netcfg;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.LinkKey;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.ConfigFactory;
import org.onosproject.net.config.SubjectFactory;
import org.onosproject.net.config.basics.SubjectFactories;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our configurations in ONOS's netcfg (docs/netcfg.md). ONOS asks each by itself whether it is
 * valid, and shows the sender what was thrown; how they fit together shows once they are read.
 */
public final class NetworkConfigs {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkConfigs.class);

    private NetworkConfigs() {}

    /** One factory for each kind, to be registered while the application is active. */
    public static List<ConfigFactory<?, ?>> factories() {
        return List.of(
                new Factory<>(
                        SubjectFactories.DEVICE_SUBJECT_FACTORY,
                        DeviceConfig.class,
                        "isthmus",
                        false) {
                    @Override
                    public DeviceConfig createConfig() {
                        return new DeviceConfig();
                    }
                },
                new Factory<>(
                        SubjectFactories.CONNECT_POINT_SUBJECT_FACTORY,
                        PortConfig.class,
                        "isthmus",
                        false) {
                    @Override
                    public PortConfig createConfig() {
                        return new PortConfig();
                    }
                },
                new Factory<>(
                        SubjectFactories.LINK_SUBJECT_FACTORY, LinkConfig.class, "isthmus", false) {
                    @Override
                    public LinkConfig createConfig() {
                        return new LinkConfig();
                    }
                },
                new Factory<>(
                        SubjectFactories.APP_SUBJECT_FACTORY, Nat64Config.class, "nat64", false) {
                    @Override
                    public Nat64Config createConfig() {
                        return new Nat64Config();
                    }
                },
                new Factory<>(
                        SubjectFactories.APP_SUBJECT_FACTORY, RoutesConfig.class, "routes", true) {
                    @Override
                    public RoutesConfig createConfig() {
                        return new RoutesConfig();
                    }
                });
    }

    private abstract static class Factory<S, C extends Config<S>> extends ConfigFactory<S, C> {
        Factory(SubjectFactory<S> subjects, Class<C> type, String key, boolean isList) {
            super(subjects, type, key, isList);
        }
    }

    /** {@code devices.X.isthmus}. */
    public static final class DeviceConfig extends Config<DeviceId> {
        @Override
        public boolean isValid() {
            return check(SubjectFactories.DEVICE_SUBJECT_FACTORY, this);
        }
    }

    /** {@code ports.X.isthmus}. */
    public static final class PortConfig extends Config<ConnectPoint> {
        @Override
        public boolean isValid() {
            return check(SubjectFactories.CONNECT_POINT_SUBJECT_FACTORY, this);
        }
    }

    /** {@code links.X.isthmus}. */
    public static final class LinkConfig extends Config<LinkKey> {
        @Override
        public boolean isValid() {
            return check(SubjectFactories.LINK_SUBJECT_FACTORY, this);
        }
    }

    /** {@code apps."org.isthmus".nat64}. */
    public static final class Nat64Config extends Config<ApplicationId> {
        @Override
        public boolean isValid() {
            return check(SubjectFactories.APP_SUBJECT_FACTORY, this);
        }
    }

    /** {@code apps."org.isthmus".routes}. */
    public static final class RoutesConfig extends Config<ApplicationId> {
        @Override
        public boolean isValid() {
            return check(SubjectFactories.APP_SUBJECT_FACTORY, this);
        }
    }

    private static <S> boolean check(SubjectFactory<S> subjects, Config<S> config) {
        String kind = subjects.subjectClassKey();
        List<String> problems = Netcfg.check(kind, config.key(), config.node());
        if (!problems.isEmpty()) {
            String all = String.join("; ", problems);
            // What came before the application was active is checked with nobody listening.
            LOG.warn(
                    "{}.{}.{}: {}", kind, subjects.subjectKey(config.subject()), config.key(), all);
            throw new IllegalArgumentException(all);
        }
        return true;
    }
}
