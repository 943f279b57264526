// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.api.Worker;

/**
 * Joins two interfaces, to measure what the ports cost by themselves. Arguments: their names, and
 * the number of threads, 1 or 2.
 */
public final class Relay {
    private Relay() {}

    public static void main(String[] args) throws IOException {
        List<InterfacePort> ports =
                List.of(new InterfacePort(1, args[0]), new InterfacePort(2, args[1]));
        List<PortLoop> loops = new ArrayList<>();
        List<PortSet> outs = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            loops.add(new PortLoop("relay-" + i));
            outs.add(new PortSet(ports));
        }
        for (int i = 0; i < ports.size(); i++) {
            PortSet out = outs.get(i % outs.size());
            Worker worker = (port, buf, off, len) -> out.send(3 - port, buf, off, len);
            loops.get(i % loops.size()).add(ports.get(i), worker, out);
        }
        for (PortLoop loop : loops) {
            loop.start();
        }
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    loops.forEach(PortLoop::close);
                                    ports.forEach(p -> System.out.println(p + ": " + p.counters()));
                                }));
        System.out.println("relaying");
    }
}
