// SPDX-License-Identifier: Apache-2.0
/** Puts signals into the stages of a pipeline. */
package org.isthmus.rtl.schedule;
