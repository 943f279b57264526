// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.setup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;

/** Asks for a network of one switch between two interfaces. For one thread. */
public final class Questions {
    private final BufferedReader in;
    private final PrintWriter out;

    /**
     * @param out where questions go
     */
    public Questions(BufferedReader in, PrintWriter out) {
        this.in = in;
        this.out = out;
    }

    /**
     * Asks again until each answer can be read.
     *
     * @throws SetupException the answers ended
     */
    public Draft ask() throws IOException, SetupException {
        Draft draft = new Draft();
        String inside = ask("Interface to the hosts of IPv6", "eth1", NewNetwork::checkInterface);
        String ipv6 = ask("  Our address there", "2001:db8:1::1/64", Questions::checkAddress6);
        String outside = ask("Interface to IPv4", "eth2", NewNetwork::checkInterface);
        String ipv4 = ask("  Our address there", "192.0.2.1/24", Questions::checkAddress4);
        String router =
                ask("  Router there to all other IPv4, or none", "none", Questions::checkRouter);
        String pool =
                ask("IPv4 addresses that hosts share", "203.0.113.0/28", Ipv4Prefix::parseRange);
        draft.prefix = ask("NAT64 prefix", draft.prefix, Ipv6Prefix::parse);
        draft.ports.addAll(List.of(inside + "=" + ipv6, outside + "=" + ipv4));
        if (!router.equals("none")) {
            draft.gateways.add(router);
        }
        draft.pool.add(pool);
        return draft;
    }

    private String ask(String question, String byDefault, Consumer<String> check)
            throws IOException, SetupException {
        while (true) {
            out.print(question + " [" + byDefault + "]: ");
            out.flush();
            String line = in.readLine();
            if (line == null) {
                out.println();
                throw new SetupException(List.of("--port and --pool are missing"));
            }
            String answer = line.isBlank() ? byDefault : line.trim();
            try {
                check.accept(answer);
                return answer;
            } catch (IllegalArgumentException e) {
                out.println("  " + e.getMessage());
            }
        }
    }

    private static void checkAddress6(String text) {
        int slash = slash(text);
        Ipv6Address.parse(text.substring(0, slash));
        Ipv6Prefix.parse("::" + text.substring(slash));
    }

    private static void checkAddress4(String text) {
        int slash = slash(text);
        Ipv4Address.parse(text.substring(0, slash));
        Ipv4Prefix.parse("0.0.0.0" + text.substring(slash));
    }

    private static int slash(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("has no prefix length: " + text);
        }
        return slash;
    }

    private static void checkRouter(String text) {
        if (!text.equals("none")) {
            Ipv4Address.parse(text);
        }
    }
}
