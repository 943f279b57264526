// SPDX-License-Identifier: Apache-2.0
/**
 * What a program of a switch tells Prometheus of itself, and the server that does so. Nothing here
 * waits for packets, Writes or a card, nor has them wait: it reads counters that any thread may.
 */
package org.isthmus.target.metrics;
