// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

/**
 * What an entry does: an action with its parameters, or a member or group of the table's action
 * profile. Immutable.
 */
public final class ActionSpec {
    /** Which of the three an {@link ActionSpec} is. */
    public enum Kind {
        ACTION,
        MEMBER,
        GROUP
    }

    private final Kind kind;
    private final int id;
    private final byte[][] params;

    private ActionSpec(Kind kind, int id, byte[][] params) {
        this.kind = kind;
        this.id = id;
        this.params = params;
    }

    /**
     * @param params in P4Info order, each of its parameter's width rounded up to bytes, big-endian
     */
    public static ActionSpec action(int actionId, byte[]... params) {
        return new ActionSpec(Kind.ACTION, actionId, params);
    }

    public static ActionSpec member(int memberId) {
        return new ActionSpec(Kind.MEMBER, memberId, new byte[0][]);
    }

    public static ActionSpec group(int groupId) {
        return new ActionSpec(Kind.GROUP, groupId, new byte[0][]);
    }

    public Kind kind() {
        return kind;
    }

    /** The P4Info id of the action, or the id of the member or group. */
    public int id() {
        return id;
    }

    public int params() {
        return params.length;
    }

    public byte[] param(int index) {
        return params[index];
    }
}
