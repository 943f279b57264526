// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.security.Principal;
import java.util.Set;
import javax.ws.rs.ForbiddenException;
import javax.ws.rs.HttpMethod;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.core.SecurityContext;
import javax.ws.rs.ext.Provider;

/** Lets viewers read, and admins alone change something; by method, as ONOS's own API does. */
@Provider
public final class RoleFilter implements ContainerRequestFilter {
    private static final Set<String> READS =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    /** Whether a method of HTTP changes nothing. */
    public static boolean isRead(String method) {
        return READS.contains(method);
    }

    @Override
    public void filter(ContainerRequestContext request) {
        SecurityContext user = request.getSecurityContext();
        Role role = Role.of(user);
        if (role == null) {
            throw new ForbiddenException(
                    named(user) + " has none of the roles that may read, viewer and admin.");
        }
        if (role != Role.ADMIN && !isRead(request.getMethod())) {
            throw new ForbiddenException(
                    named(user) + " may only read: this needs the role admin.");
        }
    }

    private static String named(SecurityContext user) {
        Principal principal = user.getUserPrincipal();
        return principal == null ? "This user" : "The user " + principal.getName();
    }
}
