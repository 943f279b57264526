// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.ws.rs.core.EntityTag;
import javax.ws.rs.core.MediaType;

/** The files of the web page, where the host has them. Any thread. */
final class WebPage {
    /** Beside it are the files; not compiled against, because a host may do without the page. */
    private static final String ANCHOR = "org.isthmus.web.Page";

    /** No path: nothing leads out of the directory. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}");

    /** A digest in base 32 or 16 behind the name stands for the content. */
    private static final Pattern HASHED =
            Pattern.compile(".*-(?:[A-Z0-9]{8,}|[0-9a-f]{8,})\\.[a-z0-9]+");

    /** By suffix; other files are none of the page. */
    private static final Map<String, MediaType> TYPES =
            Map.of(
                    "html", MediaType.TEXT_HTML_TYPE.withCharset("utf-8"),
                    "css", new MediaType("text", "css", "utf-8"),
                    "js", new MediaType("text", "javascript", "utf-8"),
                    "map", MediaType.APPLICATION_JSON_TYPE,
                    "json", MediaType.APPLICATION_JSON_TYPE,
                    "svg", new MediaType("image", "svg+xml"),
                    "png", new MediaType("image", "png"),
                    "ico", new MediaType("image", "x-icon"),
                    "woff2", new MediaType("font", "woff2"),
                    "txt", MediaType.TEXT_PLAIN_TYPE.withCharset("utf-8"));

    /** A file. Immutable, as nobody writes to its bytes. */
    static final class File {
        final byte[] bytes;
        final MediaType type;
        final EntityTag tag;

        /** Another content would have another name. */
        final boolean immutable;

        private File(String name, MediaType type, byte[] bytes) {
            this.bytes = bytes;
            this.type = type;
            this.tag = new EntityTag(digest(bytes));
            this.immutable = HASHED.matcher(name).matches();
        }
    }

    private final Function<String, URL> source;
    private final Map<String, File> files = new ConcurrentHashMap<>();

    /**
     * @param source where a file is, by its name; null: there is none
     */
    WebPage(Function<String, URL> source) {
        this.source = source;
    }

    /** The page beside this API; empty if the host came without it. */
    static WebPage installed() {
        try {
            Class<?> anchor = Class.forName(ANCHOR, false, WebPage.class.getClassLoader());
            return new WebPage(anchor::getResource);
        } catch (ClassNotFoundException e) {
            return new WebPage(name -> null);
        }
    }

    /** Null: there is no such file. */
    File file(String name) {
        File file = files.get(name);
        return file != null ? file : read(name);
    }

    private File read(String name) {
        MediaType type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || !NAME.matcher(name).matches()) {
            return null;
        }
        URL url = source.apply(name);
        if (url == null) {
            return null;
        }
        try (InputStream in = url.openStream()) {
            File file = new File(name, type, in.readAllBytes());
            files.put(name, file);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest).substring(0, 22);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
