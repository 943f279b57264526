# SPDX-License-Identifier: Apache-2.0
#
# Of axi_lite_crossing, wherever it is. The clocks are the project's, 200 MHz both in NetFPGA's reference_switch; here is
# only what crosses between them. Whoever makes a register of two looks at it again, so how long it takes matters not:
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *crossing/request_meta_reg/D}]
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *crossing/done_meta_reg/D}]

# What goes with them stands still before they come and until they are gone. One period of the faster clock is enough:
set_max_delay -datapath_only 5.000 -from [get_cells -hierarchical -filter {NAME =~ *crossing/held_*_reg* && IS_SEQUENTIAL}] \
    -to [get_clocks -of_objects [get_ports axis_aclk]]
set_max_delay -datapath_only 5.000 -from [get_cells -hierarchical -filter {NAME =~ *crossing/answer_*_reg* && IS_SEQUENTIAL}] \
    -to [get_clocks -of_objects [get_ports S_AXI_ACLK]]
