// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.file.Path;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.target.api.PortSink;

/**
 * A card in Verilog with frames in it while its registers are read and written: its clock runs for
 * these, and when it is told to. So what happens when is the same in every run. One thread at a
 * time.
 */
public final class Streaming implements Registers, Packets, AutoCloseable {
    private static final int INTERFACES = 4;
    private static final int LONGEST = 16384;

    /** Enough for all frames that there is room for. */
    private static final long CYCLES = 10_000_000;

    private final RtlLibrary library;
    private final Pointer card;
    private final Memory buffer = new Memory(LONGEST);
    private final Memory ports = new Memory(2L * Integer.BYTES);
    private final Pointer source = ports.share(Integer.BYTES);
    private final byte[] frame = new byte[LONGEST];

    /** Null: none. */
    private Recording recording;

    private boolean expectsCut;
    private int damaged;
    private Runnable beforeAccess = () -> {};
    private FrameListener host = (nf, buf, off, len) -> {};
    private PortSink wires = (port, buf, off, len) -> {};

    /** A card after its reset. */
    public Streaming(Path file) {
        library = Native.load(file.toAbsolutePath().toString(), RtlLibrary.class);
        card = library.rtl_open();
    }

    /** Of all that is done from now on. */
    public void record(Recording to) {
        recording = to;
    }

    /** Runs before each register is read or written: lets frames enter, that are not waited for. */
    public void beforeAccess(Runnable run) {
        beforeAccess = run;
    }

    @Override
    public int readRegister(int address) {
        beforeAccess.run();
        int value = library.rtl_read(card, address);
        if (recording != null) {
            recording.read(address, value);
        }
        deliver();
        return value;
    }

    @Override
    public void writeRegister(int address, int value) {
        beforeAccess.run();
        library.rtl_write(card, address, value);
        if (recording != null) {
            recording.write(address, value);
        }
        deliver();
    }

    /**
     * @param port 1 to 4
     */
    public void receive(int port, byte[] bytes) {
        enter(2 * (port - 1), bytes);
    }

    /**
     * A frame comes in whose length is another one than it says. What becomes of it is counted as
     * damaged, unless its new length is what it has.
     *
     * @param length that it says
     */
    public void receiveCut(int port, byte[] bytes, int length) {
        receive(port, bytes);
        library.rtl_claim(card, length);
        expectsCut = true;
    }

    /** Frames that left with another length than they say, after {@link #receiveCut}. */
    public int damaged() {
        return damaged;
    }

    @Override
    public void send(int nf, byte[] bytes) {
        enter(2 * nf + 1, bytes);
    }

    private void enter(int port, byte[] bytes) {
        buffer.write(0, bytes, 0, bytes.length);
        if (library.rtl_send(card, port, buffer, bytes.length) != 0) {
            throw new IllegalStateException("no room for a frame of " + bytes.length + " bytes");
        }
        if (recording != null) {
            recording.enter(port, bytes);
        }
    }

    @Override
    public void onFrame(FrameListener listener) {
        host = listener;
    }

    /** Where frames leave by the 10G ports, 1 to 4. */
    public void onWires(PortSink sink) {
        wires = sink;
    }

    /**
     * Runs until all frames have left.
     *
     * @return cycles that it took
     */
    public long finish() {
        long cycles = library.rtl_run(card, CYCLES);
        if (cycles == CYCLES) {
            throw new IllegalStateException("the card is not idle after " + cycles + " cycles");
        }
        deliver();
        if (recording != null) {
            recording.idle();
        }
        return cycles;
    }

    /**
     * Runs for one cycle.
     *
     * @return frames that left
     */
    public int step() {
        library.rtl_run(card, 1);
        return deliver();
    }

    /** As {@link Verilated#shake}. */
    public void shake(int seed, int gaps, int stalls) {
        library.rtl_shake(card, seed, gaps, stalls);
    }

    private int deliver() {
        for (int frames = 0; ; frames++) {
            int length = library.rtl_receive(card, buffer, LONGEST, ports, source);
            if (length == 0) {
                return frames;
            }
            if (length < 0 && expectsCut) {
                damaged++;
                continue;
            }
            if (length < 0) {
                throw new IllegalStateException("a frame left damaged");
            }
            buffer.read(0, frame, 0, length);
            int to = ports.getInt(0);
            if (recording != null) {
                recording.leave(frame, length, source.getInt(0), to);
            }
            for (int i = 0; i < INTERFACES; i++) {
                if ((to >> 2 * i & 1) != 0) {
                    wires.send(i + 1, frame, 0, length);
                }
                if ((to >> 2 * i + 1 & 1) != 0) {
                    host.frame(i, frame, 0, length);
                }
            }
        }
    }

    @Override
    public void close() {
        library.rtl_close(card);
    }
}
