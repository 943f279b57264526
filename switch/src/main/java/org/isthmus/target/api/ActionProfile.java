// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

import java.util.List;

/** Members and groups of one action profile or selector. */
public interface ActionProfile {

    /** An action that entries refer to. Immutable. */
    final class Member {
        private final int id;
        private final ActionSpec action;

        public Member(int id, ActionSpec action) {
            this.id = id;
            this.action = action;
        }

        public int id() {
            return id;
        }

        /** Of kind ACTION. */
        public ActionSpec action() {
            return action;
        }
    }

    /** Members among which a hash chooses, each as often as its weight says. Immutable. */
    final class Group {
        private final int id;
        private final int maxSize;
        private final int[] members;
        private final int[] weights;
        private final int[] watchPorts;

        /**
         * @param maxSize as the client gave it; 0: the P4Info's limit
         */
        public Group(int id, int maxSize, int[] members, int[] weights) {
            this(id, maxSize, members, weights, new int[members.length]);
        }

        /**
         * @param watchPorts of the members; 0: none
         */
        public Group(int id, int maxSize, int[] members, int[] weights, int[] watchPorts) {
            this.id = id;
            this.maxSize = maxSize;
            this.members = members.clone();
            this.weights = weights.clone();
            this.watchPorts = watchPorts.clone();
        }

        public int id() {
            return id;
        }

        public int maxSize() {
            return maxSize;
        }

        public int size() {
            return members.length;
        }

        public int member(int index) {
            return members[index];
        }

        public int weight(int index) {
            return weights[index];
        }

        /** The port without which the member is not chosen; 0: it always may be. */
        public int watchPort(int index) {
            return watchPorts[index];
        }
    }

    /**
     * @param leaving how many of the members are deleted once an entry refers to this one in their
     *     place: they take no room
     * @throws RefusedException ALREADY_EXISTS, RESOURCE_EXHAUSTED
     */
    void insertMember(Member member, int leaving) throws RefusedException;

    /** {@link #insertMember(Member, int)} in nobody's place. */
    default void insertMember(Member member) throws RefusedException {
        insertMember(member, 0);
    }

    /**
     * @throws RefusedException NOT_FOUND
     */
    void modifyMember(Member member) throws RefusedException;

    /**
     * @throws RefusedException NOT_FOUND, FAILED_PRECONDITION (an entry or group refers to it)
     */
    void deleteMember(int memberId) throws RefusedException;

    /**
     * @throws RefusedException ALREADY_EXISTS, NOT_FOUND (a member), RESOURCE_EXHAUSTED,
     *     INVALID_ARGUMENT (there is no such watch port)
     */
    void insertGroup(Group group) throws RefusedException;

    /**
     * @throws RefusedException NOT_FOUND (the group or a member), RESOURCE_EXHAUSTED,
     *     INVALID_ARGUMENT (there is no such watch port)
     */
    void modifyGroup(Group group) throws RefusedException;

    /**
     * @throws RefusedException NOT_FOUND, FAILED_PRECONDITION (an entry refers to it)
     */
    void deleteGroup(int groupId) throws RefusedException;

    /** Null where there is none. */
    Member member(int memberId);

    /** Null where there is none. */
    Group group(int groupId);

    List<Member> members();

    List<Group> groups();
}
