// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.isthmus.rest.Rest.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolsResourceTest {
    private final Rest rest = new Rest(FakeNat64.filled());

    @Test
    void aPoolDrainsAndNoLongerDrains() {
        rest.postq("pools", "{'name': 'more', 'prefixes': ['203.0.113.128/26'], 'drain': true}")
                .expect(201);
        assertTrue(rest.get("pools/more").expect(200).json().get("drain").asBoolean());
        assertFalse(rest.delete("pools/more/drain").expect(200).json().get("drain").asBoolean());
        assertFalse(rest.get("pools/more").expect(200).json().get("drain").asBoolean());
        Rest.Answer drains = rest.send("PUT", "pools/more/drain", Map.of(), "").expect(200);
        assertTrue(drains.json().get("drain").asBoolean());
        rest.send("PUT", "pools/configured/drain", Map.of(), "").expect(409);
        rest.send("PUT", "pools/none/drain", Map.of(), "").expect(404);
        rest.delete("pools/more").expect(204);
    }

    @Test
    void poolHasDefaultPortsAndItsUse() {
        Rest.Answer added =
                rest.postq("pools", "{'name': 'more', 'prefixes': ['203.0.113.128/26']}");
        assertEquals(Rest.BASE + "pools/more", added.expect(201).header("Location"));
        assertEquals(
                "{'name':'more','instance':'nat64','prefixes':['203.0.113.128/26'],"
                        + "'ports':{'icmp':'0-65535','tcp':'1024-65535','udp':'1024-65535'},"
                        + "'filtering':'endpoint-independent','holdSyns':false,'portSets':0,'drain':false,'configured':false,'usage':{"
                        + "'icmp':{'blocks':1024,'blocksInUse':0,'bindings':0},"
                        + "'tcp':{'blocks':1008,'blocksInUse':1,'bindings':1},"
                        + "'udp':{'blocks':1008,'blocksInUse':0,'bindings':0}}}",
                quoted(rest.get("pools/more")));
        rest.delete("pools/more").expect(204);
        rest.delete("pools/configured").expect(409);
        rest.postq("pools", "{'name': 'odd', 'prefixes': ['192.0.3.3-192.0.3.8', '192.0.3.9']}")
                .expect(201);
        assertTrue(
                quoted(rest.get("pools/odd"))
                        .contains(
                                "'prefixes':['192.0.3.3/32','192.0.3.4/30','192.0.3.8/32',"
                                        + "'192.0.3.9/32']"));
        assertEquals(
                "prefixes[0]: the last address is before the first: 192.0.3.8-192.0.3.3",
                rest.postq("pools", "{'name': 'p', 'prefixes': ['192.0.3.8-192.0.3.3']}")
                        .expect(400)
                        .error());
    }

    @Test
    void poolIsDeterministic() {
        String deterministic =
                "'deterministic':{'subscribers':'2001:db8::/60','portsPerSubscriber':1024,"
                        + "'algorithm':'sequential'}";
        rest.postq(
                        "pools",
                        "{'name': 'd', 'prefixes': ['192.0.3.1'], 'deterministic': {'subscribers':"
                                + " '2001:db8::/60', 'portsPerSubscriber': 1024}}")
                .expect(201);
        assertTrue(quoted(rest.get("pools/d")).contains(deterministic));
        assertEquals(
                "deterministic.portsPerSubscriber: is missing",
                rest.postq(
                                "pools",
                                "{'name': 'e', 'prefixes': ['192.0.3.2'], 'deterministic':"
                                        + " {'subscribers': '2001:db8::/60'}}")
                        .expect(400)
                        .error());
    }

    @Test
    void aPoolSaysWhoMaySendToItsBindings() {
        String pool = "{'name': 'more', 'prefixes': ['203.0.113.128/26'], 'filtering': '%s'}";
        Rest.Answer odd = rest.postq("pools", String.format(pool, "none")).expect(400);
        assertTrue(odd.error().startsWith("filtering: "), odd.error());
        String notTrue = "address-dependent', 'holdSyns': 'yes";
        assertEquals(
                "holdSyns: must be a boolean, not a string",
                rest.postq("pools", String.format(pool, notTrue)).expect(400).error());
        String holding = "address-dependent', 'holdSyns': true, 'instance': 'nat64";
        rest.postq("pools", String.format(pool, holding)).expect(201);
        assertEquals(
                "address-dependent",
                rest.get("pools/more").expect(200).json().get("filtering").asText());
        assertTrue(rest.get("pools/more").expect(200).json().get("holdSyns").asBoolean());
    }

    @Test
    void aPoolSaysHowManyPortsAFlowBinds() {
        String pool = "{'name': 'more', 'prefixes': ['203.0.113.128/26'], 'portSets': %s}";
        assertEquals(
                "portSets: must be 0 to 1024",
                rest.postq("pools", String.format(pool, "1025")).expect(400).error());
        assertEquals(
                "portSets: must be a whole number, not a string",
                rest.postq("pools", String.format(pool, "'8'")).expect(400).error());
        rest.postq("pools", String.format(pool, "8")).expect(201);
        assertEquals(8, rest.get("pools/more").expect(200).json().get("portSets").asInt());
    }

    /** A range becomes several prefixes, which the core numbers. */
    @Test
    void aRangeOfAPoolIsNamedByItsPlaceInTheBody() {
        String pool =
                "{'name':'p','instance':'nat64','prefixes':"
                        + "['198.18.0.3-198.18.0.77','198.18.1.0/24','203.0.113.0/26']}";
        assertEquals(
                "prefixes[2]: 203.0.113.0/26 overlaps 203.0.113.0/25",
                rest.postq("pools", pool).expect(409).error());
        assertEquals(
                "[prefixes[2]]",
                rest.postq("pools/check", pool)
                        .expect(200)
                        .json()
                        .findValuesAsText("field")
                        .toString());
    }

    @Test
    void aPoolIsCheckedAndNotAdded() {
        String free = "{'name':'q','instance':'nat64','prefixes':['198.18.0.0/28']}";
        assertEquals("{'problems':[]}", quoted(rest.postq("pools/check", free).expect(200)));
        rest.get("pools/q").expect(404);
        assertEquals(
                "{'problems':[{'field':'name','message':'customers is there twice',"
                        + "'other':'pool customers'}]}",
                quoted(rest.postq("pools/check", free.replace("'q'", "'customers'")).expect(200)));
        assertEquals(
                "{'problems':[{'field':'ports.tcp','message':'must not be 1 in this test'}]}",
                quoted(
                        rest.postq("pools/check", free.replace("'q'", "'q','ports':{'tcp':'1-9'}"))
                                .expect(200)));
        JsonNode unread =
                rest.postq("pools/check", "{'name':'q','prefixes':['x']}").expect(200).json();
        assertEquals("[prefixes[0]]", unread.findValuesAsText("field").toString());
    }

    /** The path of the check is that of a pool as well. */
    @Test
    void aPoolMayBeNamedCheck() {
        rest.get("pools/check").expect(404);
        rest.postq("pools", "{'name':'check','instance':'nat64','prefixes':['198.18.0.0/28']}")
                .expect(201);
        assertEquals("check", rest.get("pools/check").expect(200).json().get("name").asText());
        rest.delete("pools/check").expect(204);
        rest.get("pools/check").expect(404);
    }
}
