// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The archive in a real Karaf, with those bundles of ONOS that are published. */
final class KarafTest {
    /** One after the other, as ONOS does: wrapped bundles need their handler. */
    static final List<String> BOOT =
            List.of(
                    "(wrap,java17,scr,war,jaas,shell,bundle,feature)",
                    "(onos-p4runtime,standins)",
                    "(org.isthmus)");

    private static Karaf karaf;

    @BeforeAll
    static void start() throws Exception {
        karaf =
                new Karaf(
                        Path.of(System.getProperty("isthmus.work"), "karaf"),
                        Path.of(System.getProperty("isthmus.oar")),
                        BOOT);
        karaf.start();
        karaf.await("a shell", karaf::shellIsThere);
        karaf.await("REST", KarafTest::restIsThere);
        karaf.lead();
        karaf.await("commands", () -> shell("nat64-pools -j").startsWith("{\"pools\":"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (karaf != null) {
            karaf.close();
        }
    }

    private static boolean restIsThere() {
        try {
            return karaf.http("GET", "/onos/nat64/openapi.json", "onos:rocks").statusCode() == 200;
        } catch (java.io.IOException e) {
            // Nobody listens yet.
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpResponse<String> get(String path) {
        try {
            return karaf.http("GET", path, "onos:rocks");
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(path, e);
        }
    }

    private static String shell(String command) {
        try {
            return karaf.shell(command);
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(command, e);
        }
    }

    @Test
    void everyBundleOfTheArchiveIsResolvedAndStarted() {
        String bundles = shell("bundle:list -t 0 -s --no-format --no-ellipsis");
        // The stores are stand-ins, so the manager of the application waits for them.
        long started =
                bundles.lines()
                        .filter(l -> l.contains("org.isthmus"))
                        .filter(l -> l.contains("Active") || l.contains("Waiting"))
                        .count();
        assertEquals(12, started, bundles);
    }

    @Test
    void commandsAnswerAsRestDoes() {
        for (String what : List.of("pools", "eamt", "bindings", "sessions", "devices", "alarms")) {
            HttpResponse<String> answer = get("/onos/nat64/" + what);
            assertEquals(200, answer.statusCode(), what);
            assertEquals(answer.body(), shell("nat64-" + what + " -j").trim(), what);
        }
    }

    @Test
    void changesAreInTheAuditLog() throws Exception {
        karaf.http("DELETE", "/onos/nat64/pools/x", "guest:guest");
        logged(
                "user=guest peer=127\\.0\\.0\\.1:[0-9]+ method=DELETE"
                        + " target=/onos/nat64/pools/x status=403");
        String eam = "\\[\\{\"ipv4\":\"192\\.0\\.2\\.200/32\".*\\}\\]";
        shell("nat64-eam-add 192.0.2.200/32 2001:db8:ff::c8/128");
        logged("user=\\S+ peer=shell command=nat64-eam-add before=\\[\\] after=" + eam);
        shell("nat64-eam-remove 192.0.2.200/32");
        logged("user=\\S+ peer=shell command=nat64-eam-remove before=" + eam + " after=\\[\\]");
    }

    private static void logged(String pattern) throws InterruptedException {
        Pattern line = Pattern.compile("audit .*" + pattern);
        karaf.await(pattern, () -> line.matcher(karaf.log()).find());
    }

    @Test
    void restServesThePageAndItsDescriptionToThoseItKnows() throws Exception {
        assertEquals(401, karaf.http("GET", "/onos/nat64/pools", null).statusCode());
        assertEquals(200, karaf.http("GET", "/onos/nat64/pools", "guest:guest").statusCode());
        assertEquals(403, karaf.http("DELETE", "/onos/nat64/pools/x", "guest:guest").statusCode());
        assertEquals(404, karaf.http("DELETE", "/onos/nat64/pools/x", "onos:rocks").statusCode());
        assertTrue(get("/onos/nat64/ui/").body().contains("<html"));
        String metrics = get("/onos/nat64/metrics").body();
        for (String name :
                List.of("nat64_healthy", "nat64_build_info", "process_cpu_seconds_total")) {
            assertTrue(metrics.contains("\n" + name), name);
        }
        HttpResponse<String> root = get("/onos/nat64/");
        assertEquals(307, root.statusCode());
        assertTrue(root.headers().firstValue("Location").orElse("").endsWith("/onos/nat64/ui/"));
        HttpResponse<String> refused = karaf.http("DELETE", "/onos/nat64/eamt", "onos:rocks");
        assertEquals("GET, HEAD, OPTIONS, POST, PUT", refused.headers().firstValue("Allow").get());
        assertTrue(get("/onos/v1/docs/apis").body().contains("Isthmus NAT64"));
        assertTrue(get("/onos/v1/docs/apis/onos/nat64/swagger.json").body().contains("whoHad"));
    }

    @Test
    void commandsPrintTables() {
        assertTrue(shell("nat64-devices").contains("INTENDED-ENTRIES"));
        assertTrue(shell("nat64-bindings").contains("PROTOCOL"));
        assertTrue(shell("nat64-stats --explain").contains("MEANING"));
    }

    @Test
    void aRefusalIsAnError() {
        assertTrue(shell("nat64-bindings --port x").contains("port: must be 0 to 65535"));
        assertTrue(shell("nat64-pool-remove x").contains("no pool x"));
    }
}
