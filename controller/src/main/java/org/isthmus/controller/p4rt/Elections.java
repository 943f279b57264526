// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.isthmus.core.api.StoreFailedException;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.Store;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.Uint128;

/**
 * Election ids (P4Runtime specification, "Client Arbitration and Controller Replication"): unsigned
 * numbers of 128 bits, each above all that this controller used before, in earlier runs as well,
 * and above those that devices reported where nobody is primary.
 *
 * <p>The store remembers up to where they may have been used, some ahead of those that are. Ids do
 * not wait for it: one that a crash lets come twice is stepped over as any other is.
 *
 * <p>Threading: any thread; only {@link #of} waits.
 */
public final class Elections {
    private static final Logger LOG = LoggerFactory.getLogger(Elections.class);

    /** Ids that one write to the store reserves. */
    static final int AHEAD = 1024;

    private static final BigInteger HIGHEST =
            BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
    private static final BigInteger LOW = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    /** Remembers up to where ids may be used. */
    private final Function<BigInteger, CompletionStage<?>> memory;

    private BigInteger last;
    private BigInteger reserved;

    private Elections(BigInteger last, Function<BigInteger, CompletionStage<?>> memory) {
        this.memory = memory;
        this.last = last;
        reserve().toCompletableFuture().join();
    }

    /**
     * Goes on behind what the store remembers, and waits for a write to it.
     *
     * @param epochMillis where the ids of a store without any begin: above those of release 0.1,
     *     which were the time of day, and as a rule above those of a store that was lost
     */
    public static Elections of(Store store, long epochMillis) {
        BigInteger[] last = {BigInteger.valueOf(Math.max(epochMillis, 0))};
        store.read(ElectionRecord.class, r -> last[0] = r.reserved);
        return new Elections(last[0], upTo -> store.write(List.of(new ElectionRecord(upTo))));
    }

    /** Ids above a number, for a program that remembers nothing. */
    public static Elections above(long number) {
        return new Elections(
                BigInteger.valueOf(number), upTo -> CompletableFuture.completedFuture(null));
    }

    /** Above all those before; the highest there is comes again and again. */
    synchronized Uint128 next() {
        last = last.add(BigInteger.ONE).min(HIGHEST);
        if (reserved.subtract(last).intValue() < AHEAD / 2 && !reserved.equals(HIGHEST)) {
            reserve();
        }
        return message(last);
    }

    /** Steps over an id: what {@link #next} gives from now on is above it. */
    synchronized void stepOver(Uint128 id) {
        last = last.max(number(id));
        if (reserved.compareTo(last) < 0) {
            reserve();
        }
    }

    private CompletionStage<?> reserve() {
        BigInteger upTo = last.add(BigInteger.valueOf(AHEAD)).min(HIGHEST);
        reserved = upTo;
        return memory.apply(upTo)
                .handle(
                        (done, failure) -> {
                            if (failure != null) {
                                LOG.warn(
                                        "cannot reserve election ids: {}",
                                        StoreFailedException.why(failure));
                            }
                            return null;
                        });
    }

    static BigInteger number(Uint128 id) {
        return unsigned(id.getHigh()).shiftLeft(64).or(unsigned(id.getLow()));
    }

    private static BigInteger unsigned(long bits) {
        return BigInteger.valueOf(bits).and(LOW);
    }

    private static Uint128 message(BigInteger number) {
        return Uint128.newBuilder()
                .setHigh(number.shiftRight(64).longValue())
                .setLow(number.longValue())
                .build();
    }
}
