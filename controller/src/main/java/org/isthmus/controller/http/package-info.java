// SPDX-License-Identifier: Apache-2.0

/** REST and the web page over HTTP or HTTPS, and who may use them. */
package org.isthmus.controller.http;
