// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.isthmus.rest.Rest.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StaticBindingsResourceTest {
    private final FakeNat64 nat64 = FakeNat64.filled();
    private final Rest rest = new Rest(nat64);

    @Test
    void staticBindingIsKnownByItsIpv4Side() {
        String body =
                "{'protocol':'udp','ipv6':'2001:DB8:0::1','port6':53,"
                        + "'ipv4':'203.0.113.9','port4':53}";
        Rest.Answer added = rest.postq("static-bindings", body).expect(201);
        String path = "static-bindings/udp/203.0.113.9/53";
        assertEquals(Rest.BASE + path, added.header("Location"));
        assertEquals("2001:db8::1", rest.get(path).expect(200).json().get("ipv6").asText());
        assertEquals(
                "port4: 203.0.113.9 port 53 is bound already",
                rest.postq("static-bindings", body).expect(409).error());
        assertFalse(rest.get(path).json().get("configured").asBoolean());
        nat64.configuredStatics.add(nat64.staticBindings().get(1));
        assertEquals(
                "[false, true]",
                rest.get("static-bindings").json().findValuesAsText("configured").toString());
        assertTrue(rest.get(path).json().get("configured").asBoolean());
        rest.delete(path).expect(204);
        rest.get(path).expect(404);
        assertEquals(
                "port: must be 0 to 65535, not 65536",
                rest.get("static-bindings/udp/203.0.113.9/65536").expect(400).error());
        assertEquals(
                "protocol: must be icmp, tcp or udp, not TCP",
                rest.delete("static-bindings/TCP/203.0.113.9/53").expect(400).error());
    }

    @Test
    void staticBindingIsReplacedByItsIpv4Side() {
        String path = "static-bindings/tcp/203.0.113.7/443";
        Map<String, String> json = Map.of("Content-Type", "application/json");
        String body =
                "{\"protocol\":\"tcp\",\"ipv6\":\"2001:db8:1::43\",\"port6\":8443,"
                        + "\"ipv4\":\"203.0.113.7\",\"port4\":444}";
        assertEquals(
                "{'instance':'nat64','protocol':'tcp','ipv6':'2001:db8:1::43','port6':8443,"
                        + "'ipv4':'203.0.113.7','port4':444,'configured':false}",
                quoted(rest.send("PUT", path, json, body).expect(200)));
        rest.get(path).expect(404);
        rest.send("PUT", path, json, body).expect(404);
        path = "static-bindings/tcp/203.0.113.7/444";
        assertEquals("2001:db8:1::43", rest.get(path).json().get("ipv6").asText());
        rest.send("POST", "static-bindings", json, body.replace("444", "445")).expect(201);
        assertEquals(
                "port4: 203.0.113.7 port 445 is bound already",
                rest.send("PUT", path, json, body.replace("444", "445")).expect(409).error());
    }

    @Test
    void aStaticBindingIsCheckedAndNotMade() {
        String body =
                "{'protocol':'tcp','ipv6':'2001:db8:1::43','port6':8443,"
                        + "'ipv4':'203.0.113.7','port4':443}";
        String taken =
                "{'problems':[{'field':'port4','message':'203.0.113.7 port 443 is bound already',"
                        + "'other':'static binding of 2001:db8:1::42 port 443'}]}";
        assertEquals(taken, quoted(rest.postq("static-bindings/check", body).expect(200)));
        String path = "static-bindings/tcp/203.0.113.7/443";
        String before = rest.get(path).text();
        assertEquals("{'problems':[]}", quoted(rest.postq(path + "/check", body).expect(200)));
        assertEquals(before, rest.get(path).text());
        assertEquals(
                "There is no static binding of tcp 203.0.113.7:444.",
                rest.postq("static-bindings/tcp/203.0.113.7/444/check", body)
                        .expect(404)
                        .json()
                        .get("detail")
                        .asText());
    }
}
