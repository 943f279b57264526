// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the process does at signals. The JDK's way to them is not part of Java, so it is looked up
 * by name and its absence is no error.
 */
final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    private Signals() {}

    /**
     * From now on, in place of what the JVM does at it. A signal that was ignored when the process
     * started stays so.
     *
     * @param name without SIG
     * @param action on a thread of its own each time
     */
    static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler run =
                    (proxy, method, args) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                            return null;
                        }
                        return method.invoke(action, args);
                    };
            signal.getMethod("handle", signal, handler)
                    .invoke(
                            null,
                            signal.getConstructor(String.class).newInstance(name),
                            Proxy.newProxyInstance(
                                    Signals.class.getClassLoader(), new Class<?>[] {handler}, run));
        } catch (ReflectiveOperationException e) {
            LOG.info("no SIG{} here: {}", name, e.toString());
        }
    }
}
