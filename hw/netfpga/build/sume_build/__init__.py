# SPDX-License-Identifier: Apache-2.0
"""From the P4 program to a bitstream for the NetFPGA SUME, as a P4-NetFPGA project."""
