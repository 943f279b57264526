// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.mapping;

/** Out-parameter: an IPv4 transport address and its NAT64 instance. Mutable, one thread. */
public final class Transport4 {
    /** Network order. */
    public int address;

    /** 0 to 65535, the identifier for ICMP; of no meaning for an EAM. */
    public int port;

    /** 1 to 255. */
    public int instance;
}
