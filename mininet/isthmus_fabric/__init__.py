# SPDX-License-Identifier: Apache-2.0
"""The Isthmus fabric demo: a leaf-spine fabric in network namespaces and its checks."""
