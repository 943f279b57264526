// SPDX-License-Identifier: Apache-2.0
//
// axi_lite_crossing: a host with a clock of its own before the card's bus and a memory. What is read must be what was
// written, on whatever page; either side is reset now and then, alone.

module axi_lite_crossing_bench;
    parameter S_PERIOD = 7, S_AHEAD = 2;
    localparam TRANSACTIONS = 1500;

    `include "bench.vh"
    `include "host.vh"

    wire [31:0] m_awaddr, m_wdata, m_araddr, m_rdata;
    wire [3:0]  m_wstrb;
    wire [1:0]  m_bresp, m_rresp;
    wire        m_awvalid, m_awready, m_wvalid, m_wready, m_bvalid, m_bready, m_arvalid, m_arready, m_rvalid, m_rready;
    reg         card_reset = 0;
    axi_lite_crossing dut (
        .s_clk(s_clk), .s_reset(s_reset),
        .S_AXI_AWADDR(awaddr), .S_AXI_AWVALID(awvalid), .S_AXI_AWREADY(awready),
        .S_AXI_WDATA(wdata), .S_AXI_WSTRB(wstrb), .S_AXI_WVALID(wvalid), .S_AXI_WREADY(wready),
        .S_AXI_BRESP(bresp), .S_AXI_BVALID(bvalid), .S_AXI_BREADY(bready),
        .S_AXI_ARADDR(araddr), .S_AXI_ARVALID(arvalid), .S_AXI_ARREADY(arready),
        .S_AXI_RDATA(rdata), .S_AXI_RRESP(rresp), .S_AXI_RVALID(rvalid), .S_AXI_RREADY(rready),
        .clk(clk), .reset(reset | card_reset),
        .M_AXI_AWADDR(m_awaddr), .M_AXI_AWVALID(m_awvalid), .M_AXI_AWREADY(m_awready),
        .M_AXI_WDATA(m_wdata), .M_AXI_WSTRB(m_wstrb), .M_AXI_WVALID(m_wvalid), .M_AXI_WREADY(m_wready),
        .M_AXI_BRESP(m_bresp), .M_AXI_BVALID(m_bvalid), .M_AXI_BREADY(m_bready),
        .M_AXI_ARADDR(m_araddr), .M_AXI_ARVALID(m_arvalid), .M_AXI_ARREADY(m_arready),
        .M_AXI_RDATA(m_rdata), .M_AXI_RRESP(m_rresp), .M_AXI_RVALID(m_rvalid), .M_AXI_RREADY(m_rready));

    wire        bus_write;
    wire [15:0] bus_addr;
    wire [31:0] bus_wdata;
    reg  [31:0] bus_rdata;
    axi_lite card (
        .clk(clk), .reset(reset | card_reset),
        .S_AXI_AWADDR(m_awaddr), .S_AXI_AWVALID(m_awvalid), .S_AXI_AWREADY(m_awready),
        .S_AXI_WDATA(m_wdata), .S_AXI_WSTRB(m_wstrb), .S_AXI_WVALID(m_wvalid), .S_AXI_WREADY(m_wready),
        .S_AXI_BRESP(m_bresp), .S_AXI_BVALID(m_bvalid), .S_AXI_BREADY(m_bready),
        .S_AXI_ARADDR(m_araddr), .S_AXI_ARVALID(m_arvalid), .S_AXI_ARREADY(m_arready),
        .S_AXI_RDATA(m_rdata), .S_AXI_RRESP(m_rresp), .S_AXI_RVALID(m_rvalid), .S_AXI_RREADY(m_rready),
        .bus_write(bus_write), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_rdata(bus_rdata));

    reg [31:0] memory [0:16383], model [0:16383];
    reg [15:0] addr_1;
    integer k, writes = 0, expected_writes = 0;
    initial for (k = 0; k < 16384; k = k + 1) begin
        memory[k] = k;
        model[k] = k;
    end
    always @(posedge clk) begin
        addr_1 <= bus_addr;
        bus_rdata <= memory[addr_1[15:2]];
        if (!reset && bus_write) begin
            memory[bus_addr[15:2]] <= bus_wdata;
            writes = writes + 1;
        end
    end

    // The card is reset at any time, and does again what is under way.
    reg resets = 0;
    always @(negedge clk) card_reset <= resets && (random(1) >> 4) % 50 == 0;

    reg [3:0]  page;
    reg [9:0]  word;
    reg [31:0] data;
    integer n, several;
    initial begin
        start_bench;
        repeat (4) @(negedge s_clk);
        s_reset = 0;
        page = 0;
        host_read(10'd1023);
        if (host_data !== 0) fail;
        for (n = 0; n < TRANSACTIONS; n = n + 1) begin
            resets = n > TRANSACTIONS / 2;
            word = (random(0) >> 4) % 8 == 0 ? 10'd1022 : (random(0) >> 4) % 5;
            data = random(0);
            if (chance(0, 10)) begin
                page = random(0) >> 4;
                host_page(page);
                host_read(10'd1023);
                if (host_data !== {28'd0, page}) fail;
            end else if (chance(0, 5)) begin
                host_write(word, data, 4'h7, 2);
            end else if (chance(0, 3)) begin
                host_write(10'd1023, data, 4'h3, 2);
            end else if (chance(0, 2)) begin
                repeat ((random(0) >> 4) % 9) @(negedge s_clk);
                s_reset = 1;
                repeat (2) @(negedge s_clk);
                s_reset = 0;
                page = 0;
            end else if (chance(0, 50)) begin
                host_write(word, data, 4'hF, 0);
                model[{page, word}] = data;
                expected_writes = expected_writes + 1;
            end else begin
                host_read(word);
                if (host_data !== model[{page, word}]) begin
                    $display("word %0d of page %0d is %h, expected %h", word, page, host_data, model[{page, word}]);
                    fail;
                end
            end
            if (!resets && writes !== expected_writes) begin
                $display("%0d writes, expected %0d", writes, expected_writes);
                fail;
            end
        end
        pass;
    end
endmodule
