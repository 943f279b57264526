// SPDX-License-Identifier: Apache-2.0
/**
 * nat64ctl, a client of the REST API: a picocli command per class, which asks over HTTP and prints
 * the answer as a table, CSV or JSON. {@link org.isthmus.cli.Nat64Ctl} has the main method, options
 * and exit codes.
 */
package org.isthmus.cli;
