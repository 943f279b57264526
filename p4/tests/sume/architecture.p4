// SPDX-License-Identifier: Apache-2.0
#define DECLARATIONS \
    package MySwitch<H, M, D>(Parser<H, M, D> parser_, Pipe<H, M, D> pipe, \
            Deparser<H, M, D> deparser);
#define PACKAGE MySwitch
#include "base.p4"
