// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A pair of the kernel's virtual Ethernet interfaces, which are up, until it is closed (root). */
public final class Veth implements AutoCloseable {
    private final String one;

    /**
     * @param mtu of both, in bytes
     */
    public Veth(String one, String other, int mtu) throws IOException {
        this.one = one;
        // A test that was killed has left them, and nothing of its pair may be here.
        delete(one);
        delete(other);
        run("ip link add " + one + " mtu " + mtu + " type veth peer name " + other + " mtu " + mtu);
        for (String end : new String[] {one, other}) {
            // The host sends nothing of its own by them.
            run("sysctl -qw net.ipv6.conf." + end + ".disable_ipv6=1");
            run("ip link set " + end + " up");
        }
    }

    /**
     * Returns when an interface that is up has its carrier, which the kernel tells a little later.
     */
    public static void awaitCarrier(String link) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!Interface.find(link).running) {
            assertTrue(System.nanoTime() < end, () -> "no carrier at " + link);
            Thread.onSpinWait();
        }
    }

    /** Deletes an interface, and with one of a pair the other, if it exists. */
    private static void delete(String link) throws IOException {
        if (Files.exists(Path.of("/sys/class/net", link))) {
            run("ip link del " + link);
        }
    }

    /**
     * What a command prints, which must succeed.
     *
     * @param command its words, by single spaces
     * @param more words after them, which may have spaces
     */
    public static String run(String command, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of(more));
        Process p = new ProcessBuilder(words).redirectErrorStream(true).start();
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertEquals(0, p.waitFor(), () -> words + ": " + out);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return out;
    }

    @Override
    public void close() throws IOException {
        delete(one);
    }
}
