// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.isthmus.config.ManagementAddress;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.Host;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.export.Pem;
import org.isthmus.mappinglog.Retention;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.p4rt.P4RuntimeServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates on both sides of the connection to an embedded switch. */
class TlsTest {
    private static final DeviceId DEVICE = DeviceId.of("device:s1");

    @TempDir static Path directory;

    @BeforeAll
    static void make() throws Exception {
        make("switch", "EC", 10);
        make("renewed", "EC", 400);
        make("controller", "EC", 400);
        make("edwards", "EdDSA", 400);
    }

    /** A certificate in NAME.pem, and its key in NAME.key. */
    private static void make(String name, String algorithm, int days) throws Exception {
        Path store = directory.resolve(name);
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "own",
                                "-keyalg",
                                algorithm,
                                "-dname",
                                "CN=" + name,
                                "-ext",
                                "SAN=IP:127.0.0.1",
                                "-validity",
                                Integer.toString(days),
                                "-keystore",
                                store.toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                "changeit")
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("keytool.log").toFile())
                        .start();
        assertEquals(0, keytool.waitFor());
        char[] password = "changeit".toCharArray();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password);
        }
        write(name + ".pem", "CERTIFICATE", keys.getCertificate("own").getEncoded());
        write(name + ".key", "PRIVATE KEY", keys.getKey("own", password).getEncoded());
    }

    private static void write(String file, String what, byte[] der) throws IOException {
        Files.writeString(
                directory.resolve(file),
                "-----BEGIN "
                        + what
                        + "-----\n"
                        + Base64.getMimeEncoder().encodeToString(der)
                        + "\n-----END "
                        + what
                        + "-----\n");
    }

    private static Path file(String name) {
        return directory.resolve(name);
    }

    private static ServerCredentials credentials(String name) throws IOException {
        return TlsServerCredentials.newBuilder()
                .keyManager(file(name + ".pem").toFile(), file(name + ".key").toFile())
                .trustManager(file("controller.pem").toFile())
                .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
                .build();
    }

    private static P4RuntimeServer serve(Bmv2Target target, String name) throws IOException {
        return new P4RuntimeServer(
                target,
                1,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                credentials(name));
    }

    private static Map<DeviceId, P4RuntimeDataPlane.Target> at(P4RuntimeServer server) {
        ManagementAddress address =
                ManagementAddress.parse("grpcs://127.0.0.1:" + server.port() + "?device_id=1");
        return Map.of(DEVICE, new P4RuntimeDataPlane.Target(address, Pipeline.v1model()));
    }

    private static Path trusted() throws IOException {
        return Files.writeString(
                file("trusted.pem"),
                Files.readString(file("switch.pem")) + Files.readString(file("renewed.pem")));
    }

    private static long end(String name) throws IOException {
        X509Certificate own = Pem.certificates(file(name + ".pem")).get(0);
        return own.getNotAfter().getTime();
    }

    /** As long as the device is there, whichever certificate it showed last. */
    @Test
    void itIsKnownUntilWhenADevicesCertificateIsValid() throws Exception {
        Channels channels = Channels.tcp(trusted(), file("controller.pem"), file("controller.key"));
        BlockingQueue<Map<DeviceId, CertificateTime>> told = new LinkedBlockingQueue<>();
        try (Bmv2Target target = new Bmv2Target(P4.CPU_PORT, 511, System::nanoTime);
                P4RuntimeServer first = serve(target, "switch");
                P4RuntimeServer second = serve(target, "renewed");
                P4RuntimeDataPlane plane =
                        new P4RuntimeDataPlane(channels, Elections.above(1000), new Random(1))) {
            plane.listen(new DataPlaneTest.Nobody());
            plane.onCertificates(() -> told.add(plane.certificates()));
            plane.connect(at(first));
            assertEquals(end("switch"), shown(told));
            plane.connect(at(second));
            assertEquals(end("renewed"), shown(told));
            plane.connect(Map.of());
            assertEquals(Map.of(), plane.certificates());
        }
    }

    private static long shown(BlockingQueue<Map<DeviceId, CertificateTime>> told)
            throws InterruptedException {
        return told.poll(30, TimeUnit.SECONDS).get(DEVICE).until;
    }

    private static Netcfg netcfg(P4RuntimeServer server) throws Exception {
        String text =
                "{'devices': {'device:s1': {'basic': {'managementAddress':"
                        + " 'grpcs://127.0.0.1:PORT?device_id=1'},"
                        + " 'isthmus': {'mac': '00:00:00:00:00:01'}}}, 'apps': {'org.isthmus':"
                        + " {'nat64': {'instances': [{'name': 'n',"
                        + " 'prefix': '2001:db8:64::/96'}]}}}}";
        return Netcfg.read(
                Files.writeString(
                        file("netcfg"),
                        text.replace('\'', '"').replace("PORT", "" + server.port())));
    }

    private static boolean isAlarm(Host host) {
        return host.nat64().alarms().stream()
                .anyMatch(alarm -> alarm.id.equals("certificate-expires/device:s1"));
    }

    @Test
    void aDevicesCertificateThatExpiresIsAnAlarm() throws Exception {
        Channels channels = Channels.tcp(trusted(), file("controller.pem"), file("controller.key"));
        try (Bmv2Target target = new Bmv2Target(P4.CPU_PORT, 511, System::nanoTime);
                P4RuntimeServer first = serve(target, "switch");
                P4RuntimeServer second = serve(target, "renewed");
                Host host =
                        new Host(
                                file("data"),
                                false,
                                Retention.ALL,
                                channels,
                                TimeSource.system(),
                                new Random(1))) {
            assertEquals(List.of(), host.configure(netcfg(first)));
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!isAlarm(host)) {
                assertTrue(System.nanoTime() < deadline, "no alarm");
            }
            assertEquals(List.of(), host.configure(netcfg(second)));
            assertFalse(isAlarm(host));
        }
    }

    private static void refused(String why, String certificate, String key) {
        IOException e =
                assertThrows(
                        IOException.class, () -> Channels.tcp(null, file(certificate), file(key)));
        assertEquals(why, e.getMessage().replace(directory + "/", ""));
    }

    @Test
    void aKeyThatFailsEachHandshakeIsRefused() {
        refused("switch.key is not the key of controller.pem", "controller.pem", "switch.key");
        refused(
                "edwards.key is a key of EdDSA, and must be one of RSA or EC",
                "edwards.pem",
                "edwards.key");
    }
}
