// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.model.ExporterConfig.Sync;
import org.isthmus.core.model.ExporterConfig.Transport;
import org.isthmus.core.model.ExporterConfig.Type;
import org.isthmus.core.model.Limits;
import org.junit.jupiter.api.Test;

/** {@code exporters} of netcfg. */
class ExportersTest {
    private static JsonNode json(String exporters) throws JsonProcessingException {
        String nat64 = "{'exporters': [" + exporters + "]}";
        return new ObjectMapper().readTree(nat64.replace('\'', '"'));
    }

    private static List<ExporterConfig> read(String exporters) throws Exception {
        JsonNode root =
                new ObjectMapper()
                        .createObjectNode()
                        .set(
                                "apps",
                                new ObjectMapper()
                                        .createObjectNode()
                                        .set(
                                                "org.isthmus",
                                                new ObjectMapper()
                                                        .createObjectNode()
                                                        .set("nat64", json(exporters))));
        return Netcfg.of(root).exporters();
    }

    private static void refused(String exporters, String... problems) throws Exception {
        assertEquals(List.of(problems), Netcfg.check("apps", "nat64", json(exporters)), exporters);
        NetcfgException e = assertThrows(NetcfgException.class, () -> read(exporters));
        assertEquals(problems.length, e.problems().size());
    }

    @Test
    void aFileHasDefaults() throws Exception {
        ExporterConfig read =
                read("{'name': 'a', 'type': 'jsonLines', 'file': '/var/log/m.jsonl'}").get(0);
        assertEquals(
                new ExporterConfig(
                        "a",
                        Type.JSON_LINES,
                        true,
                        new ExporterConfig.File("/var/log/m.jsonl", 100, 0, 10, Sync.SECOND),
                        null),
                read);
        assertEquals("/var/log/m.jsonl", read.target());
    }

    @Test
    void aCollectorIsReachedByTlsUnlessClearIsAskedFor() throws Exception {
        List<ExporterConfig> read =
                read(
                        "{'name': 'a', 'type': 'syslog', 'address': 'siem.example.net:6514',"
                                + " 'trust': '/ca', 'certificate': '/c', 'key': '/k',"
                                + " 'facility': 4, 'from': 'now'},"
                                + "{'name': 'b', 'type': 'ipfix', 'transport': 'udp',"
                                + " 'address': '[2001:db8::9]:4739', 'domain': 7,"
                                + " 'templateSeconds': 60}");
        ExporterConfig.Collector tls = read.get(0).collector;
        assertEquals(Transport.TLS, tls.transport);
        assertEquals("/ca /c /k", tls.trust + " " + tls.certificate + " " + tls.key);
        assertEquals("tls://siem.example.net:6514", read.get(0).target());
        assertEquals(4, tls.facility);
        assertEquals(false, read.get(0).fromOldest);
        ExporterConfig.Collector udp = read.get(1).collector;
        assertEquals("2001:db8::9 4739", udp.host + " " + udp.port);
        assertEquals("udp://[2001:db8::9]:4739", read.get(1).target());
        assertEquals("7 60", udp.domain + " " + udp.templateSeconds);
        assertNull(udp.trust);
    }

    @Test
    void whatIsWrongIsNamed() throws Exception {
        refused(
                "{'name': 'a'}, {'type': 'json', 'name': 'b'}",
                "exporters[0].type: is missing",
                "exporters[1].type: must be \"ipfix\" or \"jsonLines\" or \"syslog\","
                        + " not \"json\"");
        refused(
                "{'name': 'a', 'type': 'jsonLines', 'file': 'm.jsonl', 'keep': 0,"
                        + " 'address': 'h:1', 'sync': 'often'}",
                "exporters[0].file: must be an absolute path of a file: m.jsonl",
                "exporters[0].keep: must be an integer from 1 to 10000, not 0",
                "exporters[0].sync: must be \"always\" or \"never\" or \"second\","
                        + " not \"often\"",
                "exporters[0].address: is unknown; known here: file, from, keep, name,"
                        + " rotateHours, rotateMegabytes, sync, type");
        for (String address : List.of("h", "h:0", "h:65536", "2001:db8::1:514", "[h]:1", "a b:1")) {
            refused(
                    "{'name': 'a', 'type': 'syslog', 'address': '" + address + "'}",
                    "exporters[0].address: not of the form NAME:PORT, 192.0.2.9:PORT or"
                            + " [2001:db8::9]:PORT: "
                            + address);
        }
        refused(
                "{'name': 'a', 'type': 'ipfix', 'transport': 'tcp', 'address': 'h:1',"
                        + " 'trust': '/ca'}",
                "exporters[0].trust: is of transport tls, which this exporter does not use");
        refused(
                "{'name': 'a', 'type': 'ipfix', 'address': 'h:1', 'key': '/k'}",
                "exporters[0].certificate: is missing; a certificate and its key go together");
        refused(
                "{'name': 'a', 'type': 'jsonLines', 'file': '/m'},"
                        + "{'name': 'a', 'type': 'jsonLines', 'file': '/m'}",
                "exporters[1].name: is that of another exporter: a",
                "exporters[1].file: is that of another exporter: /m");
    }

    @Test
    void documentationHasTheLimits() throws Exception {
        LimitsTest.assertRow("rotateMegabytes", Limits.EXPORT_ROTATE_MEGABYTES);
        LimitsTest.assertRow("rotateHours", Limits.EXPORT_ROTATE_HOURS);
        LimitsTest.assertRow("keep", Limits.EXPORT_KEEP);
        LimitsTest.assertRow("facility", Limits.SYSLOG_FACILITY);
        LimitsTest.assertRow("domain", Limits.IPFIX_DOMAIN);
        LimitsTest.assertRow("templateSeconds", Limits.IPFIX_TEMPLATE_SECONDS);
    }
}
