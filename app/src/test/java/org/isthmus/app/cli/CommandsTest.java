// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.karaf.shell.support.CommandException;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ResourceConfig;
import org.isthmus.app.api.NotReadyException;
import org.isthmus.app.onos.FakeNat64Service;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.FakeNat64;
import org.isthmus.rest.Nat64Application;
import org.isthmus.rest.Role;
import org.isthmus.rest.TestUser;
import org.junit.jupiter.api.Test;

/** Commands with arguments as Karaf's shell reads them, held against what REST answers. */
final class CommandsTest {
    private static final String BASE = "http://localhost/onos/nat64/";

    private final FakeNat64 nat64 = FakeNat64.filled();
    private final FakeNat64Service service = new FakeNat64Service(nat64);
    private final ApplicationHandler rest =
            new ApplicationHandler(
                    ResourceConfig.forApplication(new Nat64Application(() -> nat64)));

    private String run(Nat64Command command, String... arguments) throws Exception {
        return Shell.run(service, command, arguments);
    }

    private String rest(String path) throws Exception {
        ContainerRequest request =
                new ContainerRequest(
                        URI.create(BASE),
                        URI.create(BASE + path),
                        "GET",
                        new TestUser("ann", Role.VIEWER),
                        new MapPropertiesDelegate());
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        assertEquals(200, rest.apply(request, body).get().getStatus(), path);
        return body.toString(StandardCharsets.UTF_8);
    }

    private void same(String path, Nat64Command command, String... arguments) throws Exception {
        assertEquals(rest(path), run(command, arguments).trim(), path);
    }

    @Test
    void jsonIsThatOfRest() throws Exception {
        same("instances", new InstancesCommand(), "-j");
        same("pools", new PoolsCommand(), "-j");
        same("eamt", new EamtCommand(), "-j");
        same("static-bindings", new StaticCommand(), "-j");
        same("devices", new DevicesCommand(), "-j");
        same("fabric", new InterfacesCommand(), "-j");
        same("alarms", new AlarmsCommand(), "-j");
        same("exporters", new ExportersCommand(), "-j");
        same("statistics", new StatsCommand(), "-j");
        same("bindings", new BindingsCommand(), "-j");
        same("sessions", new SessionsCommand(), "-j");
        same("subscribers", new SubscribersCommand(), "-j");
        same("source-bindings", new SourceBindingsCommand(), "-j");
        same("health", new HealthCommand(), "-j");
    }

    @Test
    void filtersAreThoseOfRest() throws Exception {
        same("bindings?protocol=tcp", new BindingsCommand(), "-j", "--protocol", "tcp");
        same("bindings?port=77", new BindingsCommand(), "-j", "--port", "77");
        same("sessions?peer=192.0.2.81", new SessionsCommand(), "-j", "--peer", "192.0.2.81");
        same("sessions?limit=1", new SessionsCommand(), "-j", "--limit", "1");
        same(
                "sessions?sort=peer&order=desc&peerPort=80&bindingPort=4242&state=ESTABLISHED",
                new SessionsCommand(),
                "-j",
                "--sort",
                "peer",
                "--descending",
                "--peer-port",
                "80",
                "--binding-port",
                "4242",
                "--state",
                "ESTABLISHED");
        same("bindings?sort=ipv4&all=true", new BindingsCommand(), "-j", "--sort", "ipv4", "--all");
        same(
                "bindings?instance=nat64&ipv6=2001:db8:1::1&ipv4=203.0.113.0/24",
                new BindingsCommand(),
                "-j",
                "--instance",
                "nat64",
                "--ipv6",
                "2001:db8:1::1",
                "--ipv4",
                "203.0.113.0/24");
        same(
                "subscribers?ipv6=2001:db8:1::/64",
                new SubscribersCommand(),
                "-j",
                "--ipv6",
                "2001:db8:1::/64");
    }

