// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it.standin;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.isthmus.app.api.Nat64Listener;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.core.api.Nat64;
import org.isthmus.rest.FakeNat64;
import org.onlab.packet.IpAddress;
import org.onosproject.cluster.DefaultControllerNode;
import org.onosproject.cluster.Leader;
import org.onosproject.cluster.Leadership;
import org.onosproject.cluster.LeadershipService;
import org.onosproject.cluster.NodeId;
import org.onosproject.core.CoreService;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.config.NetworkConfigRegistry;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.store.service.StorageService;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;

/**
 * Stands in for the services of ONOS whose bundles are not published: each answers that there is
 * nothing, and a few say what they must. For a test in Karaf.
 */
public final class StandIns implements BundleActivator {
    private static final NodeId HERE = new NodeId("here");

    private static final List<String> SERVICES =
            List.of(
                    "org.onosproject.alarm.AlarmProviderRegistry",
                    "org.onosproject.alarm.AlarmService",
                    "org.onosproject.app.ApplicationService",
                    "org.onosproject.cfg.ComponentConfigService",
                    "org.onosproject.cluster.ClusterService",
                    "org.onosproject.codec.CodecService",
                    "org.onosproject.core.CoreService",
                    "org.onosproject.event.EventDeliveryService",
                    "org.onosproject.mastership.MastershipService",
                    "org.onosproject.net.device.DeviceService",
                    "org.onosproject.net.driver.DriverAdminService",
                    "org.onosproject.net.driver.DriverService",
                    "org.onosproject.net.flow.FlowRuleService",
                    "org.onosproject.net.flow.FlowRuleStore",
                    "org.onosproject.net.group.GroupService",
                    "org.onosproject.net.host.HostService",
                    "org.onosproject.net.link.LinkService",
                    "org.onosproject.net.packet.PacketService",
                    "org.onosproject.net.pi.service.PiPipeconfMappingStore",
                    "org.onosproject.net.pi.service.PiPipeconfService",
                    "org.onosproject.net.pi.service.PiPipeconfWatchdogService",
                    "org.onosproject.p4runtime.api.P4RuntimeController",
                    "org.onosproject.security.AuditService",
                    "org.onosproject.store.cluster.messaging.ClusterCommunicationService",
                    "org.onosproject.ui.UiExtensionService");

    private final Configs configs = new Configs();
    private volatile NodeId elected;
    private Shell shell;

    @Override
    public void start(BundleContext context) throws Exception {
        context.registerService(StorageService.class, new Stores().service(), null);
        context.registerService(LeadershipService.class, election(), null);
        context.registerService(
                new String[] {
                    NetworkConfigRegistry.class.getName(), NetworkConfigService.class.getName()
                },
                Proxy.newProxyInstance(
                        StandIns.class.getClassLoader(),
                        new Class<?>[] {NetworkConfigRegistry.class},
                        configs),
                null);
        for (String name : SERVICES) {
            Class<?> service = getClass().getClassLoader().loadClass(name);
            context.registerService(name, proxy(service), null);
        }
        shell = new Shell(context, (what, body) -> control(context, what, body));
    }

    @Override
    public void stop(BundleContext context) {
        shell.stop();
    }

    private static Object proxy(Class<?> service) {
        return Proxy.newProxyInstance(
                StandIns.class.getClassLoader(), new Class<?>[] {service}, new Nothing(service));
    }

    private void control(BundleContext context, String what, String body) throws Exception {
        switch (what) {
            case "/lead":
                lead(context);
                break;
            case "/elect":
                elected = HERE;
                break;
            case "/netcfg":
                configs.set(body);
                break;
            case "/stop":
                bundle(context, body).stop();
                break;
            case "/start":
                bundle(context, body).start();
                break;
            default:
                throw new IllegalArgumentException(what);
        }
    }

    private static Bundle bundle(BundleContext context, String name) {
        return Stream.of(context.getBundles())
                .filter(b -> name.equals(b.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no bundle " + name));
    }

    /** This node runs alone; nobody is elected until the test wants it. */
    private LeadershipService election() {
        Nothing nothing = new Nothing(LeadershipService.class);
        return (LeadershipService)
                Proxy.newProxyInstance(
                        StandIns.class.getClassLoader(),
                        new Class<?>[] {LeadershipService.class},
                        (self, method, args) ->
                                method.getReturnType() == Leadership.class
                                        ? leadership((String) args[0])
                                        : nothing.invoke(self, method, args));
    }

    private Leadership leadership(String topic) {
        Leader leader = elected == null ? null : new Leader(elected, 1, 1);
        return new Leadership(topic, leader, List.of(HERE));
    }

    /** From now on there is a NAT64 to ask, in memory, before the one that has no leader. */
    private static void lead(BundleContext context) {
        context.registerService(
                Nat64Service.class,
                new Leading(),
                new java.util.Hashtable<>(Map.of(Constants.SERVICE_RANKING, 1)));
    }

    /** Answers that there is nothing. */
    private static final class Nothing implements InvocationHandler {
        private final Class<?> service;

        Nothing(Class<?> service) {
            this.service = service;
        }

        @Override
        public Object invoke(Object self, Method method, Object[] args) {
            switch (method.getName()) {
                case "hashCode":
                    return System.identityHashCode(self);
                case "equals":
                    return self == args[0];
                case "toString":
                    return "stand-in of " + service.getName();
                case "getLocalNode":
                    return new DefaultControllerNode(HERE, IpAddress.valueOf("127.0.0.1"));
                case "getAppId":
                case "registerApplication":
                    return service == CoreService.class && args[0] instanceof String
                            ? new DefaultApplicationId(1, (String) args[0])
                            : null;
                default:
                    return nothing(method.getReturnType());
            }
        }

        private static Object nothing(Class<?> type) {
            if (type == boolean.class) {
                return false;
            }
            if (type == int.class || type == short.class) {
                return 0;
            }
            if (type == long.class) {
                return 0L;
            }
            if (type == Optional.class) {
                return Optional.empty();
            }
            if (type == CompletableFuture.class) {
                return CompletableFuture.completedFuture(null);
            }
            if (type.isAssignableFrom(List.class)) {
                return List.of();
            }
            if (type == Set.class) {
                return Set.of();
            }
            if (type == Map.class) {
                return Map.of();
            }
            return type.isInterface() ? proxy(type) : null;
        }
    }

    /** As if this node led. */
    private static final class Leading implements Nat64Service {
        private final Nat64 nat64 = FakeNat64.filled();

        @Override
        public Nat64 nat64() {
            return nat64;
        }

        @Override
        public Optional<NodeId> leader() {
            return Optional.of(HERE);
        }

        @Override
        public List<String> configurationProblems() {
            return List.of();
        }

        @Override
        public void addListener(Nat64Listener listener) {}

        @Override
        public void removeListener(Nat64Listener listener) {}
    }
}
