// SPDX-License-Identifier: Apache-2.0
//
// axi_lite: a master that offers address and data in any order and takes answers late, before a memory that answers two
// cycles after its address. Every read must give what was written; valid and its data must stay until ready.

module axi_lite_bench;
    localparam ADDRESS = 8, TRANSACTIONS = 3000;

    `include "bench.vh"

    reg  [31:0] awaddr = 0, wdata = 0, araddr = 0;
    reg         awvalid = 0, wvalid = 0, arvalid = 0, bready = 0, rready = 0;
    reg  [3:0]  wstrb = 0;
    wire        awready, wready, bvalid, arready, rvalid;
    wire [1:0]  bresp, rresp;
    wire [31:0] rdata;
    wire        bus_write;
    wire [ADDRESS-1:0] bus_addr;
    wire [31:0] bus_wdata;
    reg  [31:0] bus_rdata;

    axi_lite #(.ADDRESS(ADDRESS)) dut (
        .clk(clk), .reset(reset),
        .S_AXI_AWADDR(awaddr), .S_AXI_AWVALID(awvalid), .S_AXI_AWREADY(awready),
        .S_AXI_WDATA(wdata), .S_AXI_WSTRB(wstrb), .S_AXI_WVALID(wvalid), .S_AXI_WREADY(wready),
        .S_AXI_BRESP(bresp), .S_AXI_BVALID(bvalid), .S_AXI_BREADY(bready),
        .S_AXI_ARADDR(araddr), .S_AXI_ARVALID(arvalid), .S_AXI_ARREADY(arready),
        .S_AXI_RDATA(rdata), .S_AXI_RRESP(rresp), .S_AXI_RVALID(rvalid), .S_AXI_RREADY(rready),
        .bus_write(bus_write), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_rdata(bus_rdata));

    // The registers behind the bus: an address must have been there for a cycle before a write.
    reg [31:0] memory [0:63];
    reg [31:0] model [0:63];
    reg [ADDRESS-1:0] addr_1;
    integer k, writes = 0;
    initial for (k = 0; k < 64; k = k + 1) begin
        memory[k] = k;
        model[k] = k;
    end
    always @(posedge clk) begin
        addr_1 <= bus_addr;
        bus_rdata <= memory[addr_1[ADDRESS-1:2]];
        if (!reset && bus_write) begin
            memory[bus_addr[ADDRESS-1:2]] <= bus_wdata;
            writes = writes + 1;
            if (addr_1 !== bus_addr) begin
                $display("the address is not stable before the write");
                fail;
            end
        end
    end

    // An answer stays as it is until it is taken.
    reg        b_held = 0, r_held = 0;
    reg [31:0] r_data;
    always @(posedge clk) if (!reset) begin
        if (b_held && !bvalid || r_held && (!rvalid || rdata !== r_data)) begin
            $display("an answer was taken back");
            fail;
        end
        b_held <= bvalid && !bready;
        r_held <= rvalid && !rready;
        r_data <= rdata;
    end

    task pause;
        repeat ((random(1) >> 4) % 4) @(negedge clk);
    endtask

    // A signal that is ready at a rising edge is seen before it; the negative edge after it ends the offer.
    reg aw_done, w_done;
    integer waits, expected_writes = 0;
    task write_word(input [5:0] index, input [31:0] data, input [3:0] strobes);
        begin
            awaddr = {16'hDEAD, 8'h12, index, 2'b00};
            wdata = data;
            wstrb = strobes;
            aw_done = 0;
            w_done = 0;
            waits = 0;
            while (!(aw_done && w_done)) begin
                if (!aw_done && chance(1, 40)) awvalid = 1;
                if (!w_done && chance(1, 40)) wvalid = 1;
                @(posedge clk);
                if (awvalid && awready) aw_done = 1;
                if (wvalid && wready) w_done = 1;
                @(negedge clk);
                if (aw_done) awvalid = 0;
                if (w_done) wvalid = 0;
                waits = waits + 1;
                if (waits > 200) fail;
            end
            pause;
            bready = 1;
            waits = 0;
            while (!bvalid) begin
                @(negedge clk);
                waits = waits + 1;
                if (waits > 20) fail;
            end
            if (bresp !== (&strobes ? 0 : 2)) begin
                $display("answer %0d to a write with strobes %b", bresp, strobes);
                fail;
            end
            @(negedge clk);
            bready = 0;
            if (&strobes) begin
                model[index] = data;
                expected_writes = expected_writes + 1;
            end
        end
    endtask

    task read_word(input [5:0] index);
        begin
            araddr = {24'h000003, index, 2'b00};
            arvalid = 1;
            waits = 0;
            @(posedge clk);
            while (!arready) begin
                @(posedge clk);
                waits = waits + 1;
                if (waits > 20) fail;
            end
            @(negedge clk);
            arvalid = 0;
            pause;
            rready = 1;
            waits = 0;
            while (!rvalid) begin
                @(negedge clk);
                waits = waits + 1;
                if (waits > 20) fail;
            end
            if (rdata !== model[index] || rresp !== 0) begin
                $display("word %0d is %h, expected %h", index, rdata, model[index]);
                fail;
            end
            @(negedge clk);
            rready = 0;
        end
    endtask

    integer n;
    initial begin
        start_bench;
        for (n = 0; n < TRANSACTIONS; n = n + 1) begin
            if (chance(1, 50)) write_word(random(1) >> 4, random(1), chance(1, 10) ? random(1) >> 4 : 4'hF);
            else read_word(random(1) >> 4);
            if (chance(1, 50)) pause;
        end
        if (writes !== expected_writes) begin
            $display("%0d writes, expected %0d", writes, expected_writes);
            fail;
        end
        pass;
    end
endmodule
