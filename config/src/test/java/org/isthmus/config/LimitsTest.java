// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.junit.jupiter.api.Test;

/** What the reader takes, the core's audit takes, and the documentation says both. */
class LimitsTest {
    private static final Map<String, Limits.Range> INSTANCE = new LinkedHashMap<>();
    private static final Map<String, Limits.Range> OPTIONS =
            Map.of(
                    "fragmentKilobytesPerSender",
                    Limits.FRAGMENT_KILOBYTES_PER_SENDER,
                    "sessionsPerSubscriber",
                    Limits.SESSIONS_PER_SUBSCRIBER,
                    "sessionsPerBinding",
                    Limits.SESSIONS_PER_BINDING,
                    "lowestIpv6Mtu",
                    Limits.LOWEST_IPV6_MTU,
                    "puntRate",
                    Limits.PUNT_RATE,
                    "subscriberPuntRate",
                    Limits.SUBSCRIBER_PUNT_RATE,
                    "errorRate",
                    Limits.ERROR_RATE,
                    "errorRatePerSender",
                    Limits.ERROR_RATE_PER_SENDER,
                    "fragmentTimeout",
                    Limits.FRAGMENT_TIMEOUT,
                    "dataPlaneTimeout",
                    Limits.DATA_PLANE_TIMEOUT);

    static {
        INSTANCE.put("id", Limits.INSTANCE_ID);
        INSTANCE.put("subscriberPrefixLength", Limits.SUBSCRIBER_PREFIX_LENGTH);
        INSTANCE.put("blockSize", Limits.BLOCK_SIZE);
        INSTANCE.put("blocksPerSubscriber", Limits.BLOCKS_PER_SUBSCRIBER);
        INSTANCE.put("bindingsPerSecond", Limits.BINDINGS_PER_SECOND);
        INSTANCE.put("udpTimeout", Limits.UDP_TIMEOUT);
        INSTANCE.put("icmpTimeout", Limits.ICMP_TIMEOUT);
        INSTANCE.put("tcpEstablishedTimeout", Limits.TCP_ESTABLISHED_TIMEOUT);
        INSTANCE.put("tcpTransitoryTimeout", Limits.TCP_TRANSITORY_TIMEOUT);
        INSTANCE.put("tcpOpeningTimeout", Limits.TCP_OPENING_TIMEOUT);
        INSTANCE.put("portHold", Limits.PORT_HOLD);
        INSTANCE.put("heldPorts", Limits.HELD_PORTS);
        INSTANCE.put("blockHold", Limits.BLOCK_HOLD);
        INSTANCE.put("maxBindings", Limits.QUOTA);
        INSTANCE.put("maxBindingsPerSecond", Limits.QUOTA);
        INSTANCE.put("maxBlocks", Limits.QUOTA);
    }

