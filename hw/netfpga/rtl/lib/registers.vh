// SPDX-License-Identifier: Apache-2.0
//
// Made of CardRegister.java, which the agent has, too: change that, and `make rtl-verilog`.
// Registers are words of their block, status bits are bit numbers.

`ifndef REGISTERS_VH
`define REGISTERS_VH

`define CARD_MAGIC             32'h49534d53
`define CARD_VERSION           32'd2
`define CARD_MAGIC_WORD        0
`define CARD_VERSION_WORD      1
`define CARD_DESCRIPTION_WORD  2
`define BUCKET_REASON_WORD     0
`define BUCKET_RATE_WORD       1
`define BUCKET_BURST_WORD      2
`define BUCKET_DROPS_WORD      3
`define TABLE_CMD_WORD         0
`define TABLE_STATUS_WORD      1
`define TABLE_ROW_WORD         2
`define TABLE_DATA_WORD        4
`define SUME_PAGE_WORD         1023
`define TABLE_WRITE            1
`define TABLE_READ             2
`define TABLE_ERASE            3
`define TABLE_TAKE             4
`define TABLE_BUSY_BIT         0
`define TABLE_PRESENT_BIT      1
`define TABLE_HIT_BIT          2
`define TABLE_ERROR_BIT        3

`endif
