// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.isthmus.logging.LogOptions;
import org.isthmus.logging.Logs;
import org.isthmus.rtl.graph.TableShape;
import org.isthmus.rtl.lower.NotSupportedException;
import org.isthmus.rtl.lower.Pipe;
import org.isthmus.rtl.lower.TableShapes;
import org.isthmus.rtl.verilog.RegisterPages;
import org.isthmus.rtl.verilog.Verilog;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.JsonReader;
import org.isthmus.target.process.P4InfoFile;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.CounterSpec;
import p4.config.v1.P4InfoOuterClass.P4Info;

/** Makes Verilog of a P4 program: the command line. */
public final class Compiler {
    private static final String USAGE =
            "usage: compiler NAME PROGRAM.json PROGRAM.p4info.txtpb FOLDER\n"
                    + "Writes NAME_pipe.v, NAME_card.v, NAME_output_port_lookup.v, NAME_hashes.vh,"
                    + " NAME.rtl.json, NAME.registers.md, NAME.schedule.txt and NAME.stages.svg into FOLDER.\n"
                    + "       compiler registers FILE\n"
                    + "Writes what blocks and agent agree on, for Verilog: hw/netfpga/rtl/lib/"
                    + "registers.vh.";

    private Compiler() {}

    public static void main(String[] args) throws IOException {
        if (args.length == 2 && args[0].equals("registers")) {
            Files.writeString(Path.of(args[1]), RegisterPages.header());
            return;
        }
        if (args.length != 4) {
            System.err.println(USAGE);
            System.exit(2);
        }
        Logs.configure(new LogOptions());
        try {
            compile(args[0], Path.of(args[1]), Path.of(args[2]), Path.of(args[3]));
        } catch (NotSupportedException | RefusedException e) {
            System.err.println("compiler: " + args[1] + ": " + e.getMessage());
            System.exit(1);
        }
    }

    /** What is there already stays as old as it is, so that nothing is made of it again. */
    private static void write(Path file, byte[] content) throws IOException {
        if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), content)) {
            Files.write(file, content);
        }
    }

    /**
     * @param name of the program, and of its modules
     * @param folder where the files go
     * @throws RefusedException the program is no BMv2 JSON
     * @throws NotSupportedException it holds what no hardware is made of
     */
    public static void compile(String name, Path json, Path p4info, Path folder)
            throws IOException, RefusedException, NotSupportedException {
        Bmv2Program program = JsonReader.read(Files.readAllBytes(json));
        P4Info info = P4InfoFile.read(p4info);
        Map<String, TableShape> tables = TableShapes.of(info);
        Pipe pipe = new Pipe(program, tables);
        for (Counter c : info.getCountersList()) {
            CounterSpec.Unit unit = c.getSpec().getUnit();
            if (unit == CounterSpec.Unit.BYTES || unit == CounterSpec.Unit.BOTH) {
                throw new NotSupportedException(
                        "counter " + c.getPreamble().getName() + ", which counts bytes", "");
            }
        }
        Verilog verilog = new Verilog(name, pipe, tables, program.counters);
        Files.createDirectories(folder);
        for (Map.Entry<String, String> file : verilog.files().entrySet()) {
            write(folder.resolve(file.getKey()), file.getValue().getBytes(StandardCharsets.UTF_8));
        }
    }
}
