// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import java.security.Principal;
import org.isthmus.rest.Role;

/** Who sent a request that was let in. Immutable. */
final class Caller implements Principal {
    /** Where no password is asked for, everybody may do everything. */
    static final Caller ANYBODY = new Caller(null, Role.ADMIN);

    /** Who asks whether the service is there, and was asked for no password. */
    static final Caller PROBE = new Caller(null, Role.VIEWER);

    private final String name;
    private final Role role;

    /**
     * @param name whose password was right; null: none was asked for
     */
    Caller(String name, Role role) {
        this.name = name;
        this.role = role;
    }

    @Override
    public String getName() {
        return name;
    }

    /** By its {@link Role#text}; an admin may do what a viewer may. */
    boolean is(String wanted) {
        return role == Role.ADMIN || role.text().equals(wanted);
    }
}
