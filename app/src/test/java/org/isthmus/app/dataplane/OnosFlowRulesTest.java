// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import static org.isthmus.app.dataplane.PlaneSamples.LEAF;
import static org.isthmus.app.dataplane.PlaneSamples.LEAF_ID;
import static org.isthmus.app.dataplane.PlaneSamples.everything;
import static org.isthmus.app.dataplane.PlaneSamples.in;
import static org.isthmus.app.dataplane.PlaneSamples.isIn;
import static org.isthmus.app.dataplane.PlaneSamples.out;
import static org.isthmus.app.dataplane.PlaneSamples.sets;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.isthmus.app.onos.FakeOnos;
import org.isthmus.app.onos.FakeSwitch;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.junit.jupiter.api.Test;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowRuleEvent;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.UpdateType;

/** What ONOS shows and knows of what devices hold. */
class OnosFlowRulesTest {
    private final LocalPlane local = new LocalPlane();
    private final FakeOnos onos = local.onos;
    private final List<String> heard = local.heard;

    @Test
    void onosShowsWhatTheDeviceHasAcknowledged() {
        FakeSwitch leaf = local.up();
        // None that another test wrote.
        Intent first = out(4711, 1147);
        leaf.hold(true);
        CompletionStage<List<Refusal>> done = local.plane.apply(LEAF, List.of(Change.set(first)));
        onos.scheduler.run();
        assertEquals(1, leaf.entries());
        assertEquals(0, onos.flowRules.count());
        leaf.hold(false);
        assertEquals(List.of(), local.get(done));
        assertEquals(List.of(FlowEntryState.ADDED), states());
        leaf.refuses = (type, entity) -> isIn(entity, "bib6");
        assertEquals(1, local.apply(Change.set(out(2, 3)), Change.set(in(4, 5))).size());
        assertEquals(2, onos.flowRules.count());
        leaf.refuses = (type, entity) -> false;
        local.apply(Change.remove(first));
        assertEquals(1, onos.flowRules.count());
        assertEquals(
                List.of(
                        FlowRuleEvent.Type.RULE_ADDED,
                        FlowRuleEvent.Type.RULE_ADDED,
                        FlowRuleEvent.Type.RULE_REMOVED),
                onos.flowRuleEvents.stream().map(FlowRuleEvent::type).collect(Collectors.toList()));
    }

    private List<FlowEntryState> states() {
        List<FlowEntryState> states = new ArrayList<>();
        onos.flowRules.getFlowEntries(LEAF_ID).forEach(entry -> states.add(entry.state()));
        return states;
    }

    @Test
    void aRouteThatChangesIsShownAsItIs() {
        local.up();
        Ipv4Prefix prefix = Ipv4Prefix.parse("0.0.0.0/0");
        local.apply(Change.set(new RoutingIntent.Route4(prefix, RoutingIntent.Via.NEXT, 3)));
        String before = treatments();
        local.apply(Change.set(new RoutingIntent.Route4(prefix, RoutingIntent.Via.NEXT, 4)));
        assertEquals(1, onos.flowRules.count());
        assertNotEquals(before, treatments());
        int known = onos.flowRuleEvents.size();
        local.apply(Change.set(new RoutingIntent.Route4(prefix, RoutingIntent.Via.NEXT, 4)));
        assertEquals(known, onos.flowRuleEvents.size(), "nothing has changed");
    }

    private String treatments() {
        StringBuilder all = new StringBuilder();
        onos.flowRules.getFlowEntries(LEAF_ID).forEach(entry -> all.append(entry.treatment()));
        return all.toString();
    }

    @Test
    void whoIsNotTheMasterAnyMoreTellsNothing() {
        FakeSwitch leaf = local.up();
        leaf.hold(true);
        local.plane.apply(LEAF, List.of(Change.set(out(1, 2))));
        onos.scheduler.run();
        onos.master(LEAF_ID, false);
        leaf.hold(false);
        onos.scheduler.run();
        assertEquals(0, onos.flowRules.count());
        onos.master(LEAF_ID, true);
        onos.scheduler.run();
        assertEquals(Set.of(out(1, 2)), local.read());
        assertEquals(1, onos.flowRules.count());
    }

    @Test
    void nothingIsReadBeforeOnosWasToldOfWhatWasWritten() {
        FakeSwitch leaf = local.up();
        leaf.hold(true);
        CompletionStage<List<Refusal>> lost =
                local.plane.apply(LEAF, List.of(Change.set(out(1, 2))));
        onos.scheduler.advance(LocalDevice.TIME_LIMIT_SECONDS * 1000);
        local.failure(lost);
        CompletionStage<List<Intent>> reading = local.plane.read(LEAF);
        onos.scheduler.run();
        assertEquals(0, leaf.reads);
        leaf.hold(false);
        assertEquals(List.of(out(1, 2)), local.get(reading));
        assertEquals(0L, (long) local.plane.counters().get("rules-adopted"));
    }

    @Test
    void anIntentThatIsRefusedInPartLeavesNothing() {
        FakeSwitch leaf = local.up();
        leaf.refuses = (type, entity) -> type == UpdateType.INSERT && isIn(entity, "pool6");
        Intent prefix = new TranslationIntent.NatPrefix(Ipv6Prefix.parse("64:ff9b::/96"), 1);
        List<Refusal> refusals = local.apply(Change.set(prefix), Change.set(out(1, 2)));
        assertEquals(1, refusals.size());
        assertSame(prefix, refusals.get(0).change().intent());
        assertEquals(1, leaf.entries());
        leaf.refuses = (type, entity) -> false;
        // ONOS does not try by itself what the core was told is refused.
        onos.flowRules.poll(LEAF_ID);
        onos.flowRules.poll(LEAF_ID);
        assertEquals(1, leaf.entries());
        assertEquals(Set.of(out(1, 2)), local.read());
    }

    @Test
    void afterARestartOnosKnowsWhatTheDeviceHolds() {
        FakeSwitch leaf = local.up();
        List<Intent> all = everything();
        local.apply(sets(all));
        long entries = leaf.entries();
        local.plane.close();
        onos.scheduler.run();

        onos.flowRules.forget();
        heard.clear();
        local.plane = local.plane();
        local.plane.start();
        onos.scheduler.run();
        leaf.log.clear();
        onos.flowRules.poll(LEAF_ID);
        assertEquals(entries, leaf.entries(), "ONOS removes nothing that it does not know");
        assertEquals(new HashSet<>(all), local.read());
        assertEquals(entries, leaf.entries());
        assertFalse(leaf.log.stream().anyMatch(l -> l.startsWith("INSERT")), leaf.log.toString());
        assertTrue(local.plane.counters().get("rules-adopted") > 0);
        onos.flowRules.poll(LEAF_ID);
        assertEquals(entries, leaf.entries());

        // Only what ONOS knows can be removed.
        assertEquals(List.of(), local.apply(Change.remove(out(4242, 1042))));
        assertEquals(entries - 1, leaf.entries());
    }

    @Test
    void whatOnosKnowsOtherwiseIsTakenAsItIs() {
        FakeSwitch leaf = local.up();
        local.apply(Change.set(out(1, 2)));
        PiEntity old = leaf.held.values().stream().filter(e -> isIn(e, "bib6")).findFirst().get();
        local.apply(Change.set(out(1, 3)));
        leaf.held.put(old.handle(LEAF_ID), old);
        assertEquals(Set.of(out(1, 2)), local.read());
        onos.flowRules.poll(LEAF_ID);
        assertEquals(Set.of(out(1, 2)), local.read());
    }
}
