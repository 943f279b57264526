// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.isthmus.logging.WrongFileException;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.target.api.PortSink;

/**
 * A card in this process, cycle by cycle: the Verilog of its program, compiled by Verilator into a
 * library (hw/netfpga/rtl/sim). One thread has it; its clock runs while there is something to do,
 * and stands still otherwise. What all others ask waits for its turn, frames in queues of limited
 * length. Any thread.
 */
public final class Verilated implements Registers, Packets, AutoCloseable {
    /** 10G port N, from 1 on, and nfM, from 0 on, are these bits of tuser. */
    private static final int INTERFACES = 4;

    /** The host is not kept waiting behind the wires for long. */
    private static final int BATCH = 32;

    /** Frames that wait. */
    private static final int FROM_HOST = 512;

    /** Fewer, so that a host's TCP learns soon how slow the card is. */
    private static final int FROM_WIRES = 128;

    private static final int LONGEST = 16384;

    /** Enough for any batch; who has more to do goes on. */
    private static final long CYCLES = 1_000_000;

    /** A frame that waits for the clock. */
    private static final class Waiting {
        final int port;
        final byte[] bytes;

        Waiting(int port, byte[] bytes) {
            this.port = port;
            this.bytes = bytes;
        }
    }

    private final RtlLibrary library;
    private final ArrayBlockingQueue<Waiting> fromHost = new ArrayBlockingQueue<>(FROM_HOST);
    private final ArrayBlockingQueue<Waiting> fromWires = new ArrayBlockingQueue<>(FROM_WIRES);
    private final AtomicBoolean turns = new AtomicBoolean();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder malformed = new LongAdder();
    private final ExecutorService owner =
            Executors.newSingleThreadExecutor(
                    r -> {
                        Thread t = new Thread(r, "verilated");
                        t.setDaemon(true);
                        return t;
                    });

    // Of the owner alone.
    /** Null: closed. */
    private Pointer card;

    private final Memory in = new Memory(LONGEST);
    private final Memory out = new Memory(LONGEST);
    private final Memory ports = new Memory(2L * Integer.BYTES);
    private final Pointer source = ports.share(Integer.BYTES);
    private final byte[] frame = new byte[LONGEST];

    private volatile FrameListener host = (nf, buf, off, len) -> {};
    private volatile PortSink wires = (port, buf, off, len) -> {};

    /**
     * A card after its reset.
     *
     * @param file the library; one that is opened several times is several cards
     * @throws IOException it cannot be loaded
     */
    public Verilated(Path file) throws IOException {
        try {
            library = Native.load(file.toAbsolutePath().toString(), RtlLibrary.class);
            await(owner.submit(() -> card = library.rtl_open()));
        } catch (UnsatisfiedLinkError | CardException e) {
            owner.shutdown();
            throw new WrongFileException(file + " cannot be loaded: " + e.getMessage(), e);
        }
    }

    private <T> T call(Callable<T> call) throws CardException {
        try {
            return await(
                    owner.submit(
                            () -> {
                                if (card == null) {
                                    throw closed();
                                }
                                return call.call();
                            }));
        } catch (RejectedExecutionException e) {
            throw closed();
        }
    }

    private static CardException closed() {
        return new CardException("the card is closed");
    }

    private static <T> T await(Future<T> call) throws CardException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return call.get();
                } catch (InterruptedException e) {
                    // It ends soon: nothing beyond this process is waited for.
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CardException) {
                throw (CardException) e.getCause();
            }
            if (e.getCause() instanceof Error) {
                throw (Error) e.getCause();
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public int readRegister(int address) throws CardException {
        return call(() -> library.rtl_read(card, address));
    }

    @Override
    public void writeRegister(int address, int value) throws CardException {
        call(
                () -> {
                    library.rtl_write(card, address, value);
                    return null;
                });
    }

    @Override
    public void send(int nf, byte[] bytes) {
        offer(fromHost, new Waiting(2 * nf + 1, bytes));
    }

    /**
     * A frame comes in by a 10G port.
     *
     * @param port 1 to 4
     * @param buf holds the frame, until return
     */
    public void receive(int port, byte[] buf, int off, int len) {
        offer(fromWires, new Waiting(2 * (port - 1), Arrays.copyOfRange(buf, off, off + len)));
    }

    private void offer(ArrayBlockingQueue<Waiting> queue, Waiting one) {
        if (one.bytes.length == 0 || one.bytes.length > LONGEST || !queue.offer(one)) {
            dropped.increment();
        } else if (turns.compareAndSet(false, true)) {
            execute();
        }
    }

    private void execute() {
        try {
            owner.execute(this::turn);
        } catch (RejectedExecutionException e) {
            // Closed.
            turns.set(false);
        }
    }

    /** Runs a batch of frames to their end; then others have their turn. */
    private void turn() {
        // Who comes from now on sees to it himself, or is seen here.
        turns.set(false);
        if (card == null) {
            return;
        }
        exchange();
        if ((!fromHost.isEmpty() || !fromWires.isEmpty()) && turns.compareAndSet(false, true)) {
            execute();
        }
    }

    private void exchange() {
        for (int i = 0; i < BATCH; i++) {
            Waiting one = fromHost.poll();
            if (one == null) {
                one = fromWires.poll();
            }
            if (one == null) {
                break;
            }
            in.write(0, one.bytes, 0, one.bytes.length);
            if (library.rtl_send(card, one.port, in, one.bytes.length) != 0) {
                dropped.increment();
            }
        }
        library.rtl_run(card, CYCLES);
        while (true) {
            int length = library.rtl_receive(card, out, LONGEST, ports, source);
            if (length == 0) {
                return;
            }
            if (length < 0) {
                malformed.increment();
            } else {
                out.read(0, frame, 0, length);
                leave(ports.getInt(0), length);
            }
        }
    }

    private void leave(int to, int length) {
        for (int i = 0; i < INTERFACES; i++) {
            if ((to >> 2 * i & 1) != 0) {
                wires.send(i + 1, frame, 0, length);
            }
            if ((to >> 2 * i + 1 & 1) != 0) {
                host.frame(i, frame, 0, length);
            }
        }
    }

    @Override
    public void onFrame(FrameListener listener) {
        host = listener;
    }

    /** Where frames leave by the 10G ports, 1 to 4; called by the thread that has the card. */
    public void onWires(PortSink sink) {
        wires = sink;
    }

    /** Returns when all frames that came before have left. */
    public void finish() throws CardException {
        call(
                () -> {
                    while (!fromHost.isEmpty() || !fromWires.isEmpty()) {
                        exchange();
                    }
                    return null;
                });
    }

    /** Cycles of the clock since the reset. */
    public long cycles() throws CardException {
        return call(() -> library.rtl_cycle(card));
    }

    /**
     * Makes gaps between the beats of frames that come in, and stalls those that leave.
     *
     * @param seed of when
     * @param gaps percent of the cycles
     * @param stalls percent of the cycles
     */
    public void shake(int seed, int gaps, int stalls) throws CardException {
        call(
                () -> {
                    library.rtl_shake(card, seed, gaps, stalls);
                    return null;
                });
    }

    /** Frames for which there was no room. */
    public long dropped() {
        return dropped.sum();
    }

    /** Frames that left and were not as the stream said: of the Verilog, an error. */
    public long malformed() {
        return malformed.sum();
    }

    /** Frames that wait are lost. */
    @Override
    public void close() {
        try {
            call(
                    () -> {
                        library.rtl_close(card);
                        card = null;
                        return null;
                    });
        } catch (CardException e) {
            return; // it was closed before
        }
        owner.shutdown();
    }
}
