// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.StoreFailedException;
import org.isthmus.core.model.AlarmThresholds;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.Quotas;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** Each condition raises its alarm and clears it; health says the same, warnings apart. */
class AlarmsTest {
    private static final int BLOCK = 8192;

    private final SimulatedNetwork network = new SimulatedNetwork(7, 2);

    /** What the listener got, one entry for each call. */
    private final List<Set<String>> told = new ArrayList<>();

    /** Seven blocks of TCP and UDP ports, eight of identifiers. */
    private static Nat64Config config(List<StaticBinding> statics) {
        return Nat64Config.builder()
                .instances(List.of(Nat64Configs.instance(BLOCK, 1, 0)))
                .pools(List.of(Nat64Configs.pool("p", "203.0.113.0/32")))
                .staticBindings(statics)
                .build();
    }

    private void start(Nat64Config config) {
        network.start(config);
        network.allUp();
        network.controller.onAlarms(
                alarms -> {
                    Set<String> now = new TreeSet<>();
                    alarms.forEach(a -> now.add(a.severity + " " + a.id));
                    told.add(now);
                });
        network.run(2000);
    }

    private Set<String> alarms() {
        Set<String> now = new TreeSet<>();
        network.controller.alarms().forEach(a -> now.add(a.severity + " " + a.id));
        return now;
    }

    private Alarm only() {
        List<Alarm> all = network.controller.alarms();
        assertEquals(1, all.size(), all.toString());
        return all.get(0);
    }

    private void assertHealthSays(String... problems) {
        assertEquals(List.of(problems), network.controller.health().problems);
        assertEquals(problems.length == 0, network.controller.health().ok);
    }

    @Test
    void withoutAConfigurationThatIsAll() {
        network.boot();
        assertEquals(Set.of("CRITICAL unconfigured/configuration"), alarms());
        assertHealthSays("There is no configuration yet.");
    }

    @Test
    void aDeviceThatGoesRaisesOneAndKeepsItsTime() {
        start(config(List.of()));
        assertEquals(List.of(Set.of()), told, "told at once, and not again without a change");
        network.down(network.at(1));
        network.run(2000);
        Alarm first = only();
        assertEquals("device-down/device:t2", first.id);
        assertEquals("device:t2", first.subject);
        assertTrue(network.now - first.sinceEpochMillis <= 2000, first.toString());
        assertHealthSays("device:t2 is down.");
        network.run(60_000);
        assertEquals(first.sinceEpochMillis, only().sinceEpochMillis);
        network.up(network.at(1));
        network.run(3000);
        assertEquals(Set.of(), alarms());
        assertHealthSays();
        assertEquals(Set.of("MAJOR device-down/device:t2"), told.get(1));
        assertEquals(Set.of(), told.get(told.size() - 1));
        network.run(10_000);
        network.down(network.at(1));
        network.run(2000);
        assertTrue(only().sinceEpochMillis > first.sinceEpochMillis, "it is another time");
    }

    @Test
    void whyADeviceIsDownIsSaidWhereItIsKnown() {
        start(config(List.of()));
        network.at(1).whyDown = "Connection refused";
        network.run(2000);
        assertHealthSays();
        network.down(network.at(1));
        network.run(2000);
        Alarm refused = only();
        assertHealthSays("device:t2 is down (Connection refused).");
        network.at(1).whyDown = "its certificate has expired";
        network.run(2000);
        assertHealthSays("device:t2 is down (its certificate has expired).");
        assertEquals(refused.sinceEpochMillis, only().sinceEpochMillis);
    }

    @Test
    void anotherPrimaryIsNamedWithItsDeviceAndElectionId() {
        start(config(List.of()));
        network.at(1).otherPrimary = "18446744073709551616";
        network.run(2000);
        assertEquals("MAJOR other-primary/device:t2", only().severity + " " + only().id);
        assertHealthSays(
                "Another controller is primary of device:t2, with the election id"
                        + " 18446744073709551616.");
        network.at(1).otherPrimary = null;
        network.run(2000);
        assertEquals(Set.of(), alarms());
    }

    private static Exporter exporter(Exporter.State state, String problem, long lost) {
        return new Exporter(
                "siem",
                ExporterConfig.Type.SYSLOG,
                "tls://192.0.2.9:6514",
                state,
                problem,
                0,
                7,
                0,
                0,
                6,
                lost);
    }

