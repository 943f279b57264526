// SPDX-License-Identifier: Apache-2.0
#define DECLARATIONS header option_t { bit<8> kind; varbit<312> rest; }
#define HEADERS option_t option;
#define EXTRACT packet.extract(hdr.option, 8);
#include "base.p4"
