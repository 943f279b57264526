// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.ws.rs.ServiceUnavailableException;
import javax.ws.rs.core.Application;
import org.isthmus.core.api.Nat64;

/**
 * The REST API of the NAT64 as a JAX-RS application. A host mounts it under {@code /onos/nat64}, as
 * a subclass without parameters or as an instance, and guards it with its own authentication.
 *
 * <p>Threading: every resource is a singleton for any number of threads.
 */
public class Nat64Application extends Application {
    private final Set<Object> singletons;

    /**
     * @param nat64 asked once per request; null while there is none, which answers 503
     */
    public Nat64Application(Supplier<Nat64> nat64) {
        this(nat64, Clock.systemUTC());
    }

    /**
     * @param nat64 asked once per request; null while there is none, which answers 503
     * @param clock the time of a question about the present
     */
    public Nat64Application(Supplier<Nat64> nat64, Clock clock) {
        Supplier<Nat64> present =
                () -> {
                    Nat64 n = nat64.get();
                    if (n == null) {
                        throw new ServiceUnavailableException("The NAT64 is not running.", 10L);
                    }
                    return n;
                };
        singletons =
                Set.of(
                        new InstancesResource(present),
                        new PoolsResource(present),
                        new EamtResource(present),
                        new StaticBindingsResource(present),
                        new BindingsResource(present),
                        new SessionsResource(present),
                        new SubscribersResource(present),
                        new DevicesResource(present),
                        new StatisticsResource(present),
                        new MappingLogResource(present, clock),
                        new HealthResource(present),
                        new MetricsResource(present),
                        new OpenApiResource(),
                        new RequestFilter(),
                        new ProblemMapper());
    }

    @Override
    public Set<Object> getSingletons() {
        return singletons;
    }

    /** Hosts with Jersey would otherwise add a second, generated description. */
    @Override
    public Map<String, Object> getProperties() {
        return Map.of("jersey.config.server.wadl.disableWadl", true);
    }
}