    @Test
    void anExporterThatFailsOrLosesEventsIsNamed() {
        start(config(List.of()));
        for (Exporter.State state : List.of(Exporter.State.FAILED, Exporter.State.STALLED)) {
            network.exporters.add(exporter(state, "Connection refused", 0));
            network.run(2000);
            assertEquals("MINOR exporter-failed/siem", only().severity + " " + only().id);
            assertHealthSays("Exporter siem fails at tls://192.0.2.9:6514: Connection refused.");
            network.exporters.clear();
        }
        network.exporters.add(exporter(Exporter.State.CONNECTED, null, 3));
        network.run(2000);
        assertEquals("MAJOR exporter-lost/siem", only().severity + " " + only().id);
        assertHealthSays("Exporter siem lost 3 events: the mapping log has them no longer.");
        network.exporters.clear();
        network.run(2000);
        assertHealthSays();
    }

    @Test
    void aListenerThatFailsTakesNothingWithIt() {
        start(config(List.of()));
        network.controller.onAlarms(
                alarms -> {
                    throw new IllegalStateException("the listener's own affair");
                });
        network.run(100);
        network.down(network.at(1));
        assertEquals("device-down/device:t2", only().id);
        network.up(network.at(1));
        network.run(3000);
        network.assertReady();
        assertHealthSays();
    }

    @Test
    void aPoolIsNearlyFullThenFull() {
        start(
                Nat64Config.builder()
                        .instances(List.of(Nat64Configs.instance(BLOCK / 2, 1, 0)))
                        .pools(List.of(Nat64Configs.pool("p", "203.0.113.0/32")))
                        .build());
        // 15 blocks of UDP: 13 are 86 %, 14 are 93 %.
        for (int i = 1; i <= 13; i++) {
            subscriber(i);
        }
        assertEquals(Set.of(), alarms());
        subscriber(14);
        assertEquals(Set.of("MINOR pool-usage/p/udp"), alarms());
        assertHealthSays("Pool p is nearly full: 14 of 15 blocks of UDP are in use.");
        subscriber(15);
        assertEquals(Set.of("MAJOR pool-usage/p/udp"), alarms());
        assertHealthSays("Pool p is full: 15 of 15 blocks of UDP are in use.");
        network.run(1000);
        assertEquals(
                List.of(
                        Set.of(),
                        Set.of("MINOR pool-usage/p/udp"),
                        Set.of("MAJOR pool-usage/p/udp")),
                told);
    }

    /** 15 blocks of UDP: 8 are 53 %; the alarm ends 5 % below its threshold. */
    @Test
    void thresholdsAreThoseOfTheConfiguration() {
        start(
                Nat64Configs.nat64(
                                Nat64Configs.instance(BLOCK / 2, 1, 0),
                                Nat64Configs.pool("p", "203.0.113.0/32"))
                        .toBuilder()
                        .alarms(new AlarmThresholds(50, 90, 80))
                        .build());
        for (int i = 1; i <= 7; i++) {
            subscriber(i);
        }
        assertEquals(Set.of(), alarms());
        subscriber(8);
        assertEquals(Set.of("MINOR pool-usage/p/udp"), alarms());
    }

    @Test
    void anInstanceHasNearlyAllItMayHaveThenAll() {
        InstanceConfig limited =
                InstanceConfig.builder("main", Nat64Configs.PREFIX)
                        .blockSize(BLOCK / 2)
                        .blocksPerSubscriber(1)
                        .quotas(new Quotas(new int[3], 10, 0, 12))
                        .build();
        start(Nat64Configs.nat64(limited, Nat64Configs.pool("p", "203.0.113.0/32")));
        for (int i = 1; i <= 8; i++) {
            subscriber(i);
        }
        assertEquals(Set.of(), alarms());
        subscriber(9);
        assertEquals(Set.of("MINOR instance-quota/main/bindings"), alarms());
        assertHealthSays("Instance main has nearly all it may have: 9 of 10 bindings.");
        subscriber(10);
        subscriber(11);
        assertEquals(Set.of("MAJOR instance-quota/main/bindings"), alarms());
        assertHealthSays("Instance main has all it may have: 10 of 10 bindings.");
        assertEquals(10, network.controller.statistics().gauges.get("bindings"));
        assertEquals(1, network.controller.statistics().counters.get("refused_instance_quota"));
    }

    private void subscriber(int number) {
        String host = "2001:db8:0:" + number + "::1";
        network.pipeline.receive(network.at(0), HostFrames.udp(host, 4000, "198.51.100.1", 53));
        network.run(200);
    }

