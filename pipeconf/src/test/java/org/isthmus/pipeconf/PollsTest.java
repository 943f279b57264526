// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.onosproject.net.DeviceId;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.driver.DefaultDriverData;
import org.onosproject.net.driver.DefaultDriverHandler;

/** What ONOS asks devices for again and again. */
class PollsTest {
    /** Where the application's bundle is being taken away. */
    private static <T extends AbstractHandlerBehaviour> T withoutItsClasses(T behaviour) {
        DefaultDriverData data = new DefaultDriverData(null, DeviceId.deviceId("device:leaf1"));
        behaviour.setData(data);
        behaviour.setHandler(
                new DefaultDriverHandler(data) {
                    @Override
                    public <S> S get(Class<S> service) {
                        throw new NoClassDefFoundError("org/isthmus/pipeconf/NotPrimary");
                    }
                });
        return behaviour;
    }

    /** At an Error, ONOS ends what it repeats. */
    @Test
    void failByAnExceptionWhereAClassIsGone() {
        failsByAnException(withoutItsClasses(new IsthmusFlowRuleProgrammable())::getFlowEntries);
        failsByAnException(withoutItsClasses(new CounterPortStatistics())::discoverPortStatistics);
    }

    private static void failsByAnException(Executable poll) {
        Throwable e = assertThrows(IllegalStateException.class, poll);
        assertInstanceOf(NoClassDefFoundError.class, e.getCause());
    }
}
