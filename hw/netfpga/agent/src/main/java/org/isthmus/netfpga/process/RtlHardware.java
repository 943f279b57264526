// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.rtl.RtlCard;
import org.isthmus.netfpga.rtl.RtlDescription;
import org.isthmus.netfpga.rtl.Verilated;
import org.isthmus.target.io.PortLoop;
import org.isthmus.target.io.PortSet;
import org.isthmus.target.process.P4InfoFile;
import org.isthmus.target.process.PortOpener;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** A card of our own Verilog, simulated in this process. */
final class RtlHardware extends Hardware {
    private SwitchInfo info;
    private RtlDescription description;
    private Verilated verilated;
    private RtlCard card;

    RtlHardware(PortOpener opener) {
        super(opener);
    }

    @Override
    void open(AgentOptions o) throws IOException, MisfitException {
        Path file = one(o.rtl, "*.rtl.json");
        P4Info p4info = P4InfoFile.read(one(o.rtl, "*.p4info.txtpb"));
        try {
            description = RtlDescription.parse(Files.readAllBytes(file));
            info = SwitchInfo.of(p4info);
            description.check(p4info, info);
            verilated = new Verilated(o.rtl.resolve("libisthmus_rtl.so"));
            open.add(verilated);
            card = RtlCard.afterReset(description, verilated, verilated);
        } catch (MisfitException e) {
            throw new MisfitException(file + ": " + e.getMessage());
        } catch (CardException e) {
            throw new IOException(e.getMessage(), e);
        }
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
        return description.registers();
    }

    @Override
    Packets packets() {
        return card;
    }

    @Override
    SwitchInfo info() {
        return info;
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
