// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.isthmus.controller.http.Credentials;
import org.isthmus.rest.Role;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code password}: makes lines for {@code --credentials}. */
@Command(
        name = "password",
        mixinStandardHelpOptions = true,
        description =
                "Reads a password from the terminal or the input and prints a line for"
                        + " --credentials.")
final class PasswordCommand implements Callable<Integer> {
    @Option(
            names = "--role",
            paramLabel = "ROLE",
            defaultValue = "admin",
            description = "admin, or viewer, who may only read; default: ${DEFAULT-VALUE}.")
    private String role;

    @Parameters(paramLabel = "USER", description = "Name of the user.")
    private String user;

    @Override
    public Integer call() throws IOException {
        Role its;
        try {
            its = Role.parse(role);
        } catch (IllegalArgumentException e) {
            System.err.println("isthmus-controller: --role: " + e.getMessage());
            return Main.WRONG;
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try {
            char[] password =
                    System.console() == null
                            ? read(System.in)
                            : System.console().readPassword("Password: ");
            out.println(Credentials.line(user, password, its));
        } catch (IllegalArgumentException e) {
            System.err.println("isthmus-controller: " + e.getMessage());
            return Main.WRONG;
        }
        if (out.checkError()) {
            System.err.println("isthmus-controller: the output cannot be written");
            return Main.FAILED;
        }
        return 0;
    }

    /**
     * The first line, as nat64ctl --password-file has it.
     *
     * @throws IllegalArgumentException it is no text
     */
    static char[] read(InputStream in) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(in.readAllBytes()))
                    .toString()
                    .lines()
                    .findFirst()
                    .orElse("")
                    .toCharArray();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the password is no text in UTF-8", e);
        }
    }
}
