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

    /** Why the last one was refused; null: it was not. */
    private String refusal;

    /** One that was refused is to be set back. */
    private boolean isDue;

    /** It was set back, which comes as a value like any other. */
    private boolean isEchoed;

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

    /** Why what was set last does not count; null: it does. */
    String refusal() {
        return refusal;
    }

    String name() {
        return name;
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
        if (isEchoed && read == value) {
            isEchoed = false;
            return;
        }
        refusal = null;
        if (read != value) {
            LOG.info("{} is {} from now on", name, read);
        }
        value = read;
    }

    private void refuse(String why) {
        refusal = why + "; it stays at " + value;
        isDue = true;
        LOG.error(refusal);
    }

    /** Sets back what was refused since the last call. */
    void setBack() {
        if (isDue) {
            isDue = false;
            isEchoed = true;
            setBack.accept(name, value);
        }
    }
}
