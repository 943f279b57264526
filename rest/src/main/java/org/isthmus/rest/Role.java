// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.Locale;
import javax.ws.rs.core.SecurityContext;

/** What a user may do. The names are those that ONOS has for it. */
public enum Role {
    /** May change everything. */
    ADMIN,
    /** May read everything. */
    VIEWER;

    /** Its name in a file of credentials, and in the {@link SecurityContext}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @throws IllegalArgumentException there is no such role; names those that there are
     */
    public static Role parse(String text) {
        for (Role role : values()) {
            if (role.text().equals(text)) {
                return role;
            }
        }
        throw new IllegalArgumentException(
                "the role must be " + ADMIN.text() + " or " + VIEWER.text());
    }

    /** That of who sent a request; null: none of ours. */
    static Role of(SecurityContext user) {
        return user.isUserInRole(ADMIN.text())
                ? ADMIN
                : user.isUserInRole(VIEWER.text()) ? VIEWER : null;
    }
}
