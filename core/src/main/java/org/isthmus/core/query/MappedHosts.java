// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Diagnosis.Check;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;

/**
 * Finds the IPv6 host that an IPv4 address, or a port of it, stands for, and whether a peer may
 * send to it.
 *
 * <p>Threading: the core's thread.
 */
final class MappedHosts {
    private final Mappings mappings;
    private final Pools pools;
    private final Bib bib;

    MappedHosts(Mappings mappings, Pools pools, Bib bib) {
        this.mappings = mappings;
        this.pools = pools;
        this.bib = bib;
    }

    /**
     * @param flow whose host is IPv4
     * @return null: it stands for none, which is found
     * @throws InvalidException protocol or port are missing
     */
    Transport6 find(Diagnosis.Flow flow, Findings findings) {
        int address4 = V4Mapped.toIpv4(flow.host);
        String name = Ipv4Address.toString(address4);
        Transport6 host = new Transport6();
        if (mappings.eamToHost6(address4, host)) {
            findings.ok(Check.BINDING, "an EAM has " + name + " as " + address(host));
            return host;
        }
        PortPool pool = pools.poolOf(address4);
        if (pool == null) {
            findings.problem(Check.BINDING, name + " is in no pool, and no EAM has it");
            return null;
        }
        if (flow.protocol == null || flow.hostPort == 0) {
            throw new InvalidException(
                    flow.protocol == null ? "protocol" : "hostPort",
                    "is missing: hosts share " + name + " of pool " + pool.spec().name);
        }
        String port = name + " port " + flow.hostPort + " of " + flow.protocol;
        if (!mappings.toIpv6(flow.protocol, address4, flow.hostPort, host)) {
            findings.problem(
                    Check.BINDING,
                    port + " is nobody's: what is sent to it is dropped, NO_BINDING");
            return null;
        }
        int slot = pools.find(flow.protocol, address4, flow.hostPort);
        findings.ok(
                Check.BINDING,
                port
                        + " is "
                        + address(host)
                        + " port "
                        + host.port
                        + (bib.isStatic(slot) ? ", by a static binding" : ", by a binding"));
        if (bib.isFiltered(slot)) {
            filter(flow, pool.spec().filtering.of(flow.protocol), findings);
        }
        return host;
    }

    private static Ipv6Address address(Transport6 host) {
        return Ipv6Address.of(host.high, host.low);
    }

    private void filter(Diagnosis.Flow flow, Filtering filtering, Findings findings) {
        boolean isKnown =
                flow.peer != null
                        && (flow.port != 0 || filtering != Filtering.ADDRESS_AND_PORT_DEPENDENT);
        if (!isKnown) {
            findings.note(Check.BINDING, "only peers that the host has written to may send to it");
        } else if (!mappings.admits(
                flow.protocol,
                V4Mapped.toIpv4(flow.host),
                flow.hostPort,
                V4Mapped.toIpv4(flow.peer),
                flow.port)) {
            findings.problem(
                    Check.BINDING,
                    "the host has not written to "
                            + V4Mapped.text(flow.peer)
                            + ", which may not send to it: FILTERED");
        }
    }
}
