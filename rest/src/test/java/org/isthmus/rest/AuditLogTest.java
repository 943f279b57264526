// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is written of a change. */
class AuditLogTest {
    private static final Logger LOG = Logger.getLogger(AuditLog.NAME);

    private final List<String> lines = new ArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    lines.add(new SimpleFormatter().formatMessage(record));
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    private final Rest rest = new Rest(FakeNat64.filled());

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void release() {
        LOG.removeHandler(handler);
    }

    /** The only line since the last time. */
    private String line() {
        assertEquals(1, lines.size(), lines.toString());
        return lines.remove(0);
    }

    private static String line(String method, String target, int status) {
        return "user=ann peer=- method="
                + method
                + " target=/onos/nat64/"
                + target
                + " status="
                + status;
    }

    private static String eam(int host) {
        return "{\"ipv4\":\"192.0.2."
                + host
                + "/32\",\"ipv6\":\"2001:db8:e::"
                + host
                + "/128\",\"instance\":\"nat64\",\"host\":\"ipv6\"}";
    }

    @Test
    void whatIsMadeAndRemovedIsThere() {
        String[][] made = {
            {
                "pools",
                "{'name': 'p', 'prefixes': ['192.0.2.64/28'], 'instance': 'nat64'}",
                "pools/p"
            },
            {
                "static-bindings",
                "{'protocol': 'tcp', 'ipv6': '2001:db8::7', 'port6': 80, 'ipv4': '203.0.113.7',"
                        + " 'port4': 8080, 'instance': 'nat64'}",
                "static-bindings/tcp/203.0.113.7/8080"
            },
            {
                "eamt",
                "{'ipv4': '192.0.2.1', 'ipv6': '2001:db8:e::1', 'instance': 'nat64'}",
                "eamt/192.0.2.1/32"
            },
        };
        for (String[] m : made) {
            String entry = rest.postq(m[0], m[1]).expect(201).text();
            assertEquals(line("POST", m[0], 201) + " before=[] after=[" + entry + "]", line());
            rest.delete(m[2]).expect(204);
            assertEquals(line("DELETE", m[2], 204) + " before=[" + entry + "] after=[]", line());
            rest.delete(m[2]).expect(404);
            assertEquals(line("DELETE", m[2], 404), line());
        }
    }

    @Test
    void whatGoesWithAPoolIsThereWithIt() {
        String pool =
                rest.postq("pools", "{'name': 'p', 'prefixes': ['192.0.2.64/28']}")
                        .expect(201)
                        .text();
        String binding =
                rest.postq(
                                "static-bindings",
                                "{'protocol': 'tcp', 'ipv6': '2001:db8::7', 'port6': 80,"
                                        + " 'ipv4': '192.0.2.66', 'port4': 8080}")
                        .expect(201)
                        .text();
        lines.clear();
        rest.delete("pools/p").expect(204);
        assertEquals(
                line("DELETE", "pools/p", 204) + " before=[" + pool + "," + binding + "] after=[]",
                line());
    }

    @Test
    void whatTakesThePlaceOfAStaticBindingIsThereWithIt() {
        String path = "static-bindings/tcp/203.0.113.7/443";
        String before = rest.get(path).text();
        String body =
                "{\"protocol\": \"tcp\", \"ipv6\": \"2001:db8::7\", \"port6\": 80,"
                        + " \"ipv4\": \"203.0.113.7\", \"port4\": 8080}";
        Map<String, String> json = Map.of("Content-Type", "application/json");
        String after = rest.send("PUT", path, json, body).expect(200).text();
        assertEquals(
                line("PUT", path, 200) + " before=[" + before + "] after=[" + after + "]", line());
    }

    @Test
    void ofAReplacedTableIsWhatChanged() {
        rest.csv("PUT", "eamt", "ipv4,ipv6\n192.0.2.1,2001:db8:e::1\n192.0.2.2,2001:db8:e::2\n")
                .expect(200);
        lines.clear();
        rest.csv("PUT", "eamt", "ipv4,ipv6\n192.0.2.2,2001:db8:e::2\n192.0.2.3,2001:db8:e::3\n")
                .expect(200);
        assertEquals(
                line("PUT", "eamt", 200) + " before=[" + eam(1) + "] after=[" + eam(3) + "]",
                line());
    }

    @Test
    void aLineIsOfBoundedLength() {
        StringBuilder csv = new StringBuilder("ipv4,ipv6\n");
        for (int i = 0; i < 100; i++) {
            csv.append("192.0.2.").append(i).append(",2001:db8:e::").append(i).append('\n');
        }
        rest.csv("POST", "eamt/import", csv.toString()).expect(200);
        String many = line();
        assertTrue(many.contains(eam(19) + ",...(80 more)]"), many);
        StringBuilder prefixes = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            prefixes.append(i == 0 ? "" : ",").append("'10.0.").append(i).append(".0/28'");
        }
        rest.postq("pools", "{'name': 'p', 'instance': 'nat64', 'prefixes': [" + prefixes + "]}")
                .expect(201);
        String large = line();
        assertTrue(large.matches(".{2000,2300}\\.\\.\\.\\([0-9]+ more characters\\)]"), large);
    }

    @Test
    void whatIsRefusedIsThereAsWellAndWhatOnlyReadsIsNot() {
        rest.as("bob", Role.VIEWER);
        rest.delete("pools/customers").expect(403);
        assertEquals(
                "user=bob peer=- method=DELETE target=/onos/nat64/pools/customers status=403",
                line());
        rest.get("pools").expect(200);
        rest.sendUnchecked("HEAD", "pools", Map.of()).expect(200);
        assertEquals(List.of(), lines);
    }

    /** The page asks for one whenever somebody pauses while they type. */
    @Test
    void aCheckIsNoChange() {
        rest.postq("pools/check", "{}").expect(200);
        rest.postq("static-bindings/check", "{}").expect(200);
        rest.postq("eamt/check", "{}").expect(200);
        assertEquals(List.of(), lines);
        rest.as("bob", Role.VIEWER).postq("eamt/check", "{}").expect(403);
        assertEquals(
                "user=bob peer=- method=POST target=/onos/nat64/eamt/check status=403", line());
    }
}
