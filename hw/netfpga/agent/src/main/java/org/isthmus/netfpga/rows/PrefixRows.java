// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import java.io.IOException;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Rows;

/**
 * An LPM table: for each change all rows go into the idle bank, are verified, and packets look into
 * that bank from then on. So a change costs what the table holds.
 */
public final class PrefixRows<R extends Row> extends Placement<R> {
    private static final int HEX = 16;

    /** A row's match. */
    private final Map<BigInteger, Map<BigInteger, R>> rows = new LinkedHashMap<>();

    private final int keyBits;

    /** That packets look into. */
    private int bank;

    /** Whether {@link #bank} is known to be the active one. */
    private boolean bankIsActive;

    /**
     * @param keyBits 32 or 128: SDNet takes prefixes of IPv4 and IPv6 addresses
     * @param rows as saved in the log
     * @param bank as saved in the log; 0 in a new card
     */
    public PrefixRows(
            Rows card, int table, int keyBits, RowLog<R> log, Collection<R> rows, int bank) {
        super(card, table, log);
        this.keyBits = keyBits;
        this.bank = bank;
        rows.forEach(this::put);
    }

    private void put(R row) {
        rows.computeIfAbsent(row.mask(), m -> new LinkedHashMap<>()).put(row.key(), row);
    }

    private void drop(R row) {
        rows.get(row.mask()).remove(row.key());
    }

    @Override
    boolean isSettled() {
        return bankIsActive;
    }

    @Override
    void doInsert(R row) throws CardException {
        log.save(row);
        put(row);
        try {
            load();
        } catch (CardException e) {
            drop(row);
            log.forget(row);
            throw e;
        }
    }

    @Override
    void doReplace(R old, R row) throws CardException {
        put(row);
        try {
            log.save(row);
            load();
        } catch (CardException e) {
            put(old);
            log.save(old);
            throw e;
        }
    }

    @Override
    void doRemove(R row) throws CardException {
        drop(row);
        try {
            load();
        } catch (CardException e) {
            put(row);
            throw e;
        }
        log.forget(row);
    }

    /** All rows into the idle bank, and that one to work. */
    private void load() throws CardException {
        Path file = null;
        try {
            file = Files.createTempFile("lpm", ".tbl");
            write(file);
            card.loadPrefixes(table, file);
            if (!card.holdsPrefixes(table, file)) {
                throw notKept("lpm table " + table);
            }
        } catch (IOException e) {
            throw new CardException("lpm table " + table + ": its file: " + e.getMessage());
        } finally {
            delete(file);
        }
        activate(1 - bank);
    }

    /** A process that ends here finds in the log a bank with verified rows. */
    private void activate(int next) throws CardException {
        int before = bank;
        bank = next;
        bankIsActive = false;
        log.saveBank(next);
        try {
            card.activateBank(table, next);
        } catch (CardException e) {
            bank = before;
            log.saveBank(before);
            doubt();
            throw e;
        }
        bankIsActive = true;
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // It is a temporary file; nothing depends on its end.
            file.toFile().deleteOnExit();
        }
    }

    private void write(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (Map<BigInteger, R> some : rows.values()) {
                for (R row : some.values()) {
                    out.write(address(row.key()));
                    out.write(" " + row.mask().bitCount() + " ");
                    out.write(row.value().toString(HEX).toUpperCase(Locale.ROOT) + "\n");
                }
            }
        }
    }

    /** Dotted bytes of an IPv4 address, the groups of an IPv6 address. */
    private String address(BigInteger key) {
        boolean isIpv4 = keyBits == Integer.SIZE;
        int bits = isIpv4 ? 8 : 16;
        StringJoiner parts = new StringJoiner(isIpv4 ? "." : ":");
        for (int shift = keyBits - bits; shift >= 0; shift -= bits) {
            int part = key.shiftRight(shift).intValue() & (1 << bits) - 1;
            parts.add(Integer.toString(part, isIpv4 ? 10 : HEX));
        }
        return parts.toString();
    }

    @Override
    void relog(List<R> rows) {
        rows.forEach(log::forget);
        log.saveBank(bank);
    }

    @Override
    void leave(Collection<R> rows) {
        rows.forEach(log::forget);
    }

    /** The card does not list what is in a bank, so that everything is loaded again. */
    @Override
    void doRepair(Collection<R> given, Repair done) {
        rows.clear();
        given.forEach(this::put);
        try {
            if (!bankIsActive) {
                // What the log says is the bank with rows in force; the other one is idle then.
                card.activateBank(table, bank);
                bankIsActive = true;
            }
            load();
            given.forEach(r -> done.found(false));
        } catch (CardException e) {
            done.failure(e);
        }
    }
}
