// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import java.util.List;
import org.isthmus.target.Worker;

/** Joins two interfaces, to measure what the ports cost by themselves. Arguments: their names. */
public final class Relay {
    private Relay() {}

    public static void main(String[] args) throws IOException {
        List<InterfacePort> ports =
                List.of(new InterfacePort(1, args[0]), new InterfacePort(2, args[1]));
        PortSet out = new PortSet(ports);
        Worker worker = (port, buf, off, len) -> out.send(3 - port, buf, off, len);
        PortLoop loop = new PortLoop("relay");
        ports.forEach(p -> loop.add(p, worker, out));
        loop.start();
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    loop.close();
                                    ports.forEach(p -> System.out.println(p + ": " + p.counters()));
                                }));
        System.out.println("relaying");
    }
}
