# SPDX-License-Identifier: Apache-2.0
#
# Packages a program's card as a core for the place of the output port lookup:
#   vivado -mode batch -source package.tcl -tclargs NAME PROGRAM LIB FOLDER
# PROGRAM is the folder of what hw/netfpga/rtl/compiler wrote for NAME, LIB that of the blocks, FOLDER where the core goes.
# It has no paths out of there, so the files are copied.

if {[llength $argv] != 4} {
    error "usage: package.tcl NAME PROGRAM LIB FOLDER"
}
lassign $argv name program lib folder
foreach path {program lib folder} {
    set $path [file normalize [set $path]]
}
set core ${name}_output_port_lookup
set own [file dirname [file normalize [info script]]]
set part xc7vx690t-3-ffg1761

file delete -force $folder
file mkdir $folder/hdl $folder/constraints
cd $folder
set sources {}
foreach file [concat [glob -directory $program ${name}_*.v] [glob -nocomplain -directory $program ${name}_*.vh] \
    [glob -directory $lib *.v *.vh]] {
    file copy $file hdl
    lappend sources hdl/[file tail $file]
}
set slot constraints/${core}.xdc
set alone constraints/${core}_ooc.xdc
file copy $own/slot.xdc $slot
file copy $own/slot_ooc.xdc $alone

create_project -force -part $part $core ./project
add_files -norecurse $sources
set_property file_type {Verilog Header} [get_files *.vh]
set_property top $core [current_fileset]
add_files -fileset constrs_1 -norecurse [list $slot $alone]
set_property processing_order LATE [get_files *${core}.xdc]
set_property used_in {synthesis implementation out_of_context} [get_files *${core}_ooc.xdc]
update_compile_order -fileset sources_1

ipx::package_project -root_dir . -vendor isthmus.org -library netfpga -taxonomy /NetFPGA/Generic -force
set packaged [ipx::current_core]
set_property name $core $packaged
set_property version 1.0 $packaged
set_property display_name $core $packaged
set_property description "The card of $name in the place of the output port lookup" $packaged
set_property supported_families {virtex7 Production} $packaged
foreach {bus clock} {s_axis axis_aclk m_axis axis_aclk S_AXI S_AXI_ACLK} {
    ipx::associate_bus_interfaces -busif $bus -clock $clock $packaged
}
ipx::create_xgui_files $packaged
ipx::update_checksums $packaged
ipx::check_integrity $packaged
ipx::save_core $packaged
close_project
file delete -force project
puts "packaged isthmus.org:netfpga:$core:1.0 of [llength $sources] files"
