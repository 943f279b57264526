// SPDX-License-Identifier: Apache-2.0
//
//  composition: #define TARGET_HAS_... -> [features] -> shared controls
//
// What the shared controls say instead of a construct that only some targets have. A composition
// names the features of its target before it includes this, and defines, where it has them,
//
//   PREFIX_MATCH, BESIDE_PREFIX  match kinds of tables of prefixes: of the prefix, and of what is
//                                matched beside it; a table of some targets has one kind alone
//   CLONE_FIELD           annotation of metadata that the copy for the controller keeps
//   TARGET_HAS_ZERO_METADATA     metadata starts as zeros: the parser need not set it
//   TARGET_HAS_DIRECT_COUNTER    TABLE_COUNTER(name, id), COUNTED_BY(name)
//   TARGET_HAS_SELECTOR          NEXT_IMPLEMENTATION(name, id), IMPLEMENTED_BY(name),
//                                NEXT_MEMBER_KEY
//   TARGET_HAS_IDLE_TIMEOUT      IDLE_TIMEOUT, a table property
//   TARGET_HAS_SHARE_METER       what is for the controller is metered by subscriber as well
//   TARGET_HAS_PORT_SETS         ranges of ports are bound by a row; on others by rows of bib6 and bib4
//   TARGET_HAS_VARBIT            IPv4 options and IPv6 extension headers are parsed
//   TARGET_HAS_SESSIONS          inbound packets are filtered by the peers of a binding, and SYNs
//                                that nobody waits for come up
//   TARGET_HAS_PAYLOAD_CHECKSUM  UDP checksums are computed over the payload
#ifndef ISTHMUS_FEATURES_P4
#define ISTHMUS_FEATURES_P4

#ifndef PREFIX_MATCH
#define PREFIX_MATCH ternary
#define BESIDE_PREFIX ternary
#endif

// Entries, where the composition has no others. For targets that set memory aside for all of them,
// profiles.json has smaller ones.
#ifndef BIB_SIZE
#define BIB_SIZE 4194304
#define EAM_SIZE 1048576
#define SERVED_SIZE EAM_SIZE // at most: prefixes of EAMs are merged to the fewest that cover them
#define ROUTE_SIZE 1310720 // all that the Internet has of IPv4
#define NEXT_SIZE 4096 // next hops
#define STATION_SIZE 1024
#define LOCAL_SIZE 1024
#define EDGE_SIZE 4096
#define SOURCE_SIZE 65536
#define SOURCE_BINDING_SIZE 65536
#define SESSION_SIZE 4194304
#define HAIRPIN_SESSION_SIZE 65536
#define SUBSCRIBER_LIMITS_SIZE 1024
#define NAT64_PREFIX_SIZE 64
#define INSTANCE_SIZE 256
#define EMBEDDED_SIZE 1024
#define DENIED_SERVICES_SIZE 4096 // a range of ports is at most 30
#define PORT_SETS_SIZE 262144
#define POOL_SIZE 1024
#define SETTING_SIZE 16 // of one: a controller is warned of a full table
#endif

#ifndef CLONE_FIELD
#define CLONE_FIELD
#endif

#ifndef TARGET_HAS_DIRECT_COUNTER
#define TABLE_COUNTER(name, id)
#define COUNTED_BY(name)
#endif

// Without a selector, a next hop has one entry for each of 16 shares of the flows.
#ifdef TARGET_HAS_SELECTOR
#define NEXT_ENTRIES NEXT_SIZE
#define NEXT_DEFAULT
#else
#define NEXT_DEFAULT const default_action = NoAction();
#define NEXT_IMPLEMENTATION(name, id)
#define IMPLEMENTED_BY(name)
#define NEXT_MEMBER_KEY meta.flow_hash[3:0] : exact @name("share");
#define NEXT_ENTRIES (16 * NEXT_SIZE)
#endif

#ifndef TARGET_HAS_IDLE_TIMEOUT
#define IDLE_TIMEOUT
#endif

// Packets with headers that are not parsed are still forwarded; only their translation needs them.
#ifdef TARGET_HAS_VARBIT
#define IPV4_OPTIONS_STATE ipv4_options
#define IPV6_EXT_STATE ipv6_ext
#define IPV6_ROUTING_STATE ipv6_routing
#define UNREADABLE_OPTIONS(meta) ((meta).options_opaque == 1 || ((meta).source_route_length != 0 \
        && (meta).source_route_pointer <= (meta).source_route_length))
#else
#define IPV4_OPTIONS_STATE accept
#define IPV6_EXT_STATE accept
#define IPV6_ROUTING_STATE accept
#define UNREADABLE_OPTIONS(meta) true
#endif

// Actions of the tables of bindings, and of pools.
#ifdef TARGET_HAS_SESSIONS
#define HOLDING_POOL holding_pool;
#define IS_HELD(hdr, meta) ((meta).hold_syn == 1 && (hdr).tcp.isValid() \
        && (hdr).tcp.syn == 1 && (hdr).tcp.ack == 0 && (hdr).tcp.rst == 0)
#define BIND_TO6_FILTERED bind_to6_filtered;
#define BIND_TO4_FILTERED bind_to4_filtered;
#else
#define HOLDING_POOL
#define BIND_TO6_FILTERED
#define BIND_TO4_FILTERED
#endif

// What follows the packet in its frame would be summed up with the payload.
#ifdef TARGET_HAS_PAYLOAD_CHECKSUM
#define CANNOT_COMPUTE_CHECKSUM(meta) ((meta).padded == 1)
#else
#define CANNOT_COMPUTE_CHECKSUM(meta) true
#endif

#endif
