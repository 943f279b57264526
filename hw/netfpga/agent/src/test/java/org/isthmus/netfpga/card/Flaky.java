// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Predicate;

/** Rows of which one call goes wrong, in one of several ways. */
public final class Flaky {
    /** What goes wrong. */
    public enum Fault {
        NONE,
        /** An error, and nothing was done. */
        FAILS_BEFORE,
        /** An error, and it was done all the same. */
        FAILS_AFTER,
        /** No error, and nothing was done. */
        IGNORED,
        /** All calls from then on are errors, and nothing is done. */
        BROKEN,
        /** The agent ends before it. */
        KILLED_BEFORE,
        /** The agent ends after it. */
        KILLED_AFTER
    }

    /** The end of the agent. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private final Rows rows;
    private Fault fault = Fault.NONE;
    private int calls;
    private Predicate<String> ignorable = name -> true;

    public Flaky(Rows rows) {
        this.rows = rows;
    }

    /**
     * @param after calls that go well before
     * @param ignorable calls whose effect can be read back
     */
    public void next(Fault fault, int after, Predicate<String> ignorable) {
        this.fault = fault;
        this.calls = after;
        this.ignorable = ignorable;
    }

    public void end() {
        fault = Fault.NONE;
    }

    public Rows rows() {
        return (Rows)
                Proxy.newProxyInstance(
                        Rows.class.getClassLoader(),
                        new Class<?>[] {Rows.class},
                        (proxy, method, args) -> {
                            Fault now = next(method.getName());
                            if (now == Fault.FAILS_BEFORE || now == Fault.BROKEN) {
                                throw new CardException("broken");
                            }
                            if (now == Fault.KILLED_BEFORE) {
                                throw new Killed();
                            }
                            if (now == Fault.IGNORED) {
                                return null;
                            }
                            Object result;
                            try {
                                result = method.invoke(rows, args);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                            if (now == Fault.FAILS_AFTER) {
                                throw new CardException("broken");
                            }
                            if (now == Fault.KILLED_AFTER) {
                                throw new Killed();
                            }
                            return result;
                        });
    }

    private Fault next(String method) {
        if (fault == Fault.NONE || fault == Fault.IGNORED && !ignorable.test(method)) {
            return Fault.NONE;
        }
        if (calls > 0) {
            calls--;
            return Fault.NONE;
        }
        Fault now = fault;
        if (now != Fault.BROKEN) {
            fault = Fault.NONE;
        }
        return now;
    }
}
