// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import java.io.IOException;
import org.isthmus.logging.Logs;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.rows.Repair;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.io.InterfacePort;
import org.isthmus.target.process.RunningProgram;

/** The agent as a program. */
public final class Main {
    static final String NAME = "isthmus-agent";

    private Main() {}

    public static void main(String[] args) {
        RunningProgram.main(NAME, () -> start(args));
    }

    /** Null: all is done. */
    private static RunningProgram start(String[] args)
            throws IOException, MisfitException, RefusedException, InterruptedException {
        AgentOptions options = AgentOptions.parse(args);
        if (options.help) {
            AgentOptions.usage(System.out);
            return null;
        }
        if (options.version) {
            System.out.println(RunningProgram.version(NAME, Main.class));
            return null;
        }
        Logs.configure(options.log);
        if (options.task == null) {
            AgentProcess agent = AgentProcess.start(options, InterfacePort::new);
            agent.watch();
            return agent;
        }
        Repair found = AgentProcess.refill(options, InterfacePort::new);
        if (found.written() + found.failed() + found.unknown() > 0) {
            throw new IOException("the card does not hold what its image has: " + found);
        }
        System.out.println(NAME + ": the card holds what its image has: " + found);
        return null;
    }
}
