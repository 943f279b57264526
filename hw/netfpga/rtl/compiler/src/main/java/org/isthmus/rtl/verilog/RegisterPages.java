// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.util.Locale;
import org.isthmus.netfpga.layout.CardRegister;
import org.isthmus.netfpga.layout.CardRegister.Block;
import org.isthmus.netfpga.layout.CardRegister.Command;
import org.isthmus.netfpga.layout.CardRegister.Status;
import org.isthmus.rtl.graph.TableShape;

/** A card's registers, for Verilog and for people. */
public final class RegisterPages {
    private static final String[] TABLE_HEAD = {"|---|---|---|---|\n", "|---|---|\n"};

    private RegisterPages() {}

    /** What the blocks of hw/netfpga/rtl/lib include: registers.vh. */
    public static String header() {
        StringBuilder text = new StringBuilder();
        text.append("// SPDX-License-Identifier: Apache-2.0\n//\n")
                .append("// Made of CardRegister.java, which the agent has, too: change that, and")
                .append(" `make rtl-verilog`.\n")
                .append("// Registers are words of their block, status bits are bit numbers.\n\n")
                .append("`ifndef REGISTERS_VH\n`define REGISTERS_VH\n\n");
        define(text, "CARD_MAGIC", String.format("32'h%08x", CardRegister.MAGIC_VALUE));
        define(text, "CARD_VERSION", "32'd" + CardRegister.VERSION_VALUE);
        for (CardRegister r : CardRegister.values()) {
            String name = r.block == Block.IDENTITY ? "CARD" : r.block.name();
            define(text, name + "_" + r.name() + "_WORD", String.valueOf(r.word()));
        }
        for (Command c : Command.values()) {
            define(text, "TABLE_" + c.name(), String.valueOf(c.code));
        }
        for (Status s : Status.values()) {
            define(text, "TABLE_" + s.name() + "_BIT", String.valueOf(s.bit));
        }
        return text.append("\n`endif\n").toString();
    }

    private static void define(StringBuilder text, String name, String value) {
        text.append(String.format("`define %-22s %s%n", name, value));
    }

    /** All registers of a program's card, in Markdown. */
    static String document(String program, AddressMap map) {
        StringBuilder text = new StringBuilder();
        text.append("# Registers of ").append(program).append("\n\n");
        text.append("Made by the compiler (`make rtl-verilog`). Addresses are of bytes, in ");
        text.append("hexadecimal; a register has 32 bits.\n\n");
        text.append("| From | |\n").append(TABLE_HEAD[1]);
        row(text, hex(Block.IDENTITY.base), "identity");
        row(text, hex(Block.BUCKET.base), "token buckets");
        map.counters()
                .forEach(
                        (name, base) ->
                                row(
                                        text,
                                        hex(base),
                                        "counter `"
                                                + name
                                                + "`, "
                                                + (1 << map.counterBits(name))
                                                + " cells, one register each"));
        for (TableShape t : map.tables().values()) {
            boolean masked = t.kind != TableShape.Kind.EXACT;
            row(
                    text,
                    hex(map.base(t)),
                    "table `"
                            + t.name
                            + "`, "
                            + t.kind.name().toLowerCase(Locale.ROOT)
                            + ", "
                            + t.size
                            + " rows: "
                            + (masked ? "mask and " : "")
                            + "key of "
                            + t.keyBits
                            + " bits, value of "
                            + t.valueBits);
        }
        for (Block b : Block.values()) {
            text.append("\n## ").append(b.title).append("\n\n");
            text.append("| Register | Offset | | |\n").append(TABLE_HEAD[0]);
            for (CardRegister r : CardRegister.values()) {
                if (r.block == b) {
                    row(text, r.name(), hex(r.offset), r.access, r.meaning);
                }
            }
            if (b == Block.TABLE) {
                text.append("\n| Command | | |\n|---|---|---|\n");
                for (Command c : Command.values()) {
                    row(text, c.name(), String.valueOf(c.code), c.meaning);
                }
                text.append("\n| Bit of STATUS | | |\n|---|---|---|\n");
                for (Status s : Status.values()) {
                    row(text, s.name(), String.valueOf(s.bit), s.meaning);
                }
            }
        }
        return text.toString();
    }

    private static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String hex(int address) {
        return String.format("`%04x`", address);
    }
}
