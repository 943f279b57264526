// SPDX-License-Identifier: Apache-2.0
//
// An AXI-Lite slave of 32 bits before the registers of the blocks, one transaction at a time.
//
// Timing: bus_write lasts one cycle, with bus_addr and bus_wdata stable from a cycle before it to three after it. A read
// holds bus_addr for 4 cycles and takes bus_rdata in the fourth. Write and read at once: the write is first.
// Addresses are of bytes; their two lowest bits and those from ADDRESS on are ignored. A write of less than all four
// bytes of a word is refused with SLVERR.

module axi_lite #(
    parameter ADDRESS = 16
) (
    input  wire               clk,
    input  wire               reset,

    input  wire [31:0]        S_AXI_AWADDR,
    input  wire               S_AXI_AWVALID,
    output reg                S_AXI_AWREADY,
    input  wire [31:0]        S_AXI_WDATA,
    input  wire [3:0]         S_AXI_WSTRB,
    input  wire               S_AXI_WVALID,
    output wire               S_AXI_WREADY,
    output wire [1:0]         S_AXI_BRESP,
    output reg                S_AXI_BVALID,
    input  wire               S_AXI_BREADY,
    input  wire [31:0]        S_AXI_ARADDR,
    input  wire               S_AXI_ARVALID,
    output reg                S_AXI_ARREADY,
    output reg  [31:0]        S_AXI_RDATA,
    output wire [1:0]         S_AXI_RRESP,
    output reg                S_AXI_RVALID,
    input  wire               S_AXI_RREADY,

    output reg                bus_write,
    output reg  [ADDRESS-1:0] bus_addr,
    output reg  [31:0]        bus_wdata,
    input  wire [31:0]        bus_rdata
);

    localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;
    localparam [1:0] IDLE = 2'd0, WRITE = 2'd1, READ = 2'd2, ANSWER = 2'd3;
    localparam [1:0] LAST_CYCLE = 2'd3;

    reg [1:0] state;
    reg [1:0] cycle;
    reg       refused;

    assign S_AXI_WREADY = S_AXI_AWREADY;
    assign S_AXI_BRESP = refused ? SLVERR : OKAY;
    assign S_AXI_RRESP = OKAY;

    wire write_asked = S_AXI_AWVALID & S_AXI_WVALID;

    always @(posedge clk) begin
        S_AXI_AWREADY <= 1'b0;
        S_AXI_ARREADY <= 1'b0;
        bus_write <= 1'b0;
        if (reset) begin
            state <= IDLE;
            S_AXI_BVALID <= 1'b0;
            S_AXI_RVALID <= 1'b0;
        end else case (state)
            IDLE: if (write_asked) begin
                S_AXI_AWREADY <= 1'b1;
                state <= WRITE;
            end else if (S_AXI_ARVALID) begin
                S_AXI_ARREADY <= 1'b1;
                state <= READ;
            end
            WRITE: begin
                bus_write <= cycle == 0 & ~refused;
                if (cycle == LAST_CYCLE) begin
                    S_AXI_BVALID <= 1'b1;
                    state <= ANSWER;
                end
            end
            READ: if (cycle == LAST_CYCLE) begin
                S_AXI_RDATA <= bus_rdata;
                S_AXI_RVALID <= 1'b1;
                state <= ANSWER;
            end
            ANSWER: if (S_AXI_BVALID ? S_AXI_BREADY : S_AXI_RREADY) begin
                S_AXI_BVALID <= 1'b0;
                S_AXI_RVALID <= 1'b0;
                state <= IDLE;
            end
        endcase

        cycle <= state == IDLE ? 2'd0 : cycle + 1'b1;
        if (state == IDLE) begin
            bus_addr  <= {write_asked ? S_AXI_AWADDR[ADDRESS-1:2] : S_AXI_ARADDR[ADDRESS-1:2], 2'b00};
            bus_wdata <= S_AXI_WDATA;
            refused   <= ~&S_AXI_WSTRB;
        end
    end

    wire unused = &{1'b0, S_AXI_AWADDR, S_AXI_ARADDR};

endmodule
