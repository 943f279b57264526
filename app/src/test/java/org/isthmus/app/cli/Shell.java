// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.impl.action.command.DefaultActionPreparator;
import org.isthmus.app.api.Nat64Service;

/** Runs commands with arguments as Karaf's shell reads them. */
final class Shell {
    private Shell() {}

    /** What a command prints. */
    static String run(Nat64Service service, Nat64Command command, String... arguments)
            throws Exception {
        Session session =
                (Session)
                        Proxy.newProxyInstance(
                                Shell.class.getClassLoader(),
                                new Class<?>[] {Session.class},
                                (self, method, args) -> null);
        assertTrue(
                new DefaultActionPreparator()
                        .prepare(command, session, List.of((Object[]) arguments)),
                "prepared");
        // The registry of Karaf does it otherwise.
        command.session = session;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            command.execute(service);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
