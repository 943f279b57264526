// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.ws.rs.Consumes;
import javax.ws.rs.NotSupportedException;
import javax.ws.rs.QueryParam;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.container.ResourceInfo;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.ext.Provider;

/**
 * Refuses what JAX-RS would let through: a misspelt parameter, which would widen a question, and a
 * body that does not say what it is.
 */
@Provider
public final class RequestFilter implements ContainerRequestFilter {
    private static final Pattern NAMELESS = Pattern.compile("(?:^|&)=");

    private final Map<Method, Set<String>> parameters = new ConcurrentHashMap<>();

    @Context private ResourceInfo resource;

    @Override
    public void filter(ContainerRequestContext request) {
        Method method = resource.getResourceMethod();
        // The implementation answers OPTIONS itself.
        if (method == null || request.getMethod().equals("OPTIONS")) {
            return;
        }
        String query = request.getUriInfo().getRequestUri().getRawQuery();
        if (query != null && NAMELESS.matcher(query).find()) {
            // The implementation leaves it out.
            throw new BadInputException("", "a parameter has no name");
        }
        Set<String> known = parameters.computeIfAbsent(method, RequestFilter::queryParameters);
        for (Map.Entry<String, List<String>> given :
                request.getUriInfo().getQueryParameters().entrySet()) {
            String name = given.getKey();
            if (!known.contains(name)) {
                throw new BadInputException(
                        name,
                        known.isEmpty()
                                ? "is not a parameter here; there are none"
                                : "is not a parameter here; there are " + String.join(", ", known));
            }
            if (given.getValue().size() > 1) {
                throw new BadInputException(name, "is given more than once");
            }
        }
        if (method.isAnnotationPresent(Consumes.class)) {
            checkType(request.getMediaType());
        }
    }

    private static void checkType(MediaType type) {
        if (type == null) {
            throw new NotSupportedException();
        }
        String charset = type.getParameters().get(MediaType.CHARSET_PARAMETER);
        if (charset != null && !charset.equalsIgnoreCase("utf-8")) {
            throw new NotSupportedException();
        }
    }

    private static Set<String> queryParameters(Method method) {
        Set<String> names = new TreeSet<>();
        for (Annotation[] annotations : method.getParameterAnnotations()) {
            for (Annotation a : annotations) {
                if (a instanceof QueryParam) {
                    names.add(((QueryParam) a).value());
                }
            }
        }
        return names;
    }
}
