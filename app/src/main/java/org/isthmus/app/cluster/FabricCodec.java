// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.FabricView;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.node.v1.ApiProto;
import org.isthmus.proto.node.v1.ApiProto.DeviceState;

/** What the API says of devices, the fabric and paths through it, as messages, and back. */
final class FabricCodec {
    /** Before the name of each capability. */
    private static final String CAPABILITY = "CAPABILITY_";

    private FabricCodec() {}

    static ApiProto.Devices devices(List<Device> devices) {
        return ApiProto.Devices.newBuilder()
                .addAllDevices(Wire.list(devices, FabricCodec::device))
                .build();
    }

    static List<Device> devices(ApiProto.Devices m) {
        return Wire.list(Wire.known(m).getDevicesList(), FabricCodec::device);
    }

    private static ApiProto.Device device(Device d) {
        ApiProto.Device.Builder to =
                ApiProto.Device.newBuilder()
                        .setId(d.id.toString())
                        .setState(state(d.state))
                        .setTranslator(d.translator)
                        .setIntendedEntries(d.intendedEntries)
                        .setRefused(d.refused)
                        .addAllCapabilities(
                                d.capabilities.stream()
                                        .sorted()
                                        .map(each -> capability(each))
                                        .collect(Collectors.toList()))
                        .addAllTables(Wire.list(d.tables, FabricCodec::table));
        if (d.statistics != null) {
            to.setStatistics(DataPlaneCodec.statistics(d.statistics));
        }
        return to.build();
    }

    private static Device device(ApiProto.Device m) {
        Wire.known(m);
        return new Device(
                DeviceId.of(m.getId()),
                state(m.getState()),
                m.getTranslator(),
                m.getIntendedEntries(),
                m.getRefused(),
                Set.copyOf(Wire.list(m.getCapabilitiesList(), FabricCodec::capability)),
                Wire.list(m.getTablesList(), FabricCodec::table),
                m.hasStatistics() ? DataPlaneCodec.statistics(m.getStatistics()) : null);
    }

    /** The names are the same, and so are those of a later version to which these are known. */
    private static ApiProto.Capability capability(Capability capability) {
        return ApiProto.Capability.valueOf(CAPABILITY + capability.name());
    }

    private static Capability capability(ApiProto.Capability m) {
        if (!m.name().startsWith(CAPABILITY)) {
            throw new IllegalArgumentException("a device with an unknown capability");
        }
        return Capability.valueOf(m.name().substring(CAPABILITY.length()));
    }

    private static ApiProto.TableUse table(TableUse use) {
        return ApiProto.TableUse.newBuilder()
                .setTable(use.table)
                .setSize(use.size)
                .setUsed(use.used)
                .build();
    }

    private static TableUse table(ApiProto.TableUse m) {
        Wire.known(m);
        return new TableUse(m.getTable(), m.getSize(), m.getUsed());
    }

    private static DeviceState state(Device.State state) {
        switch (state) {
            case DOWN:
                return DeviceState.DEVICE_STATE_DOWN;
            case RECONCILING:
                return DeviceState.DEVICE_STATE_RECONCILING;
            case READY:
                return DeviceState.DEVICE_STATE_READY;
            default:
                throw new IllegalArgumentException("no message of a device that is " + state);
        }
    }

    private static Device.State state(DeviceState state) {
        switch (state) {
            case DEVICE_STATE_DOWN:
                return Device.State.DOWN;
            case DEVICE_STATE_RECONCILING:
                return Device.State.RECONCILING;
            case DEVICE_STATE_READY:
                return Device.State.READY;
            default:
                throw new IllegalArgumentException("a device in an unknown state");
        }
    }

    static ApiProto.Fabric fabric(FabricView view) {
        return ApiProto.Fabric.newBuilder()
                .addAllDevices(Wire.list(view.devices, FabricCodec::device))
                .addAllLinks(Wire.list(view.links, FabricCodec::link))
                .addAllInterfaces(Wire.list(view.interfaces, FabricCodec::interfaceOf))
                .addAllHosts(Wire.list(view.hosts, FabricCodec::host))
                .addAllPorts(Wire.list(view.ports, FabricCodec::counters))
                .build();
    }

