// SPDX-License-Identifier: Apache-2.0
/** Where the built page lies in this archive, for whoever serves it. */
package org.isthmus.web;
