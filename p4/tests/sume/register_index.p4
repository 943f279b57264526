// SPDX-License-Identifier: Apache-2.0
#define REGISTER_INDEX bit<6>
#include "base.p4"
