# SPDX-License-Identifier: Apache-2.0
# Stand-in for the block design.
set scripts_vivado_version 2018.2
