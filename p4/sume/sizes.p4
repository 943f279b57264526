// SPDX-License-Identifier: Apache-2.0
//
//  card.p4 -> [sizes] -> every table, and the length of frames
//
// Entries of the tables of a NetFPGA SUME (Virtex-7 690T). Exact tables are in block RAM, ternary ones
// in registers, two for each bit of a key: docs/netfpga.md has the sum.
#ifndef ISTHMUS_SIZES_P4
#define ISTHMUS_SIZES_P4

// The longest frame, without its checksum.
#ifndef MAX_FRAME_BYTES
#define MAX_FRAME_BYTES 1518
#endif

// Exact.
#define BIB_SIZE 16384
#define NEXT_SIZE 1024 // next hops
#define SOURCE_BINDING_SIZE 4096
#define INSTANCE_SIZE 64
#define STATION_SIZE 64
#define LOCAL_SIZE 64
#define EDGE_SIZE 64
#define SETTING_SIZE 64

// Ternary.
#define ROUTE_SIZE 256
#define EAM_SIZE 128
#define SOURCE_SIZE 128
#define SERVED_SIZE 64
#define SUBSCRIBER_LIMITS_SIZE 64
#define NAT64_PREFIX_SIZE 16
#define EMBEDDED_SIZE 64
#define DENIED_SERVICES_SIZE 64
#define POOL_SIZE 64

#endif
