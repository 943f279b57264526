// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** Orders, totals and exports of bindings and sessions. */
class LongListTest {
    private final FakeNat64 nat64 = FakeNat64.filled();
    private final Rest rest = new Rest(nat64);

    private List<Integer> ports(String path) {
        List<Integer> ports = new ArrayList<>();
        JsonNode answer = rest.get(path).expect(200).json();
        answer.path(path.replaceAll("\\?.*", "")).forEach(s -> ports.add(s.get("port6").asInt()));
        return ports;
    }

    @Test
    void rowsComeInTheOrderThatIsAskedFor() {
        assertEquals(List.of(77, 4242, 5353), ports("sessions?sort=protocol"));
        assertEquals(List.of(5353, 4242, 77), ports("sessions?sort=protocol&order=desc"));
        assertEquals(List.of(77, 4242, 5353), ports("sessions?sort=peer&order=asc"));
        assertEquals(List.of(4242, 5353, 77), ports("bindings?sort=ipv6"));
        assertEquals(3, ports("bindings?sort=expires").size());
        assertEquals(3, ports("sessions?sort=since").size());
        assertEquals(List.of(77, 4242), ports("bindings?sort=ipv4&limit=2"));
    }

    @Test
    void whatIsWrongIsNamed() {
        Map.of(
                        "sessions?sort=age",
                        "sort: must be one of protocol, ipv6, ipv4, peer, since, not age",
                        "bindings?sort=peer",
                        "sort: must be one of protocol, ipv6, ipv4, since, expires, not peer",
                        "sessions?order=desc",
                        "order: is of no use without sort",
                        "sessions?sort=ipv6&order=down",
                        "order: must be asc or desc, not down",
                        "sessions?total=yes",
                        "total: must be true or false, not yes",
                        "sessions?all=true&limit=10",
                        "limit: is not of all",
                        "sessions?all=true&cursor=at1",
                        "cursor: is not of all",
                        "sessions?format=xml",
                        "format: must be csv or json, not xml",
                        "sessions?peerPort=x",
                        "peerPort: must be 0 to 65535, not x")
                .forEach(
                        (path, error) ->
                                assertEquals(error, rest.get(path).expect(400).error(), path));
        assertTrue(
                rest.get("sessions?state=OPEN")
                        .expect(400)
                        .error()
                        .startsWith("state: must be one of V4 INIT, "));
    }

    @Test
    void everySideOfASessionIsACondition() {
        assertEquals(List.of(4242, 5353), ports("sessions?peerPort=80"));
        assertEquals(List.of(4242), ports("sessions?bindingPort=4242"));
        assertEquals(List.of(), ports("sessions?bindingPort=80"));
        assertEquals(List.of(4242), ports("sessions?state=ESTABLISHED"));
        assertEquals(List.of(), ports("sessions?state=V4%20FIN%20%2B%20V6%20FIN%20RCV"));
    }

    @Test
    void theFirstPageSaysHowManyThereAreAndWhatIsNotKnown() {
        JsonNode first = rest.get("sessions?limit=1").expect(200).json();
        assertEquals(3, first.get("total").asInt());
        assertEquals(2, first.at("/unlisted/bindings").asInt());
        assertEquals(
                "2 bindings of UDP, ICMP or port sets, in pools that do not filter, may have"
                        + " further sessions: only the first peer of each is known.",
                first.at("/unlisted/message").asText());
        String next = "sessions?limit=1&cursor=" + first.get("next").asText();
        assertTrue(rest.get(next).json().get("total").isNull());
        assertEquals(3, rest.get(next + "&total=true").json().get("total").asInt());
        assertTrue(rest.get("sessions?total=false").json().get("total").isNull());
        assertTrue(rest.get("sessions?total=false").json().get("unlisted").isNull());
        JsonNode none = rest.get("sessions?peer=192.0.2.81&protocol=udp").json();
        assertEquals(0, none.get("total").asInt());
        assertEquals(1, none.at("/unlisted/bindings").asInt());
        assertTrue(none.at("/unlisted/message").asText().startsWith("One binding of "));
        assertEquals(3, rest.get("bindings").json().get("total").asInt());
    }

    @Test
    void allThatWasFoundIsAFile() {
        nat64.sessions.clear();
        for (int i = 0; i < 12_345; i++) {
            nat64.session(Protocol.UDP, i, 1000 + i, "");
        }
        Rest.Answer json = rest.get("sessions?all=true&protocol=udp&sort=ipv4").expect(200);
        assertEquals("attachment; filename=\"sessions.json\"", json.header("Content-Disposition"));
        JsonNode all = json.json();
        TreeSet<Integer> ports = new TreeSet<>();
        all.get("sessions").forEach(s -> ports.add(s.get("port6").asInt()));
        assertEquals(12_345, ports.size());
        assertEquals(12_345, all.get("total").asInt());
        assertTrue(all.get("next").isNull());
        Rest.Answer csv = rest.get("sessions?all=true&format=csv&peer=192.0.2.80").expect(200);
        assertEquals("attachment; filename=\"sessions.csv\"", csv.header("Content-Disposition"));
        assertEquals("text/csv;charset=utf-8", csv.type);
        String[] lines = csv.text().split("\r\n");
        assertEquals(12_346, lines.length);
        assertEquals(
                "instance,protocol,ipv6,port6,ipv4,port4,peer,peerPort,state,since,peers",
                lines[0]);
        assertEquals(
                "nat64,udp,2001:db8:1::,1000,203.0.113.7,1000,192.0.2.80,80,,"
                        + "2026-01-31T10:00:00Z,first",
                lines[1]);
    }

    @Test
    void aPageMayBeCsvAsWell() {
        Rest.Answer csv = rest.get("bindings?format=csv&limit=1").expect(200);
        assertEquals(
                "instance,protocol,ipv6,port6,ipv4,port4,ports,static,since,expires\r\n"
                        + "nat64,tcp,2001:db8:1::1,4242,203.0.113.7,4242,1,false,"
                        + "2026-01-31T10:00:00Z,2026-01-31T10:05:00Z\r\n",
                csv.text());
        assertTrue(csv.header("Link").contains("cursor=at1"), csv.header("Link"));
    }
}
