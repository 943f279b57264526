// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isthmus.logging.WrongFileException;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.rtl.RtlCard;
import org.isthmus.netfpga.rtl.RtlDescription;
import org.isthmus.target.process.P4InfoFile;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** What a folder says of a card's program in Verilog: its description and its P4Info. */
final class RtlProgram {
    static final String DESCRIPTION = "*.rtl.json";

    final RtlDescription description;
    final SwitchInfo info;
    private final Path file;

    /**
     * @throws WrongFileException names the description: it is none, or not the P4Info's
     */
    RtlProgram(Path folder) throws IOException {
        file = Hardware.one(folder, DESCRIPTION);
        P4Info p4info = P4InfoFile.read(Hardware.one(folder, "*.p4info.txtpb"));
        try {
            description = RtlDescription.parse(Files.readAllBytes(file));
            info = SwitchInfo.of(p4info);
            description.check(p4info, info);
        } catch (MisfitException e) {
            throw new WrongFileException(named(e), e);
        }
    }

    /** Whether a folder has such a program. */
    static boolean isIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, DESCRIPTION)) {
            return found.iterator().hasNext();
        }
    }

    /** Reaches the card that has it. */
    @FunctionalInterface
    interface Reached {
        RtlCard card() throws CardException, MisfitException, IOException;
    }

    /**
     * @throws MisfitException names the description
     * @throws IOException the card does not answer
     */
    RtlCard card(Reached reached) throws IOException, MisfitException {
        try {
            return reached.card();
        } catch (MisfitException e) {
            throw new MisfitException(named(e));
        } catch (CardException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private String named(MisfitException e) {
        return file + ": " + e.getMessage();
    }
}