    @Test
    void argumentsAreThoseOfRest() throws Exception {
        String path = "path?protocol=tcp&ipv4=203.0.113.7&port=4242";
        same(path, new PathCommand(), "-j", "tcp", "203.0.113.7", "4242");
        same(
                path + "&peer=192.0.2.80",
                new PathCommand(),
                "-j",
                "tcp",
                "203.0.113.7",
                "4242",
                "192.0.2.80");
        String flow = "diagnosis?host=2001:db8:1::1&peer=192.0.2.80";
        same(flow, new DiagnoseCommand(), "-j", "2001:db8:1::1", "192.0.2.80");
        same(
                flow + "&protocol=tcp&port=443&instance=nat64",
                new DiagnoseCommand(),
                "-j",
                "2001:db8:1::1",
                "192.0.2.80",
                "--protocol",
                "TCP",
                "--port",
                "443",
                "--instance",
                "nat64");
        same(
                "diagnosis?host=203.0.113.7&hostPort=80&protocol=tcp",
                new DiagnoseCommand(),
                "-j",
                "203.0.113.7",
                "--host-port",
                "80",
                "--protocol",
                "tcp");
        String at = "2026-01-31T10:01:00Z";
        same(
                "mapping-log?address=203.0.113.7&port=4230&protocol=tcp&at=" + at,
                new WhoHadCommand(),
                "-j",
                "--protocol",
                "tcp",
                "--at",
                at,
                "203.0.113.7",
                "4230");
        String refusal =
                refusal(
                        RuntimeException.class,
                        new WhoHadCommand(),
                        "203.0.113.7",
                        "4230",
                        "--at",
                        "9999-12-31T00:00:00Z");
        assertTrue(refusal.contains("9999-12-31T00:00:00Z is in the future"), refusal);
    }

    @Test
    void allPagesAreOneList() throws Exception {
        for (int i = 0; i < 5; i++) {
            nat64.session(Protocol.UDP, 0x100 + i, 6000 + i, "");
        }
        assertEquals(
                run(new BindingsCommand(), "-j"),
                run(new BindingsCommand(), "-j", "--all", "--limit", "2"));
        assertEquals(
                run(new BindingsCommand()), run(new BindingsCommand(), "--all", "--limit", "3"));
        assertTrue(
                run(new BindingsCommand(), "--limit", "3")
                        .contains("There is more, 8 in all: --cursor"));
    }

    @Test
    void addsAndRemoves() throws Exception {
        assertTrue(run(new PoolAddCommand(), "more", "198.51.100.128/28").contains("more"));
        assertTrue(rest("pools").contains("198.51.100.128/28"));
        assertEquals("Pool more drains.\n", run(new PoolDrainCommand(), "more"));
        assertEquals(
                "Pool more no longer drains.\n", run(new PoolDrainCommand(), "more", "--stop"));
        String drained = run(new PoolDrainCommand(), "-j", "more");
        assertEquals(rest("pools/more"), drained.trim());
        run(new PoolRemoveCommand(), "more");
        assertTrue(!rest("pools").contains("198.51.100.128/28"));

        run(new EamAddCommand(), "198.51.100.32/32", "2001:db8:a::20/128");
        assertTrue(rest("eamt").contains("2001:db8:a::20/128"));
        assertEquals(
                "Removed 198.51.100.32/32.\n", run(new EamRemoveCommand(), "198.51.100.32/32"));
        assertTrue(!rest("eamt").contains("2001:db8:a::20/128"));

        run(new StaticAddCommand(), "UDP", "2001:db8:1::43", "53", "203.0.113.8", "53");
        assertTrue(rest("static-bindings").contains("2001:db8:1::43"));
        assertEquals(
                "Replaced udp 203.0.113.8:53 by [2001:db8:1::44]:53 <-> 203.0.113.8:53.\n",
                run(
                        new StaticReplaceCommand(),
                        "UDP",
                        "203.0.113.8",
                        "53",
                        "2001:db8:1::44",
                        "53",
                        "203.0.113.8",
                        "53"));
        assertTrue(rest("static-bindings").contains("2001:db8:1::44"));
        assertTrue(!rest("static-bindings").contains("2001:db8:1::43"));
        run(new StaticRemoveCommand(), "Udp", "203.0.113.8", "53");
        assertTrue(!rest("static-bindings").contains("2001:db8:1::44"));
    }

