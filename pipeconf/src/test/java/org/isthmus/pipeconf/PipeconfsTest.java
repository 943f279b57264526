// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.net.Protocol;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.Translator;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.model.PiTableModel;
import org.onosproject.net.pi.runtime.PiCounterCell;
import org.onosproject.net.pi.runtime.PiCounterCellId;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiMeterCellConfig;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadRequest;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MeterEntry;

class PipeconfsTest {
    private static final DeviceId DEVICE = DeviceId.deviceId("device:leaf1");

    private final Pipeconfs program = Pipeconfs.of(new PiPipeconfId("org.isthmus.v1model"));

    @Test
    void thereIsOneForEachKindOfTarget() {
        List<String> ids = new ArrayList<>();
        Set<Long> fingerprints = new HashSet<>();
        for (PiPipeconf pipeconf : Pipeconfs.all()) {
            ids.add(pipeconf.id().id());
            fingerprints.add(pipeconf.fingerprint());
            assertTrue(pipeconf.extension(ExtensionType.P4_INFO_TEXT).isPresent());
            assertEquals(
                    IsthmusFlowRuleProgrammable.class,
                    pipeconf.implementation(FlowRuleProgrammable.class).orElseThrow());
        }
        assertEquals(
                List.of(
                        "org.isthmus.v1model",
                        "org.isthmus.bmv2",
                        "org.isthmus.minimal",
                        "org.isthmus.netfpga"),
                ids);
        // By which ONOS tells what a device runs.
        assertEquals(ids.size(), fingerprints.size());
        assertNull(Pipeconfs.of(new PiPipeconfId("org.onosproject.pipelines.basic")));
    }

    @Test
    void onosReadsEveryTable() {
        for (PiPipeconf pipeconf : Pipeconfs.all()) {
            Pipeconfs of = Pipeconfs.of(pipeconf.id());
            for (Table table : of.pipeline().p4Info().getTablesList()) {
                PiTableModel model =
                        pipeconf.pipelineModel()
                                .table(
                                        of.entities()
                                                .schema()
                                                .table(table.getPreamble().getId())
                                                .name)
                                .orElseThrow();
                assertEquals(table.getMatchFieldsCount(), model.matchFields().size());
            }
        }
    }

    @Test
    void theProgramIsWhatBmv2TakesOrNothing() throws IOException {
        IsthmusPipelineProgrammable behaviour = new IsthmusPipelineProgrammable();
        assertEquals(
                program.pipeline().deviceConfig().asReadOnlyByteBuffer(),
                behaviour.createDeviceDataBuffer(program.pipeconf()));
        PiPipeconf card = Pipeconfs.of(new PiPipeconfId("org.isthmus.netfpga")).pipeconf();
        assertFalse(card.extension(ExtensionType.BMV2_JSON).isPresent());
        assertEquals(0, behaviour.createDeviceDataBuffer(card).remaining());
        assertEquals("org.isthmus.v1model", behaviour.getDefaultPipeconf().get().id().id());
    }

    /** What the program has not ONOS would ask a device for in vain. */
    @Test
    void theCardHasAProgramOfItsOwn() {
        Pipeconfs card = Pipeconfs.of(new PiPipeconfId("org.isthmus.netfpga"));
        assertEquals(
                EnumSet.of(Capability.DROP_COUNTERS, Capability.PUNT_METER),
                card.pipeline().translator().program().capabilities());
        FakeSwitch device = new FakeSwitch(DEVICE);
        ReadRequest request = device.client().read(1, card.pipeconf());
        Translator translator = card.pipeline().translator();
        card.reads().ask(request, DEVICE, translator.everything());
        card.reads().ask(request, DEVICE, translator.statistics());
        assertTrue(device.reads.contains("counterCells drops"), device.reads::toString);
        assertTrue(device.reads.contains("meterCells punts"), device.reads::toString);
        assertTrue(
                device.reads.stream().noneMatch(r -> r.startsWith("directCounterCells")),
                device.reads::toString);
    }

    @Test
    void everythingIsAskedFor() {
        FakeSwitch device = new FakeSwitch(DEVICE);
        Translator translator = program.pipeline().translator();
        ReadRequest request = device.client().read(1, program.pipeconf());
        program.reads().ask(request, DEVICE, translator.everything());
        assertTrue(device.reads.contains("tableEntries bib6"), device.reads::toString);
        assertTrue(device.reads.contains("meterCells punts"));
        program.reads().ask(request, DEVICE, translator.statistics());
        assertTrue(device.reads.contains("counterCells port_egress"));
        assertTrue(device.reads.contains("directCounterCells pool4"));
        BibIntent.Outbound binding = new BibIntent.Outbound(1, Protocol.TCP, 1, 2, 3, 4, 5);
        program.reads().ask(request, DEVICE, List.of(translator.counter(binding)));
        assertTrue(device.reads.get(device.reads.size() - 1).startsWith("handle "));
    }

    @Test
    void metersComeBack() {
        Translator translator = program.pipeline().translator();
        for (PuntReason reason : PuntReason.values()) {
            Entity rate = translator.entities(new SwitchIntent.PuntRate(reason, 1000, 2000)).get(0);
            PiMeterCellConfig cell = program.reads().meterCell(rate.getMeterEntry());
            assertEquals(List.of(rate), program.reads().entities(List.of(cell)));
            MeterEntry unset = rate.getMeterEntry().toBuilder().clearConfig().build();
            PiMeterCellConfig reset = program.reads().meterCell(unset);
            assertTrue(reset.isDefaultConfig());
            assertEquals(unset, program.reads().meterEntry(reset));
        }
    }

    @Test
    void countersComeBack() {
        Translator translator = program.pipeline().translator();
        BibIntent.Outbound binding = new BibIntent.Outbound(1, Protocol.TCP, 1, 2, 3, 4, 5);
        Entity asked = translator.counter(binding);
        PiEntity direct =
                new PiCounterCell(
                        PiCounterCellId.ofDirect(
                                program.entities()
                                        .piEntry(asked.getDirectCounterEntry().getTableEntry())),
                        3,
                        300);
        Entity answer = program.reads().entities(List.of(direct)).get(0);
        assertEquals(binding.key(), translator.counted(answer.getDirectCounterEntry()));
        assertEquals(3, answer.getDirectCounterEntry().getData().getPacketCount());
        PiEntity port =
                new PiCounterCell(
                        PiCounterCellId.ofIndirect(PiCounterId.of("port_ingress"), 7), 5, 500);
        Entity cell = program.reads().entities(List.of(port)).get(0);
        assertEquals(P4.Counters.PORT_INGRESS, cell.getCounterEntry().getCounterId());
        assertEquals(5, translator.statistics(List.of(cell)).ports().get(7)[0]);
        assertNotEquals(0, cell.getCounterEntry().getIndex().getIndex());
    }
}
