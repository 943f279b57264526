// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.net.URI;
import java.security.Principal;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerResponseContext;
import javax.ws.rs.container.ContainerResponseFilter;
import javax.ws.rs.ext.Provider;

/** Brings each request that may change something to the {@link AuditLog} when it is answered. */
@Provider
public final class AuditFilter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (RoleFilter.isRead(request.getMethod())) {
            return;
        }
        Principal user = request.getSecurityContext().getUserPrincipal();
        URI uri = request.getUriInfo().getRequestUri();
        String query = uri.getRawQuery();
        AuditLog.answered(
                user == null ? null : user.getName(),
                request,
                uri.getRawPath() + (query == null ? "" : "?" + query),
                response.getStatus());
    }
}
