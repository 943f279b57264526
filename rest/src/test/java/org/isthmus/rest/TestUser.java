// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.security.Principal;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.container.PreMatching;
import javax.ws.rs.core.SecurityContext;

/** A user with some roles; registered as a filter, whoever sends a request. Immutable. */
@PreMatching
public final class TestUser implements SecurityContext, ContainerRequestFilter {
    private final String name;
    private final Set<String> roles;

    /**
     * @param name null where the host asks for no password
     */
    public TestUser(String name, Role... roles) {
        this.name = name;
        this.roles = Arrays.stream(roles).map(Role::text).collect(Collectors.toSet());
    }

    @Override
    public void filter(ContainerRequestContext request) {
        request.setSecurityContext(this);
    }

    @Override
    public Principal getUserPrincipal() {
        return name == null ? null : () -> name;
    }

    @Override
    public boolean isUserInRole(String role) {
        return roles.contains(role);
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public String getAuthenticationScheme() {
        return BASIC_AUTH;
    }
}
