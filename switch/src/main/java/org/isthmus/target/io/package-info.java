// SPDX-License-Identifier: Apache-2.0
/**
 * Network ports: packet sockets with a receive ring shared with the kernel (Linux, by JNA), pcap
 * captures, ports in memory for tests, and the threads that receive from ports and run workers.
 */
package org.isthmus.target.io;