    static FabricView fabric(ApiProto.Fabric m) {
        Wire.known(m);
        return new FabricView(
                Wire.list(m.getDevicesList(), FabricCodec::device),
                Wire.list(m.getLinksList(), FabricCodec::link),
                Wire.list(m.getInterfacesList(), FabricCodec::interfaceOf),
                Wire.list(m.getHostsList(), FabricCodec::host),
                Wire.list(m.getPortsList(), FabricCodec::counters));
    }

    private static ApiProto.DevicePort port(FabricConfig.Port port) {
        return ApiProto.DevicePort.newBuilder()
                .setDevice(port.device.toString())
                .setPort(port.port)
                .build();
    }

    private static FabricConfig.Port port(ApiProto.DevicePort m) {
        Wire.known(m);
        return new FabricConfig.Port(DeviceId.of(m.getDevice()), m.getPort());
    }

    private static ByteString address4(Ipv4Address address) {
        return NetCodec.address4(address.bits());
    }

    private static Ipv4Address address4(ByteString address) {
        return Ipv4Address.of(NetCodec.address4(address));
    }

    private static ApiProto.FabricDevice device(FabricView.Device d) {
        return ApiProto.FabricDevice.newBuilder()
                .setId(d.config.id.toString())
                .setMac(d.config.mac.bits())
                .addAllLoopbacks4(Wire.list(d.config.loopbacks4, FabricCodec::address4))
                .addAllLoopbacks6(Wire.list(d.config.loopbacks6, NetCodec::address6))
                .setTranslator(d.config.translator)
                .setState(state(d.state))
                .build();
    }

    private static FabricView.Device device(ApiProto.FabricDevice m) {
        Wire.known(m);
        FabricConfig.Device config =
                new FabricConfig.Device(
                        DeviceId.of(m.getId()),
                        MacAddress.of(m.getMac()),
                        Wire.list(m.getLoopbacks4List(), FabricCodec::address4),
                        Wire.list(m.getLoopbacks6List(), NetCodec::address6),
                        m.getTranslator());
        return new FabricView.Device(config, state(m.getState()));
    }

    private static ApiProto.FabricLink link(FabricView.Link l) {
        return ApiProto.FabricLink.newBuilder()
                .setOne(port(l.config.one))
                .setOther(port(l.config.other))
                .setMtu(l.config.mtu)
                .setUp(l.up)
                .build();
    }

    private static FabricView.Link link(ApiProto.FabricLink m) {
        Wire.known(m);
        return new FabricView.Link(
                new FabricConfig.Link(port(m.getOne()), port(m.getOther()), m.getMtu()), m.getUp());
    }

    private static ApiProto.FabricInterface interfaceOf(FabricView.Interface i) {
        FabricConfig.Interface c = i.config;
        return ApiProto.FabricInterface.newBuilder()
                .setPort(port(c.port))
                .setName(c.name)
                .setVlan(c.vlan)
                .setMtu(c.mtu)
                .addAllAddresses4(
                        IntStream.range(0, c.addresses4.size())
                                .mapToObj(n -> address(c.addresses4.get(n), c.networks4.get(n)))
                                .collect(Collectors.toList()))
                .addAllAddresses6(
                        IntStream.range(0, c.addresses6.size())
                                .mapToObj(n -> address(c.addresses6.get(n), c.networks6.get(n)))
                                .collect(Collectors.toList()))
                .setUp(i.up)
                .setSourceValidation(validation(c.sourceValidation))
                .setLearnedAddresses(c.learnedAddresses)
                .build();
    }

    private static ApiProto.SourceValidation validation(FabricConfig.SourceValidation mode) {
        switch (mode) {
            case LEARNED:
                return ApiProto.SourceValidation.SOURCE_VALIDATION_LEARNED;
            case STRICT:
                return ApiProto.SourceValidation.SOURCE_VALIDATION_STRICT;
            case LOOSE:
                return ApiProto.SourceValidation.SOURCE_VALIDATION_LOOSE;
            case OFF:
                return ApiProto.SourceValidation.SOURCE_VALIDATION_OFF;
            default:
                throw new IllegalArgumentException("no message of a validation that is " + mode);
        }
    }

    private static FabricConfig.SourceValidation validation(ApiProto.SourceValidation mode) {
        switch (mode) {
            case SOURCE_VALIDATION_UNSPECIFIED:
            case SOURCE_VALIDATION_STRICT:
                return FabricConfig.SourceValidation.STRICT;
            case SOURCE_VALIDATION_LEARNED:
                return FabricConfig.SourceValidation.LEARNED;
            case SOURCE_VALIDATION_LOOSE:
                return FabricConfig.SourceValidation.LOOSE;
            case SOURCE_VALIDATION_OFF:
                return FabricConfig.SourceValidation.OFF;
            default:
                throw new IllegalArgumentException("an unknown validation of sources");
        }
    }

