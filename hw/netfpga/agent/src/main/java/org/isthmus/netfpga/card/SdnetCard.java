// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/**
 * Rows and registers of a card through the libraries that P4-NetFPGA generates for its program.
 *
 * <p>Those wait for the card without an end ({@code while} not acknowledged), so all calls go
 * through a thread of their own: who asks waits so long and no longer. While a call has not come
 * back, all others fail at once.
 */
public final class SdnetCard implements Rows, Registers, AutoCloseable {
    private static final int HEX = 16;

    /** Digits of the widest value, 512 bits, in whole registers, and the zero behind them. */
    private static final int VALUE_BYTES = 512 / 4 + 8 + 1;

    private static final int FOUND_BYTES = 16;

    /** Where the libraries are; those for match kinds that the program has not need not exist. */
    public static final class Files {
        final Path cam;
        final Path tcam;
        final Path lpm;
        final Path sume;

        /**
         * @param cli the folder {@code sw/CLI} of the P4-NetFPGA project
         * @param sume libsume.so, of the folder {@code lib/sw/std/hwtestlib}
         */
        public Files(Path cli, Path sume) {
            this(
                    cli.resolve("libcam.so"),
                    cli.resolve("libtcam.so"),
                    cli.resolve("liblpm.so"),
                    sume);
        }

        /** One library that has all of it. */
        public Files(Path all) {
            this(all, all, all, all);
        }

        private Files(Path cam, Path tcam, Path lpm, Path sume) {
            this.cam = cam;
            this.tcam = tcam;
            this.lpm = lpm;
            this.sume = sume;
        }
    }

    /** Waits for a call. */
    @FunctionalInterface
    public interface Patience {
        /**
         * @throws TimeoutException it takes too long
         */
        void await(Future<?> call)
                throws InterruptedException, ExecutionException, TimeoutException;

        static Patience ofMillis(long millis) {
            return call -> call.get(millis, TimeUnit.MILLISECONDS);
        }
    }

    private final Files files;
    private final Patience patience;
    private final ExecutorService caller =
            Executors.newSingleThreadExecutor(
                    r -> {
                        Thread t = new Thread(r, "card");
                        t.setDaemon(true);
                        return t;
                    });

    // Of the caller's thread alone; a library is loaded when it is called first.
    private SdnetLibraries.Cam cam;
    private SdnetLibraries.Tcam tcam;
    private SdnetLibraries.Lpm lpm;
    private SdnetLibraries.Sume sume;
    private Memory value;
    private Memory found;

    /** The call that nobody waits for any more; null: none. */
    private Future<?> lost;

    public SdnetCard(Files files, Patience patience) {
        this.files = files;
        this.patience = patience;
    }

    private synchronized <T> T call(String what, Callable<T> call) throws CardException {
        if (lost != null && !lost.isDone()) {
            throw new CardException(what + ": the card has not answered the call before");
        }
        lost = null;
        Future<T> under = caller.submit(call);
        try {
            patience.await(under);
            return under.get();
        } catch (TimeoutException e) {
            lost = under;
            throw new CardException(what + ": the card does not answer");
        } catch (InterruptedException e) {
            lost = under;
            Thread.currentThread().interrupt();
            throw new CardException(what + ": interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CardException) {
                throw (CardException) e.getCause();
            }
            // A library that is not there, or lacks an entry point.
            throw new CardException(what + ": " + e.getCause().getMessage());
        }
    }

    private static <T extends Library> T load(Path file, Class<T> type) {
        return Native.load(file.toAbsolutePath().toString(), type);
    }

    private SdnetLibraries.Cam cam() {
        if (cam == null) {
            cam = load(files.cam, SdnetLibraries.Cam.class);
            value = new Memory(VALUE_BYTES);
            found = new Memory(FOUND_BYTES);
        }
        return cam;
    }

    private SdnetLibraries.Tcam tcam() {
        if (tcam == null) {
            tcam = load(files.tcam, SdnetLibraries.Tcam.class);
        }
        return tcam;
    }

    private SdnetLibraries.Lpm lpm() {
        if (lpm == null) {
            lpm = load(files.lpm, SdnetLibraries.Lpm.class);
        }
        return lpm;
    }

    private SdnetLibraries.Sume sume() {
        if (sume == null) {
            sume = load(files.sume, SdnetLibraries.Sume.class);
        }
        return sume;
    }

