// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.isthmus.app.onos.FakeOnos;
import org.isthmus.app.onos.FakeSwitch;
import org.isthmus.config.Netcfg;
import org.isthmus.core.Controller;
import org.isthmus.core.MemoryStore;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Filter;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.pipeconf.IsthmusInterpreter;
import org.isthmus.pipeline.PacketIo;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;

/** The core with ONOS below it, from the first packet of a flow to the entries in the switches. */
class CoreOverOnosTest {
    private static final DeviceId LEAF1 = DeviceId.deviceId("device:leaf1");
    private static final DeviceId LEAF2 = DeviceId.deviceId("device:leaf2");
    private static final String NETCFG =
            "{'devices': {"
                    + "'device:leaf1': {'basic': {'managementAddress':"
                    + " 'grpc://192.0.2.9:50001?device_id=1'},"
                    + " 'isthmus': {'mac': '00:00:5e:00:53:01', 'loopbacks': ['192.0.0.1']}},"
                    + "'device:leaf2': {'basic': {'managementAddress':"
                    + " 'grpc://192.0.2.9:50002?device_id=1'},"
                    + " 'isthmus': {'mac': '00:00:5e:00:53:02', 'loopbacks': ['192.0.0.2']}}},"
                    + "'ports': {'device:leaf1/3': {'interfaces': [{'ips': ['2001:db8:1::1/64']}]},"
                    + "'device:leaf2/3': {'interfaces': [{'ips': ['198.51.100.1/24']}]}},"
                    + "'apps': {'org.isthmus': {'nat64': {"
                    + "'instances': [{'name': 'default', 'prefix': '2001:db8:64::/96'}],"
                    + "'pools': [{'name': 'p', 'prefixes': ['203.0.113.0/28']}]}}}}";

    private final FakeOnos onos = new FakeOnos();
    private final MemoryStore store = new MemoryStore();
    private LocalDataPlane plane;
    private Controller controller;

    private void start() throws Exception {
        plane = LocalPlane.over(onos);
        controller =
                new Controller(
                        "one",
                        plane,
                        store,
                        store,
                        TimeSource.of(
                                () -> 1_800_000_000_000L + onos.scheduler.millis(),
                                onos.scheduler::millis),
                        new Random(64));
        controller.listen(() -> pass(1));
        plane.start();
        Netcfg netcfg = Netcfg.parse(NETCFG.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        controller.configure(netcfg.nat64(), netcfg.fabric());
        pass(3_000);
        for (Device device : controller.devices()) {
            assertEquals(Device.State.READY, device.state, device.id.toString());
        }
    }

    private void pass(long millis) {
        for (long i = 0; i < millis; i++) {
            do {
                onos.scheduler.run();
            } while (controller.step());
            onos.scheduler.advance(1);
        }
    }

    /** UDP from the host behind leaf 1 to 198.51.100.7, port 53. */
    private static byte[] firstPacket(int port) {
        ByteBuffer frame = ByteBuffer.allocate(14 + 40 + 8 + 4);
        frame.put(new byte[] {0, 0, 0x5e, 0, 0x53, 1}).put(new byte[] {2, 0, 0, 0, 0, 5});
        frame.putShort((short) 0x86dd);
        frame.putInt(0x60000000).putShort((short) 12).put((byte) 17).put((byte) 64);
        Ipv6Address from = Ipv6Address.parse("2001:db8:1::5");
        Ipv6Address to = Ipv6Address.parse("2001:db8:64::c633:6407");
        frame.putLong(from.high()).putLong(from.low()).putLong(to.high()).putLong(to.low());
        frame.putShort((short) port).putShort((short) 53).putShort((short) 12);
        return frame.putShort((short) 1).array();
    }

    private void punt(int port) {
        onos.packetIn(LEAF1, 3, (long) PacketIo.code(PuntReason.BIB_MISS), null, firstPacket(port));
    }

    private int last(String what) {
        return onos.journal.lastIndexOf(what);
    }

    @Test
    void aBindingIsInEverySwitchReplySideFirstBeforeItsPacketGoesOn() throws Exception {
        FakeSwitch leaf1 = onos.add("device:leaf1");
        onos.add("device:leaf2");
        start();
        onos.journal.clear();
        punt(4242);
        pass(100);
        assertEquals(1, controller.bindings(Filter.ALL, null, 10).items().size());

        int reply = Math.max(last("device:leaf1 INSERT bib4"), last("device:leaf2 INSERT bib4"));
        assertTrue(onos.journal.contains("device:leaf1 INSERT bib4"), onos.journal.toString());
        assertTrue(onos.journal.contains("device:leaf2 INSERT bib4"));
        assertTrue(onos.journal.indexOf("device:leaf1 INSERT bib6") > reply);
        assertTrue(onos.journal.indexOf("device:leaf2 INSERT bib6") > reply);
        int packet = onos.journal.indexOf("device:leaf1 packet-out");
        assertTrue(packet > last("device:leaf1 INSERT bib6"), onos.journal.toString());
        assertEquals(List.of(IsthmusInterpreter.submit(firstPacket(4242))), leaf1.sent);
    }

    @Test
    void bindingsOutliveARestartOfOnosAndOfASwitch() throws Exception {
        FakeSwitch leaf1 = onos.add("device:leaf1");
        FakeSwitch leaf2 = onos.add("device:leaf2");
        start();
        for (int port = 5000; port < 5050; port++) {
            punt(port);
        }
        pass(200);
        assertEquals(50, controller.bindings(Filter.ALL, null, 100).items().size());
        long held = leaf1.entries();

        plane.close();
        controller.close();
        pass(1);
        onos.flowRules.forget();
        onos.journal.clear();
        start();
        onos.flowRules.poll(LEAF1);
        onos.flowRules.poll(LEAF2);
        assertEquals(50, controller.bindings(Filter.ALL, null, 100).items().size());
        assertEquals(held, leaf1.entries());
        assertTrue(
                onos.journal.stream()
                        .noneMatch(l -> l.contains("DELETE") || l.contains("INSERT bib")),
                onos.journal.toString());

        leaf2.held.clear();
        onos.program(LEAF2, false);
        onos.program(LEAF2, true);
        pass(3_000);
        assertEquals(
                50,
                leaf2.held.values().stream().filter(e -> e.toString().contains("bib6")).count());
    }

    @Test
    void aSwitchOfAnotherPrimaryIsWrittenToOnceThisNodeIsItAgain() throws Exception {
        FakeSwitch leaf1 = onos.add("device:leaf1");
        FakeSwitch leaf2 = onos.add("device:leaf2");
        start();
        leaf2.notPrimary = true;
        controller.addEams(
                List.of(
                        new Eam(
                                Ipv4Prefix.parse("192.0.2.0/28"),
                                Ipv6Prefix.parse("2001:db8:a::/124"),
                                "default",
                                Eam.Host.IPV6)));
        pass(5_000);
        assertEquals(0, (long) plane.counters().get("apply-refusals"));
        assertTrue(
                controller.alarms().stream().noneMatch(a -> a.id.startsWith("device-refuses")),
                controller.alarms().toString());
        leaf2.notPrimary = false;
        pass(10_000);
        assertEquals(2, mapped(leaf1));
        assertEquals(2, mapped(leaf2));
        assertTrue(controller.health().ok, controller.health().problems.toString());
    }

    /** Entries of EAMs. */
    private static long mapped(FakeSwitch s) {
        return s.held.values().stream().filter(e -> e.toString().contains("eam")).count();
    }
}
