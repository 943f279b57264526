// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The schemas are a contract: what schema.txt lists keeps its number, name and type. A new field is
 * a line more in it; a line that changes is a new version, in a package of its own.
 */
class SchemaTest {
    private static FileDescriptorSet compiled() throws IOException {
        // protoc wrote it, from all files there are.
        try (InputStream in = Files.newInputStream(Path.of("target", "schema.binpb"))) {
            return FileDescriptorSet.parseFrom(in);
        }
    }

    private static TreeSet<String> lines() throws IOException {
        TreeSet<String> lines = new TreeSet<>();
        for (FileDescriptorProto file : compiled().getFileList()) {
            String scope = file.getPackage() + ".";
            file.getMessageTypeList().forEach(m -> message(scope, m, lines));
            file.getEnumTypeList().forEach(e -> enumeration(scope, e, lines));
        }
        return lines;
    }

    private static void message(String scope, DescriptorProto message, TreeSet<String> lines) {
        String name = scope + message.getName();
        for (FieldDescriptorProto field : message.getFieldList()) {
            String type =
                    field.hasTypeName()
                            ? field.getTypeName().substring(1)
                            : word(field.getType().name());
            String label =
                    field.getLabel() == FieldDescriptorProto.Label.LABEL_REPEATED
                            ? "repeated "
                            : "";
            String choice =
                    field.hasOneofIndex()
                            ? " of " + message.getOneofDecl(field.getOneofIndex()).getName()
                            : "";
            lines.add(
                    name
                            + "."
                            + field.getName()
                            + " = "
                            + field.getNumber()
                            + " "
                            + label
                            + type
                            + choice);
        }
        message.getNestedTypeList().forEach(m -> message(name + ".", m, lines));
        message.getEnumTypeList().forEach(e -> enumeration(name + ".", e, lines));
        lines.add(name + " message");
    }

    private static void enumeration(String scope, EnumDescriptorProto of, TreeSet<String> lines) {
        of.getValueList()
                .forEach(
                        v ->
                                lines.add(
                                        scope
                                                + of.getName()
                                                + "."
                                                + v.getName()
                                                + " = "
                                                + v.getNumber()));
    }

    private static String word(String type) {
        return type.substring("TYPE_".length()).toLowerCase(Locale.ROOT);
    }

    @Test
    void numbersNamesAndTypesStay() throws IOException {
        String golden;
        try (InputStream in = SchemaTest.class.getResourceAsStream("schema.txt")) {
            golden = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
        TreeSet<String> known =
                golden.lines()
                        .filter(l -> !l.startsWith("#"))
                        .collect(Collectors.toCollection(TreeSet::new));
        TreeSet<String> now = lines();
        TreeSet<String> gone = new TreeSet<>(known);
        gone.removeAll(now);
        assertEquals(new TreeSet<>(), gone, "changed or gone: make a new version of the package");
        TreeSet<String> added = new TreeSet<>(now);
        added.removeAll(known);
        assertEquals(
                new TreeSet<>(), added, "new: add the lines to src/test/resources/.../schema.txt");
    }

    @Test
    void everyFileLiesWhereItsPackageSays() throws IOException {
        Path root = Path.of("src", "main", "proto");
        try (Stream<Path> files = Files.walk(root)) {
            assertEquals(
                    files.filter(f -> f.toString().endsWith(".proto")).count(),
                    compiled().getFileCount());
        }
        for (FileDescriptorProto file : compiled().getFileList()) {
            String folder = file.getName().substring(0, file.getName().lastIndexOf('/'));
            assertEquals(folder.replace('/', '.'), file.getPackage(), file.getName());
            assertTrue(file.getPackage().matches("isthmus\\.[a-z]+\\.v[0-9]+"), file.getName());
            assertEquals(
                    file.getPackage().replaceFirst("isthmus", "org.isthmus.proto"),
                    file.getOptions().getJavaPackage());
            assertEquals("proto3", file.getSyntax(), file.getName());
        }
    }
}
