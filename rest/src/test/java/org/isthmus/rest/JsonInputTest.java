// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Bodies as nobody should send them. */
class JsonInputTest {
    private final Rest rest = new Rest(FakeNat64.filled());

    private void refused(String path, String body, String error) {
        assertEquals(error, rest.postq(path, body).expect(400).error(), body);
    }

    @Test
    void wrongTypesAreNamedByPath() {
        refused("pools", "[]", ": must be an object, not an array");
        refused("pools", "null", ": must be an object, not null");
        refused(
                "pools",
                "{'name': 1, 'prefixes': ['192.0.2.64/28']}",
                "name: must be a string, not a number");
        refused(
                "pools",
                "{'name': 'a', 'prefixes': {'b': [1]}}",
                "prefixes: must be an array, not an object");
        refused(
                "pools",
                "{'name': 'a', 'prefixes': ['192.0.2.64/28', false]}",
                "prefixes[1]: must be a string, not a boolean");
        refused("pools", "{'name': 'a', 'prefixes': []}", "prefixes: must not be empty");
        refused(
                "pools",
                "{'name': 'a b', 'prefixes': ['192.0.2.64/28']}",
                "name: must be 1 to 64 letters, digits, dots, dashes or underscores, not . or ..");
        for (String dots : List.of(".", "..")) {
            // A path with them is another one: it could never be removed.
            refused(
                    "pools",
                    "{'name': '" + dots + "', 'prefixes': ['192.0.2.64/28']}",
                    "name: must be 1 to 64 letters, digits, dots, dashes or underscores, not . or ..");
        }
        refused(
                "pools",
                "{'name': 'a', 'prefixes': ['192.0.2.64/28'], 'ports': {'tcp': 7}}",
                "ports.tcp: must be a string, not a number");
        refused(
                "pools",
                "{'name': 'a', 'prefixes': ['192.0.2.64/28'], 'ports': {'tcp': '9-8'}}",
                "ports.tcp: the first port is above the last: 9-8");
        refused(
                "pools",
                "{'name': 'a', 'prefixes': ['192.0.2.64/28'], 'ports': {'sctp': '1-2'}}",
                "ports.sctp: is not a field here; the fields are icmp, tcp, udp");
        refused(
                "eamt/import",
                "{'eamt': [{'ipv4': '192.0.2.1', 'ipv6': '::1'}, 7]}",
                "eamt[1]: must be an object, not a number");
        refused("eamt/import", "{}", "eamt: is missing");
        refused("eamt/import", "{'eamt': [{'ipv4': '192.0.2.1'}]}", "eamt[0].ipv6: is missing");
    }

    @Test
    void numbersAreChecked() {
        String rest = "'protocol': 'tcp', 'ipv6': '::1', 'port4': 1, 'ipv4': '203.0.113.9'}";
        refused("static-bindings", "{'port6': 65536, " + rest, "port6: must be 0 to 65535");
        refused("static-bindings", "{'port6': -1, " + rest, "port6: must be 0 to 65535");
        refused(
                "static-bindings",
                "{'port6': " + "9".repeat(500) + ", " + rest,
                "port6: must be 0 to 65535");
        refused(
                "static-bindings",
                "{'port6': 1.5, " + rest,
                "port6: must be a whole number, not a number");
        refused(
                "static-bindings",
                "{'port6': '1', " + rest,
                "port6: must be a whole number, not a string");
    }

    @Test
    void everyFaultIsNamedWithItsPlace() {
        JsonNode errors =
                rest.post(
                                "static-bindings",
                                "{\n"
                                        + "  \"protocol\": \"sctp\",\n"
                                        + "  \"ipv5\": \"::1\",\n"
                                        + "  \"ipv6\": \"2001:db8::/64\",\n"
                                        + "  \"port6\": 80\n"
                                        + "}")
                        .expect(400)
                        .json()
                        .get("errors");
        StringBuilder s = new StringBuilder();
        for (JsonNode e : errors) {
            s.append(e.get("field").asText()).append(' ').append(e.get("line").asInt());
            s.append(' ').append(e.get("column").asInt()).append('\n');
        }
        assertEquals("protocol 2 15\nipv5 3 11\nipv6 4 11\nipv4 1 1\nport4 1 1\n", s.toString());
    }

    @Test
    void badSyntaxHasLineAndColumn() {
        JsonNode problem =
                rest.post("eamt/import", "{\"eamt\": [\n  {\"ipv4\": \"192.0.2.1\",}]}")
                        .expect(400)
                        .json();
        JsonNode error = problem.get("errors").get(0);
        assertEquals("is not JSON", error.get("message").asText());
        assertEquals(2, error.get("line").asInt(), problem.toString());
        assertEquals("eamt[0].ipv4", error.get("field").asText(), problem.toString());
        refused("eamt", "{'ipv4': '192", "ipv4: is not JSON: the body ends inside of it");
        refused("eamt", "{'ipv4': nul}", "ipv4: is not JSON");
        refused("eamt", "", ": the body is empty");
        refused(
                "eamt",
                "{'ipv4': '192.0.2.1', 'ipv6': '::1'} {}",
                ": there is more behind the end of the JSON value");
        Rest.Answer twice = rest.postq("eamt", "{'ipv4': '192.0.2.1', 'ipv4': '192.0.2.2'}");
        assertEquals("ipv4: is given more than once", twice.expect(400).error());
    }

    @Test
    void tooManyFaultsEndTheReading() {
        StringBuilder body = new StringBuilder("{\"eamt\": [");
        for (int i = 0; i < 5000; i++) {
            body.append(i == 0 ? "7" : ",7");
        }
        assertEquals(
                100, rest.post("eamt/import", body + "]}").expect(400).json().get("errors").size());
    }

    /** Whatever is sent is taken or refused; nothing fails, and OpenAPI knows each answer. */
    @Test
    void mutilatedBodiesNeverFail() {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        String[] bodies = {
            "{\"name\":\"a\",\"prefixes\":[\"192.0.2.64/28\"],\"ports\":{\"tcp\":\"1-2\"}}",
            "{\"eamt\":[{\"ipv4\":\"192.0.2.1/32\",\"ipv6\":\"::1/128\",\"host\":\"ipv4\"}]}",
            "ipv4,ipv6,instance,host\r\n192.0.2.1/32,\"::1/128\",nat64,ipv4\r\n",
        };
        String alphabet = "{}[]\",:\\\r\n \t0919af./-+eEtfn\u0000\u00e9\ud83d";
        for (int round = 0; round < 1500; round++) {
            int which = random.nextInt(bodies.length);
            StringBuilder body = new StringBuilder(bodies[which]);
            for (int n = 1 + random.nextInt(4); n > 0 && body.length() > 0; n--) {
                int at = random.nextInt(body.length());
                char c = alphabet.charAt(random.nextInt(alphabet.length()));
                switch (random.nextInt(3)) {
                    case 0:
                        body.setCharAt(at, c);
                        break;
                    case 1:
                        body.insert(at, c);
                        break;
                    default:
                        body.delete(at, Math.min(body.length(), at + 1 + random.nextInt(5)));
                }
            }
            String path = which == 0 ? "pools" : "eamt/import";
            String type = which == 2 ? "text/csv" : "application/json";
            Rest.Answer answer =
                    rest.send("POST", path, Map.of("Content-Type", type), body.toString());
            assertTrue(
                    answer.status < 500, "seed " + seed + ": " + body + " gives " + answer.text());
        }
    }
}
