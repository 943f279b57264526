// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/** Looks addresses up in the BIB, the EAMT and the NAT64 prefixes in force. */
public final class BibMappings implements Mappings {
    private final Bib bib;
    private final Sessions sessions;
    private final Ports ports;
    private final Instances instances;

    public BibMappings(Bib bib, Sessions sessions, Ports ports, Instances instances) {
        this.bib = bib;
        this.sessions = sessions;
        this.ports = ports;
        this.instances = instances;
    }

    @Override
    public boolean toIpv6(Protocol protocol, int address4, int port4, Transport6 out) {
        int slot = ports.find(protocol, address4, port4);
        if (slot == Bib.NONE) {
            return false;
        }
        out.high = bib.high(slot);
        out.low = bib.low(slot);
        out.port = bib.port6(slot, port4);
        out.instance = bib.instance(slot);
        return true;
    }

    @Override
    public boolean admits(Protocol protocol, int address4, int port4, int peer4, int peerPort) {
        int slot = ports.find(protocol, address4, port4);
        if (slot == Bib.NONE || !bib.isFiltered(slot)) {
            return slot != Bib.NONE;
        }
        int session = sessions.find(slot, peer4, peerPort);
        return session != Sessions.NONE && sessions.isLive(session);
    }

    @Override
    public boolean toIpv4(
            int instance, Protocol protocol, long high, long low, int port6, Transport4 out) {
        int slot = bib.find(instance, protocol, high, low, port6);
        if (slot == Bib.NONE) {
            return false;
        }
        out.address = bib.address4(slot);
        out.port = bib.port4(slot, port6);
        out.instance = instance;
        return true;
    }

    @Override
    public boolean eamToHost6(int address4, Transport6 out) {
        return toIpv6(instances.eamt().match(address4), Eam.Host.IPV6, address4, out);
    }

    @Override
    public boolean eamToHost4(long high, long low, Transport4 out) {
        return toIpv4(instances.eamt().match(high, low), Eam.Host.IPV4, high, low, out);
    }

    @Override
    public boolean eamOfHost6(int instance, long high, long low, Transport4 out) {
        Eam eam = instances.eamt().match(instances.get(instance).name, high, low);
        return toIpv4(eam, Eam.Host.IPV6, high, low, out);
    }

    @Override
    public boolean eamOfHost4(int instance, int address4, Transport6 out) {
        Eam eam = instances.eamt().match(instances.get(instance).name, address4);
        return toIpv6(eam, Eam.Host.IPV4, address4, out);
    }

    private boolean toIpv6(Eam eam, Eam.Host hosts, int address4, Transport6 out) {
        if (eam == null || eam.host != hosts) {
            return false;
        }
        out.high = Eamt.toIpv6High(eam, address4);
        out.low = Eamt.toIpv6Low(eam, address4);
        out.instance = instances.get(eam.instance).id;
        return true;
    }

    private boolean toIpv4(Eam eam, Eam.Host hosts, long high, long low, Transport4 out) {
        if (eam == null || eam.host != hosts) {
            return false;
        }
        out.address = Eamt.toIpv4(eam, high, low);
        out.instance = instances.get(eam.instance).id;
        return true;
    }

    @Override
    public int instanceOf(long high, long low) {
        InstanceConfig instance = instances.get(high, low);
        return instance == null ? 0 : instance.id;
    }

    @Override
    public Ipv6Prefix prefix(int instance) {
        return instances.get(instance).prefix;
    }

    @Override
    public int subscriberPrefixLength(int instance) {
        return instances.get(instance).subscriberPrefixLength;
    }

    @Override
    public boolean denied(int instance, int address4, Protocol protocol, int port) {
        return instances.isDenied(instances.get(instance), address4, protocol, port);
    }

    @Override
    public int lowestIpv6Mtu() {
        return instances.lowestIpv6Mtu();
    }

    @Override
    public boolean computesUdpChecksums() {
        return instances.computesUdpChecksums();
    }

    @Override
    public boolean clampsMss() {
        return instances.clampsMss();
    }

    @Override
    public int mssClamp(int instance) {
        return instances.get(instance).mssClamp;
    }

    @Override
    public int tos() {
        return instances.tos();
    }
}
