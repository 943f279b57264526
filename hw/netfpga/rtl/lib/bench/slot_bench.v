// SPDX-License-Identifier: Apache-2.0
//
// tiny_output_port_lookup, which the compiler makes for tiny_card as for any program: in the slot of the reference
// project, with another clock for the host's bus. A frame goes to the host, until a row says by which port it leaves.

module slot_bench;
    parameter S_PERIOD = 5, S_AHEAD = 3;
    localparam FRAMES = 40, BEATS_OF_FRAME = 3, LENGTH = 70;
    localparam ETYPES = 10'h040, STATUS = 1, ROW = 2, DATA = 4; // words; the table is on page 1

    `include "bench.vh"
    `include "host.vh"

    reg  [255:0] s_data;
    reg  [31:0]  s_keep;
    reg  [127:0] s_user;
    reg          s_valid = 0, s_last, m_ready = 0;
    wire         s_ready, m_valid, m_last;
    wire [255:0] m_data;
    wire [31:0]  m_keep;
    wire [127:0] m_user;
    tiny_output_port_lookup dut (
        .axis_aclk(clk), .axis_resetn(~reset),
        .s_axis_tdata(s_data), .s_axis_tkeep(s_keep), .s_axis_tuser(s_user), .s_axis_tvalid(s_valid),
        .s_axis_tready(s_ready), .s_axis_tlast(s_last),
        .m_axis_tdata(m_data), .m_axis_tkeep(m_keep), .m_axis_tuser(m_user), .m_axis_tvalid(m_valid),
        .m_axis_tready(m_ready), .m_axis_tlast(m_last),
        .S_AXI_ACLK(s_clk), .S_AXI_ARESETN(~s_reset),
        .S_AXI_AWADDR(awaddr), .S_AXI_AWVALID(awvalid), .S_AXI_AWREADY(awready),
        .S_AXI_WDATA(wdata), .S_AXI_WSTRB(wstrb), .S_AXI_WVALID(wvalid), .S_AXI_WREADY(wready),
        .S_AXI_BRESP(bresp), .S_AXI_BVALID(bvalid), .S_AXI_BREADY(bready),
        .S_AXI_ARADDR(araddr), .S_AXI_ARVALID(arvalid), .S_AXI_ARREADY(arready),
        .S_AXI_RDATA(rdata), .S_AXI_RRESP(rresp), .S_AXI_RVALID(rvalid), .S_AXI_RREADY(rready));

    // Byte i of each beat is i, but for the EtherType 0x0800 in the first one.
    integer k;
    reg [255:0] first_beat, later_beat;
    initial begin
        for (k = 0; k < 32; k = k + 1) later_beat[8*k +: 8] = k;
        first_beat = later_beat;
        first_beat[8*12 +: 16] = 16'h0008;
    end

    // Out of the port with the highest bit of `to`, in the order in which they came in.
    integer left = 0, beat_out = 0;
    reg [7:0] to;
    always @(negedge clk) m_ready <= (random(1) >> 4) % 3 != 0;
    always @(posedge clk) if (m_valid && m_ready) begin
        if (beat_out == 0 && (m_user[15:0] !== LENGTH || m_user[23:16] !== 8'h04 || m_user[31:24] !== to)) begin
            $display("tuser %h, expected port %h", m_user, to);
            fail;
        end
        if (m_data[47:0] !== later_beat[47:0] || m_last !== (beat_out == BEATS_OF_FRAME - 1) ||
            m_keep !== (m_last ? 32'h3F : 32'hFFFFFFFF)) begin
            $display("beat %0d is %h, %h", beat_out, m_data, m_keep);
            fail;
        end
        beat_out = m_last ? 0 : beat_out + 1;
        if (m_last) left = left + 1;
    end

    integer f, b;
    task send_frames;
        @(negedge clk) for (f = 0; f < FRAMES; f = f + 1)
            for (b = 0; b < BEATS_OF_FRAME; b = b + 1) begin
                s_data = b == 0 ? first_beat : later_beat;
                s_last = b == BEATS_OF_FRAME - 1;
                s_keep = s_last ? 32'h3F : 32'hFFFFFFFF;
                s_user = b == 0 ? {104'd0, 8'h04, 16'd0} | LENGTH : 128'd0;
                s_valid = 1;
                @(posedge clk);
                while (!s_ready) @(posedge clk);
                @(negedge clk);
                s_valid = 0;
            end
    endtask

    task all_left(input integer expected);
        begin
            k = 0;
            while (left !== expected) begin
                @(negedge clk);
                k = k + 1;
                if (k > 2000) begin
                    $display("%0d frames left, expected %0d", left, expected);
                    fail;
                end
            end
        end
    endtask

    task expect_word(input [9:0] word, input [31:0] expected);
        begin
            host_read(word);
            if (host_data !== expected) begin
                $display("word %0d is %h, expected %h", word, host_data, expected);
                fail;
            end
        end
    endtask

    initial begin
        start_bench;
        repeat (4) @(negedge s_clk);
        s_reset = 0;
        expect_word(0, 32'h49534d53);
        expect_word(1, 2);
        to = 8'h08; // port 2's DMA
        send_frames;
        all_left(FRAMES);
        host_page(1);
        host_data = 1;
        while (host_data[0]) host_read(ETYPES + STATUS); // it empties itself after the reset
        host_write(ETYPES + ROW, 3, 4'hF, 0);
        host_write(ETYPES + DATA, {7'h7F, 16'h0800, 9'h110}, 4'hF, 0); // mask, key, {to, ports}
        host_write(ETYPES + DATA + 1, {23'd0, 9'h1FF}, 4'hF, 0);
        host_write(ETYPES, 1, 4'hF, 0);
        host_data = 1;
        while (host_data[0]) host_read(ETYPES + STATUS);
        if (host_data !== 0) fail;
        to = 8'h10; // port 3
        send_frames;
        all_left(2 * FRAMES);
        host_page(0);
        expect_word(10'h080 + 2, 2 * FRAMES); // received by port 2
        pass;
    end
endmodule
