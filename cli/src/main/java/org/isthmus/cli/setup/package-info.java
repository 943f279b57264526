// SPDX-License-Identifier: Apache-2.0
/**
 * The files of a new network: {@link org.isthmus.cli.setup.Draft} is what an operator says of it,
 * {@link org.isthmus.cli.setup.Questions} asks for it, {@link org.isthmus.cli.setup.NewNetwork} has
 * the files, checked as the controller does.
 */
package org.isthmus.cli.setup;
