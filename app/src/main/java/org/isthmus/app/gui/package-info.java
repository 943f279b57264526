// SPDX-License-Identifier: Apache-2.0
/** The path of a binding, highlighted in the topology of ONOS's GUI. */
package org.isthmus.app.gui;
