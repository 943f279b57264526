// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.model.RoutingIntent.Via;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

class DifferenceTest {
    private static final Intent NEXT =
            new RoutingIntent.Next(
                    1,
                    List.of(new RoutingIntent.Hop(1, MacAddress.of(1), MacAddress.of(2), 0, 1500)));
    private static final Intent STATION = new SwitchIntent.Station(MacAddress.of(1));
    private static final Intent EDGE = new SourceIntent.OthersClosed();
    private static final Intent ROUTE = route(1);
    private static final Intent DENIED =
            new TranslationIntent.Denied(1, Ipv4Prefix.parse("10.0.0.0/8"));
    private static final Intent INBOUND = new BibIntent.Inbound(Protocol.TCP, 1, 2, 3, 4, 5);
    private static final Intent OUTBOUND = new BibIntent.Outbound(1, Protocol.TCP, 3, 4, 5, 1, 2);
    private static final Intent POOL =
            new TranslationIntent.Pool4(Ipv4Prefix.parse("192.0.2.0/28"), 1);

    /** One of each stage. */
    private static final List<Intent> ALL =
            List.of(NEXT, STATION, EDGE, ROUTE, DENIED, INBOUND, OUTBOUND, POOL);

    private static Intent route(int next) {
        return new RoutingIntent.Route4(Ipv4Prefix.parse("198.51.100.0/24"), Via.NEXT, next);
    }

    private static List<String> changes(List<Intent> held, List<Intent> desired) {
        return new Difference(held, desired)
                .inOrder().stream().map(Change::toString).collect(Collectors.toList());
    }

    private static List<String> set(Intent... intents) {
        return List.of(intents).stream().map(i -> "SET " + i).collect(Collectors.toList());
    }

    private static List<String> removed(Intent... intents) {
        return List.of(intents).stream().map(i -> "REMOVE " + i).collect(Collectors.toList());
    }

    @Test
    void everyStageIsHere() {
        assertEquals(
                List.of(Stage.values()),
                ALL.stream().map(Intent::stage).collect(Collectors.toList()));
    }

    @Test
    void isSetInTheOrderOfStages() {
        List<Intent> reversed = new ArrayList<>(ALL);
        Collections.reverse(reversed);
        assertEquals(set(ALL.toArray(new Intent[0])), changes(List.of(), reversed));
    }

    @Test
    void isRemovedInTheReverseOrder() {
        assertEquals(
                removed(POOL, OUTBOUND, INBOUND, DENIED, ROUTE, EDGE, STATION, NEXT),
                changes(ALL, List.of()));
    }

    @Test
    void translationMakesRoomAndRoutingIsReplacedFirst() {
        Intent otherPool = new TranslationIntent.Pool4(Ipv4Prefix.parse("192.0.2.16/28"), 1);
        Intent otherStation = new SwitchIntent.Station(MacAddress.of(9));
        List<String> expected = new ArrayList<>(removed(POOL));
        expected.addAll(set(otherStation, otherPool));
        expected.addAll(removed(STATION));
        assertEquals(expected, changes(List.of(STATION, POOL), List.of(otherPool, otherStation)));
    }

    @Test
    void whatIsTheSameStays() {
        assertEquals(set(route(2)), changes(ALL, replaced(ALL, ROUTE, route(2))));
    }

    private static List<Intent> replaced(List<Intent> all, Intent one, Intent by) {
        List<Intent> copy = new ArrayList<>(all);
        copy.set(copy.indexOf(one), by);
        return copy;
    }

    @Test
    void ofTheSameKeyTheLastCounts() {
        assertEquals(set(route(2)), changes(List.of(), List.of(route(1), route(2))));
        assertEquals(List.of(), changes(List.of(route(2)), List.of(route(1), route(2))));
    }
}
