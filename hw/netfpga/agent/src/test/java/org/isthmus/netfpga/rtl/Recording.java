// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.util.ArrayList;
import java.util.List;

/**
 * What is done to a card and what leaves it, as lines for hw/netfpga/rtl/sim/replay.v, which does
 * the same to it in another simulator.
 */
public final class Recording {
    private static final int BEAT = 32;

    // Where tables are, and what is written to their first word.
    private static final int TABLES = 0x1000;
    private static final int WINDOW = 256;
    private static final int READ = 2;

    private final List<String> script = new ArrayList<>();
    private final List<String> left = new ArrayList<>();

    /** The last one, whose value is looked for until it comes. */
    private int lastRead = -1;

    private boolean withRows = true;

    /** A row is being read. */
    private boolean readsRow;

    /** Leaves rows out that are read back, which takes as many cycles as to write them. */
    public void leaveOutRows() {
        withRows = false;
    }

    void write(int address, int value) {
        boolean isCommand = address >= TABLES && address % WINDOW == 0;
        readsRow = isCommand ? value == READ && !withRows : readsRow && address >= TABLES;
        if (readsRow && isCommand) {
            return;
        }
        script.add(String.format("w %08x %08x", address, value));
        lastRead = -1;
    }

    void read(int address, int value) {
        if (readsRow) {
            return;
        }
        if (address == lastRead) {
            script.remove(script.size() - 1);
        }
        script.add(String.format("r %08x %08x", address, value));
        lastRead = address;
    }

    /**
     * @param port bit number of tuser
     */
    void enter(int port, byte[] frame) {
        for (String beat : beats(frame, frame.length, 1 << port + 16 | frame.length)) {
            script.add("b " + beat);
        }
        lastRead = -1;
    }

    /**
     * @param source a bit for each port
     * @param to a bit for each port
     */
    void leave(byte[] frame, int length, int source, int to) {
        left.addAll(beats(frame, length, to << 24 | source << 16 | length));
    }

    /** All has left. */
    void idle() {
        script.add(String.format("i %x", left.size()));
        lastRead = -1;
    }

    public List<String> script() {
        return script;
    }

    public List<String> left() {
        return left;
    }

    private static List<String> beats(byte[] frame, int length, int user) {
        List<String> beats = new ArrayList<>();
        for (int at = 0; at < length; at += BEAT) {
            int n = Math.min(BEAT, length - at);
            StringBuilder data = new StringBuilder();
            for (int i = BEAT - 1; i >= 0; i--) {
                data.append(String.format("%02x", i < n ? frame[at + i] : 0));
            }
            beats.add(
                    String.format(
                            "%s %08x %d %08x",
                            data, (int) ((1L << n) - 1), at + n == length ? 1 : 0, user));
        }
        return beats;
    }
}
