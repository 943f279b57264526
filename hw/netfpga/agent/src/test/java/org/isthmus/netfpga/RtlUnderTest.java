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
import org.isthmus.netfpga.rtl.Verilated;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.conformance.Artifacts;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** The program in Verilog. */
final class RtlUnderTest implements CardUnderTest {
    private final RtlDescription description;
    private final SwitchInfo info;
    private final Verilated verilated;
    private final RtlCard card;

    /**
     * @param built the folder that {@code make rtl} makes
     */
    RtlUnderTest(Path built) throws Exception {
        description = RtlDescription.parse(Files.readAllBytes(built.resolve("isthmus.rtl.json")));
        P4Info p4info = Artifacts.p4info(built);
        info = SwitchInfo.of(p4info);
        description.check(p4info, info);
        verilated = new Verilated(built.resolve("libisthmus_rtl.so"));
        card = RtlCard.afterReset(description, verilated, verilated);
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
    public void onWires(PortSink sink) {
        verilated.onWires(sink);
    }

    @Override
    public void receive(int port, byte[] frame) {
        verilated.receive(port, frame, 0, frame.length);
    }

    @Override
    public void finish() throws CardException {
        verilated.finish();
    }

    @Override
    public void close() {
        verilated.close();
    }
}
