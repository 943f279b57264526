// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.layout;

/**
 * The registers of a card whose program is Verilog of hw/netfpga/rtl, as far as they do not depend
 * on the program: what its agent and its Verilog say of them comes from here. Each has 32 bits;
 * where which table and counter is, the program's description says.
 */
public enum CardRegister {
    MAGIC(Block.IDENTITY, 0, "r", "`0x49534d53`, \"ISMS\": a card of this kind"),
    VERSION(Block.IDENTITY, 4, "r", "of this map: 2"),
    DESCRIPTION(Block.IDENTITY, 8, "r", "`hash` of the description of the program (`.rtl.json`)"),

    REASON(
            Block.BUCKET,
            0,
            "rw",
            "the bucket that the others are of: a reason, or of a digest's reason 64 more"),
    RATE(
            Block.BUCKET,
            4,
            "rw",
            "tokens a second, times 2^36 / 200,000,000: 344 is one a second; 0, as after reset, is no"
                    + " limit; at most 12.5 million a second. Writing it fills the bucket"),
    BURST(
            Block.BUCKET,
            8,
            "rw",
            "tokens that the bucket holds, to 65,535; to be written before RATE"),
    DROPS(Block.BUCKET, 12, "rw", "frames that found no token"),

    CMD(Block.TABLE, 0, "w", "does a command with the row of ROW"),
    STATUS(Block.TABLE, 4, "r", "of the last command"),
    ROW(Block.TABLE, 8, "rw", "number of a row"),
    DATA(
            Block.TABLE,
            16,
            "rw",
            "and what follows, 59 registers at most: mask (of no exact table), key and value of a"
                    + " row as one number, its lowest 32 bits first; the value has the lowest bits"),

    PAGE(
            Block.SUME,
            0xffc,
            "rw",
            "bits 15 to 12 of the address that the other registers of the slot have; 0 after reset");

    /** What a card with such registers has in MAGIC. */
    public static final int MAGIC_VALUE = 0x49534d53;

    /** In VERSION: of the registers that are here. */
    public static final int VERSION_VALUE = 2;

    /** Bytes that a card addresses. */
    public static final int BUS_BYTES = 0x10000;

    /** Where a program's counters begin. */
    public static final int COUNTERS = 0x200;

    /** Where the windows of a program's tables begin. */
    public static final int TABLES = 0x1000;

    /** Of the registers of one table. */
    public static final int TABLE_BYTES = 0x100;

    /** Most words of DATA. */
    public static final int DATA_WORDS = 59;

    /** Bytes that the slot of a SUME's reference project addresses, of which PAGE is the last. */
    public static final int PAGE_BYTES = 0x1000;

    /** Registers that stand together. */
    public enum Block {
        IDENTITY("Identity", 0),
        BUCKET("Token buckets for frames from the wires to the host, one for each reason", 0x100),

        /** Each has a base of its own. */
        TABLE("A table", 0),

        /** In the slot of the SUME's reference project: offsets in the page. */
        SUME("The slot in the SUME's reference project", 0);

        public final String title;

        /** In bytes. */
        public final int base;

        Block(String title, int base) {
            this.title = title;
            this.base = base;
        }
    }

    /** What is written to CMD. */
    public enum Command {
        WRITE(1, "puts DATA into the row"),
        READ(2, "gets the row into DATA"),
        ERASE(3, "empties the row"),
        TAKE(4, "reads the row's hit bit and clears it");

        public final int code;
        public final String meaning;

        Command(int code, String meaning) {
            this.code = code;
            this.meaning = meaning;
        }
    }

    /** Bits of STATUS. */
    public enum Status {
        BUSY(0, "the command is not done; ROW, DATA and CMD must not be written"),
        PRESENT(1, "after READ: there is a row"),
        HIT(2, "after TAKE: packets found the row"),
        ERROR(3, "there is no such command or row, or it could not be done");

        public final int bit;
        public final String meaning;

        Status(int bit, String meaning) {
            this.bit = bit;
            this.meaning = meaning;
        }

        public boolean in(int status) {
            return (status >> bit & 1) != 0;
        }
    }

    public final Block block;

    /** Bytes from the block's base. */
    public final int offset;

    /** r, w, or both. */
    public final String access;

    public final String meaning;

    CardRegister(Block block, int offset, String access, String meaning) {
        this.block = block;
        this.offset = offset;
        this.access = access;
        this.meaning = meaning;
    }

    /** Of a register that is there once: its address, in bytes. */
    public int address() {
        return block.base + offset;
    }

    /** In its block. */
    public int word() {
        return offset / Integer.BYTES;
    }
}
