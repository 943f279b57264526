// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsTest {
    @TempDir Path directory;

    @Test
    void credentialsThatAreWrongNameTheLine() throws IOException {
        Path file = directory.resolve("users");
        String good = Credentials.line("ann", "a".toCharArray());
        String[] field = good.split(":");
        String hash = field[4];
        String[][] bad = {
            {"bob", "has 1 field, not the five of USER:pbkdf2-sha256:ITERATIONS:SALT:HASH or the"},
            {good + ":admin:", "has 7 fields, not the five of "},
            {good + ":", "the role must be admin or viewer"},
            {good + ":secret", "the role must be admin or viewer"},
            {good.substring(3), "the name of the user is empty"},
            {"bob:secret:1:AA==:AA==", "the second field is not pbkdf2-sha256"},
            {good.replace("600000", "many"), "the iterations are not a number"},
            {good.replace("600000", "1"), "1 iterations are fewer than 10000"},
            {good.replace(field[3], "?"), "the salt is not base 64"},
            {good.replace(field[3], ""), "the salt is empty"},
            {good.replace(hash, "?"), "the hash is not base 64"},
            {good.replace(hash, "AA=="), "the hash has 1 bytes, not 32"},
            {good, "user ann is there twice"},
        };
        for (String[] b : bad) {
            Files.writeString(file, good + "\n" + b[0] + "\n");
            IOException e = assertThrows(IOException.class, () -> Credentials.read(file));
            assertTrue(e.getMessage().startsWith(file + ", line 2: " + b[1]), e.getMessage());
            assertFalse(e.getMessage().contains("secret"), e.getMessage());
        }
        Files.writeString(file, "\n");
        IOException e = assertThrows(IOException.class, () -> Credentials.read(file));
        assertTrue(e.getMessage().startsWith(file + ": no user; "), e.getMessage());
        assertThrows(FileSystemException.class, () -> Credentials.read(directory));
    }
}
