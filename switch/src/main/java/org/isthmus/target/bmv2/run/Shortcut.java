// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

/**
 * What takes packets past the program, by what the program did with others like them. It is told of
 * every change of what the program decides by, after the change and before the change counts as
 * made. Any thread; the caller may hold the lock of a table or profile.
 */
public interface Shortcut {
    /** There is none. */
    Shortcut NONE =
            new Shortcut() {
                @Override
                public void changed(MatchTable table, long[] row) {}

                @Override
                public void defaultChanged(MatchTable table) {}

                @Override
                public void changed(Profile profile) {}

                @Override
                public void replaced() {}

                @Override
                public void account() {}

                @Override
                public void account(MatchTable table, long[] row) {}

                @Override
                public void settle() {}
            };

    /** A row has come, has been replaced or has gone. */
    void changed(MatchTable table, long[] row);

    void defaultChanged(MatchTable table);

    /** What members or groups stand for. */
    void changed(Profile profile);

    /** Another program runs. */
    void replaced();

    /** Brings counters and times of the last hit up to date. */
    void account();

    /** The same for those of one row, at least. */
    void account(MatchTable table, long[] row);

    /** Returns when no packet is treated by what was before the last change. */
    void settle();
}
