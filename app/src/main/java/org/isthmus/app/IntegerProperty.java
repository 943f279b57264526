// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import java.util.Dictionary;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A property of a component, a number in a range. ONOS checks that it is a number and no more, and
 * shows what was set; so that it shows what counts, one out of range is set back. One thread at a
 * time.
 */
final class IntegerProperty {
    private static final Logger LOG = LoggerFactory.getLogger(IntegerProperty.class);

    private final String name;
    private final int byDefault;
    private final int min;
    private final int max;
    private final BiConsumer<String, Integer> setBack;
    private int value;

    /**
     * @param setBack sets a property, by its name, to what it was
     */
    IntegerProperty(
            String name, int byDefault, int min, int max, BiConsumer<String, Integer> setBack) {
        this.name = name;
        this.byDefault = byDefault;
        this.min = min;
        this.max = max;
        this.setBack = setBack;
        this.value = byDefault;
    }

    int value() {
        return value;
    }

    void read(Dictionary<?, ?> properties) {
        Object given = properties.get(name);
        int read;
        try {
            read = given == null ? byDefault : Integer.parseInt(given.toString().trim());
        } catch (NumberFormatException e) {
            refuse(name + " is no number: " + given);
            return;
        }
        if (read < min || read > max) {
            refuse(name + " must be " + min + " to " + max + ", not " + read);
            return;
        }
        if (read != value) {
            LOG.info("{} is {} from now on", name, read);
        }
        value = read;
    }

    private void refuse(String why) {
        LOG.error("{}; it stays at {}", why, value);
        setBack.accept(name, value);
    }
}