    private static ApiProto.InterfaceAddress4 address(Ipv4Address address, Ipv4Prefix network) {
        return ApiProto.InterfaceAddress4.newBuilder()
                .setAddress(address4(address))
                .setNetwork(NetCodec.prefix(network))
                .build();
    }

    private static ApiProto.InterfaceAddress6 address(Ipv6Address address, Ipv6Prefix network) {
        return ApiProto.InterfaceAddress6.newBuilder()
                .setAddress(NetCodec.address6(address))
                .setNetwork(NetCodec.prefix(network))
                .build();
    }

    private static FabricView.Interface interfaceOf(ApiProto.FabricInterface m) {
        Wire.known(m);
        List<Ipv4Address> addresses4 = new ArrayList<>();
        List<Ipv4Prefix> networks4 = new ArrayList<>();
        for (ApiProto.InterfaceAddress4 a : m.getAddresses4List()) {
            addresses4.add(address4(Wire.known(a).getAddress()));
            networks4.add(Wire.prefix(a.getNetwork()));
        }
        List<Ipv6Address> addresses6 = new ArrayList<>();
        List<Ipv6Prefix> networks6 = new ArrayList<>();
        for (ApiProto.InterfaceAddress6 a : m.getAddresses6List()) {
            addresses6.add(NetCodec.address6(Wire.known(a).getAddress()));
            networks6.add(Wire.prefix(a.getNetwork()));
        }
        FabricConfig.Interface config =
                new FabricConfig.Interface(
                        port(m.getPort()),
                        m.getName(),
                        m.getVlan(),
                        m.getMtu(),
                        addresses4,
                        networks4,
                        addresses6,
                        networks6,
                        validation(m.getSourceValidation()),
                        m.getLearnedAddresses());
        return new FabricView.Interface(config, m.getUp());
    }

    static ApiProto.SourceBindingPage sourceBindings(Page<SourceBinding> page) {
        ApiProto.SourceBindingPage.Builder to =
                ApiProto.SourceBindingPage.newBuilder()
                        .addAllSourceBindings(Wire.list(page.items(), FabricCodec::sourceBinding));
        if (page.next() != null) {
            to.setNext(Wire.text(page.next()));
        }
        return to.build();
    }

    static Page<SourceBinding> sourceBindings(ApiProto.SourceBindingPage m) {
        Wire.known(m);
        return new Page<>(
                Wire.list(m.getSourceBindingsList(), FabricCodec::sourceBinding),
                Wire.text(m.hasNext(), m.getNext()));
    }

    private static ApiProto.SourceBinding sourceBinding(SourceBinding b) {
        return ApiProto.SourceBinding.newBuilder()
                .setAddress(
                        V4Mapped.isIpv4(b.address)
                                ? NetCodec.address4(V4Mapped.toIpv4(b.address))
                                : NetCodec.address6(b.address))
                .setPort(port(b.port))
                .setVlan(b.vlan)
                .setState(state(b.state))
                .build();
    }

    private static SourceBinding sourceBinding(ApiProto.SourceBinding m) {
        Wire.known(m);
        return new SourceBinding(
                m.getAddress().size() == 4
                        ? V4Mapped.of(NetCodec.address4(m.getAddress()))
                        : NetCodec.address6(m.getAddress()),
                port(m.getPort()),
                m.getVlan(),
                state(m.getState()));
    }

    private static ApiProto.SourceBindingState state(SourceBinding.State state) {
        switch (state) {
            case TENTATIVE:
                return ApiProto.SourceBindingState.SOURCE_BINDING_STATE_TENTATIVE;
            case BOUND:
                return ApiProto.SourceBindingState.SOURCE_BINDING_STATE_BOUND;
            case TESTED:
                return ApiProto.SourceBindingState.SOURCE_BINDING_STATE_TESTED;
            default:
                throw new IllegalArgumentException("no message of the state " + state);
        }
    }