    private static String hex(BigInteger bits) {
        return bits.toString(HEX);
    }

    private static Void check(int error, IntFunction<String> decoder, String what)
            throws CardException {
        if (error != 0) {
            throw new CardException(
                    error, what + ": " + decoder.apply(error) + " (error " + error + ")");
        }
        return null;
    }

    @Override
    public int exactRows(int table) throws CardException {
        return call("size of exact table " + table, () -> cam().cam_get_size(table));
    }

    @Override
    public void addExact(int table, BigInteger key, BigInteger value) throws CardException {
        String what = "add to exact table " + table;
        call(
                what,
                () ->
                        check(
                                cam().cam_add_entry(table, hex(key), hex(value)),
                                cam::cam_error_decode,
                                what));
    }

    @Override
    public void deleteExact(int table, BigInteger key) throws CardException {
        String what = "delete from exact table " + table;
        call(
                what,
                () -> check(cam().cam_delete_entry(table, hex(key)), cam::cam_error_decode, what));
    }

    @Override
    public BigInteger readExact(int table, BigInteger key) throws CardException {
        String what = "read from exact table " + table;
        return call(
                what,
                () -> {
                    cam();
                    check(
                            cam.cam_read_entry(table, hex(key), value, found),
                            cam::cam_error_decode,
                            what);
                    return found.getString(0).equals("True")
                            ? new BigInteger(value.getString(0), HEX)
                            : null;
                });
    }

    @Override
    public void clearTernary(int table) throws CardException {
        String what = "clear ternary table " + table;
        call(what, () -> check(tcam().tcam_clean(table), tcam::tcam_error_decode, what));
    }

    @Override
    public void writeTernary(int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException {
        String what = "write slot " + slot + " of ternary table " + table;
        call(
                what,
                () ->
                        check(
                                tcam().tcam_write_entry(
                                                table, slot, hex(key), hex(mask), hex(value)),
                                tcam::tcam_error_decode,
                                what));
    }

    @Override
    public void eraseTernary(int table, int slot) throws CardException {
        String what = "erase slot " + slot + " of ternary table " + table;
        call(
                what,
                () -> check(tcam().tcam_erase_entry(table, slot), tcam::tcam_error_decode, what));
    }

    /** What the library gives for another row it gives for no other error: false. */
    @Override
    public boolean holdsTernary(
            int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException {
        String what = "verify slot " + slot + " of ternary table " + table;
        return call(
                what,
                () ->
                        isVerified(
                                tcam().tcam_verify_entry(
                                                table, slot, hex(key), hex(mask), hex(value)),
                                tcam::tcam_error_decode,
                                what));
    }

    @Override
    public void loadPrefixes(int table, Path dataset) throws CardException {
        String what = "load lpm table " + table;
        call(
                what,
                () ->
                        check(
                                lpm().lpm_load_dataset(table, dataset.toString()),
                                lpm::lpm_error_decode,
                                what));
    }

    @Override
    public boolean holdsPrefixes(int table, Path dataset) throws CardException {
        String what = "verify lpm table " + table;
        return call(
                what,
                () ->
                        isVerified(
                                lpm().lpm_verify_dataset(table, dataset.toString()),
                                lpm::lpm_error_decode,
                                what));
    }

    /** The libraries' numbers are not public, their texts are. */
    private static boolean isVerified(int error, IntFunction<String> decoder, String what)
            throws CardException {
        if (error != 0 && !decoder.apply(error).contains("verification failed")) {
            check(error, decoder, what);
        }
        return error == 0;
    }

    @Override
    public void activateBank(int table, int bank) throws CardException {
        String what = "activate bank " + bank + " of lpm table " + table;
        call(
                what,
                () ->
                        check(
                                lpm().lpm_set_active_lookup_bank(table, bank),
                                lpm::lpm_error_decode,
                                what));
    }

    @Override
    public int readRegister(int address) throws CardException {
        return call("read register " + Integer.toHexString(address), () -> sume().regread(address));
    }

    @Override
    public void writeRegister(int address, int value) throws CardException {
        String what = "write register " + Integer.toHexString(address);
        call(what, () -> check(sume().regwrite(address, value), e -> "libsume refuses it", what));
    }

    /** Calls under way end when the card answers. */
    @Override
    public void close() {
        caller.shutdown();
    }
}