    @Test
    void aStoreThatFailsIsCritical() {
        start(config(List.of()));
        network.store.fails = true;
        subscriber(1);
        Alarm alarm = only();
        assertEquals("store-failure/store", alarm.id);
        assertEquals(Alarm.Severity.CRITICAL, alarm.severity);
        assertHealthSays(alarm.message);
        assertTrue(alarm.message.contains("disk full"), alarm.message);
        network.store.fails = false;
        network.run(3000);
        assertEquals(Set.of(), alarms());
    }

    /** Of an operator's change nothing is left that would be written again. */
    @Test
    void aStoreThatWorksAgainIsNoticedThoughNothingElseIsWritten() {
        start(config(List.of()));
        network.store.fails = true;
        assertThrows(
                StoreFailedException.class,
                () -> network.controller.addPool(Nat64Configs.pool("q", "198.51.100.0/32")));
        network.run(3000);
        assertEquals(Set.of("CRITICAL store-failure/store"), alarms());
        network.store.fails = false;
        network.run(3000);
        assertEquals(Set.of(), alarms());
    }

    @Test
    void aStoreThatWasRecoveredIsAWarning() {
        network.store.warning = "The store was damaged; recovered: 3 POOLS.";
        start(config(List.of()));
        Alarm alarm = only();
        assertEquals("store-recovered/store", alarm.id);
        assertEquals(Alarm.Severity.WARNING, alarm.severity);
        assertEquals(network.store.warning, alarm.message);
        assertHealthSays();
    }

    @Test
    void aMappingLogThatCannotWriteIsMajorAndWhatItLosesIsCounted() {
        start(config(List.of()));
        network.store.logProblem = "disk full";
        network.store.lost = 3;
        assertEquals(Set.of("MAJOR mapping-log-failure/mapping-log"), alarms());
        assertHealthSays("The mapping log fails: disk full");
        assertEquals(3, network.controller.statistics().counters.get("mapping_events_lost"));
        network.store.logProblem = null;
        assertEquals(Set.of(), alarms());
    }

    @Test
    void whatIsOddIsAWarningUntilItChanges() {
        start(Nat64Configs.nat64(Nat64Configs.instance(BLOCK, 1, 0)));
        Alarm alarm = only();
        assertEquals(Alarm.Severity.WARNING, alarm.severity);
        assertTrue(alarm.id.startsWith("unused-instance/"), alarm.id);
        network.controller.addPool(Nat64Configs.pool("p", "203.0.113.0/32"));
        assertEquals(Set.of(), alarms());
    }

    @Test
    void aSettingOfTheHostThatWasRefusedIsAWarningUntilItIsNot() {
        start(config(List.of()));
        network.controller.refusedSettings(Map.of("termSeconds", "termSeconds must be 3 to 300"));
        network.run(10);
        Alarm alarm = only();
        assertEquals("setting-refused/termSeconds", alarm.id);
        assertEquals(Alarm.Severity.WARNING, alarm.severity);
        assertEquals("termSeconds must be 3 to 300", alarm.message);
        assertHealthSays();
        network.controller.refusedSettings(Map.of());
        network.run(10);
        assertEquals(Set.of(), alarms());
    }

    @Test
    void aCertificateIsAProblemUntilItIsValid() {
        start(config(List.of()));
        long from = network.now + network.clockOffset + 5000;
        long until = from + TimeUnit.DAYS.toMillis(365);
        network.controller.certificates(Map.of("--tls-keystore", new CertificateTime(from, until)));
        network.run(1000);
        assertEquals(Set.of("MAJOR certificate-not-yet-valid/--tls-keystore"), alarms());
        assertHealthSays(
                "The certificate of --tls-keystore is not valid before "
                        + Instant.ofEpochMilli(from)
                        + ".");
        network.run(10_000);
        assertEquals(Set.of(), alarms());
    }

    @Test
    void aCertificateIsAWarningBeforeItExpiresAndThenAProblem() {
        start(config(List.of()));
        long now = network.now + network.clockOffset;
        long until = now + TimeUnit.DAYS.toMillis(30) + 5000;
        network.controller.certificates(Map.of("--tls-keystore", new CertificateTime(now, until)));
        network.run(1000);
        assertEquals(Set.of(), alarms());
        network.run(10_000);
        Alarm alarm = only();
        assertEquals("certificate-expires/--tls-keystore", alarm.id);
        assertEquals(Alarm.Severity.WARNING, alarm.severity);
        assertEquals(
                "The certificate of --tls-keystore expires at " + Instant.ofEpochMilli(until) + ".",
                alarm.message);
        assertHealthSays();

        network.controller.certificates(Map.of("--tls-keystore", new CertificateTime(0, now)));
        network.run(10);
        assertEquals(Set.of("MAJOR certificate-expires/--tls-keystore"), alarms());
        assertHealthSays(
                "The certificate of --tls-keystore has expired, at "
                        + Instant.ofEpochMilli(now)
                        + ".");
        network.controller.certificates(Map.of());
        network.run(10);
        assertEquals(Set.of(), alarms());
    }

