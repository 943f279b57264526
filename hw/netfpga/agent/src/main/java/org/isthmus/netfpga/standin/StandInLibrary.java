// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.standin;

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;

/**
 * The library of this package, loaded once more with each instance, in front of rows and registers
 * in this JVM. Its {@link #file} is for {@link org.isthmus.netfpga.card.SdnetCard}.
 */
public final class StandInLibrary implements AutoCloseable {
    // As decode() in standin.c has them, with those of CardException.
    public static final int NO_MATCH = 5;
    public static final int IOCTL = 6;

    private static final int HEX = 16;

    /** Eight digits for each register, as libcam answers. */
    private static final int DIGITS = 8;

    /** What a call does to rows; the result of the entry point is zero. */
    @FunctionalInterface
    private interface Change {
        void run() throws CardException;
    }

    // JNA finds the one method of each.
    interface TwoStrings extends Callback {
        int call(int table, String one, String other);
    }

    interface OneString extends Callback {
        int call(int table, String one);
    }

    interface Read extends Callback {
        int call(int table, String key, Pointer value, Pointer found);
    }

    interface Number extends Callback {
        int call(int table);
    }

    interface TwoNumbers extends Callback {
        int call(int one, int other);
    }

    interface Slot extends Callback {
        int call(int table, int slot, String key, String mask, String value);
    }

    /** {@code struct standin_calls}. */
    @FieldOrder({
        "camAdd",
        "camDelete",
        "camRead",
        "camSize",
        "tcamClean",
        "tcamWrite",
        "tcamErase",
        "tcamVerify",
        "lpmLoad",
        "lpmVerify",
        "lpmActivate",
        "regread",
        "regwrite"
    })
    public static final class Calls extends Structure {
        public TwoStrings camAdd;
        public OneString camDelete;
        public Read camRead;
        public Number camSize;
        public Number tcamClean;
        public Slot tcamWrite;
        public TwoNumbers tcamErase;
        public Slot tcamVerify;
        public OneString lpmLoad;
        public OneString lpmVerify;
        public TwoNumbers lpmActivate;
        public Number regread;
        public TwoNumbers regwrite;
    }

    interface Entry extends Library {
        void standin_attach(Calls calls);
    }

    private final Rows rows;
    private final Registers registers;
    private final Faults faults = new Faults();
    private final Path file;

    /** JNA unloads a library that nobody holds, and what was attached is gone. */
    private final Entry entry;

    /** The library has pointers into it. */
    private final Calls calls = new Calls();

    /**
     * @param rows and
     * @param registers are called by the thread that calls the library
     * @throws IOException the library cannot be unpacked
     */
    public StandInLibrary(Rows rows, Registers registers) throws IOException {
        this.rows = rows;
        this.registers = registers;
        // Of a file that is loaded twice there is one instance.
        file = Files.createTempFile("standin", ".so");
        try (InputStream in = StandInLibrary.class.getResourceAsStream("libstandin.so")) {
            Files.copy(
                    Objects.requireNonNull(in, "libstandin.so"),
                    file,
                    StandardCopyOption.REPLACE_EXISTING);
        }
        fill();
        entry = Native.load(file.toString(), Entry.class);
        entry.standin_attach(calls);
    }

    private void fill() {
        calls.camAdd =
                (t, k, v) -> change("cam_add_entry", () -> rows.addExact(t, bits(k), bits(v)));
        calls.camDelete = (t, k) -> change("cam_delete_entry", () -> rows.deleteExact(t, bits(k)));
        calls.camRead = (t, k, v, f) -> run("cam_read_entry", () -> read(t, bits(k), v, f));
        calls.camSize = t -> number("cam_get_size", () -> rows.exactRows(t));
        calls.tcamClean = t -> change("tcam_clean", () -> rows.clearTernary(t));
        calls.tcamWrite =
                (t, s, k, m, v) ->
                        change(
                                "tcam_write_entry",
                                () -> rows.writeTernary(t, s, bits(k), bits(m), bits(v)));
        calls.tcamErase = (t, s) -> change("tcam_erase_entry", () -> rows.eraseTernary(t, s));
        calls.tcamVerify =
                (t, s, k, m, v) ->
                        run(
                                "tcam_verify_entry",
                                () -> verified(rows.holdsTernary(t, s, bits(k), bits(m), bits(v))));
        calls.lpmLoad =
                (t, f) -> change("lpm_load_dataset", () -> rows.loadPrefixes(t, Path.of(f)));
        calls.lpmVerify =
                (t, f) ->
                        run(
                                "lpm_verify_dataset",
                                () -> verified(rows.holdsPrefixes(t, Path.of(f))));
        calls.lpmActivate =
                (t, b) -> change("lpm_set_active_lookup_bank", () -> rows.activateBank(t, b));
        calls.regread = a -> number("regread", () -> registers.readRegister(a));
        calls.regwrite = (a, v) -> run("regwrite", () -> registers.writeRegister(a, v));
    }

    private static BigInteger bits(String hex) {
        return new BigInteger(hex, HEX);
    }

    private int change(String entryPoint, Change change) {
        return run(
                entryPoint,
                () -> {
                    if (!faults.isIgnored()) {
                        change.run();
                    }
                });
    }

    private int run(String entryPoint, Change change) {
        int error = faults.begin(entryPoint);
        if (error != 0) {
            return error;
        }
        try {
            change.run();
            return 0;
        } catch (CardException e) {
            return e.code();
        }
    }

    @FunctionalInterface
    private interface Numbered {
        int get() throws CardException;
    }

    /** Those have no way to tell an error. */
    private int number(String entryPoint, Numbered number) {
        int[] result = new int[1];
        run(entryPoint, () -> result[0] = number.get());
        return result[0];
    }

    private void read(int table, BigInteger key, Pointer value, Pointer found)
            throws CardException {
        BigInteger bits = rows.readExact(table, key);
        String digits = bits == null ? "" : bits.toString(HEX);
        int zeros = Math.floorMod(-digits.length(), DIGITS);
        value.setString(0, "0".repeat(zeros) + digits);
        found.setString(0, bits == null ? "False" : "True");
    }

    private static void verified(boolean holds) throws CardException {
        if (!holds) {
            throw new CardException(NO_MATCH, "not so");
        }
    }

    /** What has all entry points. */
    public Path file() {
        return file;
    }

    public Faults faults() {
        return faults;
    }

    /** Calls that are held come back. */
    @Override
    public void close() throws IOException {
        faults.end();
        Files.deleteIfExists(file);
    }
}
