// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target;

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

    /** The method that called one of this class. */
    private static String caller() {
        StackWalker.StackFrame test = STACK.walk(s -> s.skip(2).findFirst().orElseThrow());
        return test.getClassName() + "." + test.getMethodName();
    }

    private static void print(String test, long seed) {
        System.out.println(test + ": -Disthmus.seed=" + seed);
    }
}