    @Test
    void damageOfTheMappingLogIsMajorAndCounted() {
        start(config(List.of()));
        network.store.damage = List.of("one.log: row 3 is damaged", "two.log is missing");
        assertEquals(Set.of("MAJOR mapping-log-damaged/mapping-log"), alarms());
        assertHealthSays("The mapping log is damaged: one.log: row 3 is damaged, and 1 more");
        assertEquals(2, network.controller.statistics().counters.get("mapping_log_damages"));
    }

    @Test
    void aDeviceThatRefusesWhatIsDueIsNamed() {
        StaticBinding binding =
                new StaticBinding(
                        "main",
                        Protocol.UDP,
                        Ipv6Address.parse("2001:db8:9::1"),
                        53,
                        Ipv4Address.parse("203.0.113.0"),
                        8200);
        network.at(1).capacity = 0;
        start(config(List.of(binding)));
        assertEquals(Set.of("MAJOR device-refuses/device:t2"), alarms());
        assertHealthSays("device:t2 refused 1 changes.");
    }

    @Test
    void whatAConfigurationLeavesNoPlaceForIsNamed() {
        start(config(List.of()));
        network.controller.addEams(
                List.of(
                        new Eam(
                                Ipv4Prefix.parse("192.0.2.0/28"),
                                Ipv6Prefix.parse("2001:db8:a::/124"),
                                "main",
                                Eam.Host.IPV6)));
        network.kill();
        start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(BLOCK, 1, 0),
                        Nat64Configs.pool("p", "203.0.113.0/32"),
                        Nat64Configs.pool("q", "192.0.2.0/24")));
        Alarm alarm = only();
        assertEquals(Alarm.Severity.MINOR, alarm.severity);
        assertEquals("EAM 192.0.2.0/28 <-> 2001:db8:a::/124", alarm.subject);
        assertHealthSays(alarm.message);
    }

    @Test
    void aLinkWithoutCarrierIsAWarningThatLeavesHealthAlone() {
        network.boot();
        FabricConfig devices = network.fabric();
        FabricConfig.Port one = new FabricConfig.Port(network.at(0).id, 1);
        FabricConfig.Port other = new FabricConfig.Port(network.at(1).id, 4);
        network.controller.configure(
                config(List.of()),
                new FabricConfig(
                        devices.devices,
                        List.of(),
                        List.of(new FabricConfig.Link(one, other, 1500)),
                        List.of()));
        network.allUp();
        assertEquals(Set.of(), alarms());
        network.portState(network.at(1), 4, false);
        assertEquals(Set.of("WARNING link-down/device:t1/1-device:t2/4"), alarms());
        assertHealthSays();
        network.down(network.at(0));
        assertEquals(2, alarms().size(), "the device has its own, its links have no more");
        network.portState(network.at(1), 4, true);
        assertEquals(Set.of("MAJOR device-down/device:t1"), alarms());
    }

    @Test
    void aPortThatIsDownIsNamedIfItHasAnInterface() {
        network.boot();
        FabricConfig devices = network.fabric();
        FabricConfig.Port port = new FabricConfig.Port(network.at(0).id, 3);
        network.controller.configure(
                config(List.of()),
                new FabricConfig(
                        devices.devices,
                        List.of(on(port, "hosts", 0), on(port, "guests", 7)),
                        List.of(),
                        List.of()));
        network.allUp();
        network.portState(network.at(0), 2, false);
        assertEquals(Set.of(), alarms(), "nothing is configured there");
        network.portState(network.at(0), 3, false);
        Alarm alarm = only();
        assertEquals("port-down/device:t1/3", alarm.id);
        assertEquals("device:t1/3", alarm.subject);
        assertEquals(Alarm.Severity.MINOR, alarm.severity);
        assertHealthSays("device:t1/3 is down: nobody is reached by it (hosts, guests).");
        network.portState(network.at(0), 3, true);
        assertEquals(Set.of(), alarms());
    }

    private static FabricConfig.Interface on(FabricConfig.Port port, String name, int vlan) {
        return new FabricConfig.Interface(
                port,
                name,
                vlan,
                1500,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                FabricConfig.SourceValidation.OFF);
    }
}
