// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isthmus.logging.WrongFileException;
import org.isthmus.netfpga.card.CounterRegisters;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.card.SdnetCard;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.target.process.PortOpener;

/** A card whose program SDNet has made, by the libraries that were generated with it. */
final class SdnetHardware extends SumeHardware {
    /** Of the card's program. */
    static final String DESCRIPTION = ".sdnet_switch_info.dat";

    private SwitchInfo info;
    private RegisterMap arrays;
    private SdnetCard card;

    SdnetHardware(PortOpener opener) {
        super(opener);
    }

    @Override
    void open(AgentOptions o) throws IOException {
        Path cli = o.card.resolve("sw").resolve("CLI");
        info = read(o.card.resolve(DESCRIPTION), SwitchInfo::parse);
        arrays = read(one(cli, "*_extern_defines.json"), RegisterMap::parse);
        card = libraries(o, new SdnetCard.Files(cli, o.libsume));
        interfaces(o);
    }

    @FunctionalInterface
    private interface Description<T> {
        T of(byte[] text) throws MisfitException;
    }

    private static <T> T read(Path file, Description<T> description) throws IOException {
        try {
            return description.of(Files.readAllBytes(file));
        } catch (MisfitException e) {
            throw new WrongFileException(file + ": " + e.getMessage(), e);
        }
    }

    @Override
    String kind() {
        return "card";
    }

    @Override
    Rows rows() {
        return card;
    }

    @Override
    Registers registers() {
        return new CounterRegisters(card);
    }

    @Override
    RegisterMap arrays() {
        return arrays;
    }

    @Override
    SwitchInfo info() {
        return info;
    }
}
