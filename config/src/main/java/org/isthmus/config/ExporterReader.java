// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.model.Limits;

/** Reads {@code exporters} of {@code apps.org.isthmus.nat64}. One thread, once. */
final class ExporterReader {
    private static final Map<String, ExporterConfig.Type> TYPES =
            Arrays.stream(ExporterConfig.Type.values())
                    .collect(Collectors.toMap(ExporterConfig.Type::text, t -> t));

    private static final Map<String, ExporterConfig.Transport> TRANSPORTS =
            Map.of(
                    "udp", ExporterConfig.Transport.UDP,
                    "tcp", ExporterConfig.Transport.TCP,
                    "tls", ExporterConfig.Transport.TLS);

    private static final Map<String, ExporterConfig.Sync> SYNCS =
            Map.of(
                    "always", ExporterConfig.Sync.ALWAYS,
                    "second", ExporterConfig.Sync.SECOND,
                    "never", ExporterConfig.Sync.NEVER);

    /** A name or IPv4 address, or an IPv6 address in brackets, and a port. */
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "(?:\\[([0-9A-Fa-f:.]{2,45})]|([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})))"
                            + ":([0-9]{1,5})");

    private final Set<String> names = new HashSet<>();
    private final Set<String> files = new HashSet<>();

    List<ExporterConfig> read(ObjectReader nat64) {
        List<ExporterConfig> all = new ArrayList<>();
        for (ObjectReader reader : nat64.objects("exporters")) {
            ExporterConfig exporter = exporter(reader);
            if (exporter != null) {
                all.add(exporter);
            }
        }
        return all;
    }

    private ExporterConfig exporter(ObjectReader r) {
        String name = r.required("name", Nat64Reader::name);
        ExporterConfig.Type type = r.required("type", one(TYPES));
        boolean fromOldest =
                r.optional("from", one(Map.of("oldest", true, "now", false)), Boolean.TRUE);
        if (name != null && !names.add(name)) {
            r.problem("name", "is that of another exporter: " + name);
        }
        if (type == null) {
            return null;
        }
        ExporterConfig.File file = null;
        ExporterConfig.Collector collector = null;
        if (type == ExporterConfig.Type.JSON_LINES) {
            file = file(r);
        } else {
            collector = collector(r, type);
        }
        r.end();
        return name == null || file == null && collector == null
                ? null
                : new ExporterConfig(name, type, fromOldest, file, collector);
    }

    private ExporterConfig.File file(ObjectReader r) {
        String path = r.required("file", ExporterReader::path);
        if (path != null && !files.add(path)) {
            r.problem("file", "is that of another exporter: " + path);
        }
        ExporterConfig.File file =
                new ExporterConfig.File(
                        path,
                        r.integer("rotateMegabytes", Limits.EXPORT_ROTATE_MEGABYTES),
                        r.integer("rotateHours", Limits.EXPORT_ROTATE_HOURS),
                        r.integer("keep", Limits.EXPORT_KEEP),
                        r.optional("sync", one(SYNCS), ExporterConfig.Sync.SECOND));
        return path == null ? null : file;
    }

    private ExporterConfig.Collector collector(ObjectReader r, ExporterConfig.Type type) {
        // What crosses a network in clear does so because somebody said it.
        ExporterConfig.Transport transport =
                r.optional("transport", one(TRANSPORTS), ExporterConfig.Transport.TLS);
        Matcher address = r.required("address", ExporterReader::address);
        boolean tls = transport == ExporterConfig.Transport.TLS;
        String trust = null;
        String certificate = null;
        String key = null;
        if (tls) {
            trust = r.optional("trust", ExporterReader::path, null);
            certificate = r.optional("certificate", ExporterReader::path, null);
            key = r.optional("key", ExporterReader::path, null);
            if ((certificate == null) != (key == null)) {
                String missing = key == null ? "key" : "certificate";
                if (!r.has(missing)) {
                    r.problem(missing, "is missing; a certificate and its key go together");
                }
            }
        } else {
            for (String field : List.of("trust", "certificate", "key")) {
                if (r.has(field)) {
                    r.problem(field, "is of transport tls, which this exporter does not use");
                }
            }
        }
        int facility = Limits.SYSLOG_FACILITY.byDefault;
        int domain = Limits.IPFIX_DOMAIN.byDefault;
        int templateSeconds = Limits.IPFIX_TEMPLATE_SECONDS.byDefault;
        if (type == ExporterConfig.Type.SYSLOG) {
            facility = r.integer("facility", Limits.SYSLOG_FACILITY);
        } else {
            domain = r.integer("domain", Limits.IPFIX_DOMAIN);
            templateSeconds = r.integer("templateSeconds", Limits.IPFIX_TEMPLATE_SECONDS);
        }
        return address == null
                ? null
                : new ExporterConfig.Collector(
                        transport,
                        address.group(1) == null ? address.group(2) : address.group(1),
                        Integer.parseInt(address.group(3)),
                        trust,
                        certificate,
                        key,
                        facility,
                        domain,
                        templateSeconds);
    }

    private static <T> Function<String, T> one(Map<String, T> of) {
        return text -> {
            T value = of.get(text);
            if (value == null) {
                List<String> names = new ArrayList<>(of.keySet());
                names.sort(String.CASE_INSENSITIVE_ORDER);
                throw new IllegalArgumentException(
                        String.format(
                                Locale.ROOT,
                                "must be \"%s\", not \"%s\"",
                                String.join("\" or \"", names),
                                text));
            }
            return value;
        };
    }

    private static String path(String text) {
        try {
            if (Path.of(text).isAbsolute() && Path.of(text).getFileName() != null) {
                return text;
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("not a path: " + text, e);
        }
        throw new IllegalArgumentException("must be an absolute path of a file: " + text);
    }

    private static Matcher address(String text) {
        Matcher matcher = ADDRESS.matcher(text);
        if (!matcher.matches()
                || Integer.parseInt(matcher.group(3)) < 1
                || Integer.parseInt(matcher.group(3)) > 0xffff) {
            throw new IllegalArgumentException(
                    "not of the form NAME:PORT, 192.0.2.9:PORT or [2001:db8::9]:PORT: " + text);
        }
        return matcher;
    }
}
