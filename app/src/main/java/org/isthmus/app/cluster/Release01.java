// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.onosproject.store.cluster.messaging.MessageSubject;

/**
 * The messages of release 0.1, which are recognised and not read: Kryo wrote them, with the number
 * of a class by its place among the classes of that release.
 */
final class Release01 {
    /** What its nodes ask each other, a subject for each. */
    static final List<MessageSubject> SUBJECTS =
            Stream.of(
                            "apply",
                            "read",
                            "read-on",
                            "packets",
                            "statistics",
                            "frames",
                            "devices",
                            "punts",
                            "nat64",
                            "mappings",
                            "mappings-since")
                    .map(subject -> new MessageSubject("isthmus-1-" + subject))
                    .collect(Collectors.toUnmodifiableList());

    private Release01() {}

    /**
     * The name of the message. One begins with the number of its class and a 1, for an object that
     * is not null. No message of {@code isthmus.node.v1} does: as a tag, each number is of no field
     * or another type, but for that of Read, where a field of one byte would follow; no message is
     * of one byte.
     *
     * @return null: it is not of release 0.1
     */
    static String name(byte[] bytes) {
        if (bytes.length < 2 || bytes[1] != 1) {
            return null;
        }
        switch (bytes[0]) {
            case 0x1c:
                return "Apply";
            case 0x1d:
                return "Call";
            case 0x1e:
                return "Devices";
            case 0x20:
                return "Frames";
            case 0x23:
                return "Mappings";
            case 0x24:
                return "MappingsSince";
            case 0x26:
                return "Packets";
            case 0x29:
                return "Punts";
            case 0x2a:
                return "Read";
            case 0x2b:
                return "ReadOn";
            case 0x2d:
                return "Reply";
            case 0x2e:
                return "Statistics";
            default:
                return null;
        }
    }
}
