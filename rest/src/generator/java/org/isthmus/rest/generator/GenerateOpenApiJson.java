// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest.generator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the OpenAPI document as JSON, for hosts without a YAML parser. Run by the build from
 * source: {@code java GenerateOpenApiJson.java YAML JSON}.
 */
public final class GenerateOpenApiJson {
    private GenerateOpenApiJson() {}

    public static void main(String[] args) throws IOException {
        Path json = Path.of(args[1]);
        Files.createDirectories(json.getParent());
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(json.toFile(), new YAMLMapper().readTree(Path.of(args[0]).toFile()));
    }
}
