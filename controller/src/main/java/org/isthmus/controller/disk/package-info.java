// SPDX-License-Identifier: Apache-2.0

/**
 * The core's store on a disk: a journal of what is written, and a file of rows it is merged into.
 */
package org.isthmus.controller.disk;
