// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

/** The actions that take an IPv4 address out of, and put it into, a prefix of some length. */
enum PrefixActions {
    OF_32(
            32,
            P4.Actions.Extract32.ID,
            P4.Actions.Extract32.INSTANCE,
            P4.Actions.Embed32.ID,
            P4.Actions.Embed32.PREFIX6),
    OF_40(
            40,
            P4.Actions.Extract40.ID,
            P4.Actions.Extract40.INSTANCE,
            P4.Actions.Embed40.ID,
            P4.Actions.Embed40.PREFIX6),
    OF_48(
            48,
            P4.Actions.Extract48.ID,
            P4.Actions.Extract48.INSTANCE,
            P4.Actions.Embed48.ID,
            P4.Actions.Embed48.PREFIX6),
    OF_56(
            56,
            P4.Actions.Extract56.ID,
            P4.Actions.Extract56.INSTANCE,
            P4.Actions.Embed56.ID,
            P4.Actions.Embed56.PREFIX6),
    OF_64(
            64,
            P4.Actions.Extract64.ID,
            P4.Actions.Extract64.INSTANCE,
            P4.Actions.Embed64.ID,
            P4.Actions.Embed64.PREFIX6),
    OF_96(
            96,
            P4.Actions.Extract96.ID,
            P4.Actions.Extract96.INSTANCE,
            P4.Actions.Embed96.ID,
            P4.Actions.Embed96.PREFIX6);

    final int length;
    final int extract;
    final int extractInstance;
    final int embed;
    final int embedPrefix;

    PrefixActions(int length, int extract, int extractInstance, int embed, int embedPrefix) {
        this.length = length;
        this.extract = extract;
        this.extractInstance = extractInstance;
        this.embed = embed;
        this.embedPrefix = embedPrefix;
    }

    static PrefixActions of(int length) {
        for (PrefixActions actions : values()) {
            if (actions.length == length) {
                return actions;
            }
        }
        throw new IllegalArgumentException("no NAT64 prefix is " + length + " bits long");
    }
}
