// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.isthmus.rest.Rest.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.core.api.Device;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

class ResourcesTest {
    private final FakeNat64 nat64 = FakeNat64.filled();
    private final Rest rest = new Rest(nat64);

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
