// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/** Reads EAMs as JSON: one object, or {@code {"eamt": [...]}}. */
final class EamtJson {
    private EamtJson() {}

    /**
     * @param only the instance of an entry that names none; null: it must
     */
    static Eam readOne(InputStream body, String only) {
        return JsonInput.read(body, LimitedStream.ONE, in -> new Fields(only).read(in));
    }

    /** Parameters as for {@link #readOne}. */
    static List<Eam> readTable(InputStream body, String only) {
        return JsonInput.read(body, LimitedStream.TABLE, in -> new Table().read(in, only));
    }

    /** The table while it is read. */
    private static final class Table {
        private static final List<String> NAMES = List.of("eamt");

        private List<Eam> eams;

        private List<Eam> read(JsonInput in, String only) throws IOException {
            in.object(NAMES, 1, name -> eams = in.array(i -> new Fields(only).read(i)));
            return eams;
        }
    }

    /** One entry while it is read. */
    private static final class Fields {
        private static final List<String> NAMES = List.of("ipv4", "ipv6", "instance", "host");

        private Ipv4Prefix ipv4;
        private Ipv6Prefix ipv6;
        private String instance;
        private Eam.Host host = Eam.Host.IPV6;

        private Fields(String only) {
            instance = only;
        }

        private Eam read(JsonInput in) throws IOException {
            in.object(NAMES, instance == null ? 3 : 2, name -> field(in, name));
            return in.failed() ? null : new Eam(ipv4, ipv6, instance, host);
        }

        private void field(JsonInput in, String name) throws IOException {
            switch (name) {
                case "ipv4":
                    ipv4 = in.text(Ipv4Prefix::parse);
                    break;
                case "ipv6":
                    ipv6 = in.text(Ipv6Prefix::parse);
                    break;
                case "host":
                    host = in.text(Eam.Host::parse);
                    break;
                default:
                    instance = in.text(Params::identifier);
            }
        }
    }
}
