// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.StreamingOutput;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;

/** Who held an address and port at a time (RFC 6888 section 4). */
@Path("mapping-log")
@Produces(MediaType.APPLICATION_JSON)
public final class MappingLogResource {
    private final Supplier<Nat64> nat64;
    private final Clock clock;

    public MappingLogResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
        this.clock = Nat64Application.clock(host);
    }

    /** Of all protocols unless one is given; of now unless an earlier time is given. */
    @GET
    public Response whoHad(
            @QueryParam("address") String address,
            @QueryParam("port") String port,
            @QueryParam("protocol") String protocol,
            @QueryParam("at") String at) {
        Ipv4Address ipv4 = Params.require("address", address, Ipv4Address::parse);
        int number = Params.require("port", port, Params::port);
        Protocol only = Params.get("protocol", protocol, Params::protocol);
        Long time = Params.get("at", at, text -> Params.past(text, clock));
        return Response.ok(holders(nat64.get(), clock, ipv4, number, only, time)).build();
    }

    /**
     * Who held a port of an address.
     *
     * @param only null: all protocols
     * @param at as of {@link Params#past}; null: now
     */
    public static StreamingOutput holders(
            Nat64 nat64, Clock clock, Ipv4Address address, int port, Protocol only, Long at) {
        long asked = at == null ? Nat64.PRESENT : at;
        long answered = asked == Nat64.PRESENT ? clock.millis() : asked;
        List<MappingEvent> holders = new ArrayList<>();
        for (Protocol p : only == null ? Protocol.values() : new Protocol[] {only}) {
            holders.addAll(nat64.whoHad(p, address.bits(), port, asked));
        }
        return JsonOutput.holders(address, port, answered, holders);
    }
}
