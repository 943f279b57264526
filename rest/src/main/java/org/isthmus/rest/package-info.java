// SPDX-License-Identifier: Apache-2.0
/**
 * The REST API: a JAX-RS application that either host mounts, one resource class per path of {@code
 * openapi.yaml}, JSON read and written as streams, and every failure as a problem document (RFC
 * 9457). Uses the core through {@link org.isthmus.core.api.Nat64} alone, whose calls wait for the
 * core's thread. {@link org.isthmus.rest.Nat64Application} is the entry point.
 */
package org.isthmus.rest;
