// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of the Karaf shell, {@code nat64-*}, and the completion of their arguments. They ask
 * {@link org.isthmus.app.api.Nat64Service}, and print what REST answers as tables or JSON.
 */
package org.isthmus.app.cli;
