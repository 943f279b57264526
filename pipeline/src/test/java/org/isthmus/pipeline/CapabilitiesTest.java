// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.SwitchIntent;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.Meter;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Entity;

/** What programs can do, and that nothing is written or asked for of what one cannot do. */
class CapabilitiesTest {
    private static final Intent RATE = new SwitchIntent.PuntRate(PuntReason.BIB_MISS, 1000, 1000);

    private final P4Info minimal = Pipeline.named("minimal").p4Info();

    private static Set<Capability> of(P4Info info) {
        return new Translator(info).program().capabilities();
    }

    @Test
    void theProgramWithAllFeaturesCanDoEverything() {
        assertEquals(EnumSet.allOf(Capability.class), of(Pipeline.v1model().p4Info()));
    }

    @Test
    void theProgramWithoutFeaturesCanDoWhatItsCompositionDoes() {
        assertEquals(
                EnumSet.of(
                        Capability.PORT_COUNTERS,
                        Capability.DROP_COUNTERS,
                        Capability.PUNT_METER,
                        Capability.CLONE_SESSION),
                of(minimal));
    }

    @Test
    void nothingIsWrittenOrAskedForThatIsNotThere() {
        P4Info.Builder bare = minimal.toBuilder().clearMeters().clearCounters();
        bare.getPkgInfoBuilder().clearAnnotations();
        Translator translator = new Translator(bare.build());
        assertEquals(Set.of(), translator.program().capabilities());
        assertEquals(List.of(), translator.prerequisites());
        assertEquals(List.of(), translator.statistics());
        assertEquals(List.of(), translator.portCounters());
        assertTrue(translator.everything().stream().allMatch(Entity::hasTableEntry));
        assertThrows(IllegalArgumentException.class, () -> translator.entities(RATE));
    }

    @Test
    void everyShareHasAMeter() {
        assertEquals(
                List.of((long) SwitchIntent.PuntShare.SHARES),
                Pipeline.v1model().p4Info().getMetersList().stream()
                        .filter(m -> m.getPreamble().getId() == P4.Meters.SHARES)
                        .map(Meter::getSize)
                        .collect(Collectors.toList()));
    }

    @Test
    void whatIsThereIsAskedForByItself() {
        P4Info.Builder drops = minimal.toBuilder().clearCounters();
        drops.addAllCounters(
                minimal.getCountersList().stream()
                        .filter(c -> c.getPreamble().getId() == P4.Counters.DROPS)
                        .collect(Collectors.toList()));
        Translator translator = new Translator(drops.build());
        assertEquals(1, translator.statistics().size());
        assertEquals(
                P4.Counters.DROPS, translator.statistics().get(0).getCounterEntry().getCounterId());
        assertTrue(translator.everything().stream().anyMatch(Entity::hasMeterEntry));
        assertEquals(1, translator.entities(RATE).size());
        assertEquals(1, translator.prerequisites().size());
    }
}
