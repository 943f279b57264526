// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a new network; what they do is tried where the packages are. */
class InitTest {
    private static final String[] BOX = {
        "--port=eth1=2001:db8:1::1/64", "--port=eth2=192.0.2.1/24", "--pool=203.0.113.0/28"
    };

    private static final String[] PREFIX = {"--prefix", "2001:db8:64::/96"};

    private final Ctl ctl = new Ctl();

    @TempDir Path dir;

    @AfterEach
    void close() {
        ctl.close();
    }

    private int init(String[] some, String... others) {
        List<String> args = new ArrayList<>(List.of("init"));
        args.addAll(List.of(some));
        args.addAll(List.of(others));
        if (!args.contains("--to")) {
            args.addAll(List.of("--to", dir.toString()));
        }
        return ctl.runBare(args.toArray(new String[0]));
    }

    private Netcfg netcfg() throws IOException {
        try {
            return Netcfg.read(dir.resolve("netcfg.json"));
        } catch (NetcfgException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode json() throws IOException {
        return new ObjectMapper().readTree(dir.resolve("netcfg.json").toFile());
    }

    /** The arguments of a switch. */
    private String options(String name) throws IOException {
        for (String line : Files.readAllLines(dir.resolve("switch/" + name + ".conf"))) {
            if (line.startsWith("OPTIONS=")) {
                return line.replaceFirst("OPTIONS=\"(.*)\"", "$1");
            }
        }
        throw new AssertionError("no options");
    }

    private void refused(String message, String[] some, String... others) throws IOException {
        assertEquals(2, init(some, others), ctl.out);
        assertEquals(message, ctl.err.replace(dir + "/", "").trim());
        assertFalse(Files.exists(dir.resolve("netcfg.json")));
    }

    @Test
    void aBoxIsTwoInterfacesAndAPool() throws IOException {
        assertEquals(0, init(BOX, PREFIX), ctl.err);
        Netcfg netcfg = netcfg();
        assertEquals(2, netcfg.fabric().interfaces.size());
        assertEquals("eth2", netcfg.fabric().interfaces.get(1).name);
        assertEquals(16, netcfg.nat64().pools.get(0).addresses());
        assertTrue(netcfg.fabric().devices.get(0).translator);
        assertEquals(List.of(), netcfg.warnings());
        assertEquals(
                "--device-id 1 -i 1@eth1 -i 2@eth2 --cpu-port 255 --grpc-server-addr"
                        + " 127.0.0.1:9559",
                options("box"));
        assertTrue(ctl.out.contains("enable --now isthmus-switch@box isthmus-controller"), ctl.out);
        assertTrue(ctl.out.contains("route to 203.0.113.0/28 by 192.0.2.1."), ctl.out);
    }

    @Test
    void aPoolInsideTheNetworkNeedsNoRoute() throws IOException {
        assertEquals(
                0,
                init(
                        PREFIX,
                        "--port=eth1=2001:db8:1::1/64",
                        "--port=eth2=192.0.2.1/24",
                        "--pool=192.0.2.16/29,192.0.2.40-192.0.2.43"),
                ctl.err);
        assertEquals(12, netcfg().nat64().pools.get(0).addresses());
        assertFalse(ctl.out.contains("route"), ctl.out);
    }

    @Test
    void gatewaysAndRoutesLeadToRouters() throws IOException {
        assertEquals(
                0,
                init(
                        BOX,
                        "--prefix=2001:db8:64::/96",
                        "--gateway=192.0.2.254",
                        "--gateway=2001:db8:1::fe",
                        "--route=198.51.100.0/24=192.0.2.9"),
                ctl.err);
        assertEquals(
                "[{'prefix':'0.0.0.0/0','via':'192.0.2.254'},{'prefix':'::/0','via':'2001:db8:1::fe'},"
                        + "{'prefix':'198.51.100.0/24','via':'192.0.2.9'}]",
                json().at("/apps/org.isthmus/routes").toString().replace('"', '\''));
    }

    @Test
    void hostsAreToldOfDnsServersAndRoutersOfNothing() throws IOException {
        String[] gateway = {"--port=eth3=2001:db8:2::1/64", "--gateway=2001:db8:2::fe"};
        assertEquals(
                0,
                init(
                        BOX,
                        "--prefix=2001:db8:64::/96",
                        gateway[0],
                        gateway[1],
                        "--dns=2001:db8:1::53"));
        assertEquals(
                "{'dnsServers':['2001:db8:1::53']}",
                json().at("/ports/device:box~11/isthmus").toString().replace('"', '\''));
        assertTrue(json().at("/ports/device:box~12/isthmus").isMissingNode());
        assertEquals(
                "{'routerAdvertisements':false}",
                json().at("/ports/device:box~13/isthmus").toString().replace('"', '\''));
        assertEquals(2, init(BOX, "--force", "--dns=2001:db8:1::53,ff02::1"));
        assertEquals(
                "nat64ctl: --dns 2001:db8:1::53,ff02::1: ff02::1 is of ff00::/8, multicast (RFC"
                        + " 4291)\n",
                ctl.err);
    }

    @Test
    void aFabricHasTlsAndTranslatesWhereHostsAre() throws IOException {
        int status =
                init(
                        PREFIX,
                        "--switch=leaf1=leaf1.example.net:9559",
                        "--switch=leaf2=[2001:db8::2]:9559",
                        "--switch=spine1=127.0.0.1:9560",
                        "--port=leaf1/eth1=2001:db8:1::1/64",
                        "--port=leaf2/eth1=192.0.2.1/24",
                        "--link=leaf1/eth2=spine1/eth1",
                        "--link=leaf2/eth2=spine1/eth2",
                        "--link-mtu=9000",
                        "--pool=203.0.113.0/28");
        assertEquals(0, status, ctl.err);
        JsonNode devices = json().path("devices");
        assertEquals(
                "grpcs://leaf1.example.net:9559?device_id=1",
                devices.at("/device:leaf1/basic/managementAddress").asText());
        assertEquals(
                "grpc://127.0.0.1:9560?device_id=3",
                devices.at("/device:spine1/basic/managementAddress").asText());
        assertEquals(
                "[device:leaf1, device:leaf2]",
                netcfg().fabric().devices.stream()
                        .filter(d -> d.translator)
                        .map(d -> d.id.toString())
                        .sorted()
                        .collect(Collectors.toList())
                        .toString());
        assertEquals(9000, netcfg().fabric().links.get(0).mtu);
        assertEquals("device:spine1/2", netcfg().fabric().links.get(1).other.toString());
        assertNotEquals(
                devices.at("/device:leaf1/isthmus/mac"), devices.at("/device:leaf2/isthmus/mac"));
        assertTrue(devices.at("/device:leaf1/isthmus/mac").asText().startsWith("02:"));
        String tls = " --grpc-server-ssl --grpc-server-with-client-auth";
        assertTrue(options("leaf1").contains("--grpc-server-addr [::]:9559" + tls));
        assertTrue(options("leaf2").contains("--grpc-server-addr [2001:db8::2]:9559" + tls));
        assertFalse(options("spine1").contains("ssl"));
        assertTrue(options("spine1").contains("-i 1@eth1 -i 2@eth2 "));
        assertTrue(ctl.out.contains("On leaf1.example.net, with switch/leaf1.conf"), ctl.out);
        assertTrue(ctl.out.contains("enable --now isthmus-switch@spine1 isthmus-controller"));
    }

    @Test
    void whatTheControllerRefusesIsOfTheOption() throws IOException {
        refused(
                "nat64ctl: --port eth3=192.0.2.1/240: not a prefix length of 0 to 32: 0.0.0.0/240",
                BOX,
                "--port=eth3=192.0.2.1/240");
        refused(
                "nat64ctl: --prefix 2001:db8:1::/96: 2001:db8:1::/96 would take the traffic of"
                        + " 2001:db8:1:: (subnet-router anycast of interface eth1 at device:box/1)",
                BOX,
                "--prefix=2001:db8:1::/96");
        refused(
                "nat64ctl: --pool 203.0.113.1/28: bits are set behind the prefix length:"
                        + " 203.0.113.1/28",
                new String[] {BOX[0], BOX[1], "--pool=203.0.113.1/28"});
        refused(
                "nat64ctl: --gateway 198.51.100.1: is in no network of an interface: 198.51.100.1",
                BOX,
                "--gateway=198.51.100.1");
        refused(
                "nat64ctl: --gateway fe80::1: is in no network of an interface: fe80::1; a"
                        + " link-local address is of every link: the router needs another, which"
                        + " says of which",
                BOX,
                "--gateway=fe80::1");
    }

    /** Ports are of the switch that would be there. */
    @Test
    void aSwitchThatIsRefusedIsTheOnlyFault() throws IOException {
        refused(
                "nat64ctl: --switch box=x: must be NAME=HOST:PORT, an IPv6 address in brackets",
                BOX,
                "--switch=box=x",
                "--link=box/eth3=box/eth4");
    }

    @Test
    void eachFaultIsSaid() throws IOException {
        refused(
                String.join(
                        "\n",
                        "nat64ctl: --switch a b=x: must be NAME=HOST:PORT, with a name of letters,"
                                + " digits and ._- alone",
                        "nat64ctl: --switch x=y: must be NAME=HOST:PORT, an IPv6 address in"
                                + " brackets",
                        "nat64ctl: --switch l=127.0.0.1:2: there is a switch l already",
                        "nat64ctl: --port eth1: must be INTERFACE=ADDRESS/LENGTH[,ADDRESS/LENGTH]",
                        "nat64ctl: --port z/eth1=2001:db8:1::1/64: must begin with SWITCH/, one of"
                                + " l",
                        "nat64ctl: --port l/a b=::1/64: not the name of an interface: a b",
                        "nat64ctl: --port l/e=2001:db8:1::1/64: e of l is in use already",
                        "nat64ctl: --link l/e: must be SWITCH/INTERFACE=SWITCH/INTERFACE",
                        "nat64ctl: --route ::/0: must be PREFIX=ROUTER"),
                new String[] {"--pool=203.0.113.0/28", "--link=l/e", "--route=::/0"},
                "--switch=a b=x",
                "--switch=x=y",
                "--switch=l=127.0.0.1:1",
                "--switch=l=127.0.0.1:2",
                "--port=eth1",
                "--port=z/eth1=2001:db8:1::1/64",
                "--port=l/a b=::1/64",
                "--port=l/e=2001:db8::1/64",
                "--port=l/e=2001:db8:1::1/64");
    }

    /** An option that would do nothing was meant to do something. */
    @Test
    void linkMtuIsThatOfALink() throws IOException {
        refused("nat64ctl: --link-mtu: there is no --link", BOX, "--link-mtu=0");
        refused("nat64ctl: --port is missing", new String[] {"--link-mtu=9000"});
        refused(
                "nat64ctl: --link l/e2=m/e2: must be an integer from 1280 to 16383, not 0",
                new String[] {"--pool=203.0.113.0/28", "--link-mtu=0"},
                "--switch=l=127.0.0.1:1",
                "--switch=m=127.0.0.1:2",
                "--port=l/e=2001:db8:1::1/64",
                "--port=m/e=192.0.2.1/24",
                "--link=l/e2=m/e2");
    }

    @Test
    void nothingIsWrittenWhereNotAllCanBe() throws IOException {
        Path place = Files.createFile(dir.resolve("switch"));
        refused(
                "nat64ctl: switch/box.conf: cannot be written: switch is no directory",
                BOX,
                PREFIX);
        Files.delete(place);
        Files.createDirectories(place.resolve("box.conf"));
        refused(
                "nat64ctl: switch/box.conf: cannot be written: is a directory",
                BOX,
                "--force",
                PREFIX[0],
                PREFIX[1]);
    }

    /** As of a variable that is not set: where we happen to be started. */
    @Test
    void aDirectoryHasAName() throws IOException {
        refused("nat64ctl: --to: the name is empty", BOX, "--to", "");
    }

    @Test
    void filesThatAreThereStay() throws IOException {
        assertEquals(0, init(BOX, PREFIX), ctl.err);
        String before = options("box");
        assertEquals(2, init(BOX, "--port=eth3=198.51.100.1/24"));
        assertEquals(
                "nat64ctl: netcfg.json: is there already; --force replaces it\n"
                        + "nat64ctl: switch/box.conf: is there already; --force replaces it\n",
                ctl.err.replace(dir + "/", ""));
        assertEquals(before, options("box"));
        assertEquals(0, init(BOX, "--port=eth3=198.51.100.1/24", "--force"), ctl.err);
        assertEquals(3, netcfg().fabric().interfaces.size());
        assertTrue(options("box").contains("3@eth3"));
    }

    @Test
    void neighboursKnowASwitchWithAnotherPort() throws IOException {
        assertEquals(0, init(BOX), ctl.err);
        String mac = json().at("/devices/device:box/isthmus/mac").asText();
        assertEquals(0, init(BOX, "--port=eth3=198.51.100.1/24", "--force"), ctl.err);
        assertEquals(mac, json().at("/devices/device:box/isthmus/mac").asText());
        String[] other = {"--port=eth1=2001:db8:2::1/64", "--pool=203.0.113.0/28", "--force"};
        assertEquals(0, init(other), ctl.err);
        assertNotEquals(mac, json().at("/devices/device:box/isthmus/mac").asText());
    }

    @Test
    void asksWhereNothingIsGiven() throws IOException {
        ctl.stdin =
                "eth0\n2001:db8:1::1\n2001:db8:1::1/64\n\n\nx\n192.0.2.254\n\n2001:db8:64::/96\n";
        assertEquals(0, init(new String[0]), ctl.err);
        assertEquals(
                "Interface to the hosts of IPv6 [eth1]:   Our address there [2001:db8:1::1/64]:"
                        + "   has no prefix length: 2001:db8:1::1",
                ctl.err.split("\n")[0]);
        assertTrue(ctl.err.contains("not an IPv4 address: x"), ctl.err);
        assertTrue(options("box").contains("-i 1@eth0 -i 2@eth2 "));
        assertEquals("192.0.2.254", json().at("/apps/org.isthmus/routes/0/via").asText());
        assertEquals(
                "2001:db8:64::/96",
                json().at("/apps/org.isthmus/nat64/instances/0/prefix").asText());
    }

    @Test
    void answersThatEndWriteNothing() throws IOException {
        ctl.stdin = "eth0\n";
        assertEquals(2, init(new String[0]));
        assertTrue(ctl.err.endsWith("nat64ctl: --port and --pool are missing\n"), ctl.err);
        assertFalse(Files.exists(dir.resolve("netcfg.json")));
    }

    @Test
    void withoutIpv4ThereIsNoRouteToIt() throws IOException {
        assertEquals(0, init(new String[] {BOX[0], BOX[2]}, PREFIX), ctl.err);
        assertTrue(
                ctl.out.endsWith(
                        "No port has an address of IPv4: hosts reach nothing there before one"
                                + " has.\n"),
                ctl.out);
    }

    @Test
    void whatIsGivenInPartIsNotAskedFor() throws IOException {
        refused("nat64ctl: --port is missing", PREFIX);
        refused("nat64ctl: --port is missing", new String[] {"--gateway", "192.0.2.254"});
        refused("nat64ctl: --port is missing", new String[] {"--pool", "203.0.113.0/28"});
        refused("nat64ctl: --pool is missing", new String[] {"--port", "eth1=2001:db8:1::1/64"});
    }

    /** The controller is not root, who writes it. */
    @Test
    void othersMayReadWhatIsWrittenWhateverTheUmask() throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "umask 077; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Nat64Ctl.class.getName(), "init", "--to", dir.toString()));
        command.addAll(List.of(BOX));
        command.addAll(List.of(PREFIX));
        Process init = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(init.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, init.waitFor(), said);
        for (String file : List.of("netcfg.json", "switch/box.conf")) {
            Set<PosixFilePermission> rights = Files.getPosixFilePermissions(dir.resolve(file));
            assertEquals("rw-r--r--", PosixFilePermissions.toString(rights), file);
        }
    }
}
