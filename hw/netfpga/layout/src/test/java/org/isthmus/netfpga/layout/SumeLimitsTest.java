// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.TextFormat;
import java.util.List;
import java.util.Set;
import org.isthmus.pipeline.Pipeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Each limit has a program here that breaks it, and nothing else. */
class SumeLimitsTest {
    private static final String ACTIONS =
            "actions { preamble { id: 1 alias: 'narrow' } params { id: 1 bitwidth: 90 } }"
                    + " actions { preamble { id: 2 alias: 'wide' } params { id: 1 bitwidth: 128 }"
                    + " params { id: 2 bitwidth: 128 } }";
    private static final String DEFAULT = " const_default_action_id: 9";
    private static final String NARROW = " action_refs { id: 1 }";

    private static List<String> broken(String text) throws TextFormat.ParseException {
        return SumeLimits.broken(TextFormat.parse(ACTIONS + text, P4Info.class));
    }

    private static String table(String body) {
        return " tables { preamble { alias: 't' } " + body + " }";
    }

    private static String key(String kind, int bits) {
        return " match_fields { name: 'k' bitwidth: " + bits + " match_type: " + kind + " }";
    }

    @ParameterizedTest
    @CsvSource({
        "EXACT, 12, 384, 1, 524288",
        "TERNARY, 1, 800, 1, 4096",
        "LPM, 8, 512, 7, 65536",
    })
    void keysAndRowsHaveTheLimitsOfTheirKind(
            String kind, int leastKey, int mostKey, int leastRows, int mostRows) throws Exception {
        String rest = NARROW + DEFAULT + " size: ";
        for (int bits : List.of(leastKey, mostKey)) {
            assertEquals(List.of(), broken(table(key(kind, bits) + rest + mostRows)));
        }
        assertEquals(List.of(), broken(table(key(kind, mostKey) + rest + leastRows)));
        for (int bits : List.of(leastKey - 1, mostKey + 1)) {
            assertEquals(
                    List.of(
                            "table t: "
                                    + bits
                                    + " bits of key, and "
                                    + leastKey
                                    + " to "
                                    + mostKey
                                    + " are possible (UG1252 table 1)"),
                    broken(table(key(kind, bits) + rest + mostRows)));
        }
        for (int rows : List.of(leastRows - 1, mostRows + 1)) {
            assertEquals(
                    List.of(
                            "table t: "
                                    + rows
                                    + " rows, and "
                                    + leastRows
                                    + " to "
                                    + mostRows
                                    + " are possible (UG1252 table 1)"),
                    broken(table(key(kind, mostKey) + rest + rows)));
        }
    }

    @Test
    void aDirectTableHasItsOwn() throws Exception {
        String rest = NARROW + DEFAULT + " size: 65536";
        String match = " match_fields { name: 'k' other_match_type: 'direct' bitwidth: ";
        assertEquals(List.of(), broken(table(match + "16 }" + rest)));
        assertEquals(
                List.of("table t: 17 bits of key, and 1 to 16 are possible (UG1252 table 1)"),
                broken(table(match + "17 }" + rest)));
    }

    @Test
    void aRowHasTheParametersOfAllActionsButThoseOfDefaultsAlone() throws Exception {
        String rest = key("EXACT", 32) + DEFAULT + " size: 16";
        String wide = " action_refs { id: 2 scope: ";
        assertEquals(List.of(), broken(table(NARROW + wide + "DEFAULT_ONLY }" + rest)));
        assertEquals(
                List.of(
                        "table t: 348 bits of action data, and 1 to 256 are possible"
                                + " (UG1252 table 1)"),
                broken(table(NARROW + wide + "TABLE_AND_DEFAULT }" + rest)));
        assertEquals(
                List.of(
                        "table t: 257 bits of action data, and 1 to 256 are possible"
                                + " (UG1252 table 1)"),
                broken(table(wide + "TABLE_AND_DEFAULT }" + rest)));
    }

    @Test
    void keysAreOfOneKindThatSdnetHas() throws Exception {
        String rest = NARROW + DEFAULT + " size: 16";
        assertEquals(
                List.of("table t has keys of several match kinds (UG1252)"),
                broken(table(key("EXACT", 32) + key("TERNARY", 32) + rest)));
        assertEquals(
                List.of("table t: k has a match kind of others (UG1252)"),
                broken(table(key("RANGE", 32) + rest)));
        assertEquals(
                List.of("table t has several keys with prefixes (UG1252)"),
                broken(table(key("LPM", 32) + key("LPM", 32) + rest)));
        assertEquals(
                List.of("table t has no key: its default action cannot be changed (UG1252)"),
                broken(table(rest)));
    }

    @Test
    void whatSimpleSumeSwitchLacksIsNamed() throws Exception {
        String whole = key("EXACT", 32) + NARROW + " size: 16";
        assertEquals(
                List.of("table t: its default action may be changed at run time (UG1252)"),
                broken(table(whole)));
        assertEquals(
                List.of("table t has an action profile or a selector (SSS has none)"),
                broken(table(whole + DEFAULT + " implementation_id: 5")));
        assertEquals(
                List.of("table t has a direct counter or meter (SSS has none)"),
                broken(table(whole + DEFAULT + " direct_resource_ids: 5")));
        assertEquals(
                List.of("table t has idle timeouts (SSS has none)"),
                broken(table(whole + DEFAULT + " idle_timeout_behavior: NOTIFY_CONTROL")));
        assertEquals(
                List.of("meter m (SSS has none)", "counter c (SSS has none)"),
                broken("counters { preamble { alias: 'c' } } meters { preamble { alias: 'm' } }"));
        assertEquals(
                List.of("counter c (SSS has none)"),
                SumeLimits.broken(
                        TextFormat.parse(
                                "counters { preamble { alias: 'c' } }"
                                        + " meters { preamble { alias: 'm' } }",
                                P4Info.class),
                        Set.of("m"),
                        true));
        assertEquals(
                List.of("value set v (SDNet has none)"),
                broken("value_sets { preamble { alias: 'v' } }"));
    }

    /** What is not of its sizes holds for our own, too. */
    @Test
    void tablesThatSdnetDoesNotMakeHaveNotItsSizes() throws Exception {
        String key = "match_fields { id: 1 name: 'k' bitwidth: 8 match_type: EXACT } size: 2000000";
        P4Info small = TextFormat.parse(ACTIONS + table(key + DEFAULT), P4Info.class);
        assertEquals(3, SumeLimits.broken(small, Set.of(), true).size());
        assertEquals(List.of(), SumeLimits.broken(small, Set.of(), false));
        P4Info timed =
                TextFormat.parse(
                        ACTIONS + table(key + DEFAULT + " idle_timeout_behavior: NOTIFY_CONTROL"),
                        P4Info.class);
        assertEquals(
                List.of("table t has idle timeouts (SSS has none)"),
                SumeLimits.broken(timed, Set.of(), false));
    }

    /** Those are the composition's own, of v1model; p4/shared has none of them. */
    @Test
    void theSharedControlsWithoutFeaturesFitButForWhatCountsAndLimits() {
        assertEquals(
                List.of(
                        "meter punts (SSS has none)",
                        "counter drops (SSS has none)",
                        "counter port_ingress (SSS has none)",
                        "counter port_egress (SSS has none)"),
                SumeLimits.broken(Pipeline.of("org.isthmus.minimal").p4Info()));
    }

    @Test
    void theProgramForTheCardFitsWithAnAgent() {
        assertEquals(
                List.of(), SumeLimits.broken(Programs.netfpga(), Set.of("drops", "punts"), true));
    }
}
