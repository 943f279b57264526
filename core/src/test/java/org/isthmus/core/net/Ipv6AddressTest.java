// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Ipv6AddressTest {
    /** The examples of RFC 4291 section 2.2, and the ends of each form. */
    @Test
    void textHasTheFormsOfRfc4291() {
        assertParses(
                "abcd:ef01:2345:6789:abcd:ef01:2345:6789",
                "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789");
        assertParses("2001:db8::8:800:200c:417a", "2001:DB8:0:0:8:800:200C:417A");
        assertParses("ff01::101", "FF01::101");
        assertParses("::1", "0:0:0:0:0:0:0:1");
        assertParses("::", "::");
        assertParses("::d01:4403", "::13.1.68.3");
        assertParses("::ffff:8190:3426", "0:0:0:0:0:FFFF:129.144.52.38");
        assertParses("::ffff:8190:3426", "::FFFF:129.144.52.38");
        assertParses("2001:db8::", "2001:0db8::");
        assertParses("0:2:3:4:5:6:7:8", "::2:3:4:5:6:7:8");
        assertParses("1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7::");
        assertParses("1:2:3:0:5:6:7:8", "1:2:3::5:6:7:8");
        assertParses("1:2:3:4:5:6:102:304", "1:2:3:4:5:6:1.2.3.4");
        assertParses("1::102:304", "1::1.2.3.4");
    }

    private static void assertParses(String canonical, String text) {
        assertEquals(canonical, Ipv6Address.parse(text).toString(), text);
    }

    @Test
    void whatIsNoAddressIsRefusedByName() {
        for (String text :
                new String[] {
                    "",
                    ":",
                    ":::",
                    "1",
                    "1:2",
                    ":1",
                    "1:",
                    "::1:",
                    ":1::",
                    "1:::2",
                    "1::2::3",
                    "1:2:3:4:5:6:7",
                    "1:2:3:4:5:6:7:8:9",
                    "1:2:3:4:5:6:7:8:",
                    "1:2:3:4::5:6:7:8",
                    "1:2:3:4:5:6:7:8::",
                    "::1:2:3:4:5:6:7:8",
                    "12345::",
                    "::00001",
                    "::g",
                    "-1::",
                    "::+1",
                    "::\uff11",
                    " ::1",
                    "::1 ",
                    "fe80::1%eth0",
                    "[::1]",
                    "::1/64",
                    "1.2.3.4",
                    "1.2.3.4::",
                    "::1.2.3.4:5",
                    "::1.2.3",
                    "::1.2.3.04",
                    "::1.2.3.256",
                    "1:2:3:4:5:6:7:1.2.3.4",
                    "::2:3:4:5:6:7:1.2.3.4",
                    "::.",
                    "router:1"
                }) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> Ipv6Address.parse(text));
            assertEquals("not an IPv6 address: " + text, e.getMessage());
        }
    }

    @Test
    void textComesBack() throws UnknownHostException {
        long seed = Seeds.of(5952);
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            // With groups of zeros.
            long high = random.nextLong() & (random.nextBoolean() ? -1L : 0xffff_0000_0000_ffffL);
            long low = random.nextInt(3) * (random.nextLong() >>> random.nextInt(64));
            Ipv6Address address = Ipv6Address.of(high, low);
            assertEquals(address, Ipv6Address.parse(address.toString()), "seed " + seed);
            if (!V4Mapped.isIpv4(address)) {
                String full = InetAddress.getByName(address.toString()).getHostAddress();
                assertEquals(address, Ipv6Address.parse(full), "seed " + seed);
            }
        }
    }

    @Test
    void noResolverIsAsked(@TempDir Path directory) throws IOException, InterruptedException {
        Path hosts = directory.resolve("hosts");
        Files.writeString(hosts, "2001:db8::7 router:1\n");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Djdk.net.hosts.file=" + hosts,
                                "-cp",
                                where(Ipv6Address.class)
                                        + File.pathSeparator
                                        + where(Ipv6AddressTest.class),
                                Parse.class.getName(),
                                "router:1")
                        .redirectErrorStream(true)
                        .start();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertEquals("not an IPv6 address: router:1", printed);
    }

    private static String where(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    /** Prints what becomes of a text. */
    static final class Parse {
        public static void main(String[] args) {
            try {
                System.out.print(Ipv6Address.parse(args[0]));
            } catch (IllegalArgumentException e) {
                System.out.print(e.getMessage());
            }
        }
    }
}
