// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import org.isthmus.mappinglog.Retention;

/** Names, defaults and ranges of the properties of this bundle's components. */
final class OsgiPropertyConstants {
    /** Seconds after which another node may decide when the one that does is not heard. */
    static final String TERM_SECONDS = "termSeconds";

    static final int TERM_SECONDS_DEFAULT = 10;
    static final int TERM_SECONDS_MIN = 3;
    static final int TERM_SECONDS_MAX = 300;

    /** Days the mapping log is kept; 0: for ever. */
    static final String MAPPING_LOG_RETENTION_DAYS = "mappingLogRetentionDays";

    static final int MAPPING_LOG_RETENTION_DAYS_DEFAULT = 0;
    static final int MAPPING_LOG_RETENTION_DAYS_MIN = 0;
    static final int MAPPING_LOG_RETENTION_DAYS_MAX = 36_500;

    /** Megabytes of 2^20 bytes that the mapping log may take; the oldest goes first. */
    static final String MAPPING_LOG_SIZE_MEGABYTES = "mappingLogSizeMegabytes";

    static final int MAPPING_LOG_SIZE_MEGABYTES_DEFAULT = Retention.MEGABYTES_BY_DEFAULT;
    static final int MAPPING_LOG_SIZE_MEGABYTES_MIN = Retention.MEGABYTES_MIN;
    static final int MAPPING_LOG_SIZE_MEGABYTES_MAX = Retention.MEGABYTES_MAX;

    /**
     * Whether flow rules and groups are taken off the devices when the application is deactivated.
     */
    static final String PURGE_ON_DEACTIVATION = "purgeOnDeactivation";

    static final boolean PURGE_ON_DEACTIVATION_DEFAULT = true;

    private OsgiPropertyConstants() {}
}
