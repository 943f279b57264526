// SPDX-License-Identifier: Apache-2.0

/** The core's store in one file. */
package org.isthmus.controller.disk;
