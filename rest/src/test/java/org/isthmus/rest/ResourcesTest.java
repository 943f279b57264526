// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.core.api.Device;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

class ResourcesTest {
    private final FakeNat64 nat64 = FakeNat64.filled();
    private final Rest rest = new Rest(nat64);

    private static String quoted(JsonNode value) {
        return value.toString().replace('"', '\'');
    }

    private static String quoted(Rest.Answer answer) {
        return answer.expect(200).text().replace('"', '\'');
    }

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

    @Test
    void coreNamesOfFieldsBecomeThoseOfJson() {
        String pool = "{'name': 'p', 'prefixes': ['192.0.3.0/24', '203.0.113.0/26'], 'ports': %s}";
        Rest.Answer overlap = rest.postq("pools", String.format(pool, "{}")).expect(409);
        assertEquals("prefixes[1]: 203.0.113.0/26 overlaps 203.0.113.0/25", overlap.error());
        assertEquals("pool customers", overlap.json().get("conflictsWith").asText());
        assertEquals(
                "ports.tcp: must not be 1 in this test",
                rest.postq("pools", String.format(pool, "{'tcp': '1-2'}")).expect(400).error());
        assertEquals(
                "cursor: is not a cursor: x", rest.get("sessions?cursor=x").expect(400).error());
        assertEquals("[3].ipv6", ProblemMapper.name("[3].prefix6"));
        assertEquals("ports.udp", ProblemMapper.name("lastPort[2]"));
        assertEquals("peerPort", ProblemMapper.name("peerPort4"));
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

    @Test
    void sessionShowsTimesAndStates() {
        assertEquals(
                "{'sessions':[{'instance':'nat64','protocol':'tcp','ipv6':'2001:db8:1::1',"
                        + "'port6':4242,'ipv4':'203.0.113.7','port4':4242,'peer':'192.0.2.80',"
                        + "'peerPort':80,'state':'ESTABLISHED','since':'2026-01-31T10:00:00Z',"
                        + "'peers':'seen'}],'next':null,'total':1,'unlisted':null}",
                quoted(rest.get("sessions?protocol=tcp")));
        assertEquals(
                "{'bindings':[{'instance':'nat64','protocol':'icmp','ipv6':'2001:db8:1::3',"
                        + "'port6':77,'ipv4':'203.0.113.7','port4':77,'ports':1,'static':false,"
                        + "'since':'2026-01-31T10:00:00Z','expires':'2026-01-31T10:05:00Z'}],"
                        + "'next':null,'total':1}",
                quoted(rest.get("bindings?port=77")));
        assertTrue(rest.get("sessions?port=77").json().at("/sessions/0/state").isNull());
    }

    @Test
    void filtersReachTheCore() {
        Map<String, Integer> counts =
                Map.of(
                        "sessions", 3,
                        "sessions?protocol=udp", 1,
                        "sessions?ipv6=2001:db8:1::1", 1,
                        "sessions?ipv6=2001:db8:1::/64&protocol=icmp", 1,
                        "sessions?ipv4=203.0.113.0/24", 3,
                        "sessions?ipv4=203.0.114.0/24", 0,
                        "sessions?peer=192.0.2.80&port=5353", 1,
                        "sessions?peer=192.0.2.81", 0,
                        "sessions?instance=other", 0);
        counts.forEach(
                (path, count) ->
                        assertEquals(
                                count,
                                rest.get(path).expect(200).json().get("sessions").size(),
                                path));
        assertEquals(0, rest.get("bindings?instance=x").json().get("bindings").size());
        assertEquals(1, rest.get("bindings?ipv6=2001:db8:1::2").json().get("bindings").size());
        assertEquals(1, rest.get("subscribers?ipv4=203.0.113.7").json().get("subscribers").size());
        assertEquals(
                0, rest.get("subscribers?ipv6=2001:db8:2::1").json().get("subscribers").size());
    }

    @Test
    void badFiltersAreNamed() {
        Map<String, String> bad =
                Map.of(
                        "sessions?port=x", "port: must be 0 to 65535, not x",
                        "sessions?port=99999999999", "port: must be 0 to 65535, not 99999999999",
                        "sessions?limit=0", "limit: must be 1 to 10000, not 0",
                        "sessions?limit=10001", "limit: must be 1 to 10000, not 10001",
                        "sessions?ipv6=1.2.3.4", "ipv6: not an IPv6 address: 1.2.3.4",
                        "sessions?peer=::1", "peer: not an IPv4 address: ::1",
                        "sessions?port=1&port=2", "port: is given more than once",
                        "bindings?peer=192.0.2.1",
                                "peer: is not a parameter here; there are all, bindingPort, cursor, format, "
                                        + "instance, ipv4, ipv6, limit, order, port, protocol, "
                                        + "sort, total",
                        "mapping-log?port=1", "address: is missing",
                        "mapping-log?address=192.0.2.1&port=1&at=yesterday",
                                "at: must be a time such as 2026-01-31T10:32:00Z, not yesterday");
        bad.forEach((path, error) -> assertEquals(error, rest.get(path).expect(400).error()));
    }

    @Test
    void pagesJoinToTheWholeList() {
        nat64.sessions.clear();
        for (int i = 0; i < 25; i++) {
            nat64.session(Protocol.UDP, i, 1000 + i, "");
        }
        List<Integer> sizes = new ArrayList<>();
        TreeSet<Integer> ports = new TreeSet<>();
        String cursor = "";
        do {
            JsonNode page = rest.get("sessions?limit=10" + cursor).expect(200).json();
            sizes.add(page.get("sessions").size());
            page.get("sessions").forEach(s -> ports.add(s.get("port6").asInt()));
            cursor = page.get("next").isNull() ? null : "&cursor=" + page.get("next").asText();
        } while (cursor != null);
        assertEquals(List.of(10, 10, 5), sizes);
        assertEquals(25, ports.size());
    }

    @Test
    void mappingLogAnswersOfProtocolsAndTimes() {
        String path = "mapping-log?address=203.0.113.7&port=4242";
        assertEquals(
                "{'address':'203.0.113.7','port':4242,'at':'2026-01-31T10:01:00Z','holders':["
                        + "{'ipv6':'2001:db8:1::/64','protocol':'tcp','ipv4':'203.0.113.7',"
                        + "'firstPort':4224,'lastPort':4287,'since':'2026-01-31T10:00:00Z',"
                        + "'adopted':false,'deterministic':false}]}",
                quoted(rest.get(path)));
        assertEquals(0, rest.get(path + "&protocol=udp").json().get("holders").size());
        String before = path + "&at=2026-01-31T10:59:59%2B01:00";
        assertEquals("2026-01-31T09:59:59Z", rest.get(before).json().get("at").asText());
        assertEquals(0, rest.get(before).json().get("holders").size());
        assertEquals(
                "1970-01-01T00:00:00Z",
                rest.get(path + "&at=1970-01-01T00:00:00Z").json().get("at").asText());
    }

    /** Who holds it now need not hold it then. */
    @Test
    void mappingLogKnowsNoFuture() {
        String path = "mapping-log?address=203.0.113.7&port=4242&at=";
        rest.get(path + "2026-01-31T10:01:00Z").expect(200);
        assertEquals(
                "at: 2026-01-31T10:02:01Z is in the future: it is 2026-01-31T10:01:00Z now",
                rest.get(path + "2026-01-31T10:02:01Z").expect(400).error());
    }

    /** It is answered by the present, and says so. */
    @Test
    void aClientsClockMayBeAhead() {
        String path = "mapping-log?address=203.0.113.7&port=4242";
        String now = rest.get(path).expect(200).text();
        for (String at : List.of("2026-01-31T10:01:00.001Z", "2026-01-31T10:02:00Z")) {
            assertEquals(now, rest.get(path + "&at=" + at).expect(200).text());
        }
    }

    @Test
    void whoHoldsAPortNowIsKnownAlsoWhereItWasGivenByAClockThatWasAhead() {
        MappingEvent e = nat64.log.get(0);
        long ahead = Instant.parse("2026-01-31T11:00:00Z").toEpochMilli();
        nat64.log.set(
                0,
                new MappingEvent(
                        e.kind,
                        ahead,
                        e.protocol,
                        e.subscriber,
                        e.address,
                        e.firstPort,
                        e.lastPort));
        JsonNode answer = rest.get("mapping-log?address=203.0.113.7&port=4242").json();
        assertEquals("2026-01-31T10:01:00Z", answer.get("at").asText());
        assertEquals("2026-01-31T11:00:00Z", answer.get("holders").get(0).get("since").asText());
    }

    @Test
    void mappingLogSaysWhatWasFoundOnASwitch() {
        MappingEvent e = nat64.log.get(0);
        nat64.log.set(
                0,
                new MappingEvent(
                        MappingEvent.Kind.ADOPTED,
                        e.epochMillis,
                        e.protocol,
                        e.subscriber,
                        e.address,
                        e.firstPort,
                        e.lastPort));
        JsonNode answer = rest.get("mapping-log?address=203.0.113.7&port=4242").json();
        assertTrue(answer.get("holders").get(0).get("adopted").asBoolean());
    }

    @Test
    void deviceWithoutStatisticsSaysSo() {
        JsonNode devices = rest.get("devices").expect(200).json().get("devices");
        assertEquals("ready", devices.get(0).get("state").asText());
        assertEquals(2000, devices.get(0).at("/statistics/ports/0/bytesOut").asInt());
        assertTrue(devices.get(1).get("statistics").isNull());
    }

    @Test
    void devicesSayHowFullTheirTablesAre() {
        JsonNode devices = rest.get("devices").expect(200).json().get("devices");
        assertEquals(
                "[{'table':'bib4','size':65536,'used':3,'free':65533},"
                        + "{'table':'eam4_dst','size':16384,'used':16384,'free':0}]",
                quoted(devices.at("/0/tables")));
        assertEquals("[]", quoted(devices.at("/1/tables")));
    }

    @Test
    void devicesSayWhatTheirProgramsCanDo() {
        JsonNode devices = rest.get("devices").expect(200).json().get("devices");
        assertEquals("['binding-counters','punt-meter']", quoted(devices.at("/0/capabilities")));
        assertEquals("[]", quoted(devices.at("/1/capabilities")));
    }

    @Test
    void metricsAreEscapedAndTyped() {
        nat64.devices.add(
                new Device(
                        DeviceId.of("device:a\"b\\"),
                        Device.State.READY,
                        true,
                        1,
                        0,
                        Set.of(),
                        List.of(),
                        new DeviceStatistics(Map.of("x", 1L), Map.of(), Map.of())));
        String text = rest.get("metrics").expect(200).text();
        for (String line :
                List.of(
                        "# TYPE nat64_punts_total counter",
                        "nat64_punts_total 7.0",
                        "nat64_refused_total{reason=\"no_ports\"} 2.0",
                        "# TYPE nat64_subscribers gauge",
                        "nat64_binding_setup_seconds_bucket{le=\"0.01\"} 4",
                        "nat64_binding_setup_seconds_count 4",
                        "nat64_build_info{version=\"" + Build.VERSION + "\"} 1",
                        "nat64_alarms{severity=\"warning\"} 1.0",
                        "nat64_alarms{severity=\"critical\"} 0.0",
                        "nat64_healthy 1.0",
                        "nat64_pool_blocks_in_use{instance_name=\"nat64\",pool=\"customers\","
                                + "protocol=\"tcp\"} 1.0",
                        "nat64_device_state{device=\"device:leaf1\",state=\"ready\"} 1.0",
                        "nat64_device_state{device=\"device:spine1\",state=\"ready\"} 0.0",
                        "nat64_device_intended_entries{device=\"device:leaf1\"} 12.0",
                        "nat64_device_table_size{device=\"device:leaf1\",table=\"bib4\"} 65536.0",
                        "nat64_device_table_used{device=\"device:leaf1\",table=\"bib4\"} 3.0",
                        "nat64_device_dropped_packets_total{device=\"device:leaf1\","
                                + "reason=\"NO_BINDING\"} 3.0",
                        "nat64_device_punted_packets_total{device=\"device:leaf1\"} 1700.0",
                        "nat64_device_copies_not_made_total{device=\"device:leaf1\"} 0.0",
                        "nat64_device_port_bytes_total{device=\"device:leaf1\","
                                + "direction=\"out\",port=\"1\"} 2000.0",
                        "nat64_device_dropped_packets_total{device=\"device:a\\\"b\\\\\","
                                + "reason=\"x\"} 1.0")) {
            assertTrue(text.contains(line + "\n"), line + " is not in\n" + text);
        }
    }

    @Test
    void fabricIsShownAsItIs() {
        JsonNode fabric = rest.get("fabric").expect(200).json();
        assertEquals(
                "{'id':'device:leaf1','state':'ready','translator':true,"
                        + "'mac':'02:00:00:00:00:01','loopbacks':['192.0.2.201']}",
                quoted(fabric.at("/devices/0")));
        assertEquals(
                "[{'a':'device:leaf1/1','b':'device:spine1/1','mtu':1528,'up':false}]",
                quoted(fabric.get("links")));
        assertEquals(
                "[{'port':'device:leaf1/3','name':'h1',"
                        + "'ips':['192.0.2.129/26','2001:db8:1::ff/64'],"
                        + "'vlan':null,'mtu':1500,'sourceValidation':'loose',"
                        + "'learnedAddresses':null,'up':true}]",
                quoted(fabric.get("interfaces")));
        assertEquals(
                "{'address':'2001:db8:1::1','mac':'00:00:00:00:00:0a','port':'device:leaf1/3'}",
                quoted(fabric.at("/hosts/1")));
        assertEquals(
                "[{'port':'device:leaf1/1','packetsIn':10,'bytesIn':1000,'packetsOut':20,"
                        + "'bytesOut':2000,'readAt':'2026-01-31T10:00:00Z'}]",
                quoted(fabric.get("ports")));
    }

    @Test
    void sourceBindingsAreListed() {
        assertEquals(
                "[{'address':'192.0.2.130','port':'device:leaf1/3','vlan':null,'state':'bound'},"
                        + "{'address':'2001:db8:1::1','port':'device:leaf1/3','vlan':7,"
                        + "'state':'tested'}]",
                quoted(rest.get("source-bindings").expect(200).json().get("sourceBindings")));
        for (String one : List.of("ipv4=192.0.2.0/24", "ipv6=2001:db8:1::1", "limit=1")) {
            JsonNode found = rest.get("source-bindings?" + one).expect(200).json();
            assertEquals(1, found.get("sourceBindings").size(), one);
        }
    }

    @Test
    void pathIsThatOfTheBindingAndPeerAskedFor() {
        String ask = "path?protocol=tcp&ipv4=203.0.113.7&port=4242";
        JsonNode path = rest.get(ask + "&peer=192.0.2.80").expect(200).json();
        assertEquals("2001:db8:1::1", path.at("/binding/ipv6").asText());
        assertEquals(
                "{'device':'device:leaf1','translates':true,'next':["
                        + "{'port':1,'device':'device:spine1'},{'port':2,'device':'device:spine2'}]}",
                quoted(path.at("/outbound/hops/0")));
        assertEquals("device:leaf1/3", path.at("/outbound/from").asText());
        assertEquals("device:leaf2/3", path.at("/outbound/to").asText());
        assertEquals("device:leaf2/3", path.at("/inbound/from").asText());
        assertTrue(rest.get(ask).expect(200).json().at("/outbound/to").isNull());
        assertEquals(
                "port: is missing",
                rest.get("path?protocol=tcp&ipv4=203.0.113.7").expect(400).error());
        assertEquals(
                "ipv4: not an IPv4 address: x",
                rest.get("path?protocol=tcp&ipv4=x&port=1").expect(400).error());
        rest.get("path?protocol=udp&ipv4=203.0.113.7&port=4242").expect(404);
    }

    @Test
    void aDiagnosisIsOfTheFlowAskedFor() {
        JsonNode well = rest.get("diagnosis?host=2001:db8:1::1").expect(200).json();
        assertEquals(
                "{'problem':false,'findings':[{'check':'host','result':'ok',"
                        + "'message':'2001:db8:1::1 is of 2001:db8:1::/64 at device:leaf1/3'}]}",
                quoted(well));
        String ask = "diagnosis?host=2001:db8:1::1&peer=";
        for (String peer : List.of("192.0.2.80", "::ffff:192.0.2.80")) {
            JsonNode ill = rest.get(ask + peer).expect(200).json();
            assertTrue(ill.get("problem").asBoolean());
            assertEquals(
                    "192.0.2.80 is in no network of an interface, and no route leads to it",
                    ill.at("/findings/3/message").asText());
        }
        rest.get("diagnosis?host=203.0.113.7&hostPort=80&protocol=tcp").expect(200);
        rest.get(ask + "64:ff9b::1&protocol=tcp&port=443&instance=nat64").expect(200);
        Map.of(
                        "diagnosis",
                        "host: is missing",
                        "diagnosis?host=x",
                        "host: not an IPv4 or IPv6 address: x",
                        "diagnosis?host=203.0.113.7&hostPort=80",
                        "protocol: is missing",
                        ask + "x",
                        "peer: not an IPv4 or IPv6 address: x",
                        ask + "192.0.2.80&port=443",
                        "protocol: is missing")
                .forEach(
                        (path, error) ->
                                assertEquals(error, rest.get(path).expect(400).error(), path));
    }

    @Test
    void exportersSayHowFarTheyAre() {
        assertEquals(
                "{'exporters':[{'name':'archive','type':'jsonLines',"
                        + "'target':'/var/log/mappings.jsonl','state':'connected',"
                        + "'problem':null,'since':'2026-01-31T10:00:00Z','position':43,"
                        + "'lagEvents':0,'lagSeconds':0,'sent':42,'lost':0},"
                        + "{'name':'siem','type':'syslog','target':'tls://192.0.2.9:6514',"
                        + "'state':'failed','problem':'Connection refused',"
                        + "'since':'2026-01-31T10:00:00Z','position':40,"
                        + "'lagEvents':3,'lagSeconds':12,'sent':39,'lost':1}]}",
                quoted(rest.get("exporters").expect(200)));
        String metrics = rest.get("metrics").expect(200).text();
        for (String line :
                List.of(
                        "nat64_exporter_state{exporter=\"siem\",state=\"failed\"} 1.0",
                        "nat64_exporter_state{exporter=\"archive\",state=\"failed\"} 0.0",
                        "nat64_exporter_lag_events{exporter=\"siem\"} 3.0",
                        "nat64_exporter_lag_seconds{exporter=\"siem\"} 12.0",
                        "nat64_exporter_position{exporter=\"siem\"} 40.0",
                        "nat64_exporter_sent_events_total{exporter=\"archive\"} 42.0",
                        "nat64_exporter_lost_events_total{exporter=\"siem\"} 1.0")) {
            assertTrue(metrics.contains(line + "\n"), line);
        }
    }

    @Test
    void alarmsSayWhatAndSinceWhen() {
        assertEquals(
                "{'alarms':[{'id':'link-down/device:leaf1/1-device:spine1/1',"
                        + "'severity':'warning','subject':'device:leaf1/1-device:spine1/1',"
                        + "'message':'The link of device:leaf1/1 and device:spine1/1 is down.',"
                        + "'since':'2026-01-31T10:00:00Z'}]}",
                quoted(rest.get("alarms").expect(200)));
    }
}
