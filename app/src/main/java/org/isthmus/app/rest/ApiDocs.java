// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.rest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.isthmus.rest.OpenApiResource;
import org.onosproject.rest.ApiDocProvider;
import org.onosproject.rest.ApiDocService;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Shows the API in ONOS's own documentation, {@code /onos/v1/docs}. */
@Component(immediate = true)
public final class ApiDocs {
    private final ApiDocService docs;
    private final ApiDocProvider provider = new Provider();

    @Activate
    public ApiDocs(@Reference ApiDocService docs) {
        this.docs = docs;
        docs.register(provider);
    }

    @Deactivate
    void deactivate() {
        docs.unregister(provider);
    }

    private static final class Provider extends ApiDocProvider {
        private final byte[] swagger;

        Provider() {
            super("/onos/nat64", "Isthmus NAT64", Provider.class.getClassLoader());
            try (InputStream in = OpenApiResource.class.getResourceAsStream("openapi.json")) {
                swagger = Swagger.of(in).toString().getBytes(StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public InputStream docs() {
            return new ByteArrayInputStream(swagger);
        }

        /** The definitions stand in the document itself. */
        @Override
        public InputStream model() {
            return new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8));
        }
    }
}
