// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What one switch of the process is to be. Filled by {@link CommandLine}, then only read. */
public final class SwitchOptions {
    static final int DEFAULT_GRPC_PORT = 9559;
    static final int DEFAULT_DROP_PORT = 511;

    long deviceId;

    /** Loopback: whoever reaches the server controls the switch. */
    InetSocketAddress grpcAddress = new InetSocketAddress("127.0.0.1", DEFAULT_GRPC_PORT);

    boolean tls;
    boolean clientAuth;
    Path caCertificate;
    Path certificate;
    Path key;

    /** Names of interfaces by port number, in the order given. */
    final Map<Integer, String> interfaces = new LinkedHashMap<>();

    /** 0: none, so no packets to or from controllers. */
    int cpuPort;

    int dropPort = DEFAULT_DROP_PORT;

    /** Null: start without a program. */
    Path json;

    Path p4info;

    /** Directory for captures, or null. */
    Path pcap;

    void check() throws UsageException {
        String name = "switch with device id " + Long.toUnsignedString(deviceId) + ": ";
        if (tls && (certificate == null || key == null)) {
            throw new UsageException(
                    name + "--grpc-server-ssl needs --grpc-server-cert and --grpc-server-key");
        }
        if (!tls && (clientAuth || certificate != null || key != null || caCertificate != null)) {
            throw new UsageException(name + "certificates, but no --grpc-server-ssl");
        }
        if (clientAuth && caCertificate == null) {
            throw new UsageException(
                    name + "--grpc-server-with-client-auth needs --grpc-server-cacert");
        }
        if (cpuPort != 0 && (interfaces.containsKey(cpuPort) || cpuPort == dropPort)) {
            throw new UsageException(name + "the CPU port " + cpuPort + " has another use too");
        }
        if (interfaces.containsKey(dropPort)) {
            throw new UsageException(name + "the drop port " + dropPort + " has an interface");
        }
        if ((json == null) != (p4info == null)) {
            throw new UsageException(
                    name
                            + "a program needs both its JSON file and --p4info; without them it "
                            + "comes by P4Runtime");
        }
    }
}
