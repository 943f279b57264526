// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageOrBuilder;
import java.util.Objects;
import p4.v1.P4RuntimeOuterClass.Role;

/** What a role is called: by a name, or by a number as in P4Runtime 1.3. Immutable. */
final class RoleName {
    /** Of clients that name none. */
    static final RoleName DEFAULT = new RoleName(0, "");

    private final long number;
    private final String name;

    private RoleName(long number, String name) {
        this.number = number;
        this.name = name;
    }

    static RoleName of(Role role) {
        return of(role.getId(), role, LaterFields.ROLE_NAME);
    }

    /**
     * @param nameField number of the field of {@code message} that holds the name
     */
    static RoleName of(long number, MessageOrBuilder message, int nameField) {
        String name = LaterFields.bytes(message, nameField).toStringUtf8();
        return number == 0 && name.isEmpty() ? DEFAULT : new RoleName(number, name);
    }

    Role toMessage() {
        Role.Builder b = Role.newBuilder().setId(number);
        if (!name.isEmpty()) {
            LaterFields.set(b, LaterFields.ROLE_NAME, ByteString.copyFromUtf8(name));
        }
        return b.build();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof RoleName
                && number == ((RoleName) o).number
                && name.equals(((RoleName) o).name);
    }

    @Override
    public int hashCode() {
        return Objects.hash(number, name);
    }

    @Override
    public String toString() {
        return name.isEmpty() ? Long.toUnsignedString(number) : name;
    }
}
