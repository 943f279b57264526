// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A Karaf in a process of its own, with a home of its own. For one thread. */
final class Karaf implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    /** What the bundles of ONOS need of Java 17, beside what the script opens. */
    private static final List<String> OPENS =
            List.of(
                    "java.base/java.io",
                    "java.base/java.lang.invoke",
                    "java.base/java.lang.reflect",
                    "java.base/java.math",
                    "java.base/java.nio",
                    "java.base/java.text",
                    "java.base/java.time",
                    "java.base/java.util.concurrent",
                    "java.base/java.util.concurrent.atomic",
                    "java.base/java.util.concurrent.locks",
                    "java.base/java.util.regex",
                    "java.base/sun.net.www.protocol.http");

    private final HttpClient client =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    private final Path home;
    private final Path log;
    private final int port;
    private Process process;

    /**
     * @param home made anew from the Karaf that Maven unpacked
     * @param features boot features, from the repositories and the archive
     */
    Karaf(Path home, Path oar, List<String> features) throws IOException {
        this.home = home;
        this.log = home.resolve("data/log/karaf.log");
        this.port = freePort();
        delete(home);
        copy(Path.of(System.getProperty("isthmus.karaf")), home);
        unpack(oar, home.resolve("apps"));
        copy(home.resolve("apps/m2"), home.resolve("system"));
        renewAsm();
        configure(features);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Newer classes under the old manifest, whose version is asked for. */
    private void renewAsm() throws IOException {
        for (String name : List.of("asm", "asm-analysis", "asm-commons", "asm-tree", "asm-util")) {
            Path old = home.resolve("system/org/ow2/asm/" + name + "/8.0.1/" + name + "-8.0.1.jar");
            Path renewed =
                    Path.of(
                            System.getProperty("isthmus.repository"),
                            "org/ow2/asm/" + name + "/9.6/" + name + "-9.6.jar");
            Manifest manifest;
            try (JarFile jar = new JarFile(old.toFile())) {
                manifest = jar.getManifest();
            }
            try (JarFile from = new JarFile(renewed.toFile());
                    JarOutputStream to =
                            new JarOutputStream(Files.newOutputStream(old), manifest)) {
                for (JarEntry e : Collections.list(from.entries())) {
                    if (e.getName().endsWith(".class")
                            && !e.getName().equals("module-info.class")) {
                        to.putNextEntry(new JarEntry(e.getName()));
                        from.getInputStream(e).transferTo(to);
                    }
                }
            }
        }
    }

    private void configure(List<String> features) throws IOException {
        String version = System.getProperty("isthmus.version");
        set(
                "org.apache.karaf.features.cfg",
                Map.of(
                        "featuresRepositories",
                        Path.of(System.getProperty("isthmus.onos")).toUri()
                                + ","
                                + StandInBundle.features(home).toUri()
                                + ",mvn:org.isthmus/isthmus-app/"
                                + version
                                + "/xml/features",
                        "featuresBoot",
                        String.join(",", features)));
        set(
                "org.ops4j.pax.url.mvn.cfg",
                Map.of(
                        "org.ops4j.pax.url.mvn.defaultRepositories",
                        home.resolve("system").toUri()
                                + "@id=system@snapshots,"
                                + Path.of(System.getProperty("isthmus.repository")).toUri()
                                + "@id=onos@snapshots",
                        "org.ops4j.pax.url.mvn.repositories",
                        "",
                        "org.ops4j.pax.url.mvn.localRepository",
                        home.resolve("data/m2").toString()));
        set(
                "org.ops4j.pax.web.cfg",
                Map.of(
                        "org.osgi.service.http.port",
                        Integer.toString(port),
                        "org.ops4j.pax.web.listening.addresses",
                        "127.0.0.1",
                        "org.ops4j.pax.web.config.file",
                        home.resolve("etc/jetty.xml").toString()));
        set("users.properties", Map.of("onos", "rocks,admin,viewer", "guest", "guest,viewer"));
        String spifly = "mvn:org.apache.aries.spifly/org.apache.aries.spifly.dynamic.bundle/";
        Files.writeString(
                home.resolve("etc/org.apache.karaf.features.xml"),
                "<featuresProcessing"
                        + " xmlns=\"http://karaf.apache.org/xmlns/features-processing/v1.0.0\">"
                        + "<bundleReplacements><bundle originalUri=\""
                        + spifly
                        + "1.2.3\" replacement=\""
                        + spifly
                        + "1.3.7\" mode=\"maven\"/></bundleReplacements></featuresProcessing>");
        // Karaf 4.2.9 came before Java 17, which runs what 11 runs.
        set(
                "config.properties",
                Map.of(
                        "eecap-" + Runtime.version().feature(),
                        "${eecap-11}",
                        "karaf.shutdown.port",
                        "-1"));
        set("jre.properties", Map.of("jre-" + Runtime.version().feature(), "${jre-11}"));
    }

    /** Adds or replaces lines of a file in etc. */
    private void set(String file, Map<String, String> lines) throws IOException {
        Path path = home.resolve("etc").resolve(file);
        StringBuilder text = new StringBuilder();
        if (Files.exists(path)) {
            text.append(Files.readString(path)).append('\n');
        }
        // The last of two lines counts.
        lines.forEach((name, value) -> text.append(name + " = " + value + "\n"));
        Files.writeString(path, text);
    }

    /** By Karaf's own script, which becomes the process. */
    void start() throws IOException {
        Files.createDirectories(log.getParent());
        ProcessBuilder builder =
                new ProcessBuilder("bash", home.resolve("bin/karaf").toString(), "server")
                        .directory(home.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(home.resolve("data/console").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("KARAF"));
        environment.put("CHECK_ROOT_INSTANCE_RUNNING", "false");
        environment.put("KARAF_EXEC", "exec");
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put(
                "JAVA_OPTS",
                OPENS.stream()
                        .map(p -> " --add-opens=" + p + "=ALL-UNNAMED")
                        .collect(
                                Collectors.joining(
                                        "",
                                        "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
                                        "")));
        process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    /** What stands in the log now. */
    String log() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until something is so; what it waits for, it says when it never is. */
    void await(String what, Supplier<Boolean> condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.get()) {
            if (!process.isAlive()) {
                throw new AssertionError("Karaf ended before " + what + "; " + this.log);
            }
            String log = log();
            int failed = log.indexOf("Error installing boot features");
            if (failed >= 0) {
                throw new AssertionError(
                        log.substring(failed).lines().limit(2).collect(Collectors.joining("\n")));
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("there is never " + what + "; " + this.log);
            }
            process.waitFor(200, TimeUnit.MILLISECONDS);
        }
    }

    boolean shellIsThere() {
        return Files.exists(home.resolve("data/shell.port"));
    }

    /** What a command prints, and after it what it throws. */
    String shell(String command) throws IOException, InterruptedException {
        return toShell("/", command);
    }

    /** From now on there is a NAT64 in memory. */
    void lead() throws IOException, InterruptedException {
        toShell("/lead", "");
    }

    /** This node leads from now on, with the manager of the application. */
    void elect() throws IOException, InterruptedException {
        toShell("/elect", "");
    }

    /**
     * Sets the configuration of the NAT64.
     *
     * @param json empty: there is none any more
     */
    void netcfg(String json) throws IOException, InterruptedException {
        toShell("/netcfg", json);
    }

    /** Stops and starts a bundle, by its symbolic name; the shell lets an administrator only. */
    void stop(String bundle) throws IOException, InterruptedException {
        toShell("/stop", bundle);
    }

    void start(String bundle) throws IOException, InterruptedException {
        toShell("/start", bundle);
    }

    private String toShell(String path, String body) throws IOException, InterruptedException {
        String shell = Files.readString(home.resolve("data/shell.port"));
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + shell + path))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /**
     * @param user and password, {@code onos:rocks}; null: none
     */
    HttpResponse<String> http(String method, String path, String user)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .method(method, HttpRequest.BodyPublishers.noBody());
        if (user != null) {
            String basic = Base64.getEncoder().encodeToString(user.getBytes());
            request.header("Authorization", "Basic " + basic);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Ends as by kill -9; can be started again. */
    void kill() throws IOException {
        close();
        Files.delete(home.resolve("data/shell.port"));
    }

    /** Whatever its state, it is gone afterwards. */
    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    private static void unpack(Path zip, Path to) throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                if (!e.isDirectory()) {
                    Path file = to.resolve(e.getName());
                    Files.createDirectories(file.getParent());
                    try (OutputStream out = Files.newOutputStream(file)) {
                        in.transferTo(out);
                    }
                }
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    try (InputStream in = Files.newInputStream(file)) {
                        Files.copy(in, target);
                    }
                }
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                List<Path> all = files.collect(Collectors.toList());
                for (int i = all.size() - 1; i >= 0; i--) {
                    Files.delete(all.get(i));
                }
            }
        }
    }
}
