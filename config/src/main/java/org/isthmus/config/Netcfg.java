// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.isthmus.core.Controller;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.net.Protocol;

/**
 * The configuration, in the netcfg format of ONOS (docs/netcfg.md). Immutable and valid: an invalid
 * one is never constructed.
 */
public final class Netcfg {
    /** Kinds of subjects in netcfg that are ignored. */
    private static final Set<String> FOREIGN = Set.of("hosts", "regions", "layouts");

    private static final String APP = "org.isthmus";

    private static final FabricConfig NO_FABRIC =
            new FabricConfig(List.of(), List.of(), List.of(), List.of());

    private static final Pattern PORTS = Pattern.compile("(?:first|last)Port\\[([0-2])]");

    /** A place of the file, as the reader of JSON writes it. */
    private static final Pattern SOURCE =
            Pattern.compile("\\[Source: .*?; line: ([0-9]+), column: ([0-9]+)]");

    /** What has set a limit of its own. */
    private static final Pattern SETTING = Pattern.compile(", from `[^`]*`");

    private static final ObjectMapper MAPPER =
            new ObjectMapper()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .enable(JsonParser.Feature.ALLOW_COMMENTS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final FabricConfig fabric;
    private final Nat64Config nat64;
    private final List<ExporterConfig> exporters;
    private final Map<DeviceId, ManagementAddress> management;
    private final Map<DeviceId, String> pipeconfs;

    private Netcfg(
            FabricConfig fabric,
            Nat64Config nat64,
            List<ExporterConfig> exporters,
            Map<DeviceId, ManagementAddress> management,
            Map<DeviceId, String> pipeconfs) {
        this.fabric = fabric;
        this.nat64 = nat64;
        this.exporters = List.copyOf(exporters);
        this.management = Collections.unmodifiableMap(new TreeMap<>(management));
        this.pipeconfs = Collections.unmodifiableMap(new TreeMap<>(pipeconfs));
    }

    /**
     * Reads a file.
     *
     * @throws IOException it cannot be read
     * @throws NetcfgException it is wrong
     */
    public static Netcfg read(Path file) throws IOException, NetcfgException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory");
        }
        return parse(Files.readAllBytes(file));
    }

    /** Why it is not JSON, without the names that the reader of JSON has for its own parts. */
    public static String fault(JsonProcessingException e) {
        if (e instanceof MismatchedInputException) {
            return "there is more behind the end of the object";
        }
        String why = SETTING.matcher(e.getOriginalMessage()).replaceAll("");
        return SOURCE.matcher(why).replaceAll("line $1, column $2");
    }

    /**
     * From the content of a file, which names a device at least.
     *
     * @param json UTF-8
     */
    public static Netcfg parse(byte[] json) throws NetcfgException {
        JsonNode root;
        try {
            root = MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String where =
                    at == null
                            ? ""
                            : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
            throw new NetcfgException(List.of(where + fault(e)));
        } catch (IOException e) {
            throw new NetcfgException(List.of("not JSON: " + e.getMessage()));
        }
        Problems problems = new Problems();
        if (root.isMissingNode()) {
            problems.add("", "is empty; it has to be a JSON object with devices and apps");
        } else if (root.isObject() && root.path("devices").isEmpty()) {
            problems.add("devices", "there is none, so there is nothing to control");
        }
        return of(root, problems);
    }

    /** From JSON that was parsed already; all parts are optional. */
    public static Netcfg of(JsonNode json) throws NetcfgException {
        return of(json, new Problems());
    }

    private static Netcfg of(JsonNode json, Problems problems) throws NetcfgException {
        ObjectReader root = ObjectReader.of(json, "", problems);
        FabricReader fabric = new FabricReader();
        fabric.devices(root.object("devices"));
        fabric.ports(root.object("ports"));
        fabric.links(root.object("links"));
        ObjectReader apps = root.object("apps");
        ObjectReader app = apps.object(APP);
        for (String name : apps.names()) {
            if (!name.equals(APP) && Suggestion.nearest(name, List.of(APP)) != null) {
                apps.problem(name, "is unknown; did you mean " + APP + "?");
            }
        }
        Nat64Reader reader = new Nat64Reader();
        ObjectReader own = app.object("nat64");
        List<ExporterConfig> exporters = new ExporterReader().read(own);
        Nat64Config nat64 = reader.read(own);
        fabric.routes(app);
        app.end();
        root.leave(FOREIGN);
        root.end();
        FabricConfig read = fabric.fabric();
        if (problems.isEmpty()) {
            Controller.check(nat64, read)
                    .forEach(f -> problems.add(path(reader.path(f.field)), f.text()));
        }
        if (!problems.isEmpty()) {
            throw new NetcfgException(problems.lines());
        }
        return new Netcfg(read, nat64, exporters, fabric.management(), fabric.pipeconfs());
    }

    /** The path in netcfg of a field that the core names. */
    private static String path(String field) {
        return "apps." + APP + ".nat64." + name(field);
    }

    /** The name in netcfg of what the core calls by another. */
    private static String name(String field) {
        return PORTS.matcher(field)
                .replaceAll(
                        r -> {
                            int i = r.group(1).charAt(0) - '0';
                            return "ports." + Protocol.values()[i].name().toLowerCase(Locale.ROOT);
                        })
                .replaceAll("\\b(prefix|address)([46])\\b", "ipv$2")
                .replaceAll("^staticBindings", "static");
    }

    /**
     * Checks one of our configurations on its own, not against the others.
     *
     * @param subjects {@code devices}, {@code ports}, {@code links} or {@code apps}
     * @param key {@code isthmus}, or for an application {@code nat64} or {@code routes}
     * @return problems, which begin with the path inside the configuration; empty: none
     * @throws IllegalArgumentException we have no such configuration
     */
    public static List<String> check(String subjects, String key, JsonNode json) {
        Problems problems = new Problems();
        switch (subjects + "." + key) {
            case "devices.isthmus":
                FabricReader.checkDevice(ObjectReader.of(json, "", problems));
                break;
            case "ports.isthmus":
                FabricReader.checkPort(ObjectReader.of(json, "", problems));
                break;
            case "links.isthmus":
                FabricReader.checkLink(ObjectReader.of(json, "", problems));
                break;
            case "apps.nat64":
                Nat64Reader reader = new Nat64Reader();
                ObjectReader own = ObjectReader.of(json, "", problems);
                new ExporterReader().read(own);
                Nat64Config nat64 = reader.read(own);
                if (problems.isEmpty()) {
                    Controller.check(nat64, NO_FABRIC)
                            .forEach(f -> problems.add(name(reader.path(f.field)), f.text()));
                }
                break;
            case "apps.routes":
                JsonNode app = JsonNodeFactory.instance.objectNode().set("routes", json);
                FabricReader.checkRoutes(ObjectReader.of(app, "", problems));
                break;
            default:
                throw new IllegalArgumentException("not ours: " + subjects + "." + key);
        }
        return List.copyOf(problems.lines());
    }

    /** What is odd in it, one sentence each. */
    public List<String> warnings() {
        return Controller.warnings(nat64, fabric).stream()
                .map(w -> w.message)
                .collect(Collectors.toList());
    }

    public FabricConfig fabric() {
        return fabric;
    }

    public Nat64Config nat64() {
        return nat64;
    }

    /** Where events of the mapping log are told besides. */
    public List<ExporterConfig> exporters() {
        return exporters;
    }

    /** Where each device of the fabric is reached. */
    public Map<DeviceId, ManagementAddress> management() {
        return management;
    }

    /** Id of the program each device of the fabric runs. */
    public Map<DeviceId, String> pipeconfs() {
        return pipeconfs;
    }
}
