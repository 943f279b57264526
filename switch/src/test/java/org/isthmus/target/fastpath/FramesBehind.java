// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isthmus.target.api.Frame;
import org.isthmus.target.io.Veth;

/**
 * How many frames of IPv6 the stack of the switch's own host gets by an interface: what stands
 * before it has not taken them.
 */
final class FramesBehind {
    private final Path counters;

    /**
     * @param to whose destination becomes the interface's address: others' are not counted
     */
    FramesBehind(String link, Frame to) throws IOException {
        String mac =
                IntStream.range(0, 6)
                        .mapToObj(i -> String.format("%02x", to.bytes[i]))
                        .collect(Collectors.joining(":"));
        Veth.run("ip link set dev " + link + " address " + mac);
        counters = Path.of("/proc/net/dev_snmp6", link);
    }

    /**
     * As many as there are once there are so many, or after ten seconds: it counts a frame after
     * the switch has it.
     */
    int frames(int least) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        int frames;
        do {
            frames = read();
        } while (frames < least && System.nanoTime() < end);
        return frames;
    }

    private int read() throws IOException {
        return Files.readAllLines(counters).stream()
                .filter(line -> line.startsWith("Ip6InReceives"))
                .mapToInt(line -> Integer.parseInt(line.split("\\s+")[1]))
                .findFirst()
                .orElseThrow();
    }
}