    private static SourceBinding.State state(ApiProto.SourceBindingState state) {
        switch (state) {
            case SOURCE_BINDING_STATE_TENTATIVE:
                return SourceBinding.State.TENTATIVE;
            case SOURCE_BINDING_STATE_BOUND:
                return SourceBinding.State.BOUND;
            case SOURCE_BINDING_STATE_TESTED:
                return SourceBinding.State.TESTED;
            default:
                throw new IllegalArgumentException("an unknown state of a source binding");
        }
    }

    private static ApiProto.FabricHost host(FabricView.Host h) {
        return ApiProto.FabricHost.newBuilder()
                .setAddress(
                        h.address4 != null ? address4(h.address4) : NetCodec.address6(h.address6))
                .setMac(h.mac.bits())
                .setPort(port(h.port))
                .build();
    }

    private static FabricView.Host host(ApiProto.FabricHost m) {
        Wire.known(m);
        boolean ipv4 = m.getAddress().size() == 4;
        return new FabricView.Host(
                ipv4 ? address4(m.getAddress()) : null,
                ipv4 ? null : NetCodec.address6(m.getAddress()),
                MacAddress.of(m.getMac()),
                port(m.getPort()));
    }

    private static ApiProto.FabricPortCounters counters(FabricView.PortCounters c) {
        return ApiProto.FabricPortCounters.newBuilder()
                .setPort(port(c.port))
                .setCounters(
                        DataPlaneCodec.portCounters(
                                c.packetsIn, c.bytesIn, c.packetsOut, c.bytesOut))
                .setReadEpochMillis(c.readEpochMillis)
                .build();
    }

    private static FabricView.PortCounters counters(ApiProto.FabricPortCounters m) {
        Wire.known(m);
        return new FabricView.PortCounters(
                port(m.getPort()),
                DataPlaneCodec.portCounters(m.getCounters()),
                m.getReadEpochMillis());
    }

    /**
     * @param peer4 null: the peer of its first session
     */
    static ApiProto.PathRequest pathRequest(
            Protocol protocol, Ipv4Address address4, int port4, Ipv4Address peer4) {
        ApiProto.PathRequest.Builder to =
                ApiProto.PathRequest.newBuilder()
                        .setBinding(ApiCodec.transport(protocol, address4.bits(), port4));
        if (peer4 != null) {
            to.setPeer4(address4(peer4));
        }
        return to.build();
    }

    static ApiProto.BindingPath path(BindingPath path) {
        return ApiProto.BindingPath.newBuilder()
                .setBinding(ApiCodec.binding(path.binding))
                .setOutbound(direction(path.outbound))
                .setInbound(direction(path.inbound))
                .build();
    }

    static BindingPath path(ApiProto.BindingPath m) {
        Wire.known(m);
        return new BindingPath(
                ApiCodec.binding(m.getBinding()),
                direction(m.getOutbound()),
                direction(m.getInbound()));
    }

    private static ApiProto.PathDirection direction(BindingPath.Direction d) {
        ApiProto.PathDirection.Builder to =
                ApiProto.PathDirection.newBuilder().addAllHops(Wire.list(d.hops, FabricCodec::hop));
        if (d.from != null) {
            to.setFrom(port(d.from));
        }
        if (d.to != null) {
            to.setTo(port(d.to));
        }
        return to.build();
    }

    private static BindingPath.Direction direction(ApiProto.PathDirection m) {
        Wire.known(m);
        return new BindingPath.Direction(
                m.hasFrom() ? port(m.getFrom()) : null,
                m.hasTo() ? port(m.getTo()) : null,
                Wire.list(m.getHopsList(), FabricCodec::hop));
    }

    private static ApiProto.PathHop hop(BindingPath.Hop hop) {
        return ApiProto.PathHop.newBuilder()
                .setDevice(hop.device.toString())
                .setTranslates(hop.translates)
                .addAllNext(Wire.list(hop.next, FabricCodec::next))
                .build();
    }

    private static BindingPath.Hop hop(ApiProto.PathHop m) {
        Wire.known(m);
        return new BindingPath.Hop(
                DeviceId.of(m.getDevice()),
                m.getTranslates(),
                Wire.list(m.getNextList(), FabricCodec::next));
    }

    private static ApiProto.PathLink next(BindingPath.Next next) {
        return ApiProto.PathLink.newBuilder()
                .setPort(next.port)
                .setDevice(next.device.toString())
                .build();
    }

    private static BindingPath.Next next(ApiProto.PathLink m) {
        Wire.known(m);
        return new BindingPath.Next(m.getPort(), DeviceId.of(m.getDevice()));
    }
}