    @Test
    void optionsMayFollowArguments() throws Exception {
        String at = "2026-01-31T10:01:00Z";
        same(
                "mapping-log?address=203.0.113.7&port=4230&protocol=tcp&at=" + at,
                new WhoHadCommand(),
                "203.0.113.7",
                "--protocol=tcp",
                "4230",
                "--at",
                at,
                "-j");
        run(
                new PoolAddCommand(),
                "more",
                "198.51.100.128/28",
                "--tcp",
                "2048-4095",
                "198.51.100.160/28");
        assertTrue(rest("pools").contains("2048-4095"));
        assertTrue(rest("pools").contains("198.51.100.160/28"));
        run(new EamAddCommand(), "198.51.100.32/32", "2001:db8:a::20/128", "--host", "ipv4");
        assertTrue(rest("eamt").contains("\"ipv4\""));
        assertTrue(run(new DevicesCommand(), "device:leaf1", "-j").startsWith("{"));
        assertEquals(
                "there is no option --hots",
                refusal(
                        IllegalArgumentException.class,
                        new EamRemoveCommand(),
                        "198.51.100.32/32",
                        "--hots"));
        assertEquals(
                "option --host has no value",
                refusal(
                        IllegalArgumentException.class,
                        new EamAddCommand(),
                        "198.51.100.33/32",
                        "2001:db8:a::21/128",
                        "--host"));
        assertEquals(
                "argument ipv6 is required",
                refusal(
                        IllegalArgumentException.class,
                        new EamAddCommand(),
                        "198.51.100.33/32",
                        "--host",
                        "ipv4"));
        assertEquals(
                "too many arguments: x",
                refusal(
                        IllegalArgumentException.class,
                        new PoolRemoveCommand(),
                        "more",
                        "-j",
                        "x"));
    }

    private String refusal(
            Class<? extends Throwable> type, Nat64Command command, String... arguments) {
        return assertThrows(type, () -> run(command, arguments)).getMessage();
    }

    @Test
    void refusalsNameTheFieldAndAreErrors() {
        assertTrue(
                refusal(RuntimeException.class, new BindingsCommand(), "--port", "x")
                        .startsWith("port: must be 0 to 65535"));
        assertTrue(
                refusal(
                                IllegalArgumentException.class,
                                new EamAddCommand(),
                                "198.51.100.0/28",
                                "2001:db8:b::/124")
                        .contains("198.51.100.0/28"));
        refusal(NotFoundException.class, new PathCommand(), "udp", "203.0.113.7", "1");
        assertEquals(
                "The NAT64 knows no switch device:x.",
                refusal(IllegalArgumentException.class, new DevicesCommand(), "device:x"));
        assertTrue(
                assertThrows(CommandException.class, () -> run(new PathCommand(), "tcp"))
                        .getMessage()
                        .contains("ipv4"));
    }

    @Test
    void anInstanceMustBeNamedWhereThereAreSeveral() {
        nat64.instances.add(FakeNat64.instance("other", 2));
        assertEquals(
                "--instance is missing: there are several instances",
                refusal(
                        IllegalArgumentException.class,
                        new PoolAddCommand(),
                        "more",
                        "198.51.100.128/28"));
        nat64.instances.clear();
        assertEquals(
                "there is no NAT64 instance in the network configuration",
                refusal(
                        IllegalArgumentException.class,
                        new PoolAddCommand(),
                        "more",
                        "198.51.100.128/28"));
    }

    @Test
    void healthFailsWithWhatIsWrong() throws Exception {
        assertEquals("healthy\n", run(new HealthCommand()));
        nat64.troubles.add("device:leaf1 is down.");
        assertEquals(
                "device:leaf1 is down.", refusal(IllegalStateException.class, new HealthCommand()));
    }

    @Test
    void withoutACoreCommandsSayWhy() {
        service.nat64 = null;
        assertEquals(
                "The NAT64 is not ready yet; its leader is here.",
                refusal(NotReadyException.class, new PoolsCommand()));
    }
}
