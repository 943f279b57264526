// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.Header;
import p4.config.v1.P4InfoOuterClass.ControllerPacketMetadata;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** The headers of packets to the controller and from it, which are laid out as the P4Info says. */
final class PacketHeaders {
    private PacketHeaders() {}

    /**
     * The program has such a header under a name that the P4Info does not tell, so it is known by
     * the names of its fields.
     *
     * @throws RefusedException INVALID_ARGUMENT: the header's fields have other widths
     */
    static void check(P4Info info, Bmv2Program program) throws RefusedException {
        for (ControllerPacketMetadata m : info.getControllerPacketMetadataList()) {
            List<String> names = new ArrayList<>();
            List<Integer> widths = new ArrayList<>();
            m.getMetadataList().forEach(f -> names.add(f.getName()));
            m.getMetadataList().forEach(f -> widths.add(f.getBitwidth()));
            List<List<Integer>> others = new ArrayList<>();
            for (Header h : program.headers) {
                List<String> fields = new ArrayList<>();
                List<Integer> bits = new ArrayList<>();
                h.type.fields.forEach(f -> fields.add(f.name));
                h.type.fields.forEach(f -> bits.add(f.width));
                if (fields.equals(names)) {
                    others.add(bits);
                }
            }
            if (!others.isEmpty() && !others.contains(widths)) {
                throw new RefusedException(
                        Code.INVALID_ARGUMENT,
                        String.format(
                                "the fields of %s have %s bits in the P4Info and %s in the program",
                                m.getPreamble().getName(), widths, others.get(0)));
            }
        }
    }
}
