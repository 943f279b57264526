# SPDX-License-Identifier: Apache-2.0
#
# The clocks, where the core is synthesized without the card around it.
create_clock -period 5.000 -name axis_aclk [get_ports axis_aclk]
create_clock -period 5.000 -name S_AXI_ACLK [get_ports S_AXI_ACLK]
