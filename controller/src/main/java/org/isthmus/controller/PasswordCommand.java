// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
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
        char[] password;
        if (System.console() != null) {
            password = System.console().readPassword("Password: ");
        } else {
            password = new String(System.in.readAllBytes()).stripTrailing().toCharArray();
        }
        if (password == null || password.length == 0) {
            System.err.println("isthmus-controller: no password");
            return Main.WRONG;
        }
        try {
            System.out.println(Credentials.line(user, password, its));
        } catch (IllegalArgumentException e) {
            System.err.println("isthmus-controller: " + e.getMessage());
            return Main.WRONG;
        }
        if (System.out.checkError()) {
            System.err.println("isthmus-controller: the output cannot be written");
            return Main.FAILED;
        }
        return 0;
    }
}
