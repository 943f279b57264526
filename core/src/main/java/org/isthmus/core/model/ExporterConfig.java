// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where the events of the mapping log are told besides. Immutable; equal by value. */
public final class ExporterConfig {
    /** Format of a record. */
    public enum Type {
        /** A JSON object on each line of a file. */
        JSON_LINES("jsonLines"),
        /** RFC 5424. */
        SYSLOG("syslog"),
        /** RFC 7011, with the information elements of RFC 8158. */
        IPFIX("ipfix");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        /** In netcfg and REST. */
        public String text() {
            return text;
        }
    }

    /** How a collector is reached. */
    public enum Transport {
        /** In clear, and what gets lost stays so. */
        UDP,
        /** In clear. */
        TCP,
        /** Encrypted, over TCP. */
        TLS
    }

    /** When what was written to a file is forced to the disk. */
    public enum Sync {
        /** Before the next events are read. */
        ALWAYS,
        /** Once a second. */
        SECOND,
        /** When the system likes. */
        NEVER
    }

    /** Of all exporters, unique. */
    public final String name;

    public final Type type;

    /** A new exporter begins with the oldest event of the log, not with the next one. */
    public final boolean fromOldest;

    /** Of JSON lines; else null. */
    public final File file;

    /** Of syslog and IPFIX; else null. */
    public final Collector collector;

    public ExporterConfig(
            String name, Type type, boolean fromOldest, File file, Collector collector) {
        this.name = name;
        this.type = type;
        this.fromOldest = fromOldest;
        this.file = file;
        this.collector = collector;
    }

    /** A file that is replaced by the next one when it is large or old. Immutable. */
    public static final class File {
        /** Absolute. */
        public final String path;

        /** Of 2^20 bytes, from which on a file is followed by another; 0: any size. */
        public final int rotateMegabytes;

        /** Between the first event of a file and one with which another begins; 0: any time. */
        public final int rotateHours;

        /** Files kept besides the one that is written. */
        public final int keep;

        public final Sync sync;

        public File(String path, int rotateMegabytes, int rotateHours, int keep, Sync sync) {
            this.path = path;
            this.rotateMegabytes = rotateMegabytes;
            this.rotateHours = rotateHours;
            this.keep = keep;
            this.sync = sync;
        }

        private List<Object> fields() {
            return List.of(path, rotateMegabytes, rotateHours, keep, sync);
        }
    }

    /** Who listens at another end of the network. Immutable. */
    public static final class Collector {
        public final Transport transport;

        /** A name, an IPv4 address, or an IPv6 address without brackets. */
        public final String host;

        public final int port;

        /** File with certificates of those whose signature counts; null: the JVM's. */
        public final String trust;

        /** Files with our own certificate chain and its key; null: we show none. */
        public final String certificate;

        public final String key;

        /** Of syslog, 0 to 23 (RFC 5424 section 6.2.1). */
        public final int facility;

        /** Of IPFIX (RFC 7011 section 3.1), 32 bits. */
        public final int domain;

        /** Of IPFIX over UDP: seconds after which templates are sent again. */
        public final int templateSeconds;

        public Collector(
                Transport transport,
                String host,
                int port,
                String trust,
                String certificate,
                String key,
                int facility,
                int domain,
                int templateSeconds) {
            this.transport = transport;
            this.host = host;
            this.port = port;
            this.trust = trust;
            this.certificate = certificate;
            this.key = key;
            this.facility = facility;
            this.domain = domain;
            this.templateSeconds = templateSeconds;
        }

        private List<Object> fields() {
            return Arrays.asList(
                    transport,
                    host,
                    port,
                    trust,
                    certificate,
                    key,
                    facility,
                    domain,
                    templateSeconds);
        }
    }

    /** The file, or {@code udp://HOST:PORT} and the like. */
    public String target() {
        if (file != null) {
            return file.path;
        }
        String host = collector.host;
        return collector.transport.name().toLowerCase(Locale.ROOT)
                + "://"
                + (host.contains(":") ? "[" + host + "]" : host)
                + ":"
                + collector.port;
    }

    private List<Object> fields() {
        return Arrays.asList(
                name,
                type,
                fromOldest,
                file == null ? null : file.fields(),
                collector == null ? null : collector.fields());
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof ExporterConfig && fields().equals(((ExporterConfig) o).fields());
    }

    @Override
    public int hashCode() {
        return fields().hashCode();
    }
}
