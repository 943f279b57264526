// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rfc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The tests of the repository, by the names that docs/rfc/README.md gives them. Reads sources. */
final class NamedTests {
    static final Path ROOT = Path.of("..");

    /** What makes a method a test. */
    private static final Set<String> RUN =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate");

    /** With these a test runs sometimes, or in other builds than the usual one. */
    private static final Pattern LEFT_OUT = Pattern.compile("(Disabled|Enabled|Tag).*");

    /** What surefire takes for a class of tests. */
    private static final Pattern TESTS = Pattern.compile("Test.*|.*Tests?|.*TestCase");

    private static final Pattern PYTHON = Pattern.compile("(.+/)?(test\\w*\\.py)::(\\w+)\\.(\\w+)");
    private static final Pattern DISCOVERED = Pattern.compile("unittest discover .*-s (\\S+)");
    private static final Pattern CHECK = Pattern.compile("@check\\(\\s*\"([^\"]+)\"");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final Map<Path, ClassTree> classes = new HashMap<>();
    private final Map<String, List<String>> vectors = new HashMap<>();

    /**
     * Looks for a test.
     *
     * @param name {@code vector SUITE/NAME}, where {@code *} stands for any text; {@code junit
     *     MODULE/CLASS#METHOD}; {@code python FILE::CLASS.METHOD}; {@code demo CHECK}
     * @return why there is none, or why it does not run; null: it runs
     */
    String fault(String name) throws IOException {
        String rest = name.substring(name.indexOf(' ') + 1);
        switch (name.substring(0, name.indexOf(' '))) {
            case "vector":
                return vector(rest);
            case "junit":
                return junit(rest);
            case "python":
                return python(rest);
            default:
                return demo(rest);
        }
    }

    private String vector(String name) throws IOException {
        int slash = name.indexOf('/');
        Path suite = ROOT.resolve("p4/vectors/" + name.substring(0, Math.max(slash, 0)) + ".json");
        if (!Files.exists(suite)) {
            return "there is no " + suite;
        }
        if (!vectors.containsKey(suite.toString())) {
            List<String> names = new ArrayList<>();
            for (JsonNode vector : new ObjectMapper().readTree(suite.toFile()).get("vectors")) {
                names.add(vector.get("name").asText());
            }
            vectors.put(suite.toString(), names);
        }
        String pattern =
                Stream.of(name.substring(slash + 1).split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        boolean found = vectors.get(suite.toString()).stream().anyMatch(n -> n.matches(pattern));
        return found ? null : suite + " has no such vector";
    }

    private String junit(String name) throws IOException {
        Matcher m = Pattern.compile("(.+)/(\\w+)#(\\w+)").matcher(name);
        if (!m.matches()) {
            return "is not MODULE/CLASS#METHOD";
        }
        if (!all(MODULE, ROOT.resolve("pom.xml")).contains(m.group(1))) {
            return "there is no module " + m.group(1);
        }
        List<Path> files;
        try (Stream<Path> tree = Files.walk(ROOT.resolve(m.group(1)).resolve("src/test/java"))) {
            files =
                    tree.filter(p -> p.getFileName().toString().equals(m.group(2) + ".java"))
                            .collect(Collectors.toList());
        }
        if (files.size() != 1 || !TESTS.matcher(m.group(2)).matches()) {
            return files.size() + " classes of tests with that name";
        }
        ClassTree type = parse(files.get(0));
        if (type.getModifiers().getFlags().contains(Modifier.ABSTRACT)) {
            return "its class is abstract";
        }
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree
                    && ((MethodTree) member).getName().contentEquals(m.group(3))) {
                ModifiersTree modifiers = ((MethodTree) member).getModifiers();
                List<String> annotations = annotations(modifiers);
                annotations.retainAll(RUN);
                if (annotations.isEmpty()) {
                    return "is a method and no test";
                }
                return isLeftOut(modifiers) || isLeftOut(type.getModifiers())
                        ? "does not always run"
                        : null;
            }
        }
        return "its class has no such method";
    }

    private static boolean isLeftOut(ModifiersTree modifiers) {
        return annotations(modifiers).stream().anyMatch(a -> LEFT_OUT.matcher(a).matches());
    }

    private static List<String> annotations(ModifiersTree modifiers) {
        return modifiers.getAnnotations().stream()
                .map(AnnotationTree::getAnnotationType)
                .map(Tree::toString)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** The class of a source file. */
    private ClassTree parse(Path file) throws IOException {
        if (!classes.containsKey(file)) {
            try (StandardJavaFileManager files =
                    compiler.getStandardFileManager(null, null, null)) {
                JavacTask task =
                        (JavacTask)
                                compiler.getTask(
                                        null,
                                        files,
                                        d -> {},
                                        List.of("-proc:none"),
                                        null,
                                        files.getJavaFileObjects(file.toFile()));
                CompilationUnitTree unit = task.parse().iterator().next();
                classes.put(file, (ClassTree) unit.getTypeDecls().get(0));
            }
        }
        return classes.get(file);
    }

    private static String python(String name) throws IOException {
        Matcher m = PYTHON.matcher(name);
        if (!m.matches()) {
            return "is not FILE::CLASS.METHOD";
        }
        Path file = ROOT.resolve(m.group(1) + m.group(2));
        boolean discovered =
                all(DISCOVERED, ROOT.resolve("Makefile")).stream()
                        .anyMatch(d -> file.startsWith(ROOT.resolve(d)));
        if (!Files.exists(file) || !discovered) {
            return "make test does not find " + file;
        }
        String source = Files.readString(file);
        Pattern test =
                Pattern.compile(
                        "^class " + m.group(3) + "\\(.*?^    def " + m.group(4) + "\\(self",
                        Pattern.MULTILINE | Pattern.DOTALL);
        if (!m.group(4).startsWith("test") || !test.matcher(source).find()) {
            return file + " has no such test";
        }
        return source.contains("unittest.skip") ? "may be skipped" : null;
    }

    private static String demo(String name) throws IOException {
        Path checks = ROOT.resolve("mininet/isthmus_fabric/checks");
        String run = Files.readString(checks.resolve("__init__.py"));
        try (Stream<Path> files = Files.list(checks)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String module = file.getFileName().toString().replace(".py", "");
                if (run.contains("    " + module + ",\n") && all(CHECK, file).contains(name)) {
                    return null;
                }
            }
        }
        return "the demo has no such check";
    }

    /** The first groups of all matches in a file. */
    private static List<String> all(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(r -> r.group(1))
                .collect(Collectors.toList());
    }
}
