// SPDX-License-Identifier: Apache-2.0
// Stand-in for the data path: an instance with the documented ports of a lookup.
module nf_datapath (input axis_aclk);
    // output_port_lookup_ip is what the project's script calls it
    output_port_lookup_ip output_port_lookup_1 (
        .axis_aclk(axis_aclk),
        .axis_resetn(axis_resetn),
        .m_axis_tdata (m_axis_opl_tdata),
        .m_axis_tkeep (m_axis_opl_tkeep),
        .m_axis_tuser (m_axis_opl_tuser),
        .m_axis_tvalid (m_axis_opl_tvalid),
        .m_axis_tready (m_axis_opl_tready),
        .m_axis_tlast (m_axis_opl_tlast),
        .s_axis_tdata (s_axis_opl_tdata),
        .s_axis_tkeep (s_axis_opl_tkeep),
        .s_axis_tuser (s_axis_opl_tuser),
        .s_axis_tvalid (s_axis_opl_tvalid),
        .s_axis_tready (s_axis_opl_tready),
        .s_axis_tlast (s_axis_opl_tlast),
        .S_AXI_AWADDR(S1_AXI_AWADDR),
        .S_AXI_AWVALID(S1_AXI_AWVALID),
        .S_AXI_WDATA(S1_AXI_WDATA),
        .S_AXI_WSTRB(S1_AXI_WSTRB),
        .S_AXI_WVALID(S1_AXI_WVALID),
        .S_AXI_BREADY(S1_AXI_BREADY),
        .S_AXI_ARADDR(S1_AXI_ARADDR),
        .S_AXI_ARVALID(S1_AXI_ARVALID),
        .S_AXI_RREADY(S1_AXI_RREADY),
        .S_AXI_ARREADY(S1_AXI_ARREADY),
        .S_AXI_RDATA(S1_AXI_RDATA),
        .S_AXI_RRESP(S1_AXI_RRESP),
        .S_AXI_RVALID(S1_AXI_RVALID),
        .S_AXI_WREADY(S1_AXI_WREADY),
        .S_AXI_BRESP(S1_AXI_BRESP),
        .S_AXI_BVALID(S1_AXI_BVALID),
        .S_AXI_AWREADY(S1_AXI_AWREADY),
        .S_AXI_ACLK (axi_aclk),
        .S_AXI_ARESETN(axi_resetn));
endmodule
