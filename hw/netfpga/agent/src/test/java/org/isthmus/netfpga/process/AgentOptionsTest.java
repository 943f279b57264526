// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

class AgentOptionsTest {
    private static AgentOptions parse(String line) {
        return AgentOptions.parse(line.split(" "));
    }

    @Test
    void aRealCard() {
        AgentOptions o =
                parse(
                        "--device-id 3 --grpc-server-addr 127.0.0.1:50001 --card c --libsume s.so"
                                + " --image i --nf a,b,c,d --flash program --punt-rate 7");
        assertNull(o.task);
        assertEquals(3, o.server.deviceId());
        assertEquals(Path.of("c"), o.card);
        assertEquals(Path.of("s.so"), o.libsume);
        assertEquals(Path.of("i"), o.image);
        assertEquals(List.of("a", "b", "c", "d"), o.nf);
        assertEquals("program", o.flash);
        assertEquals(7, o.puntRate);
    }

    @Test
    void anEmulatedCard() {
        AgentOptions o = parse("--emulated e --image i -i 1@veth0 -i 4@veth1");
        assertEquals(Path.of("e"), o.emulated);
        assertEquals(2, o.interfaces.size());
        assertEquals(4, o.interfaces.get(1).port);
        assertEquals(List.of("nf0", "nf1", "nf2", "nf3"), o.nf);
    }

    @Test
    void aCardInVerilog() {
        AgentOptions o = parse("--rtl r --image i -i 2@veth0");
        assertEquals(Path.of("r"), o.rtl);
        assertEquals(2, o.interfaces.get(0).port);
        assertNull(o.card);
        assertNull(o.emulated);
        assertEquals(5000, o.puntRate);
    }

    @Test
    void refill() {
        assertEquals(AgentOptions.Task.REFILL, parse("refill --card c --image i").task);
    }

    @Test
    void helpNamesEveryOption() {
        assertTrue(parse("--help").help);
        assertTrue(parse("-v").version);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AgentOptions.usage(new PrintStream(out));
        String help = out.toString();
        for (String option :
                "refill --card --libsume --nf --punt-rate --image --flash --emulated --rtl -i --device-id -L --insecure-grpc --metrics-addr"
                        .split(" ")) {
            assertTrue(help.contains(option), option + "\n" + help);
        }
    }

    @Test
    void linesThatMakeNoSense() {
        Map<String, String> wrong =
                Map.ofEntries(
                        Map.entry("--image i", "one of --card, --emulated and --rtl"),
                        Map.entry(
                                "--card c --emulated e --image i", "--rtl is needed, and no other"),
                        Map.entry("--rtl r --emulated e --image i", "one of --card"),
                        Map.entry("--card c", "--image is needed"),
                        Map.entry("--card c --image i -i 1@a", "-i is for a card without"),
                        Map.entry("--emulated e --image i -i 5@a", "no port 5"),
                        Map.entry("--emulated e --image i -i 0@a", "no port 0"),
                        Map.entry("--emulated e --image i -i 1@a -i 1@b", "port 1 is given twice"),
                        Map.entry("--card c --image i --nf a,b", "--nf has 2 interfaces"),
                        Map.entry("--card c --image i --nf a,b,c,a", "--nf has an interface twice"),
                        Map.entry(
                                "refill --emulated e --image i", "a card in this process is empty"),
                        Map.entry("refill --rtl r --image i", "a card in this process is empty"),
                        Map.entry("--rtl r --image i -i 5@a", "no port 5"),
                        Map.entry(
                                "--emulated e --image i --flash x",
                                "a card in this process is empty"),
                        Map.entry("--card c --image i --punt-rate 0", "1 to 10000000, not 0"),
                        Map.entry("--card c --image i --punt-rate x", "'--punt-rate'"),
                        Map.entry("drain --card c --image i", "drain is nothing"),
                        Map.entry(
                                "--card c --image i --grpc-server-addr 192.0.2.1:1",
                                "is not a loopback address"),
                        Map.entry("--card c --image i --log-console --log-file f", "exclude"));
        wrong.forEach(
                (line, message) -> {
                    ParameterException e =
                            assertThrows(ParameterException.class, () -> parse(line), line);
                    assertTrue(e.getMessage().contains(message), line + ": " + e.getMessage());
                });
    }
}
