// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

/** As the API and the command line spell them. */
enum Protocol {
    icmp,
    tcp,
    udp
}
