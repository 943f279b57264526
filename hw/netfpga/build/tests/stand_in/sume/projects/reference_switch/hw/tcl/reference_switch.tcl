# SPDX-License-Identifier: Apache-2.0
# Stand-in for the script of the hardware's project: its cores, its sources, its runs.
set design $::env(NF_PROJECT_NAME)
source ./tcl/${design}_defines.tcl
source ./tcl/control_sub.tcl
create_project -name ${design} -force -dir "./project" -part xc7vx690t-3-ffg1761
set_property top top [current_fileset]
file copy $::env(SUME_FOLDER)/lib/hw/ ./ip_repo
set_property ip_repo_paths ./ip_repo [current_fileset]
update_ip_catalog
create_ip -name switch_output_port_lookup -vendor NetFPGA -library NetFPGA -module_name output_port_lookup_ip
set_property generate_synth_checkpoint false [get_files output_port_lookup_ip.xci]
generate_target all [get_ips output_port_lookup_ip]
create_ip -name clk_wiz -vendor xilinx.com -library ip -version 6.0 -module_name clk_wiz_ip
read_verilog "./hdl/nf_datapath.v"
create_run -flow {Vivado Synthesis 2018} synth
launch_runs synth
wait_on_run synth
launch_runs impl_1 -to_step write_bitstream
wait_on_run impl_1
exit
