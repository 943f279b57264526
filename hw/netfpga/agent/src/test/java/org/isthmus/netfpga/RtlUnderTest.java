// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import java.nio.file.Files;
import java.nio.file.Path;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.rtl.RtlCard;
import org.isthmus.netfpga.rtl.RtlDescription;
import org.isthmus.netfpga.rtl.Streaming;
import org.isthmus.netfpga.rtl.Verilated;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.conformance.Artifacts;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** The program in Verilog. */
abstract class RtlUnderTest implements CardUnderTest {
    private final RtlDescription description;
    private final SwitchInfo info;
    private final RtlCard card;

    /**
     * @param isInUse whether it may have rows
     */
    <C extends Registers & Packets> RtlUnderTest(Path built, C verilated, boolean isInUse)
            throws Exception {
        description = RtlDescription.parse(Files.readAllBytes(built.resolve("isthmus.rtl.json")));
        P4Info p4info = Artifacts.p4info(built);
        info = SwitchInfo.of(p4info);
        description.check(p4info, info);
        card =
                isInUse
                        ? RtlCard.inUse(description, verilated, verilated)
                        : RtlCard.afterReset(description, verilated, verilated);
    }

    private static Path library(Path built) {
        return built.resolve("libisthmus_rtl.so");
    }

    /**
     * As the agent has it.
     *
     * @param built the folder that {@code make rtl} makes
     */
    static RtlUnderTest verilated(Path built) throws Exception {
        Verilated card = new Verilated(library(built));
        return new RtlUnderTest(built, card, false) {
            @Override
            public void onWires(PortSink sink) {
                card.onWires(sink);
            }

            @Override
            public void receive(int port, byte[] frame) {
                card.receive(port, frame, 0, frame.length);
            }

            @Override
            public void finish() throws CardException {
                card.finish();
            }

            @Override
            public void close() {
                card.close();
            }
        };
    }

    /**
     * With frames in it while the agent changes rows.
     *
     * @param built the folder that {@code make rtl} makes
     * @param card of that folder
     */
    static RtlUnderTest streaming(Path built, Streaming card) throws Exception {
        return new RtlUnderTest(built, card, false) {
            @Override
            public void onWires(PortSink sink) {
                card.onWires(sink);
            }

            @Override
            public void receive(int port, byte[] frame) {
                card.receive(port, frame);
            }

            @Override
            public void finish() {
                card.finish();
            }

            @Override
            public void close() {
                card.close();
            }
        };
    }

    @Override
    public Rows rows() {
        return card;
    }

    @Override
    public Registers registers() {
        return card;
    }

    @Override
    public RegisterMap arrays() {
        return description.registers();
    }

    @Override
    public Packets packets() {
        return card;
    }

    @Override
    public SwitchInfo info() {
        return info;
    }

    @Override
    public boolean hasJumboFrames() {
        return true;
    }
}
