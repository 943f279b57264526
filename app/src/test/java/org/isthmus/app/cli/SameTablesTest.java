// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isthmus.app.onos.FakeNat64Service;
import org.isthmus.cli.Ctl;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** ONOS's shell and nat64ctl print the same tables of the same NAT64. */
final class SameTablesTest {
    private final Ctl ctl = new Ctl();
    private final FakeNat64Service service = new FakeNat64Service(ctl.nat64);

    @AfterEach
    void close() {
        ctl.close();
    }

    private void same(Nat64Command command, String[] arguments, String... ctlArguments)
            throws Exception {
        String name = String.join(" ", ctlArguments);
        assertEquals(0, ctl.run(ctlArguments), () -> name + ": " + ctl.err);
        assertTrue(ctl.out.lines().count() > 1, () -> name + ": " + ctl.out);
        assertEquals(ctl.out + ctl.err, Shell.run(service, command, arguments), name);
    }

    private static String[] with(String... arguments) {
        return arguments;
    }

    @Test
    void listsAreTheSame() throws Exception {
        ctl.nat64.troubles.add("device:leaf1 is down.");
        same(new InstancesCommand(), with(), "instances");
        same(new PoolsCommand(), with(), "pools", "list");
        same(new EamtCommand(), with(), "eamt", "list");
        same(new StaticCommand(), with(), "static", "list");
        same(new BindingsCommand(), with(), "bindings");
        same(new SessionsCommand(), with(), "sessions");
        same(new SubscribersCommand(), with(), "subscribers");
        same(new SourceBindingsCommand(), with(), "source-bindings");
        same(new DevicesCommand(), with(), "devices");
        same(new TablesCommand(), with(), "tables");
        same(new InterfacesCommand(), with(), "fabric", "interfaces");
        same(new AlarmsCommand(), with(), "alarms");
        same(new ExportersCommand(), with(), "exporters");
        same(new StatsCommand(), with(), "stats");
    }

    @Test
    void answersAreTheSame() throws Exception {
        same(
                new PathCommand(),
                with("tcp", "203.0.113.7", "4242"),
                "path",
                "tcp",
                "203.0.113.7:4242");
        same(
                new DiagnoseCommand(),
                with("2001:db8:1::1", "--protocol", "tcp"),
                "diagnose",
                "2001:db8:1::1",
                "--protocol",
                "tcp");
        String at = "2026-01-31T10:01:00Z";
        same(
                new WhoHadCommand(),
                with("--at", at, "203.0.113.7", "4242"),
                "who-had",
                "--at",
                at,
                "203.0.113.7:4242");
    }

    /** More rows than those that set the widths, over several pages. */
    @Test
    void longListsAreTheSame() throws Exception {
        for (int i = 0; i < 1500; i++) {
            ctl.nat64.session(Protocol.UDP, 0x100 + i, 6000 + i, "");
        }
        String[] pages = {"--all", "--limit", "600"};
        same(new SessionsCommand(), pages, "sessions", "--all", "--limit", "600");
        same(new BindingsCommand(), pages, "bindings", "--all", "--limit", "600");
    }
}
