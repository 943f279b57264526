// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.api.Exporter;

/**
 * What a host tells others of the events in its mapping log.
 *
 * <p>Threading: any thread.
 */
public interface MappingExports {
    /** Of a host that tells nobody. */
    MappingExports NONE = List::of;

    /** As they are now, in the order of their names. Waits for nothing. */
    List<Exporter> exporters();
}
