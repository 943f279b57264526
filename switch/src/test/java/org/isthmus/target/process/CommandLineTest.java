// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    private static CommandLine parse(String line) throws UsageException {
        return CommandLine.parse(line.isEmpty() ? new String[0] : line.split(" "));
    }

    @Test
    void aLineOfSimpleSwitchGrpc() throws UsageException {
        CommandLine line =
                parse(
                        "--no-p4 --device-id 3 -i 1@veth0 --interface 2@veth1 -i3@veth2 "
                                + "--log-console -L debug --thrift-port 9090 --pcap=/tmp -- "
                                + "--grpc-server-addr 127.0.0.1:50001 --cpu-port 255 "
                                + "--drop-port=510 --priority-queues 8");
        assertEquals(1, line.switches().size());
        SwitchOptions s = line.switches().get(0);
        assertEquals(3, s.deviceId);
        assertEquals(Map.of(1, "veth0", 2, "veth1", 3, "veth2"), s.interfaces);
        assertEquals(255, s.cpuPort);
        assertEquals(510, s.dropPort);
        assertEquals("127.0.0.1:50001", CommandLine.text(s.grpcAddress));
        assertEquals(Path.of("/tmp"), s.pcap);
        assertEquals(Set.of("--thrift-port", "--priority-queues"), line.ignored());
        assertEquals("debug", line.logLevel());
        assertTrue(line.logConsole());
    }

    @Test
    void defaults() throws UsageException {
        SwitchOptions s = parse("").switches().get(0);
        assertEquals(0, s.deviceId);
        assertEquals("127.0.0.1:9559", CommandLine.text(s.grpcAddress));
        assertEquals(0, s.cpuPort);
        assertEquals(511, s.dropPort);
        assertNull(s.json);
        assertNull(s.pcap);
    }

    @Test
    void severalSwitches() throws UsageException {
        List<SwitchOptions> all =
                parse(
                                "--device-id 1 -i 1@a -- --grpc-server-addr 127.0.0.1:1 --and "
                                        + "--device-id 2 -i 1@b -- --grpc-server-addr [::1]:2")
                        .switches();
        assertEquals(2, all.size());
        assertEquals("a", all.get(0).interfaces.get(1));
        assertEquals("b", all.get(1).interfaces.get(1));
        assertEquals("[0:0:0:0:0:0:0:1]:2", CommandLine.text(all.get(1).grpcAddress));
    }

    @Test
    void pcapMayHaveADirectory() throws UsageException {
        assertEquals(Path.of("."), parse("--pcap --no-p4").switches().get(0).pcap);
        assertEquals(Path.of("d"), parse("--pcap d").switches().get(0).pcap);
    }

    @Test
    void linesThatMakeNoSense() {
        Map<String, String> wrong =
                Map.ofEntries(
                        Map.entry("--foo", "unknown option --foo"),
                        Map.entry("-x", "unknown option -x"),
                        Map.entry("--packet-in ipc:///tmp/x", "unknown option --packet-in"),
                        Map.entry("--device-id", "needs a value"),
                        Map.entry("--device-id -i 1@a", "needs a value"),
                        Map.entry("--device-id x", "is no number"),
                        Map.entry("--no-p4=1", "takes no value"),
                        Map.entry("-i veth0", "is not PORT@NAME"),
                        Map.entry("-i 1@", "is not PORT@NAME"),
                        Map.entry("-i 1@a -i 1@b", "port 1 is given twice"),
                        Map.entry("-i 1@a -i 2@a", "interface a is given twice"),
                        Map.entry("--cpu-port 0", "from 1"),
                        Map.entry("-i 255@a --cpu-port 255", "CPU port 255"),
                        Map.entry("-i 511@a", "drop port 511"),
                        Map.entry("--cpu-port 511", "CPU port 511"),
                        Map.entry("--grpc-server-addr 9559", "is not HOST:PORT"),
                        Map.entry("--grpc-server-addr h:99999", "99999"),
                        Map.entry("--grpc-server-ssl", "--grpc-server-cert"),
                        Map.entry("--grpc-server-cert c", "no --grpc-server-ssl"),
                        Map.entry(
                                "--grpc-server-ssl --grpc-server-cert c --grpc-server-key k "
                                        + "--grpc-server-with-client-auth",
                                "--grpc-server-cacert"),
                        Map.entry("--and", "device id 0"),
                        Map.entry("--and --device-id 1", "127.0.0.1:9559"),
                        Map.entry("p.json", "--p4info"),
                        Map.entry("a.json b.json", "two programs"),
                        Map.entry("--log-level loud", "no level loud"),
                        Map.entry("--log-console --log-file f", "exclude"),
                        Map.entry("--threads 0", "from 1"));
        wrong.forEach(
                (line, message) -> {
                    UsageException e = assertThrows(UsageException.class, () -> parse(line), line);
                    assertTrue(e.getMessage().contains(message), line + ": " + e.getMessage());
                });
    }
}
