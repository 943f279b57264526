// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

/** What was done to make a card hold what it should. One thread at a time. */
public final class Repair {
    private int verified;
    private int written;
    private int failed;
    private int unknown;
    private String firstFailure;

    /** Failures on end after which the rest is left as it is. */
    private final int patience;

    private int failedOnEnd;

    /** Of everything, whatever fails. */
    public Repair() {
        this(Integer.MAX_VALUE);
    }

    Repair(int patience) {
        this.patience = patience;
    }

    /** Whether so much fails that nothing more is to be asked of the card. */
    boolean isGivenUp() {
        return failedOnEnd >= patience;
    }

    /** Rows that were there already. */
    public int verified() {
        return verified;
    }

    /** Rows that were missing or different, and are there now. */
    public int written() {
        return written;
    }

    /** Rows that could not be written or erased. */
    public int failed() {
        return failed;
    }

    /**
     * Rows of exact tables that nobody knows of; their keys cannot be asked for. Only programming
     * the card again removes them.
     */
    public int unknown() {
        return unknown;
    }

    void unknown(int rows) {
        unknown += rows;
    }

    /** Null: none. */
    public String firstFailure() {
        return firstFailure;
    }

    void found(boolean wasThere) {
        failedOnEnd = 0;
        if (wasThere) {
            verified++;
        } else {
            written++;
        }
    }

    void failure(Exception e) {
        failedOnEnd++;
        if (failed++ == 0) {
            firstFailure = e.getMessage();
        }
    }

    public void add(Repair other) {
        verified += other.verified;
        written += other.written;
        failed += other.failed;
        unknown += other.unknown;
        firstFailure = firstFailure == null ? other.firstFailure : firstFailure;
    }

    @Override
    public String toString() {
        return verified
                + " rows verified, "
                + written
                + " written, "
                + failed
                + " failed"
                + (unknown == 0 ? "" : ", " + unknown + " rows that nobody knows of")
                + (failed == 0 ? "" : ": " + firstFailure);
    }
}
