// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.rest;

import javax.ws.rs.ServiceUnavailableException;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.ext.ExceptionMapper;
import javax.ws.rs.ext.Provider;
import javax.ws.rs.ext.Providers;
import org.isthmus.app.api.NotReadyException;

/** 503, as long as no node decides. */
@Provider
public final class NotReadyMapper implements ExceptionMapper<NotReadyException> {
    @Context private Providers providers;

    @Override
    public Response toResponse(NotReadyException e) {
        return providers
                .getExceptionMapper(ServiceUnavailableException.class)
                .toResponse(
                        new ServiceUnavailableException(e.getMessage(), Nat64WebApplication.LATER));
    }
}
