// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.util.List;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.rtl.RtlCard;
import org.isthmus.netfpga.rtl.Verilated;
import org.isthmus.target.io.PortLoop;
import org.isthmus.target.io.PortSet;
import org.isthmus.target.process.PortOpener;

/**
 * A card of our own Verilog, simulated in this process. Its buckets stay without limits: they count
 * the card's seconds, each of which takes it hours, and nothing waits there for a host.
 */
final class RtlHardware extends Hardware {
    private RtlProgram program;
    private Verilated verilated;
    private RtlCard card;

    RtlHardware(PortOpener opener) {
        super(opener);
    }

    @Override
    void open(AgentOptions o) throws IOException, MisfitException {
        program = new RtlProgram(o.rtl);
        verilated = new Verilated(o.rtl.resolve("libisthmus_rtl.so"));
        open.add(verilated);
        card = program.card(() -> RtlCard.afterReset(program.description, verilated, verilated));
        ports(o.interfaces);
    }

    @Override
    void start() throws IOException {
        PortSet out = new PortSet(ports());
        open.add(out);
        // Its thread sends until it is closed, which may happen twice.
        verilated.onWires(
                (port, buf, off, len) -> {
                    out.send(port, buf, off, len);
                    out.flush();
                });
        open.add(verilated);
        PortSet none = new PortSet(List.of());
        PortLoop loop = new PortLoop("ports");
        ports().forEach(p -> loop.add(p, verilated::receive, none));
        loop.start();
        open.add(loop);
    }

    @Override
    String kind() {
        return "card in Verilog";
    }

    @Override
    Rows rows() {
        return card;
    }

    @Override
    Registers registers() {
        return card;
    }

    @Override
    RegisterMap arrays() {
        return program.description.registers();
    }

    @Override
    Packets packets() {
        return card;
    }

    @Override
    SwitchInfo info() {
        return program.info;
    }

    Verilated verilated() {
        return verilated;
    }

    @Override
    List<String> counters() {
        return List.of(
                "card: "
                        + verilated.dropped()
                        + " frames that it had no room for, "
                        + verilated.malformed()
                        + " that left damaged");
    }
}
