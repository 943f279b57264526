// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.isthmus.rest.Rest.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isthmus.core.api.Fault;
import org.isthmus.core.model.Eam;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EamtResourceTest {
    private final FakeNat64 nat64 = FakeNat64.filled();
    private final Rest rest = new Rest(nat64);

    private Rest.Answer getAs(String accept) {
        return rest.send("GET", "eamt", Map.of("Accept", accept), null);
    }

    /** As a link in a page has a browser ask. */
    @Test
    void formatBeatsAcceptOfWhatIsNotThere() {
        for (String path : List.of("eamt?", "bindings?", "sessions?all=true&")) {
            Map<String, String> html = Map.of("Accept", "text/html");
            Rest.Answer csv = rest.send("GET", path + "format=csv", html, null).expect(200);
            assertEquals("text/csv;charset=utf-8", csv.type);
            rest.send("GET", path + "format=json", html, null).expect(200);
            rest.send("GET", path.replace("?", "").replace("all=true&", ""), html, null)
                    .expect(406);
        }
    }

    @Test
    void exportFollowsAcceptAndFormat() {
        String csv =
                "ipv4,ipv6,instance,host\r\n"
                        + "198.51.100.0/28,2001:db8:a::/124,nat64,ipv6\r\n"
                        + "198.51.100.16/32,2001:db8:a::10/128,nat64,ipv6\r\n";
        assertEquals(csv, getAs("text/csv").expect(200).text());
        assertEquals(csv, rest.get("eamt?format=csv").expect(200).text());
        assertEquals("text/csv;charset=utf-8", getAs("text/csv").type);
        assertEquals(
                2, getAs("text/csv;q=0.5, application/json").expect(200).json().get("eamt").size());
        assertEquals("application/json", rest.get("eamt").type);
        assertEquals("format: must be csv or json, not xml", rest.get("eamt?format=xml").error());
    }

    private static Eam ipv4Host(String prefix4, String prefix6) {
        Eam eam = FakeNat64.eam(prefix4, prefix6);
        return new Eam(eam.prefix4, eam.prefix6, eam.instance, Eam.Host.IPV4);
    }

    @Test
    void theHostsMayBeInIpv4() {
        Eam eam = ipv4Host("192.0.2.80/32", "2001:db8:b::80/128");
        String before = rest.get("eamt").header("ETag");
        Rest.Answer added =
                rest.postq(
                        "eamt", "{'ipv4': '192.0.2.80', 'ipv6': '2001:db8:b::80', 'host': 'ipv4'}");
        assertEquals("ipv4", added.expect(201).json().get("host").asText());
        assertTrue(nat64.eamt().contains(eam));
        String tag = rest.get("eamt").header("ETag");
        nat64.removeEam(eam.prefix4);
        assertEquals(before, rest.get("eamt").header("ETag"));
        rest.postq("eamt", "{'ipv4': '192.0.2.80', 'ipv6': '2001:db8:b::80'}").expect(201);
        assertEquals("ipv6", rest.get("eamt/192.0.2.80/32").json().get("host").asText());
        assertNotEquals(tag, rest.get("eamt").header("ETag"));
        // Any order of columns; the instance may be left out.
        rest.csv("PUT", "eamt", "host,ipv6,ipv4\nipv4,2001:db8:b::80,192.0.2.80\n").expect(200);
        assertEquals(List.of(eam), nat64.eamt());
        assertEquals(
                "host: must be ipv6 or ipv4, not IPv4",
                rest.postq("eamt", "{'ipv4': '192.0.2.81', 'ipv6': '::1', 'host': 'IPv4'}")
                        .expect(400)
                        .error());
        assertEquals(
                "eamt[0].host: must be ipv6 or ipv4, not x",
                rest.csv("PUT", "eamt", "ipv4,ipv6,host\n192.0.2.81,::1,x\n").expect(400).error());
    }

    @Test
    void exportCanBeImported() {
        nat64.addEams(List.of(ipv4Host("192.0.2.80/32", "2001:db8:b::80/128")));
        for (String format : List.of("csv", "json")) {
            String table = rest.get("eamt?format=" + format).text();
            List<Eam> before = nat64.eamt();
            Map<String, String> type =
                    Map.of(
                            "Content-Type",
                            format.equals("csv") ? "text/csv;charset=UTF-8" : "application/json");
            nat64.replaceEamt(List.of(), null);
            assertEquals(
                    before.size(),
                    rest.send("PUT", "eamt", type, table)
                            .expect(200)
                            .json()
                            .get("entries")
                            .asInt());
            assertEquals(before, nat64.eamt());
        }
    }

    @Test
    void oneIsAddedFoundAndRemoved() {
        Rest.Answer added =
                rest.postq("eamt", "{'ipv4': '192.0.2.1', 'ipv6': '2001:db8:b::1'}").expect(201);
        assertEquals("nat64", added.json().get("instance").asText());
        assertEquals(Rest.BASE + "eamt/192.0.2.1/32", added.header("Location"));
        assertEquals(added.json(), rest.get("eamt/192.0.2.1/32").expect(200).json());
        rest.delete("eamt/192.0.2.1/32").expect(204);
        rest.get("eamt/192.0.2.1/32").expect(404);
        rest.delete("eamt/192.0.2.1/32").expect(404);
    }

    @Test
    void badPrefixInPathIsNamed() {
        assertEquals(
                "address: bits are set behind the prefix length: 192.0.2.1/24",
                rest.get("eamt/192.0.2.1/24").expect(400).error());
    }

    @Test
    void refusalOfOneNamesItsField() {
        assertEquals(
                "ipv6: 2001:db8::/126 has fewer bits behind the prefix than 192.0.2.0/24",
                rest.postq("eamt", "{'ipv4': '192.0.2.0/24', 'ipv6': '2001:db8::/126'}")
                        .expect(400)
                        .error());
        JsonNode conflict =
                rest.postq("eamt", "{'ipv4': '198.51.100.0/28', 'ipv6': '2001:db8::/64'}")
                        .expect(409)
                        .json();
        assertEquals(
                "EAM 198.51.100.0/28 <-> 2001:db8:a::/124", conflict.get("conflictsWith").asText());
        assertEquals("ipv4", conflict.get("errors").get(0).get("field").asText());
    }

    @Test
    void importIsAllOrNothing() {
        List<Eam> before = nat64.eamt();
        Rest.Answer answer =
                rest.csv(
                        "POST",
                        "eamt/import",
                        "ipv4,ipv6\n"
                                + "192.0.2.1/32,2001:db8:b::1/128\n"
                                + "\n"
                                + "198.51.100.16/32,2001:db8:b::2/128\n");
        JsonNode problem = answer.expect(409).json();
        assertEquals(
                "eamt[1].ipv4: 198.51.100.16/32 is mapped already (line 4)",
                problem.get("detail").asText());
        assertEquals(before, nat64.eamt());
    }

    @Test
    void coreRefusalOfARowHasItsLine() {
        Rest.Answer answer =
                rest.csv("POST", "eamt/import", "ipv6,ipv4\r\n\r\n2001:db8::/126,192.0.2.0/24\r\n");
        JsonNode error = answer.expect(400).json().get("errors").get(0);
        assertEquals("eamt[0].ipv6", error.get("field").asText());
        assertEquals(3, error.get("line").asInt());
    }

    @Test
    void everyBadRowIsNamedWithLineAndColumn() {
        JsonNode errors =
                rest.csv(
                                "POST",
                                "eamt/import",
                                "ipv4,ipv6,instance\n"
                                        + "192.0.2.1/32,2001:db8::1/128,nat64\n"
                                        + "192.0.2.300/32,2001:db8::2/128,nat64\n"
                                        + "192.0.2.3/32,2001:zz8::3/128,nat64\n"
                                        + "192.0.2.4/32,2001:db8::4/128\n"
                                        + "192.0.2.5/32,\"2001:db8::5/128\",a b\n")
                        .expect(400)
                        .json()
                        .get("errors");
        assertEquals(4, errors.size());
        String[] expected = {
            "eamt[1].ipv4 3 1 not an IPv4 address: 192.0.2.300",
            "eamt[2].ipv6 4 14 not an IPv6 address: 2001:zz8::3",
            "eamt[3] 5 0 has 2 fields instead of 3",
            "eamt[4].instance 6 32 must be 1 to 64 letters, digits, dots, dashes or underscores, not . or ..",
        };
        for (int i = 0; i < expected.length; i++) {
            JsonNode e = errors.get(i);
            assertEquals(
                    expected[i],
                    e.get("field").asText()
                            + " "
                            + e.get("line").asInt()
                            + " "
                            + e.path("column").asInt()
                            + " "
                            + e.get("message").asText());
        }
    }

    @Test
    void thoseOfTheConfigurationCanBeAskedFor() {
        List<Eam> eams =
                List.of(
                        FakeNat64.eam("192.0.2.1/32", "2001:db8::1/128"),
                        FakeNat64.eam("192.0.2.2/32", "2001:db8::2/128"));
        nat64.replaceEamt(eams, null);
        nat64.configuredEams.clear();
        nat64.configuredEams.add(eams.get(1));
        String header = "ipv4,ipv6,instance,host\r\n";
        assertEquals(
                header + "192.0.2.2/32,2001:db8::2/128,nat64,ipv6\r\n",
                rest.get("eamt?format=csv&configured=true").text());
        assertEquals(
                header + "192.0.2.1/32,2001:db8::1/128,nat64,ipv6\r\n",
                rest.get("eamt?format=csv&configured=false").text());
        assertEquals(
                "configured: must be true or false, not maybe",
                rest.get("eamt?configured=maybe").expect(400).error());
    }

    /** With a header in any case, Jool's as well, or without one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ipv4,ipv6\n192.0.2.1,2001:db8::1\n192.0.2.2,2001:db8::2\n",
                "IPv6 , IPV4\n2001:db8::1,192.0.2.1\n2001:db8::2,192.0.2.2\n",
                "IPv6 Prefix,IPv4 Prefix\n2001:db8::1/128,192.0.2.1/32\n2001:db8::2,192.0.2.2\n",
                "2001:db8::1/128,192.0.2.1/32\n2001:db8::2/128,192.0.2.2/32\n",
                "192.0.2.1,2001:db8::1,nat64,IPv6\n192.0.2.2,2001:db8::2,,\n",
                "::1,192.0.2.1\n2001:db8::2,192.0.2.2\n",
            })
    void headersAreInAnyCaseOrMissing(String csv) {
        rest.csv("PUT", "eamt", csv).expect(200);
        Eam second = nat64.eamt().get(1);
        assertEquals(2, nat64.eamt().size());
        assertEquals("192.0.2.2/32 <-> 2001:db8::2/128", second.toString());
        assertEquals("nat64", second.instance);
    }

    @Test
    void recordsWithoutAHeaderAreNumberedFromTheFirst() {
        JsonNode errors =
                rest.csv("POST", "eamt/import", "192.0.2.1,x\n192.0.2.2/24,2001:db8::2\n")
                        .expect(400)
                        .json()
                        .get("errors");
        assertEquals("eamt[0].ipv6", errors.get(0).get("field").asText());
        assertEquals(1, errors.get(0).get("line").asInt());
        assertEquals("eamt[1].ipv4", errors.get(1).get("field").asText());
        assertEquals(
                ": without a header line, the columns are ipv4, ipv6, instance, host (line 1)",
                rest.csv("POST", "eamt/import", "192.0.2.1\n")
                        .expect(400)
                        .json()
                        .get("detail")
                        .asText()
                        .replaceFirst("^", ": "));
    }

    /** Adding says all of it, as replacing and the check do. */
    @Test
    void allConflictsAreNamedAtOnce() {
        nat64.replaceEamt(List.of(FakeNat64.eam("192.0.2.0/28", "2001:db8:a::/124")), null);
        String body =
                "ipv4,ipv6\n192.0.2.1,2001:db8::1\n192.0.2.0/28,2001:db8:b::/124\n"
                        + "192.0.2.1,2001:db8::2\n192.0.0.0/8,2001:db8::/120\n";
        JsonNode added = rest.csv("POST", "eamt/import", body).expect(409).json();
        assertEquals(
                "eamt[1].ipv4: 192.0.2.0/28 is mapped already (line 3), and 2 more",
                added.get("detail").asText());
        assertEquals("EAM 192.0.2.0/28 <-> 2001:db8:a::/124", added.get("conflictsWith").asText());
        List<String> named = new ArrayList<>();
        added.get("errors")
                .forEach(e -> named.add(e.get("field").asText() + " " + e.get("line").asInt()));
        assertEquals(List.of("eamt[1].ipv4 3", "eamt[2].ipv4 4", "eamt[3].ipv6 5"), named);
        assertEquals(
                "EAM 192.0.2.1/32 <-> 2001:db8::1/128",
                added.get("errors").get(1).get("other").asText());
        assertEquals(1, nat64.eamt().size());
        JsonNode replaced = rest.csv("PUT", "eamt", body).expect(409).json();
        assertEquals(2, replaced.get("errors").size());
        assertEquals(
                rest.csv("POST", "eamt/check", body).expect(200).json().get("problems"),
                replaced.get("errors"));
    }

    @Test
    void faultsAreInTheOrderOfTheBody() {
        EamtTable table = new EamtTable(List.of(), new int[] {2, 3, 5});
        List<Fault> found =
                List.of(
                        new Fault("[2].prefix4", "c", "pool p"),
                        new Fault("[0].prefix6", "a", null),
                        new Fault("[1].prefix4", "b", null));
        List<String> texts = new ArrayList<>();
        table.faults(found).forEach(f -> texts.add(f.toString()));
        assertEquals(
                List.of(
                        "eamt[0].ipv6: a (line 2)",
                        "eamt[1].ipv4: b (line 3)",
                        "eamt[2].ipv4: c (line 5)"),
                texts);
    }

    /** So that a body of the most bytes does not take gigabytes. */
    @Test
    void whatNoCsvOfATableHasIsRefusedBeforeItIsRead() {
        Map<String, String> bad =
                Map.of(
                        "ipv4,ipv6\n" + ",".repeat(100_000),
                        ": is not CSV: a record has more than 100 fields",
                        "ipv4,ipv6\n" + "1".repeat(100_000),
                        ": is not CSV: a field has more than 1000 characters",
                        "ipv4,ipv6\n\"" + "1".repeat(100_000),
                        ": is not CSV: a field has more than 1000 characters");
        bad.forEach(
                (csv, error) -> {
                    String refusal = rest.csv("PUT", "eamt", csv).expect(400).error();
                    assertTrue(refusal.startsWith(error), refusal);
                });
    }

    @Test
    void badCsvIsNamed() {
        Map<String, String> bad =
                Map.of(
                        "", ": the body is empty",
                        "ipv4,ipv6,name\n",
                                "name: is not a column here; the columns are ipv4, "
                                        + "ipv6, instance, host",
                        "ipv4,ipv4,ipv6\n", "ipv4: is a column twice",
                        "ipv4\n", "ipv6: is missing in the header line",
                        "ipv4,ipv6\n1.2.3.4,\"::1\n", ": is not CSV: the quote is not closed",
                        "ipv4,ipv6\n1.2.3.4,\"::1\"x\n",
                                ": is not CSV: text behind the closing quote",
                        "ipv4,ipv6\n1.2.3.4,::\"1\n",
                                ": is not CSV: a quote inside a field that is not quoted");
        bad.forEach(
                (body, error) ->
                        assertEquals(
                                error, rest.csv("POST", "eamt/import", body).expect(400).error()));
    }

    @Test
    void otherCharactersAreRefused() {
        Rest.Answer answer =
                rest.sendStream(
                        "POST",
                        "eamt/import",
                        Map.of("Content-Type", "text/csv"),
                        new ByteArrayInputStream(
                                "ipv4,ipv6\n\nx\u00fc\n".getBytes(StandardCharsets.ISO_8859_1)));
        JsonNode error = answer.expect(400).json().get("errors").get(0);
        assertEquals("is not UTF-8", error.get("message").asText());
        assertEquals(3, error.get("line").asInt());
        assertEquals(2, error.get("column").asInt());
        // A byte order mark is none of the data.
        rest.csv("POST", "eamt/import", "\uFEFFipv4,ipv6\n192.0.2.1,2001:db8::1").expect(200);
    }

    @Test
    void instanceMustBeNamedIfThereAreSeveral() {
        nat64.instances.add(FakeNat64.instance("other", 2));
        assertEquals(
                "instance: is missing",
                rest.postq("eamt", "{'ipv4': '192.0.2.1', 'ipv6': '::1'}").expect(400).error());
        assertEquals(
                "instance: is missing in the header line",
                rest.csv("PUT", "eamt", "ipv4,ipv6\n").expect(400).error());
        assertEquals(
                "instance: is missing: there are several instances",
                rest.csv("PUT", "eamt", "192.0.2.1,2001:db8::1\n").expect(400).error());
        String rows = "192.0.2.1,2001:db8::1,\n192.0.2.2,2001:db8::2,nat64\n";
        rest.csv("PUT", "eamt?instance=other", rows).expect(200);
        assertEquals("other", nat64.eamt().get(0).instance);
        assertEquals("nat64", nat64.eamt().get(1).instance);
        String json = "{'eamt': [{'ipv4': '192.0.2.3', 'ipv6': '2001:db8::3'}]}";
        rest.postq("eamt/import?instance=other", json).expect(200);
        assertEquals("other", nat64.eamt().get(2).instance);
        assertEquals(
                "instance: must be 1 to 64 letters, digits, dots, dashes or underscores, not . or ..",
                rest.csv("POST", "eamt/check?instance=a%20b", rows).expect(400).error());
        assertEquals(
                "eamt[0].instance: no such instance: x",
                rest.csv("PUT", "eamt", "ipv4,ipv6,instance\n192.0.2.1,::1,x").expect(400).error());
    }

    private Rest.Answer replace(String ifMatch) {
        return rest.send(
                "PUT",
                "eamt",
                Map.of("Content-Type", "text/csv", "If-Match", ifMatch),
                "ipv4,ipv6\n192.0.2.1,2001:db8::1\n");
    }

    @Test
    void replaceIsSafeWithTheTagOfEitherFormat() {
        String json = getAs("application/json").header("ETag");
        String csv = getAs("text/csv").header("ETag");
        assertNotEquals(json, csv);
        replace(json).expect(200);
        replace(json).expect(412);
        replace(csv).expect(412);
        assertEquals(1, nat64.eamt().size());
        replace(getAs("text/csv").header("ETag")).expect(200);
        replace("*").expect(200);
    }

    @Test
    void changeBetweenCheckAndReplaceIsNotLost() {
        String tag = rest.get("eamt").header("ETag");
        Eam other = FakeNat64.eam("192.0.2.77/32", "2001:db8::77/128");
        nat64.beforeReplace = () -> nat64.addEams(List.of(other));
        replace(tag).expect(409);
        assertTrue(nat64.eamt().contains(other));
    }

    @Test
    void checkNamesAllFaultsWithTheirLinesAndChangesNothing() {
        String before = rest.get("eamt").text();
        String csv =
                "ipv4,ipv6,instance\n192.0.2.1,2001:db8::1,nat64\n"
                        + "192.0.2.1,2001:db8::2,nat64\n192.0.2.0/24,2001:db8::4/126,other\n";
        assertEquals(
                "{'problems':["
                        + "{'field':'eamt[1].ipv4','message':'192.0.2.1/32 is mapped already',"
                        + "'line':3,'other':'EAM 192.0.2.1/32 <-> 2001:db8::1/128'},"
                        + "{'field':'eamt[2].instance','message':'no such instance: other',"
                        + "'line':4},"
                        + "{'field':'eamt[2].ipv6','message':'2001:db8::4/126 has fewer bits"
                        + " behind the prefix than 192.0.2.0/24','line':4}]}",
                quoted(rest.csv("POST", "eamt/check", csv).expect(200)));
        assertEquals(
                "{'problems':[{'field':'eamt[0].ipv6','message':'not an IPv6 address: x',"
                        + "'line':1,'column':41}]}",
                quoted(
                        rest.postq("eamt/check", "{'eamt': [{'ipv4': '192.0.2.1', 'ipv6': 'x'}]}")
                                .expect(200)));
        assertEquals(before, rest.get("eamt").text());
        String good = "ipv4,ipv6\n192.0.2.1,2001:db8::1\n";
        assertEquals("{'problems':[]}", quoted(rest.csv("POST", "eamt/check", good).expect(200)));
        assertEquals(before, rest.get("eamt").text());
    }

    @Test
    void theTableComesInPagesAndByWhatIsAskedFor() {
        Rest filled = new Rest(FakeNat64.filled());
        JsonNode first = filled.get("eamt?limit=1").expect(200).json();
        assertEquals(1, first.path("eamt").size());
        assertEquals("198.51.100.0/28", first.path("next").asText());
        Rest.Answer last = filled.get("eamt?limit=1&cursor=198.51.100.0/28").expect(200);
        assertEquals("198.51.100.16/32", last.json().at("/eamt/0/ipv4").asText());
        assertTrue(last.json().path("next").isNull());
        assertEquals(null, last.header("ETag"), "it is not the table");
        assertEquals(2, filled.get("eamt?cursor=1.0.0.0/8").expect(200).json().path("eamt").size());

        assertEquals(1, count(filled, "ipv4=198.51.100.7"));
        assertEquals(2, count(filled, "ipv4=198.51.100.0/24"));
        assertEquals(1, count(filled, "ipv6=2001:db8:a::10"));
        assertEquals(
                "instance: there is no instance other",
                filled.get("eamt?instance=other").expect(400).error());
        assertEquals(2, count(filled, "instance=nat64&ipv6=2001:db8:a::/64"));
        assertFalse(filled.get("eamt?ipv4=198.51.100.7").text().contains("next"));
        assertEquals(
                "limit: must be 1 to 10000, not 0", filled.get("eamt?limit=0").expect(400).error());
        assertTrue(filled.get("eamt?instance=").expect(400).error().startsWith("instance: "));
        assertTrue(filled.get("eamt?cursor=x").expect(400).error().startsWith("cursor: "));

        Rest.Answer csv = filled.get("eamt?format=csv&limit=1").expect(200);
        assertEquals(2, csv.text().lines().count());
        assertEquals(
                "<" + Rest.BASE + "eamt?cursor=198.51.100.0/28&format=csv&limit=1>; rel=\"next\"",
                csv.header("Link").replace("%2F", "/"));
    }

    private static int count(Rest rest, String query) {
        return rest.get("eamt?" + query).expect(200).json().path("eamt").size();
    }
}
