// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts that start our programs. */
class LauncherTest {
    @TempDir Path directory;
    private String output;
    private Optional<String> heap = Optional.empty();
    private Map<String, String> locale = Map.of();
    private String options = "-Dx=1 -Dy=2";

    /** Runs a copy of a script, so that what was built beside the original does not matter. */
    private int run(String script, Path javaHome, String... arguments) throws Exception {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path original = Path.of("..").resolve(script);
        Path copy = bin.resolve(original.getFileName());
        Files.writeString(copy, Files.readString(original));
        List<String> line = new ArrayList<>(List.of("sh", copy.toString()));
        line.addAll(arguments.length == 0 ? List.of("--version") : List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(line);
        heap.ifPresentOrElse(
                h -> process.environment().put("ISTHMUS_HEAP", h),
                () -> process.environment().remove("ISTHMUS_HEAP"));
        process.environment().put("JAVA_HOME", javaHome.toString());
        process.environment().put("ISTHMUS_JAVA_OPTS", options);
        process.environment().remove("NAT64CTL_JAR");
        process.environment().keySet().removeAll(List.of("LC_ALL", "LC_CTYPE", "LANG"));
        process.environment().putAll(locale);
        process.redirectErrorStream(true);
        Process started = process.start();
        output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return started.waitFor();
    }

    /** An archive of a program where a source tree has it. */
    private void built(String name) throws IOException {
        Path target = Files.createDirectories(directory.resolve("target"));
        Files.createFile(target.resolve(name + ".jar"));
    }

    /** A Java that prints what it was given, and runs one of our programs. */
    private Path java(String version) throws IOException {
        Path home = directory.resolve("java-" + version);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(
                java,
                "#!/bin/sh\ncase \"$*\" in *.Heap*) echo -Xmx77m ;; *) echo \"$@\" ;; esac\n");
        assertTrue(java.toFile().setExecutable(true));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    @ParameterizedTest
    @CsvSource({
        "switch/bin/isthmus-switch, isthmus-switch, 1",
        "controller/bin/isthmus-controller, isthmus-controller, 1",
        "cli/bin/nat64ctl, nat64ctl, 2"
    })
    void saysInOneLineWhatIsMissing(String script, String name, int status) throws Exception {
        Path none = directory.resolve("none");
        assertEquals(status, run(script, none));
        assertEquals(
                name
                        + ": "
                        + none
                        + "/bin/java is not there: install Java 11 or later, or set JAVA_HOME\n",
                output);
        for (String old : new String[] {"1.8.0_312", "9.0.4", "10.0.2"}) {
            assertEquals(status, run(script, java(old)));
            assertEquals(
                    name
                            + ": "
                            + directory.resolve("java-" + old)
                            + "/bin/java is too old: Java 11 or later is needed\n",
                    output);
        }
        assertEquals(status, run(script, java("11.0.2")));
        assertTrue(output.startsWith(name + ": "), output);
        assertTrue(output.endsWith(": run make build\n"), output);
        assertEquals(1, output.lines().count(), output);
        built(name);
        assertEquals(0, run(script, java("17.0.1")));
        assertTrue(output.contains("-Dx=1 -Dy=2 -jar "), output);
        assertTrue(output.contains("/../target/" + name + ".jar "), output);
    }

    @ParameterizedTest
    @CsvSource({
        "switch/bin/isthmus-switch, isthmus-switch",
        "controller/bin/isthmus-controller, isthmus-controller",
        "cli/bin/nat64ctl, nat64ctl"
    })
    void runsWhatAPackageHasBesideIt(String script, String name) throws Exception {
        Path lib = Files.createDirectories(directory.resolve("lib"));
        Files.createFile(lib.resolve(name + ".jar"));
        Files.writeString(lib.resolve("isthmus.p4info.txtpb"), "tables {\n  size: 1048576\n}\n");
        assertEquals(0, run(script, java("17.0.1")));
        assertTrue(output.contains("/../lib/" + name + ".jar "), output);
        assertEquals(name.equals("isthmus-switch"), output.contains("-Xmx672m"), output);
    }

    @ParameterizedTest
    @CsvSource({
        "switch/bin/isthmus-switch, isthmus-switch",
        "controller/bin/isthmus-controller, isthmus-controller"
    })
    void mapsTheClassesThatWereArchivedOfThisJar(String script, String name) throws Exception {
        Path target = Files.createDirectories(directory.resolve("a target").resolve("target"));
        Path jar = Files.createFile(target.resolve(name + ".jar"));
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        directory = directory.resolve("a target");
        Path java = java("17.0.1");
        Path archive = target.resolve(name + ".jsa");
        assertEquals(0, run(script, java));
        assertFalse(output.contains("SharedArchiveFile"), output);

        assertEquals(0, run(script, java("11.0.2"), "--archive-classes"));
        assertTrue(output.contains("no classes; it starts all the same"), output);
        assertFalse(Files.exists(archive));
        Path written = directory.resolve("bin/../target/" + name + ".jsa.new");
        Files.writeString(
                java.resolve("bin/java"),
                "#!/bin/sh\ncase \"$*\" in -Xint*ArchiveClassesAtExit=*.Training)\n"
                        + "touch '"
                        + written
                        + "' ;; *) echo \"$@\" ;; esac\n");
        assertEquals(0, run(script, java, "--archive-classes"), output);
        assertTrue(Files.exists(archive));
        assertEquals(List.of(archive, jar), files(target));

        assertEquals(0, run(script, java));
        assertTrue(output.startsWith("-XX:SharedArchiveFile=" + directory), output);
        assertTrue(output.contains("/" + name + ".jsa -Xlog:cds*=off "), output);
        Files.setLastModifiedTime(archive, FileTime.fromMillis(0));
        assertEquals(0, run(script, java));
        assertFalse(output.contains("SharedArchiveFile"), output);
    }

    @ParameterizedTest
    @CsvSource({
        "switch/bin/isthmus-switch, isthmus-switch",
        "controller/bin/isthmus-controller, isthmus-controller"
    })
    void keepsNoArchiveOfARunThatFailed(String script, String name) throws Exception {
        Path target = Files.createDirectories(directory.resolve("target"));
        Path jar = Files.createFile(target.resolve(name + ".jar"));
        Files.createFile(target.resolve(name + ".jsa"));
        Path java = java("17.0.1");
        Files.writeString(
                java.resolve("bin/java"),
                "#!/bin/sh\ntouch '" + target.resolve(name) + ".jsa.new'\nexit 1\n");
        assertEquals(1, run(script, java, "--archive-classes"), output);
        assertEquals(List.of(jar), files(target));
    }

    @ParameterizedTest
    @CsvSource({
        "switch/bin/isthmus-switch, isthmus-switch",
        "controller/bin/isthmus-controller, isthmus-controller",
        "hw/netfpga/agent/bin/isthmus-agent, isthmus-agent",
        "hw/netfpga/rtl/compiler/bin/isthmus-rtl, isthmus-rtl"
    })
    void allowsWhatNewerJavaWarnsOfWhereItKnowsTheOption(String script, String name)
            throws Exception {
        built(name);
        for (String version : new String[] {"11.0.2", "17.0.1", "21.0.13"}) {
            assertEquals(0, run(script, java(version)));
            assertFalse(output.contains(" --sun-misc-unsafe"), output);
        }
        for (String version : new String[] {"24", "25.0.5", "30"}) {
            assertEquals(0, run(script, java(version)));
            assertTrue(output.contains(" --sun-misc-unsafe-memory-access=allow "), output);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "switch/bin/isthmus-switch, isthmus-switch",
        "controller/bin/isthmus-controller, isthmus-controller",
        "cli/bin/nat64ctl, nat64ctl",
        "hw/netfpga/agent/bin/isthmus-agent, isthmus-agent"
    })
    void namesAreInUtf8WhereThereIsNoLocale(String script, String name) throws Exception {
        built(name);
        Path java = java("17.0.1");
        Files.writeString(java.resolve("bin/java"), "#!/bin/sh\necho \"<$LC_ALL>\"\n");
        for (Map<String, String> none :
                List.of(
                        Map.<String, String>of(),
                        Map.of("LANG", "C"),
                        Map.of("LC_ALL", "POSIX", "LANG", "de_DE.UTF-8"))) {
            locale = none;
            assertEquals(0, run(script, java));
            assertEquals("<C.UTF-8>\n", output);
        }
        locale = Map.of("LC_CTYPE", "de_DE.ISO-8859-1");
        assertEquals(0, run(script, java));
        assertEquals("<>\n", output);
    }

    private static List<Path> files(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-i 1@a, false",
        "-i 1@a --fast-path, true",
        "--fast-path -i 1@a --and --fast-path -i 1@b, true",
        "--fast-path -i 1@a --and -i 1@b, false",
        "-i 1@a --and --fast-path -i 1@b, false"
    })
    void compilesForFirstPacketsWhereTheKernelForwardsTheOthers(String options, boolean firstOnly)
            throws Exception {
        built("isthmus-switch");
        assertEquals(0, run("switch/bin/isthmus-switch", java("17.0.1"), options.split(" ")));
        assertEquals(firstOnly, output.contains(" -XX:TieredStopAtLevel=1 "), output);
    }

    /** The limit of the heap in MB that a switch was started with. */
    private long switchHeap(String... arguments) throws Exception {
        assertEquals(0, run("switch/bin/isthmus-switch", java("17.0.1"), arguments), output);
        Matcher limit = Pattern.compile("-Xmx([0-9]+)m").matcher(output);
        assertTrue(limit.find(), output);
        return Long.parseLong(limit.group(1));
    }

    @Test
    void theHeapOfASwitchHasRoomForFullTables() throws Exception {
        built("isthmus-switch");
        Path small = directory.resolve("small.p4info.txtpb");
        Files.writeString(
                small,
                "tables {\n  preamble {\n    id: 1\n  }\n  size: 1000000\n}\n"
                        + "actions {\n  size: 700000\n}\ntables {\n  size: 48576\n}\n");
        long nothing = switchHeap("--device-id", "1");
        long one = switchHeap("--p4info", small.toString(), "small.json");
        assertEquals(160, one - nothing, output);
        assertEquals(one, switchHeap("--p4info=" + small, "small.json"));
        assertEquals(
                2 * one - nothing,
                switchHeap("--p4info=" + small, "--and", "--p4info", small.toString()));
        heap = Optional.of("3g");
        run("switch/bin/isthmus-switch", java("17.0.1"), "--p4info", small.toString());
        assertTrue(output.contains(" -Xmx3g "), output);
    }

    /** What grows is collected as a whole, and no packet passes meanwhile. */
    @ParameterizedTest
    @CsvSource({", 512m", "3g, 512m", "512M, 512m", "200m, 200m", "268435456, 268435456"})
    void theHeapOfASwitchBeginsWithRoomForManyFlows(String limit, String start) throws Exception {
        built("isthmus-switch");
        heap = Optional.ofNullable(limit);
        assertEquals(0, run("switch/bin/isthmus-switch", java("17.0.1")), output);
        assertTrue(output.contains(" -Xms" + start + " -Xmx"), output);
    }

    @Test
    void aHeapThatTheOptionsOfTheJvmLimitBeginsAsTheJvmHasIt() throws Exception {
        built("isthmus-switch");
        options = "-Xmx200m";
        assertEquals(0, run("switch/bin/isthmus-switch", java("17.0.1")), output);
        assertFalse(output.contains("-Xms"), output);
    }

    @Test
    void theHeapOfASwitchHasRoomForTheFlowsOfItsFastPath() throws Exception {
        built("isthmus-switch");
        long nothing = switchHeap("--device-id", "1");
        assertEquals(nothing, switchHeap("--fast-path", "--fast-path-flows", "262143"));
        assertEquals(nothing + 1400, switchHeap("--fast-path", "--fast-path-flows=1310719"));
        assertEquals(
                nothing + 1400,
                switchHeap("--fast-path-flows", "262143", "--and", "--fast-path-flows", "1048576"));
    }

    @Test
    void theHeapOfTheControllerIsWhatItsNetcfgWants() throws Exception {
        String script = "controller/bin/isthmus-controller";
        String before = "-XX:-UseDynamicNumberOfCompilerThreads -XX:+UseG1GC -Xms128m";
        String behind =
                " -XX:MaxNewSize=64m -XX:MaxTenuringThreshold=1 -XX:GCTimeRatio=1 "
                        + "-XX:-ClassUnloadingWithConcurrentMark "
                        + "-XX:+ExitOnOutOfMemoryError "
                        + "-Dio.grpc.netty.shaded.io.netty.leakDetection.level=disabled -Dx=1 ";
        built("isthmus-controller");
        assertEquals(0, run(script, java("17.0.1"), "--data", "d", "--netcfg", "f"), output);
        assertTrue(output.startsWith(before + " -Xmx77m" + behind), output);
        assertEquals(0, run(script, java("17.0.1"), "password", "ann"), output);
        assertTrue(output.startsWith(before + behind), output);
        heap = Optional.of("3g");
        assertEquals(0, run(script, java("17.0.1"), "--netcfg=f"), output);
        assertTrue(output.startsWith(before + " -Xmx3g" + behind), output);
    }
}
