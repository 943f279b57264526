// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import com.google.protobuf.UInt32Value;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Quotas;
import org.isthmus.core.net.Protocol;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.net.v1.PortRange;
import org.isthmus.proto.node.v1.ApiProto;

/** Instances as messages of {@code isthmus.node.v1}, and back. */
final class InstanceCodec {
    private InstanceCodec() {}

    static ApiProto.Instances instances(List<InstanceConfig> instances) {
        return ApiProto.Instances.newBuilder()
                .addAllInstances(Wire.list(instances, InstanceCodec::instance))
                .build();
    }

    static List<InstanceConfig> instances(ApiProto.Instances m) {
        return Wire.list(Wire.known(m).getInstancesList(), InstanceCodec::instance);
    }

    private static ApiProto.Instance instance(InstanceConfig i) {
        return ApiProto.Instance.newBuilder()
                .setName(i.name)
                .setId(i.id)
                .setPrefix(NetCodec.prefix(i.prefix))
                .setSubscriberPrefixLength(i.subscriberPrefixLength)
                .setBlockSize(i.blockSize)
                .setBlocksPerSubscriber(i.blocksPerSubscriber)
                .setBindingsPerSecond(i.bindingsPerSecond)
                .setUdpTimeoutSeconds(i.udpTimeout.getSeconds())
                .setIcmpTimeoutSeconds(i.icmpTimeout.getSeconds())
                .setTcpEstablishedTimeoutSeconds(i.tcpEstablishedTimeout.getSeconds())
                .setTcpTransitoryTimeoutSeconds(i.tcpTransitoryTimeout.getSeconds())
                .setTcpOpeningTimeoutSeconds(i.tcpOpeningTimeout.getSeconds())
                .setPortHoldSeconds(i.portHold.getSeconds())
                .setHeldPorts(UInt32Value.of(i.heldPorts))
                .setBlockHoldSeconds(i.blockHold.getSeconds())
                .setBindingsPerSubscriber(
                        ApiCodec.counts(
                                IntStream.range(0, 3)
                                        .mapToLong(i.quotas::bindingsPerSubscriber)
                                        .toArray()))
                .setMaxBindings(i.quotas.bindings)
                .setMaxBindingsPerSecond(i.quotas.bindingsPerSecond)
                .setMaxBlocks(i.quotas.blocks)
                .setMssClamp(i.mssClamp)
                .addAllDenied(Wire.list(i.denied, NetCodec::prefix))
                .addAllDeniedServices(Wire.list(i.deniedServices, InstanceCodec::deniedService))
                .build();
    }

    private static InstanceConfig instance(ApiProto.Instance m) {
        Wire.known(m);
        return InstanceConfig.builder(m.getName(), Wire.prefix(m.getPrefix()))
                .id(m.getId())
                .subscriberPrefixLength(m.getSubscriberPrefixLength())
                .blockSize(m.getBlockSize())
                .blocksPerSubscriber(m.getBlocksPerSubscriber())
                .bindingsPerSecond(m.getBindingsPerSecond())
                .udpTimeout(Duration.ofSeconds(m.getUdpTimeoutSeconds()))
                .icmpTimeout(Duration.ofSeconds(m.getIcmpTimeoutSeconds()))
                .tcpEstablishedTimeout(Duration.ofSeconds(m.getTcpEstablishedTimeoutSeconds()))
                .tcpTransitoryTimeout(Duration.ofSeconds(m.getTcpTransitoryTimeoutSeconds()))
                .tcpOpeningTimeout(
                        m.getTcpOpeningTimeoutSeconds() == 0
                                ? null
                                : Duration.ofSeconds(m.getTcpOpeningTimeoutSeconds()))
                .portHold(Duration.ofSeconds(m.getPortHoldSeconds()))
                .heldPorts(
                        m.hasHeldPorts()
                                ? Wire.known(m.getHeldPorts()).getValue()
                                : Limits.HELD_PORTS.byDefault)
                .blockHold(Duration.ofSeconds(m.getBlockHoldSeconds()))
                .quotas(
                        new Quotas(
                                Arrays.stream(ApiCodec.counts(m.getBindingsPerSubscriber()))
                                        .mapToInt(n -> (int) n)
                                        .toArray(),
                                m.getMaxBindings(),
                                m.getMaxBindingsPerSecond(),
                                m.getMaxBlocks()))
                .mssClamp(m.getMssClamp())
                .denied(Wire.list(m.getDeniedList(), Wire::prefix))
                .deniedServices(Wire.list(m.getDeniedServicesList(), InstanceCodec::deniedService))
                .build();
    }

    private static ApiProto.DeniedService deniedService(DeniedService s) {
        return ApiProto.DeniedService.newBuilder()
                .setPrefix(NetCodec.prefix(s.prefix))
                .addAllProtocols(Wire.list(s.protocols(), NetCodec::protocol))
                .setPorts(NetCodec.ports(s.firstPort, s.lastPort))
                .build();
    }

    private static DeniedService deniedService(ApiProto.DeniedService m) {
        Wire.known(m);
        List<Protocol> protocols = Wire.list(m.getProtocolsList(), NetCodec::protocol);
        PortRange ports = NetCodec.ports(Wire.known(m.getPorts()));
        DeniedService service =
                new DeniedService(
                        Wire.prefix(m.getPrefix()),
                        protocols.size() == 1 ? protocols.get(0) : null,
                        ports.getFirst(),
                        ports.getLast());
        if (!protocols.equals(service.protocols())) {
            throw new IllegalArgumentException("a denied service of " + protocols);
        }
        return service;
    }
}
