// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.Supplier;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Configuration;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.StreamingOutput;
import org.isthmus.core.api.Nat64;

/** The same numbers as text for Prometheus. */
@Path("metrics")
@Produces("text/plain")
public final class MetricsResource {
    private final Supplier<Nat64> nat64;
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    public MetricsResource(@Context Configuration host) {
        this.nat64 = Nat64Application.nat64(host);
    }

    @GET
    public Response get() {
        MetricSnapshots snapshots = new Metrics().of(nat64.get());
        StreamingOutput body =
                out -> writer.write(out, snapshots, EscapingScheme.UNDERSCORE_ESCAPING);
        return Response.ok(body, PrometheusTextFormatWriter.CONTENT_TYPE).build();
    }
}
