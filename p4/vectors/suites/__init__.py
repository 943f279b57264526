# SPDX-License-Identifier: Apache-2.0
"""The packet tests, one module per group of concerns. See ../README.md."""

from . import headers, hop, sets, shares, source, translation

SUITES = (translation.SUITES + headers.SUITES + hop.SUITES + source.SUITES
          + shares.SUITES + sets.SUITES)
