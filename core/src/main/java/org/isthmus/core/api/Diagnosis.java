// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;

/**
 * What a new flow between an IPv6 host and an IPv4 peer meets on its way, as far as the controller
 * knows. Immutable.
 */
public final class Diagnosis {

    /** A flow. IPv4 addresses are {@link org.isthmus.core.net.V4Mapped}. Immutable. */
    public static final class Flow {
        /** In IPv6, of a flow that it begins; in IPv4, of one that its peer begins. */
        public final Ipv6Address host;

        /** In IPv4, of a pool's address, 0 to 65535; 0 otherwise. */
        public final int hostPort;

        /** In IPv4, or in IPv6 as a host that begins has it; null: whichever. */
        public final Ipv6Address peer;

        /** Null: whichever. */
        public final Protocol protocol;

        /** Of the peer; 0: whichever. */
        public final int port;

        /** By its name; null: that of the peer's prefix, or the only one. */
        public final String instance;

        public Flow(
                Ipv6Address host,
                int hostPort,
                Ipv6Address peer,
                Protocol protocol,
                int port,
                String instance) {
            this.host = host;
            this.hostPort = hostPort;
            this.peer = peer;
            this.protocol = protocol;
            this.port = port;
            this.instance = instance;
        }
    }

    /** What is looked at. */
    public enum Check {
        /** Which host an IPv4 address, or a port of it, stands for. */
        BINDING,
        /** Where the host is, and whether it was heard of. */
        HOST,
        /** Whether its address may come in there. */
        SOURCE,
        /** Which instance translates for it, to which IPv4 address, and whether it may. */
        DESTINATION,
        /** The devices on the way, and whether one of them translates. */
        DEVICES,
        /** The host's address and ports in IPv4. */
        PORTS,
        /** Where the peer is. */
        PEER,
        /** What the whole service suffers from. */
        SERVICE
    }

    /** What came of a check. */
    public enum Result {
        OK,
        /** It may be why, or may not. */
        NOTE,
        /** New flows, or their answers, do not get through. */
        PROBLEM
    }

    /** One of the things that were found; a check may find several. Immutable. */
    public static final class Finding {
        public final Check check;
        public final Result result;

        /** One sentence, without a full stop. */
        public final String message;

        public Finding(Check check, Result result, String message) {
            this.check = check;
            this.result = result;
            this.message = message;
        }

        @Override
        public String toString() {
            return check + " " + result + ": " + message;
        }
    }

    /** In the order of the checks; what cannot be known after a problem is left out. */
    public final List<Finding> findings;

    public Diagnosis(List<Finding> findings) {
        this.findings = List.copyOf(findings);
    }

    /** Whether there is a problem. */
    public boolean isProblem() {
        return findings.stream().anyMatch(f -> f.result == Result.PROBLEM);
    }
}
