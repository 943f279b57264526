// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.logging.LogLevel;
import org.isthmus.target.fastpath.FastPath;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

class ProcessOptionsTest {
    private static ProcessOptions parse(String line) {
        return ProcessOptions.parse(line.isEmpty() ? new String[0] : line.split(" "));
    }

    private static List<String> interfaces(SwitchOptions s) {
        return s.interfaces.stream().map(i -> i.port + "@" + i.name).collect(Collectors.toList());
    }

    @Test
    void numbersAreDecimalOrHexadecimal() {
        SwitchOptions o = parse("--device-id 010 -i 08@a -i 0xa@b --cpu-port 0255").switches.get(0);
        assertEquals(10, o.server.deviceId());
        assertEquals(8, o.interfaces.get(0).port);
        assertEquals(10, o.interfaces.get(1).port);
        assertEquals(255, o.cpuPort);
    }

    @Test
    void aLineOfSimpleSwitchGrpc() {
        ProcessOptions line =
                parse(
                        "--no-p4 --device-id 3 -i 1@veth0 --interface 2@veth1 -i3@veth2 "
                                + "--log-console -L debug --thrift-port 9090 --pcap=/tmp -- "
                                + "--grpc-server-addr 127.0.0.1:50001 --cpu-port 255 "
                                + "--drop-port=510 --priority-queues 8");
        assertEquals(1, line.switches.size());
        SwitchOptions s = line.switches.get(0);
        assertEquals(3, s.server.deviceId);
        assertEquals(List.of("1@veth0", "2@veth1", "3@veth2"), interfaces(s));
        assertEquals(255, s.cpuPort);
        assertEquals(510, s.dropPort);
        assertEquals("127.0.0.1:50001", ServerOptions.text(s.server.grpcAddress));
        assertEquals(Path.of("/tmp"), s.pcap);
        assertEquals(Set.of("--thrift-port", "--priority-queues"), line.ignored);
        assertEquals(LogLevel.DEBUG, line.log.level());
        assertTrue(line.log.isConsole());
    }

    @Test
    void theKernelHasRoomForAsManyFlowsAsIsSaid() throws IOException {
        assertEquals(FastPath.FLOWS, parse("--fast-path").switches.get(0).fastPathFlows());
        assertEquals(
                200_000,
                parse("--fast-path --fast-path-flows 200000").switches.get(0).fastPathFlows());
        String starter = Files.readString(Path.of("bin/isthmus-switch"));
        assertTrue(starter.contains("\nbase_flows=" + FastPath.FLOWS + "\n"), starter);
        for (String wrong : List.of("0", "-1", "4194305", "many")) {
            ParameterException e =
                    assertThrows(
                            ParameterException.class,
                            () -> parse("--fast-path --fast-path-flows=" + wrong));
            assertTrue(
                    e.getMessage().contains(wrong + " is no number from 1 to 4194304"),
                    e.getMessage());
        }
        ParameterException e =
                assertThrows(ParameterException.class, () -> parse("--fast-path-flows 9"));
        assertTrue(e.getMessage().contains("--fast-path-flows is for --fast-path"), e.getMessage());
    }

    @Test
    void capturesNeedThatAllPacketsComeBy() {
        assertTrue(parse("--fast-path").switches.get(0).fastPath);
        ParameterException e =
                assertThrows(ParameterException.class, () -> parse("--fast-path --pcap=/tmp"));
        assertTrue(e.getMessage().contains("--fast-path"), e.getMessage());
    }

    @Test
    void defaults() {
        SwitchOptions s = parse("").switches.get(0);
        assertEquals(0, s.server.deviceId);
        assertEquals("127.0.0.1:9559", ServerOptions.text(s.server.grpcAddress));
        assertEquals(0, s.cpuPort);
        assertEquals(511, s.dropPort);
        assertNull(s.json);
        assertNull(s.pcap);
    }

    @Test
    void severalSwitches() {
        List<SwitchOptions> all =
                parse(
                                "--device-id 1 -i 1@a -- --grpc-server-addr 127.0.0.1:1 --and "
                                        + "--device-id 2 -i 1@b -- --grpc-server-addr [::1]:2")
                        .switches;
        assertEquals(2, all.size());
        assertEquals(List.of("1@a"), interfaces(all.get(0)));
        assertEquals(List.of("1@b"), interfaces(all.get(1)));
        assertEquals("[0:0:0:0:0:0:0:1]:2", ServerOptions.text(all.get(1).server.grpcAddress));
    }

    @Test
    void optionsOfTheProcessMayStandAtAnySwitch() {
        ProcessOptions line =
                parse(
                        "--threads 3 --log-console --nanolog x --and -L error --device-id 1 --debugger"
                                + " -- --grpc-server-addr 127.0.0.1:1 --and --device-id 2 --grpc-server-addr"
                                + " 127.0.0.1:2");
        assertEquals(3, line.threads);
        assertTrue(line.log.isConsole());
        assertEquals(LogLevel.ERROR, line.log.level());
        assertEquals(Set.of("--nanolog", "--debugger"), line.ignored);
    }

