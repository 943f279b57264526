// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.api.Worker;
import org.isthmus.target.io.InterfacePort;
import org.isthmus.target.io.Port;
import org.isthmus.target.io.PortLoop;
import org.isthmus.target.io.PortSet;

/**
 * A switch on interfaces of the kernel, two pairs of veth, and what is on the other side of them.
 * Frames are sent there until a flush, then the switch takes them, all in the caller's thread, and
 * what the switch's part takes of its CPU is counted: reception, pipeline, transmission and what
 * the kernel does meanwhile. Needs root, and the command {@code ip}.
 */
final class ByWire implements Worker, AutoCloseable {
    private static final int PORTS = 2;

    /** Looks at the ports until frames that were sent must have come. */
    private static final int PATIENCE = 1_000_000;

    private static int made;

    private final List<String> links = new ArrayList<>();
    private final List<Port> inside = new ArrayList<>();
    private final List<Port> outside = new ArrayList<>();
    private final PortLoop loop = new PortLoop("by-wire");
    private PortSet answers;
    private PortSet questions;
    private int waiting;
    private long nanos;

    /** Puts a switch between interfaces of its own. */
    void open(LoadedSwitch device) throws IOException {
        int number = made++;
        for (int port = 1; port <= PORTS; port++) {
            String here = "isb-" + number + "i" + port;
            String there = "isb-" + number + "o" + port;
            // Left by a run that was killed.
            run("ip link del " + here, false);
            run("ip link add " + here + " type veth peer name " + there, true);
            links.add(here);
            for (String link : List.of(here, there)) {
                run("sysctl -qw net.ipv6.conf." + link + ".disable_ipv6=1", true);
                run("ip link set " + link + " up", true);
            }
            inside.add(new InterfacePort(port, here));
            outside.add(new InterfacePort(port, there));
        }
        answers = new PortSet(inside);
        questions = new PortSet(outside);
        for (Port port : inside) {
            loop.add(port, device.target().newWorker(answers), answers);
        }
    }

    private static void run(String command, boolean must) throws IOException {
        Process p = new ProcessBuilder(command.split(" ")).redirectErrorStream(true).start();
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (p.waitFor() != 0 && must) {
                throw new IOException(command + ": " + out.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Frames that have left the switch. */
    long left() {
        return inside.stream().mapToLong(p -> p.counters().txFrames()).sum();
    }

    /** What the switch has taken of this thread's CPU, ns. */
    long nanos() {
        return nanos;
    }

    @Override
    public void process(int port, byte[] buf, int off, int len) {
        accept(port, buf, off, len);
        flush();
    }

    @Override
    public void accept(int port, byte[] buf, int off, int len) {
        questions.send(port, buf, off, len);
        waiting++;
    }

    @Override
    public void flush() {
        questions.flush();
        long start = TableSizes.cpuNanos();
        for (int i = 0; waiting > 0; i++) {
            if (i == PATIENCE) {
                throw new IllegalStateException(waiting + " frames did not come");
            }
            waiting -= loop.serve();
        }
        nanos += TableSizes.cpuNanos() - start;
        // What came out is nobody's.
        for (Port port : outside) {
            while (port.receive((buf, off, len) -> {}, Integer.MAX_VALUE) > 0) {
                continue;
            }
        }
    }

    @Override
    public void close() throws IOException {
        questions.close();
        answers.close();
        for (Port port : outside) {
            port.close();
        }
        for (Port port : inside) {
            port.close();
        }
        for (String link : links) {
            run("ip link del " + link, true);
        }
    }
}
