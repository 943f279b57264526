// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.testing;

import java.util.stream.LongStream;

/**
 * Seeds of tests with random input. Each is printed with the test that takes it, and {@code
 * -Disthmus.seed=N} gives N to a test in its place.
 */
public final class Seeds {
    private static final StackWalker STACK = StackWalker.getInstance();

    private Seeds() {}

    /** The seed of a test: {@code usual}, unless one is given. */
    public static long of(long usual) {
        long seed = Long.getLong("isthmus.seed", usual);
        print(caller(), seed);
        return seed;
    }

    /**
     * The seeds of a test that runs with several: 1 to {@code usual}, unless one is given. {@code
     * -Disthmus.seeds=COUNT} makes them more or fewer.
     */
    public static LongStream upTo(int usual) {
        String test = caller();
        long first = Long.getLong("isthmus.seed", 1);
        int count = System.getProperty("isthmus.seed") == null ? usual : 1;
        return LongStream.range(first, first + Integer.getInteger("isthmus.seeds", count))
                .peek(seed -> print(test, seed));
    }

    /** The method that called one of this class. */
    private static String caller() {
        StackWalker.StackFrame test = STACK.walk(s -> s.skip(2).findFirst().orElseThrow());
        return test.getClassName() + "." + test.getMethodName();
    }

    private static void print(String test, long seed) {
        System.out.println(test + ": -Disthmus.seed=" + seed);
    }
}