    @Test
    void metricsAreToldOnceByAProcess() {
        assertFalse(parse("--device-id 1").metrics.isOn());
        String two = "--device-id 1 --metrics-addr [::1]:9560 --and --grpc-server-addr [::1]:1";
        assertTrue(parse(two).metrics.isOn());
        assertTrue(parse("--metrics-addr 192.0.2.1:9560").metrics.isOn());
    }

    @Test
    void beyondThisMachineItNeedsTlsOrALeaveToDoWithout() {
        for (String line :
                List.of(
                        "--grpc-server-addr 192.0.2.1:9559 --insecure-grpc",
                        "--grpc-server-addr [::]:9559 --grpc-server-ssl --grpc-server-cert c"
                                + " --grpc-server-key k",
                        "--grpc-server-addr [::1]:9559",
                        "--grpc-server-addr 127.1.2.3:9559")) {
            assertEquals(1, parse(line).switches.size(), line);
        }
    }

    @Test
    void helpNamesEveryOption() {
        assertTrue(parse("--help --cpu-port 511").help);
        assertTrue(parse("-v").version);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ProcessOptions.usage(new PrintStream(out));
        String help = out.toString();
        for (String option :
                "-i --device-id --grpc-server-addr --insecure-grpc --cpu-port --drop-port --pcap[=DIR] --p4info --metrics-addr --and -L --threads -v"
                        .split(" ")) {
            assertTrue(help.contains(option), option + "\n" + help);
        }
        assertFalse(help.contains("--thrift-port"), help);
    }

    @Test
    void pcapMayHaveADirectory() {
        assertEquals(Path.of("."), parse("--pcap --no-p4").switches.get(0).pcap);
        assertEquals(Path.of("d"), parse("--pcap d").switches.get(0).pcap);
    }

    @Test
    void linesThatMakeNoSense() {
        Map<String, String> wrong =
                Map.ofEntries(
                        Map.entry("--foo", "Unknown option: '--foo'"),
                        Map.entry("-x", "Unknown option: '-x'"),
                        Map.entry("--packet-in ipc:///tmp/x", "'--packet-in'"),
                        Map.entry(
                                "--device-id",
                                "Missing required parameter for option '--device-id'"),
                        Map.entry(
                                "--device-id -i 1@a",
                                "Expected parameter for option '--device-id'"),
                        Map.entry("--device-id x", "is no number"),
                        Map.entry("--log-file=", "--log-file: the name is empty"),
                        Map.entry("--log-file /", "--log-file: / is a directory"),
                        Map.entry(
                                "--log-file /there/is/none",
                                "--log-file: there is no directory /there/is"),
                        Map.entry("--no-p4=1", "option '--no-p4'"),
                        Map.entry("-i veth0", "is not PORT@NAME"),
                        Map.entry("-i 1@", "is not PORT@NAME"),
                        Map.entry("-i 1@a -i 1@b", "port 1 is given twice"),
                        Map.entry("-i 1@a -i 2@a", "interface a is given twice"),
                        Map.entry("--cpu-port 0", "from 1"),
                        Map.entry("-i 255@a --cpu-port 255", "CPU port 255"),
                        Map.entry("-i 511@a", "drop port 511"),
                        Map.entry("--cpu-port 511", "CPU port 511"),
                        Map.entry("--grpc-server-addr 9559", "is not HOST:PORT"),
                        Map.entry("--metrics-addr 9560", "9560 is not HOST:PORT"),
                        Map.entry(
                                "--grpc-server-addr fe80::1", "fe80::1 is not HOST:PORT, with an"),
                        Map.entry("--grpc-server-addr ::1", "::1 is not HOST:PORT, with an IPv6"),
                        Map.entry("--metrics-addr [::1]", "an IPv6 address in brackets"),
                        Map.entry("--grpc-server-addr h:99999", "99999"),
                        Map.entry("--grpc-server-ssl", "--grpc-server-cert"),
                        Map.entry("--grpc-server-cert c", "no --grpc-server-ssl"),
                        Map.entry(
                                "--grpc-server-ssl --grpc-server-cert c --grpc-server-key k "
                                        + "--grpc-server-with-client-auth",
                                "--grpc-server-cacert"),
                        Map.entry(
                                "--grpc-server-addr 0.0.0.0:9559",
                                "0.0.0.0:9559 is not a loopback"),
                        Map.entry("--grpc-server-addr [::]:9559", "--insecure-grpc"),
                        Map.entry(
                                "--insecure-grpc --and --device-id 1 --grpc-server-addr 192.0.2.1:1",
                                "device id 1: --grpc-server-addr 192.0.2.1:1"),
                        Map.entry("--and", "device id 0"),
                        Map.entry("--and --device-id 1", "127.0.0.1:9559"),
                        Map.entry("p.json", "--p4info"),
                        Map.entry("a.json b.json", "b.json"),
                        Map.entry("--device-id 1 --device-id 2", "only once"),
                        Map.entry("--log-level loud", "no level loud"),
                        Map.entry("--log-console --log-file f", "exclude"),
                        Map.entry("--threads 0", "from 1"));
        wrong.forEach(
                (line, message) -> {
                    ParameterException e =
                            assertThrows(ParameterException.class, () -> parse(line), line);
                    assertTrue(e.getMessage().contains(message), line + ": " + e.getMessage());
                });
    }
}
