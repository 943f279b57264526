// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.List;
import java.util.function.Supplier;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.InstanceConfig;

/** NAT64 instances: each one prefix with its rules. They come with the network configuration. */
@Path("instances")
@Produces(MediaType.APPLICATION_JSON)
public final class InstancesResource {
    private final Supplier<Nat64> nat64;

    public InstancesResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response list() {
        return Response.ok(
                        JsonOutput.list("instances", nat64.get().instances(), JsonOutput::instance))
                .build();
    }

    /** The name of the only instance, which need not be named; null if there are several. */
    public static String only(Nat64 nat64) {
        List<InstanceConfig> all = nat64.instances();
        return all.size() == 1 ? all.get(0).name : null;
    }
}
