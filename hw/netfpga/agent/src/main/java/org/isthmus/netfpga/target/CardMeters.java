// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import com.google.rpc.Code;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.isthmus.netfpga.image.Image;
import org.isthmus.target.api.MeterArray;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.RefusedException;

/**
 * A meter that the agent applies to what comes up by DMA, for the program has none: here are its
 * configurations. Any thread may read them.
 */
public final class CardMeters implements MeterArray {
    private final Object lock;
    private final int id;
    private final AtomicReferenceArray<MeterConfig> configs;

    /** Null: the program does not run. */
    private Image image;

    CardMeters(Object lock, int id, int size) {
        this.lock = lock;
        this.id = id;
        configs = new AtomicReferenceArray<>(size);
    }

    /** The program begins to run. */
    void restore(Image from) {
        synchronized (lock) {
            for (int i = 0; i < configs.length(); i++) {
                configs.set(i, from.meter(id, i));
            }
            image = from;
        }
    }

    /** The program begins to run, with what was configured before. */
    void save(Image to) {
        synchronized (lock) {
            for (int i = 0; i < configs.length(); i++) {
                to.saveMeter(id, i, configs.get(i));
            }
            image = to;
        }
    }

    void stop() {
        synchronized (lock) {
            image = null;
        }
    }

    @Override
    public int size() {
        return configs.length();
    }

    @Override
    public MeterConfig config(int index) {
        return configs.get(index);
    }

    @Override
    public void configure(int index, MeterConfig config) throws RefusedException {
        synchronized (lock) {
            if (image != null) {
                try {
                    image.saveMeter(id, index, config);
                } catch (UncheckedIOException e) {
                    throw new RefusedException(Code.UNAVAILABLE, e.getMessage());
                }
            }
            configs.set(index, config);
        }
    }
}
