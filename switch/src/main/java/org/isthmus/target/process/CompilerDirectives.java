// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the JVM's compilers what is worth their time (JEP 165). By its diagnostic command, since
 * the JVM prints a line on standard output when it reads such a file by option.
 */
final class CompilerDirectives {
    private static final Logger LOG = LoggerFactory.getLogger(CompilerDirectives.class);
    private static final String FILE = "compiler-directives.json";

    private CompilerDirectives() {}

    /** Takes some 0.1 s of CPU. A JVM that takes no directives runs without. */
    static void apply() {
        try {
            LOG.debug("{}", add());
        } catch (JMException | IOException e) {
            LOG.info("the JVM takes no compiler directives: {}", e.toString());
        }
    }

    /** What the JVM answers. */
    static String add() throws JMException, IOException {
        Path file = Files.createTempFile("isthmus-", ".json");
        try {
            try (InputStream in = CompilerDirectives.class.getResourceAsStream(FILE)) {
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            }
            Object answer =
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "compilerDirectivesAdd",
                                    new Object[] {new String[] {file.toString()}},
                                    new String[] {String[].class.getName()});
            return answer.toString().strip();
        } finally {
            Files.delete(file);
        }
    }
}
