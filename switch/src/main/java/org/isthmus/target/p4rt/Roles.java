// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.MessageOrBuilder;
import org.isthmus.target.api.RefusedException;
import p4.v1.P4RuntimeOuterClass.Role;

/** Only the default role is supported, which has access to the full pipeline. */
final class Roles {
    private Roles() {}

    static void check(Role role) throws RefusedException {
        check(role.getId(), role, LaterFields.ROLE_NAME);
        if (role.hasConfig()) {
            throw Refusals.invalid("role config is not supported");
        }
    }

    /**
     * @param id the role's number, by which old clients name it
     * @param nameField number of the field of {@code message} that holds the role's name
     */
    static void check(long id, MessageOrBuilder message, int nameField) throws RefusedException {
        String name = LaterFields.bytes(message, nameField).toStringUtf8();
        if (id != 0 || !name.isEmpty()) {
            throw Refusals.notFound(
                    "role "
                            + (name.isEmpty() ? Long.toUnsignedString(id) : name)
                            + "; there is the default role alone");
        }
    }
}