    private static Nat64Config parse(String instance, String options) throws NetcfgException {
        String json =
                "{'apps': {'org.isthmus': {'nat64': {"
                        + "'instances': [{'name': 'n', 'prefix': '64:ff9b::/96'%s}],"
                        + "'options': {%s}}}}}";
        String text = String.format(json, instance, options).replace('\'', '"');
        try {
            return Netcfg.of(new ObjectMapper().readTree(text)).nat64();
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    private static Nat64Config with(String field, long value) throws NetcfgException {
        String member = "'" + field + "': " + value;
        return INSTANCE.containsKey(field) ? parse(", " + member, "") : parse("", member);
    }

    private static void assertBounds(String path, String field, Limits.Range range)
            throws NetcfgException {
        with(field, range.min);
        with(field, range.max);
        for (long wrong : new long[] {range.min - 1L, range.max + 1L}) {
            NetcfgException e =
                    assertThrows(NetcfgException.class, () -> with(field, wrong), field);
            assertEquals(
                    List.of(
                            path
                                    + field
                                    + ": must be an integer from "
                                    + range.min
                                    + " to "
                                    + range.max
                                    + ", not "
                                    + wrong),
                    e.problems());
        }
    }

    @Test
    void readerAndAuditTakeTheSame() throws NetcfgException {
        for (Map.Entry<String, Limits.Range> e : INSTANCE.entrySet()) {
            assertBounds("apps.org.isthmus.nat64.instances[0].", e.getKey(), e.getValue());
        }
        for (Map.Entry<String, Limits.Range> e : OPTIONS.entrySet()) {
            assertBounds("apps.org.isthmus.nat64.options.", e.getKey(), e.getValue());
        }
    }

    /** UDP_MIN, TCP_TRANS, TCP_EST and FRAGMENT_MIN of RFC 6146 section 4; RFC 5508 REQ-2. */
    @Test
    void noLifetimeIsShorterThanRfcsLetItBe() throws NetcfgException {
        Map<String, Integer> least =
                Map.of(
                        "udpTimeout",
                        2 * 60,
                        "icmpTimeout",
                        60,
                        "tcpEstablishedTimeout",
                        2 * 3600 + 4 * 60,
                        "tcpTransitoryTimeout",
                        4 * 60,
                        "fragmentTimeout",
                        2);
        for (Map.Entry<String, Integer> e : least.entrySet()) {
            with(e.getKey(), e.getValue());
            assertThrows(
                    NetcfgException.class, () -> with(e.getKey(), e.getValue() - 1), e.getKey());
        }
    }

    /** RFC 7857 section 2.1: four minutes are much for what has not opened. */
    @Test
    void openingMayBeShorterThanClosing() throws NetcfgException {
        assertEquals(
                Duration.ofSeconds(30),
                with("tcpOpeningTimeout", 30).instances.get(0).tcpOpeningTimeout);
        assertEquals(Duration.ofMinutes(4), parse("", "").instances.get(0).tcpOpeningTimeout);
    }

    @Test
    void lifetimesAreShorterWhereAnInstanceSaysSo() throws NetcfgException {
        for (String field :
                List.of(
                        "udpTimeout",
                        "icmpTimeout",
                        "tcpEstablishedTimeout",
                        "tcpTransitoryTimeout",
                        "tcpOpeningTimeout")) {
            String path = "apps.org.isthmus.nat64.instances[0].";
            String member = ", 'shortLifetimes': %s, '" + field + "': %d";
            parse(String.format(member, true, 1), "");
            parse(String.format(member, true, INSTANCE.get(field).max), "");
            NetcfgException e =
                    assertThrows(
                            NetcfgException.class, () -> parse(String.format(member, true, 0), ""));
            assertEquals(
                    List.of(path + field + ": must be an integer from 1 to 2592000, not 0"),
                    e.problems());
            assertThrows(NetcfgException.class, () -> parse(String.format(member, false, 1), ""));
        }
    }

    @Test
    void documentationSaysTheSame() throws IOException {
        List<String> rows = rows();
        INSTANCE.forEach((field, range) -> assertRow(rows, field, range));
        OPTIONS.forEach((field, range) -> assertRow(rows, field, range));
        assertRow(rows, "isthmus.mtu", Limits.MTU);
        List<String> ofPorts =
                rows.stream()
                        .filter(l -> l.startsWith("| `isthmus.mtu` |"))
                        .limit(1)
                        .collect(Collectors.toList());
        assertRow(ofPorts, "isthmus.mtu", Limits.IPV4_MTU);
        for (String protocol : List.of("tcp", "udp", "icmp")) {
            assertRow(rows, "bindingsPerSubscriber." + protocol, Limits.QUOTA);
        }
        assertRow(rows, "alarms.pool", Limits.ALARM_POOL);
        assertRow(rows, "alarms.quota", Limits.ALARM_QUOTA);
        assertRow(rows, "alarms.table", Limits.ALARM_TABLE);
        assertRow(rows, "isthmus.learnedAddresses", Limits.LEARNED_ADDRESSES);
    }

    private static List<String> rows() throws IOException {
        return Files.readAllLines(Path.of("../docs/netcfg.md")).stream()
                .filter(l -> l.startsWith("| "))
                .collect(Collectors.toList());
    }

    /** The documentation has a field with its limits. */
    static void assertRow(String field, Limits.Range range) throws IOException {
        assertRow(rows(), field, range);
    }

    private static void assertRow(List<String> rows, String field, Limits.Range range) {
        List<String> found =
                rows.stream()
                        .filter(l -> l.startsWith("| `" + field + "` |"))
                        .collect(Collectors.toList());
        assertTrue(!found.isEmpty(), field);
        for (String row : found) {
            String[] cells = row.split(" *\\| *");
            assertTrue(cells[2].contains(range.min + " to " + range.max), row);
            assertTrue(cells[3].matches(range.byDefault + "\\b.*"), row);
        }
    }
}
