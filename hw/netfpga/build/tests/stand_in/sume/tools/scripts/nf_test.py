#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Stand-in for the simulation of the whole card.
[ ! -e "$STAND_IN/faults/nf_test" ] || . "$STAND_IN/faults/nf_test"
echo "Reconciliation of nf_interface_1_log.axi with nf_interface_1_expected.axi"
printf '\tPASS (1 packets expected, 1 packets received)\n'
echo "Check registers"
printf '\tPASS\n'
