// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.isthmus.rest.Rest.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.isthmus.core.model.MappingEvent;
import org.junit.jupiter.api.Test;

class MappingLogResourceTest {
    private final FakeNat64 nat64 = FakeNat64.filled();
    private final Rest rest = new Rest(nat64);

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

    /** The first event of the log, as another kind or at another time. */
    private void logged(MappingEvent.Kind kind, long epochMillis) {
        MappingEvent e = nat64.log.get(0);
        nat64.log.set(
                0,
                new MappingEvent(
                        kind,
                        epochMillis,
                        e.protocol,
                        e.subscriber,
                        e.address,
                        e.firstPort,
                        e.lastPort));
    }

    @Test
    void whoHoldsAPortNowIsKnownAlsoWhereItWasGivenByAClockThatWasAhead() {
        long ahead = Instant.parse("2026-01-31T11:00:00Z").toEpochMilli();
        logged(nat64.log.get(0).kind, ahead);
        JsonNode answer = rest.get("mapping-log?address=203.0.113.7&port=4242").json();
        assertEquals("2026-01-31T10:01:00Z", answer.get("at").asText());
        assertEquals("2026-01-31T11:00:00Z", answer.get("holders").get(0).get("since").asText());
    }

    @Test
    void mappingLogSaysWhatWasFoundOnASwitch() {
        logged(MappingEvent.Kind.ADOPTED, nat64.log.get(0).epochMillis);
        JsonNode answer = rest.get("mapping-log?address=203.0.113.7&port=4242").json();
        assertTrue(answer.get("holders").get(0).get("adopted").asBoolean());
    }
}
