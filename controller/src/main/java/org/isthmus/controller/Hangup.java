// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP, where there is such a thing. The JDK's way to signals is not part of Java, so it is
 * looked up by name and its absence is no error.
 */
final class Hangup {
    private static final Logger LOG = LoggerFactory.getLogger(Hangup.class);

    private Hangup() {}

    static void onHangup(Runnable action) {
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
                            signal.getConstructor(String.class).newInstance("HUP"),
                            Proxy.newProxyInstance(
                                    Hangup.class.getClassLoader(), new Class<?>[] {handler}, run));
        } catch (ReflectiveOperationException e) {
            LOG.info("no SIGHUP here: {}", e.toString());
        }
    }
}
