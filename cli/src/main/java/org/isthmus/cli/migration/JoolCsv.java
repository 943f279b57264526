// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import java.util.Locale;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * Reads what Jool's commands print with {@code --csv}: {@code eamt display}, {@code pool4 display}
 * and {@code bib display}, with the line of headers or without it ({@code --no-headers}), which is
 * told by the number of fields. For one thread.
 */
final class JoolCsv {
    private final Draft draft;
    private final Notes notes;
    private final Pool4 pool4;

    /**
     * @param pool4 where rows of pool4 go
     */
    JoolCsv(Draft draft, Pool4 pool4) {
        this.draft = draft;
        notes = draft.notes();
        this.pool4 = pool4;
    }

    static boolean isJson(byte[] content) {
        return Draft.text(content).stripLeading().matches("(?s)[\\[{].*");
    }

    void read(String file, byte[] content) {
        String[] lines = Draft.lines(content);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].trim();
            if (!line.isEmpty() && !isHeader(line)) {
                row(new Place(file, i + 1, ""), line.split(",", -1));
            }
        }
    }

    private static boolean isHeader(String line) {
        String first = line.toLowerCase(Locale.ROOT);
        return first.startsWith("ipv6 prefix,")
                || first.startsWith("mark,")
                || first.startsWith("protocol,");
    }

    private void row(Place place, String[] cells) {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cells[i].trim();
        }
        switch (cells.length) {
            case 2:
                eam(place, cells);
                break;
            case 5: // Jool 3.5
            case 7:
                pool4(place, cells);
                break;
            case 6:
                binding(place, cells);
                break;
            default:
                notes.wrong(
                        place,
                        cells.length
                                + " fields; eamt display --csv has 2, bib 6, pool4 5 or 7; JSON"
                                + " begins with {");
        }
    }

    private void eam(Place place, String[] cells) {
        Ipv6Prefix ipv6 = draft.parse(place, cells[0], Ipv6Prefix::parse);
        Ipv4Prefix ipv4 = draft.parse(place, cells[1], Ipv4Prefix::parse);
        if (ipv4 != null && ipv6 != null) {
            draft.eam(place, null, ipv4, ipv6);
        }
    }

    /** Mark, protocol, address, least and greatest port; iterations and whether these are fixed. */
    private void pool4(Place place, String[] cells) {
        Protocol protocol = draft.parse(place, cells[1], Draft::protocol);
        Ipv4Prefix prefix = draft.parse(place, cells[2], Ipv4Prefix::parse);
        Integer first = draft.parse(place, cells[3], Draft::port);
        Integer last = draft.parse(place, cells[4], Draft::port);
        if (protocol == null || prefix == null || first == null || last == null) {
            return;
        }
        if (!cells[0].equals("0")) {
            notes.dropped(
                    place,
                    prefix + " with mark " + cells[0],
                    "packets have no marks: an instance of its own, with a prefix of its own, has"
                            + " pools of its own");
            return;
        }
        pool4.add(place, protocol, prefix, first, last);
    }

    /** Protocol, address and port of both families, whether it is static. */
    private void binding(Place place, String[] cells) {
        Protocol protocol = draft.parse(place, cells[0], Draft::protocol);
        Ipv6Address ipv6 = draft.parse(place, cells[1], Ipv6Address::parse);
        Integer port6 = draft.parse(place, cells[2], Draft::port);
        Ipv4Address ipv4 = draft.parse(place, cells[3], Ipv4Address::parse);
        Integer port4 = draft.parse(place, cells[4], Draft::port);
        if (protocol == null || ipv6 == null || ipv4 == null || port6 == null || port4 == null) {
            return;
        }
        if (cells[5].equals("1")) {
            draft.binding(place, null, protocol, ipv6, port6, ipv4, port4);
        } else {
            notes.dropped(
                    place,
                    String.format("%s [%s]:%d %s:%d", protocol, ipv6, port6, ipv4, port4),
                    "not static: the next packet of the host makes a binding");
        }
    }
}
