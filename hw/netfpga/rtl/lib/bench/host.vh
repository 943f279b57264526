// SPDX-License-Identifier: Apache-2.0
//
// A host on an AXI-Lite bus with a clock of its own, included inside a bench: the wires of the bus, tasks that write and
// read, and a slot's pages. S_PERIOD is the period of its clock, where that of `clk` is 10; S_AHEAD puts its edges before or
// behind those of clk.

    reg         s_clk = 0;
    reg         s_reset = 1;
    initial begin
        #(10 + S_AHEAD);
        forever #(S_PERIOD) s_clk = ~s_clk;
    end

    reg  [31:0] awaddr = 0, wdata = 0, araddr = 0;
    reg         awvalid = 0, wvalid = 0, arvalid = 0, bready = 0, rready = 0;
    reg  [3:0]  wstrb = 0;
    wire        awready, wready, bvalid, arready, rvalid;
    wire [1:0]  bresp, rresp;
    wire [31:0] rdata;
    integer     host_waits;

    task host_patience;
        begin
            host_waits = host_waits + 1;
            if (host_waits > 400) begin
                $display("the card does not answer");
                fail;
            end
        end
    endtask

    // The two lowest bits of addresses and those beyond the slot are the interconnect's.
    task host_write(input [9:0] word, input [31:0] data, input [3:0] strobes, input [1:0] expected);
        begin
            awaddr = {20'h44020, word, 2'b00};
            wdata = data;
            wstrb = strobes;
            awvalid = 1;
            wvalid = 1;
            host_waits = 0;
            @(posedge s_clk);
            while (!(awready && wready)) begin
                @(posedge s_clk);
                host_patience;
            end
            @(negedge s_clk);
            awvalid = 0;
            wvalid = 0;
            awaddr = ~awaddr;
            wdata = ~data;
            repeat ((random(2) >> 4) % 3) @(negedge s_clk);
            bready = 1;
            while (!bvalid) begin
                @(negedge s_clk);
                host_patience;
            end
            if (bresp !== expected) begin
                $display("answer %0d to a write with strobes %b", bresp, strobes);
                fail;
            end
            @(negedge s_clk);
            bready = 0;
        end
    endtask

    reg [31:0] host_data;
    task host_read(input [9:0] word);
        begin
            araddr = {20'h44020, word, 2'b00};
            arvalid = 1;
            host_waits = 0;
            @(posedge s_clk);
            while (!arready) begin
                @(posedge s_clk);
                host_patience;
            end
            @(negedge s_clk);
            arvalid = 0;
            araddr = ~araddr;
            repeat ((random(2) >> 4) % 3) @(negedge s_clk);
            rready = 1;
            while (!rvalid) begin
                @(negedge s_clk);
                host_patience;
            end
            host_data = rdata;
            if (rresp !== 0) fail;
            @(negedge s_clk);
            rready = 0;
        end
    endtask

    task host_page(input [3:0] page);
        host_write(10'd1023, {28'hABCDEF0, page}, 4'hF, 0);
    endtask
