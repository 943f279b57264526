// SPDX-License-Identifier: Apache-2.0

/**
 * The embedded host: one JVM with the core, its configuration from a netcfg file, and the command
 * line.
 */
package org.isthmus.controller;
