// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.rest;

import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.container.PreMatching;
import javax.ws.rs.core.Context;
import javax.ws.rs.ext.Provider;
import org.isthmus.rest.AuditLog;

/** Tells the {@link AuditLog} where a request came from. */
@Provider
@PreMatching
public final class PeerFilter implements ContainerRequestFilter {
    @Context private HttpServletRequest servlet;

    @Override
    public void filter(ContainerRequestContext request) {
        String address = servlet.getRemoteAddr();
        request.setProperty(
                AuditLog.PEER,
                (address.indexOf(':') < 0 || address.startsWith("[")
                                ? address
                                : "[" + address + "]")
                        + ":"
                        + servlet.getRemotePort());
    }
}
