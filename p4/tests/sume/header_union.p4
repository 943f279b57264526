// SPDX-License-Identifier: Apache-2.0
#define DECLARATIONS header vlan_t { bit<32> tag; } \
    header_union link_t { ethernet_t ethernet; vlan_t vlan; }
#define HEADERS link_t link;
#include "base.p4"
