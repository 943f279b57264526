// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.io.IOException;
import org.isthmus.target.api.RefusedException;
import picocli.CommandLine.ParameterException;

/** The switch as a program. Its options are those of simple_switch_grpc. */
public final class Main {
    /** Exit status after a usage error. */
    private static final int USAGE = 2;

    private Main() {}

    public static void main(String[] args) {
        // The P4Runtime stubs are older than the protobuf runtime, which would warn of each class.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        try {
            ProcessOptions options = ProcessOptions.parse(args);
            if (options.help) {
                ProcessOptions.usage(System.out);
                return;
            }
            if (options.version) {
                System.out.println(version());
                return;
            }
            Logs.configure(options);
            SwitchProcess process = SwitchProcess.start(options);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process), "close"));
            System.out.println(process.describe());
        } catch (ParameterException e) {
            System.err.println("isthmus-switch: " + e.getMessage());
            System.err.println("Try --help.");
            System.exit(USAGE);
        } catch (IOException | RefusedException e) {
            System.err.println("isthmus-switch: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void end(SwitchProcess process) {
        process.counters().forEach(System.out::println);
        process.close();
    }

    private static String version() {
        String v = Main.class.getPackage().getImplementationVersion();
        return "isthmus-switch " + (v == null ? "(unpackaged)" : v);
    }
}
